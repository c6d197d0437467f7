import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { loadCore, MeasuredProcess, measuredCore } from "../measured-process.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const events = 5;

/** Memory that the gateway may take for 5,000 connections. */
const maxMemoryMiB = 400;
/** Time in which one event must be with 10,000 subscribers. */
const maxDeliveryMs = 500;

/** Measures memory of many connections and the time of one event to many subscribers, beside a bare ws broadcast. */
export async function benchSubscriptions(): Promise<void> {
  const accounts = Array.from({ length: 100 }, (_, index) => addressOf(index));
  const upstream = await start(loadCore, "upstream-process.ts");
  try {
    await memory(upstream, 5000, accounts);
    const ours = await delivery("gateway", upstream, accounts[0] ?? "");
    const bare = await delivery("bare ws broadcast", upstream, accounts[0] ?? "");
    console.log(`  gateway / bare: ${(ours / bare).toFixed(2)}`);
    if (ours > maxDeliveryMs) fail(`one event took ${ours.toFixed(0)} ms, more than ${maxDeliveryMs}`);
  } finally {
    await upstream.stop();
  }
}

async function memory(upstream: MeasuredProcess, count: number, accounts: readonly string[]): Promise<void> {
  for (const name of ["gateway", "bare ws broadcast"]) {
    const server = await startServer(name, upstream);
    const before = server.residentBytes();
    const clients = await Clients.start(server.url, count, accounts);
    const after = server.residentBytes();
    console.log(
      `${count} connections on ${accounts.length} accounts, ${name}: ${mebibytes(after)} MiB in all, ` +
        `${((after - before) / count / 1024).toFixed(1)} KiB each, ${clients.seconds.toFixed(1)} s to subscribe`,
    );
    await clients.stop();
    await server.stop();
    if (name === "gateway" && after > maxMemoryMiB * 2 ** 20)
      fail(`${mebibytes(after)} MiB of memory, more than ${maxMemoryMiB}`);
  }
}

/** Returns the median time of one event to 10,000 subscribers, in milliseconds. */
async function delivery(name: string, upstream: MeasuredProcess, account: string): Promise<number> {
  const subscribers = 10_000;
  const server = await startServer(name, upstream);
  const clients = await Clients.start(server.url, subscribers, [account]);
  const source = name === "gateway" ? upstream : server;
  const times: number[] = [];
  const cpuBefore = server.cpuSeconds();
  for (let event = 0; event < events; event += 1) times.push(await clients.event(source.url, account));
  const cpuMs = ((server.cpuSeconds() - cpuBefore) / events) * 1000;
  const [median = 0] = [...times].sort((a, b) => a - b).slice(Math.floor(events / 2));
  console.log(
    `one event to ${subscribers} subscribers, ${name}: median ${median.toFixed(0)} ms, ` +
      `greatest ${Math.max(...times).toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU`,
  );
  await clients.stop();
  await server.stop();
  return median;
}

/** The process with all clients. */
class Clients {
  readonly #child: ChildProcess;
  readonly #count: number;
  readonly #ended: Promise<never>;
  readonly seconds: number;
  #printed = "";

  private constructor(child: ChildProcess, count: number, ended: Promise<never>, seconds: number) {
    this.#child = child;
    this.#count = count;
    this.#ended = ended;
    this.seconds = seconds;
    child.stdout?.on("data", (data) => {
      this.#printed += String(data);
    });
  }

  static async start(url: string, count: number, accounts: readonly string[]): Promise<Clients> {
    const started = performance.now();
    const args = [
      "--import",
      "tsx",
      `${here}clients-process.ts`,
      new URL(url).host,
      String(count),
      ...accounts,
    ];
    const child = spawn("taskset", ["-c", String(loadCore), process.execPath, ...args], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const ended = once(child, "exit").then(([code]) => {
      throw new Error(`the clients ended with ${code}`);
    });
    // Looked at only while something is awaited.
    ended.catch(() => undefined);
    let printed = "";
    while (!printed.includes("subscribed\n")) printed += await nextOutput(child, ended);
    return new Clients(child, count, ended, (performance.now() - started) / 1000);
  }

  /** Lets one event happen and gives the milliseconds until the last client had it. */
  async event(source: string, account: string): Promise<number> {
    this.#child.stdin?.write(`${this.#count}\n`);
    await this.#until(/ready\n/);
    this.#printed = "";
    const response = await fetch(`${source}/event/${account}`, { method: "POST", body: "" });
    const sentAt = BigInt(await response.text());
    const reachedAt = BigInt((await this.#until(/reached (\d+)\n/))[1] ?? "0");
    return Number(reachedAt - sentAt) / 1e6;
  }

  async stop(): Promise<void> {
    this.#child.stdin?.end();
    await once(this.#child, "exit");
  }

  async #until(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.#printed);
      if (match !== null) return match;
      await nextOutput(this.#child, this.#ended);
    }
  }
}

/** The next piece that a process prints; fails when it ends instead. */
async function nextOutput({ stdout }: ChildProcess, ended: Promise<never>): Promise<string> {
  if (stdout === null) throw new Error("the clients print nothing");
  return Promise.race([once(stdout, "data").then(([data]) => String(data)), ended]);
}

function startServer(name: string, upstream: MeasuredProcess): Promise<MeasuredProcess> {
  return name === "gateway"
    ? start(measuredCore, "gateway-process.ts", upstream.url)
    : start(measuredCore, "broadcast-process.ts");
}

function start(core: number, file: string, ...args: string[]): Promise<MeasuredProcess> {
  return MeasuredProcess.start(core, ["--import", "tsx", `${here}${file}`, ...args]);
}

/** An address: 31 ones are as many bytes of zero in base 58, and a number below 256 is one byte more. */
function addressOf(index: number): string {
  const value = index + 1;
  const high = value < 58 ? "" : alphabet[Math.floor(value / 58)];
  return `${"1".repeat(31)}${high}${alphabet[value % 58]}`;
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0);
}

function fail(reason: string): void {
  console.error(`TARGET MISSED: ${reason}`);
  process.exitCode = 1;
}
