import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect } from "chai";
import { measureLargeResult } from "../../bench/large-result.ts";
import { configFor, startGateway } from "../gateway-process.ts";

const mebibytes = 50;
/** The strict figure is the benchmark's: a machine that runs other tests stops processes for longer than the gateway does. */
const longestMs = 250;

const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href;
const upstream = fileURLToPath(new URL("../../bench/large-upstream.ts", import.meta.url));

/** Resident memory of a process now, and its peak. */
function memoryOf(pid: number | undefined): { resident: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { resident: bytes("VmRSS"), peak: bytes("VmHWM") };
}

describe(`a result of ${mebibytes} MiB @long`, function () {
  this.timeout(30_000);
  // Latencies depend on the whole machine: a fault of the gateway shows in every round.
  this.retries(2);

  it("passes through with less than 3 times its size in memory, while other calls go on", async () => {
    const node = spawn(process.execPath, ["--import", loader, upstream, String(mebibytes)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [printed] = await once(node.stdout, "data");
    const { port } = JSON.parse(String(printed).replace("listening ", "")) as { port: number };
    const config = configFor({ one: { rpc_url: `http://127.0.0.1:${port}` } });
    const gateway = await startGateway(["rpc"], { config });
    try {
      const { pid } = gateway.process.child;
      const url = `${gateway.url}/networks/one`;
      // Small calls without a pause would take the time that the large result needs.
      const small = { first: 300, aloneMs: 50, pauseMs: 2 };
      const measured = await measureLargeResult(url, url, () => memoryOf(pid), small);
      console.log(
        `      memory ${measured.memoryFactor.toFixed(2)} x its size, slowest of ${measured.smallCalls} ` +
          `small calls ${measured.slowestSmallMs.toFixed(1)} ms`,
      );
      expect(measured.bytes).to.be.above(mebibytes << 20);
      expect(measured.memoryFactor).to.be.below(3);
      expect(measured.smallCalls).to.be.above(5);
      expect(measured.slowestSmallMs).to.be.below(longestMs);
    } finally {
      const { code, stderr } = await gateway.process.stop();
      node.kill();
      await once(node, "exit");
      // A warning of too many listeners would be here.
      expect([code, stderr]).to.deep.equal([0, ""]);
    }
  });
});
