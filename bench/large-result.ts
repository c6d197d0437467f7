import { spawn } from "node:child_process";
import { request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { MeasuredProcess, type Place, placed } from "./measured-process.ts";

/** What a large result did to a gateway and to the calls beside it. */
interface LargeResult {
  readonly bytes: number;
  /** Most resident memory above that before, as a multiple of the result's size. */
  readonly memoryFactor: number;
  /** Slowest small call while there was nothing else: what the machine itself does. */
  readonly slowestAloneMs: number;
  /** Slowest of the small calls that ran all the while. */
  readonly slowestSmallMs: number;
  readonly smallCalls: number;
}

const smallBody =
  '{"jsonrpc":"2.0","id":1,"method":"getAccountInfo","params":["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"]}';

const mebibytes = 50;
const rounds = 5;
const here = fileURLToPath(new URL(".", import.meta.url));

/** Measures gateway and bare hop in the same run, several rounds each, and prints a table. */
export async function benchLargeResult(): Promise<void> {
  // Only the server is measured: who sends and who reads the large result must not keep the small calls waiting.
  const large = await startUpstream("idle", mebibytes);
  const small = await startUpstream("any", 0);
  const network = ({ url }: MeasuredProcess) => ({ name: "bench", rpc_url: url, type: "localnet" });
  const config = {
    default_network: "bench-a",
    svm_networks: { "bench-a": network(large), "bench-b": network(small) },
    server_config: { rate_limit: { enabled: false } },
    log: { level: "error" },
  };
  const hop = ["--import", "tsx", join(here, "http/baseline-process.ts"), "hop", large.url, small.url];
  const servers: readonly (readonly [
    name: string,
    paths: [string, string],
    start: () => Promise<MeasuredProcess>,
  ])[] = [
    [
      "gateway",
      ["/networks/bench-a", "/networks/bench-b"],
      () => MeasuredProcess.startGateway("any", config),
    ],
    ["hop", ["/", "/second"], () => MeasuredProcess.start("any", hop)],
  ];
  console.log(
    `Result of ${mebibytes} MiB, ${rounds} rounds; the slowest small call beside it, targets 3 x and 20 ms`,
  );
  console.log("server      round   memory x size   slowest ms   without it ms   small calls");
  try {
    for (const [name, [largePath, smallPath], start] of servers) {
      for (let round = 1; round <= rounds; round += 1) {
        // A process of its own each time: memory that an earlier round freed would hide what this one takes.
        const server = await start();
        const measured = await measureLargeResult(server.url + largePath, server.url + smallPath, () => ({
          resident: server.residentBytes(),
          peak: server.peakBytes(),
        }));
        await server.stop();
        console.log(
          `${name.padEnd(10)} ${String(round).padStart(6)} ${measured.memoryFactor.toFixed(2).padStart(15)} ` +
            `${measured.slowestSmallMs.toFixed(1).padStart(12)} ${measured.slowestAloneMs.toFixed(1).padStart(15)} ` +
            String(measured.smallCalls).padStart(13),
        );
      }
    }
  } finally {
    await Promise.all([large.stop(), small.stop()]);
  }
}

function startUpstream(place: Place, size: number): Promise<MeasuredProcess> {
  return MeasuredProcess.start(place, ["--import", "tsx", join(here, "large-upstream.ts"), String(size)]);
}

/** Calls before the measurement: they compile code and open connections. */
const firstCalls = 3000;
/** Time of calls with no large result beside them. */
const aloneMs = 500;

/** Fetches the large result once through a gateway, while small calls of another network are made one after the other. */
async function measureLargeResult(
  largeUrl: string,
  smallUrl: string,
  memory: () => { readonly resident: number; readonly peak: number },
): Promise<LargeResult> {
  for (let call = 0; call < firstCalls; call += 1) await post(smallUrl);
  const alone = await smallCallsUntil(smallUrl, wait(aloneMs));
  const before = memory().resident;
  const reader = readLarge(largeUrl);
  const beside = await smallCallsUntil(smallUrl, reader);
  const bytes = await reader;
  return {
    bytes,
    memoryFactor: (memory().peak - before) / bytes,
    slowestAloneMs: alone.slowestMs,
    slowestSmallMs: beside.slowestMs,
    smallCalls: beside.calls,
  };
}

/** Reads the large result in a process of its own, which gets the time that nothing else wants; returns its size. */
async function readLarge(url: string): Promise<number> {
  const reader = [process.execPath, "--import", "tsx", join(here, "large-reader.ts"), url];
  const [command = "", ...args] = [...placed("idle"), ...reader];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  let printed = "";
  for await (const chunk of child.stdout) printed += String(chunk);
  return Number(printed);
}

async function smallCallsUntil(
  url: string,
  over: Promise<unknown>,
): Promise<{ calls: number; slowestMs: number }> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  over.then(end, end);
  let calls = 0;
  let slowestMs = 0;
  while (!isOver) {
    const start = performance.now();
    await post(url);
    slowestMs = Math.max(slowestMs, performance.now() - start);
    calls += 1;
  }
  return { calls, slowestMs };
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Makes a small call and reads its answer. */
function post(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(url, { method: "POST", headers }, (response) => {
      response.resume().on("end", resolve).on("error", reject);
    });
    sent.on("error", reject);
    sent.end(smallBody);
  });
}
