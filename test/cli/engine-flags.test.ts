import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";
import { startGateway } from "../gateway-process.ts";

const run = promisify(execFile);
const source = new URL("../../src/cli/engine-flags.ts", import.meta.url).href;
const withoutFlags = new URL("../../bench/without-engine-flags.mjs", import.meta.url).href;

/** A number that depends on the version of the engine and on the flags that are set. */
async function flagsOf(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, words);
  return stdout.trim();
}

describe("the flags of the engine", () => {
  const asked = `import { cachedDataVersionTag } from "node:v8"; import { setEngineFlags } from "${source}"; setEngineFlags(); console.log(cachedDataVersionTag())`;
  const print = "require('node:v8').cachedDataVersionTag()";

  it("turn off the folding of allocations on Node 20, and nothing on later versions", async () => {
    const isNode20 = process.versions.node.startsWith("20.");
    const [set, wanted] = await Promise.all([
      flagsOf("--import", "tsx", "--input-type=module", "-e", asked),
      flagsOf(...(isNode20 ? ["--no-turbo-allocation-folding"] : []), "-p", print),
    ]);
    expect(set).to.equal(wanted);
  });

  it("stay as they are where the program is loaded without them", async () => {
    const [unset, usual] = await Promise.all([
      flagsOf("--import", withoutFlags, "--import", "tsx", "--input-type=module", "-e", asked),
      flagsOf("-p", print),
    ]);
    expect(unset).to.equal(usual);
  });

  it("change no answer: the program answers the same without them @long", async () => {
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
