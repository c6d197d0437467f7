import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const gatewayMain = fileURLToPath(new URL("../dist/src/cli/main.js", import.meta.url));

/** Core of what is measured; load and upstreams get another, so that they do not disturb it. */
export const measuredCore = 0;
/** Core of load generators and upstreams. */
export const loadCore = availableParallelism() > 1 ? 1 : 0;

/** Where a process runs: on one core, on any, or on any that nothing else wants. */
export type Place = number | "any" | "idle";

/** A server in a process of its own. */
export class MeasuredProcess {
  readonly #child: ChildProcess;
  readonly url: string;
  /** Removed when the process has ended. */
  #folder: string | undefined;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Starts a built gateway, this one by default, with a configuration, as `rpc` on a free port; `nodeWords` go to node itself. */
  static async startGateway(
    place: Place,
    config: object,
    main = gatewayMain,
    nodeWords: readonly string[] = [],
  ): Promise<MeasuredProcess> {
    const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
    const file = join(folder, "svm-gateway.json");
    writeFileSync(file, JSON.stringify(config));
    const words = [...nodeWords, main, "rpc", "--config", file, "--port", "0"];
    const gateway = await MeasuredProcess.start(place, words);
    gateway.#folder = folder;
    return gateway;
  }

  /** Starts a process and waits for the line in which it says where it listens. */
  static async start(place: Place, args: readonly string[], input?: string): Promise<MeasuredProcess> {
    const [command, ...words] = [...placed(place), process.execPath, ...args];
    const child = spawn(command ?? "", words, {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, NODE_ENV: "production" },
    });
    child.stdin?.end(input ?? "");
    return new MeasuredProcess(child, await listeningUrl(child));
  }

  /** CPU seconds that its threads have used, to the nanosecond: process-wide counters go by ticks of 10 ms. */
  cpuSeconds(): number {
    const folder = `/proc/${this.#child.pid}/task`;
    const nanoseconds = readdirSync(folder).map((thread) =>
      Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e9;
  }

  /** Memory in use, in bytes. */
  residentBytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  }

  /** Most memory that was ever in use, in bytes. */
  peakBytes(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, "utf8");
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
  }

  /** Whether it ended by itself. */
  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Ends it and waits until it is gone. */
  async stop(): Promise<void> {
    if (!this.hasEnded) {
      this.#child.kill("SIGTERM");
      await once(this.#child, "exit");
    }
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The words before a command that put it there. */
export function placed(place: Place): string[] {
  if (place === "any") return [];
  return place === "idle" ? ["nice", "-n", "19"] : ["taskset", "-c", String(place)];
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    const address = /listening (\{.*\})\n/.exec(printed)?.[1];
    if (address !== undefined) return `http://127.0.0.1:${(JSON.parse(address) as { port: number }).port}`;
    const url = /listening http (\S+)\n/.exec(printed)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error(`the process ended before it listened; it printed: ${printed}`);
}
