import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { watchChild } from "../child-process.ts";
import { describeWith } from "../needed-programs.ts";

/** What mocha prints of a run with one passing and two failing tests, or of its beginning. */
const begun = "\n  a suite\n    ✔ one\n    1) two\n    2) three\n";
const summedUp = `${begun}\n\n  1 passing (3s)\n  2 failing\n\n  1) a suite\n       two:\n     Error: no\n`;

/** Runs steps as `.ci/run` does; SIGTERM comes once the text appears that is given with it. */
async function run(
  script: string,
  terminateAt?: string,
): Promise<{ code: number | null; lastLine: string; output: string }> {
  const child = spawn("bash", ["-c", `set -u -o pipefail; . .ci/steps; ${script}`], {
    cwd: packageRoot,
    env: { PATH: process.env.PATH, BEGUN: begun, SUMMED_UP: summedUp },
  });
  watchChild(child);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (terminateAt !== undefined && text.includes(terminateAt)) child.kill("SIGTERM");
  });
  const [code] = await once(child, "close");
  return { code, output, lastLine: output.trimEnd().split("\n").at(-1) ?? "" };
}

describeWith("bash", "the end of a CI run", () => {
  const cases: readonly (readonly [what: string, script: string, lastLine: string, code: number])[] = [
    [
      "nothing failed",
      "step_within 9m a echo '  3 passing (1s)'; step_within 9m b true",
      "3 passed, 0 failed",
      0,
    ],
    ["tests failed", `step_within 9m a sh -c 'echo "$SUMMED_UP"; exit 2'`, "1 passed, 2 failed", 1],
    ["a step without tests failed", "step_within 9m a false; step_within 9m b true", "0 passed, 1 failed", 1],
    ["a step that was to go first failed", "step_within 9m a false || exit 1", "0 passed, 1 failed", 1],
    [
      "a step took too long after some tests of its second run",
      `step_within 2 a sh -c 'echo "$SUMMED_UP$BEGUN"; sleep 600'`,
      "2 passed, 4 failed",
      1,
    ],
  ];
  for (const [what, script, lastLine, code] of cases) {
    it(`counts what is known if ${what}`, async () => {
      const ended = await run(script);
      expect([ended.lastLine, ended.code], ended.output).to.deep.equal([lastLine, code]);
    });
  }

  it("counts what is known if it is ended from outside", async () => {
    const { lastLine, code } = await run(`step_within 9m a sh -c 'echo "$BEGUN"; sleep 600'`, "three");
    expect([lastLine, code]).to.deep.equal(["1 passed, 2 failed", 1]);
  });

  it("shows again what failed", async () => {
    const { output } = await run(`step_within 9m a sh -c 'echo "$SUMMED_UP"; exit 2'; step_within 9m b true`);
    expect(output.slice(output.indexOf("== failed: a"))).to.contain("Error: no");
  });
});
