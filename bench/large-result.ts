import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { loadCore, MeasuredProcess, measuredCore } from "./measured-process.ts";

/** What a large result did to a gateway and to the calls beside it. */
export interface LargeResult {
  readonly bytes: number;
  /** Most resident memory above that before, as a multiple of the result's size. */
  readonly memoryFactor: number;
  /** Slowest of the small calls that ran all the while. */
  readonly slowestSmallMs: number;
  readonly smallCalls: number;
}

const smallBody = '{"jsonrpc":"2.0","id":1,"method":"getIdentity","params":[]}';
const largeBody =
  '{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","params":["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"]}';

const mebibytes = 50;
const rounds = 5;
const here = fileURLToPath(new URL(".", import.meta.url));
const gatewayMain = fileURLToPath(new URL("../dist/src/cli/main.js", import.meta.url));

/** Measures gateway and bare hop in the same run, several rounds each, and prints a table. */
export async function benchLargeResult(): Promise<void> {
  const upstream = await MeasuredProcess.start(loadCore, [
    ...["--import", "tsx", join(here, "large-upstream.ts"), String(mebibytes)],
  ]);
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
  const config = join(folder, "svm-gateway.json");
  const network = { name: "A", rpc_url: upstream.url, type: "localnet" };
  writeFileSync(
    config,
    JSON.stringify({
      default_network: "bench-a",
      svm_networks: { "bench-a": network },
      server_config: { rate_limit: { enabled: false } },
      log: { level: "error" },
    }),
  );
  const servers: readonly (readonly [name: string, path: string, args: readonly string[]])[] = [
    ["gateway", "/networks/bench-a", [gatewayMain, "rpc", "--config", config, "--port", "0"]],
    ["hop", "/", ["--import", "tsx", join(here, "http/baseline-process.ts"), "hop", upstream.url]],
  ];
  console.log(
    `Result of ${mebibytes} MiB, ${rounds} rounds; the slowest small call beside it, targets 3 x and 20 ms`,
  );
  console.log("server      round   memory x size   slowest ms   small calls");
  try {
    for (const [name, path, args] of servers) {
      for (let round = 1; round <= rounds; round += 1) {
        // A process of its own each time: memory that an earlier round freed would hide what this one takes.
        const server = await MeasuredProcess.start(measuredCore, args);
        const measured = await measureLargeResult(server.url + path, () => ({
          resident: server.residentBytes(),
          peak: server.peakBytes(),
        }));
        await server.stop();
        console.log(
          `${name.padEnd(10)} ${String(round).padStart(6)} ${measured.memoryFactor.toFixed(2).padStart(15)} ` +
            `${measured.slowestSmallMs.toFixed(1).padStart(12)} ${String(measured.smallCalls).padStart(13)}`,
        );
      }
    }
  } finally {
    await upstream.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Fetches the large result once through a gateway, while small calls are made one after the other. */
export async function measureLargeResult(
  url: string,
  peakBytes: () => { readonly resident: number; readonly peak: number },
): Promise<LargeResult> {
  // The first calls compile code and open connections.
  for (let call = 0; call < 50; call += 1) await post(url, smallBody);
  const before = peakBytes().resident;
  let isOver = false;
  let smallCalls = 0;
  let slowestSmallMs = 0;
  const small = (async () => {
    while (!isOver) {
      const start = performance.now();
      await post(url, smallBody);
      slowestSmallMs = Math.max(slowestSmallMs, performance.now() - start);
      smallCalls += 1;
    }
  })();
  const bytes = await post(url, largeBody);
  isOver = true;
  await small;
  const memoryFactor = (peakBytes().peak - before) / bytes;
  return { bytes, memoryFactor, slowestSmallMs, smallCalls };
}

/** POSTs and counts the bytes of the answer; they are not kept. */
function post(url: string, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const sent = request(url, { method: "POST", headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () => resolve(bytes));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
