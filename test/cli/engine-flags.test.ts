import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { startGateway } from "../gateway-process.ts";

const run = promisify(execFile);
const source = new URL("../../src/cli/engine-flags.ts", import.meta.url).href;
const withoutFlags = new URL("../../bench/without-engine-flags.mjs", import.meta.url).href;

/** What Node prints when it is run with these words. */
async function printedBy(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, words);
  return stdout.trim();
}

describe("V8 flags", () => {
  const asked = `import { cachedDataVersionTag } from "node:v8"; import { setEngineFlags } from "${source}"; setEngineFlags(); console.log(cachedDataVersionTag())`;
  // A number that depends on the version of the engine and on the flags that are set.
  const print = "require('node:v8').cachedDataVersionTag()";

  it("bound heap growth, inline more, and disable allocation folding on Node 20 only", async () => {
    const isNode20 = process.versions.node.startsWith("20.");
    const words = [
      "--heap-growing-percent=50",
      "--max-inlined-bytecode-size-cumulative=2000",
      ...(isNode20 ? ["--no-turbo-allocation-folding"] : []),
    ];
    const [set, wanted] = await Promise.all([
      printedBy("--import", "tsx", "--input-type=module", "-e", asked),
      printedBy(...words, "-p", print),
    ]);
    expect(set).to.equal(wanted);
  });

  it("keep the heap of a garbage-producing program near its live size @long", async () => {
    // Objects that live for a while: without the flag, the heap grows to 180 MiB and more until those that died are collected.
    const churn = `import { setEngineFlags } from "${source}"; setEngineFlags();
      const recent = [];
      let peak = 0;
      for (let count = 0; count < 500_000; count += 1) {
        recent[count % 40_000] = new Array(100).fill(count);
        if (count % 5000 !== 0) continue;
        peak = Math.max(peak, process.memoryUsage().heapTotal);
        await new Promise((resolve) => setImmediate(resolve));
      }
      console.log(peak / 2 ** 20)`;
    const peak = await printedBy("--import", "tsx", "--input-type=module", "-e", churn);
    expect(Number(peak)).to.be.lessThan(150);
  });

  it("are not set when the program is only imported", async () => {
    const [unset, usual] = await Promise.all([
      printedBy("--import", withoutFlags, "--import", "tsx", "--input-type=module", "-e", asked),
      printedBy("-p", print),
    ]);
    expect(unset).to.equal(usual);
  });

  it("do not change answers @long", async () => {
    const body = JSON.stringify(
      ["getBalance", "getSlot", "getLatestBlockhash"].map((method, id) => ({
        jsonrpc: "2.0",
        id,
        method,
        params: method === "getBalance" ? ["11111111111111111111111111111111"] : [],
      })),
    );
    const answersWith = async (env: Readonly<Record<string, string>>) => {
      const gateway = await startGateway(["rpc", "--mock"], { env });
      const answers: string[] = [];
      // As many as the usual rate limit lets through: how soon it takes more depends on the machine.
      for (let count = 0; count < 3; count += 1) answers.push(await (await gateway.post("/", body)).text());
      await gateway.process.stop();
      return answers;
    };
    const [set, unset] = await Promise.all([
      answersWith({}),
      answersWith({ NODE_OPTIONS: `--import ${withoutFlags}` }),
    ]);
    expect(unset).to.deep.equal(set);
    for (const answer of set) expect(answer).to.include('"result"').and.not.include('"error"');
  });
});
