import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect } from "chai";

const run = promisify(execFile);
const source = new URL("../../src/cli/engine-flags.ts", import.meta.url).href;

/** A number that depends on the version of the engine and on the flags that are set. */
async function flagsOf(...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, words);
  return stdout.trim();
}

describe("the flags of the engine", () => {
  const print = "require('node:v8').cachedDataVersionTag()";

  it("turn off the folding of allocations on Node 20, and nothing on later versions", async () => {
    const isNode20 = process.versions.node.startsWith("20.");
    const asked = `import { cachedDataVersionTag } from "node:v8"; import { setEngineFlags } from "${source}"; setEngineFlags(); console.log(cachedDataVersionTag())`;
    const [set, wanted] = await Promise.all([
      flagsOf("--import", "tsx", "--input-type=module", "-e", asked),
      flagsOf(...(isNode20 ? ["--no-turbo-allocation-folding"] : []), "-p", print),
    ]);
    expect(set).to.equal(wanted);
  });
});
