import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { RunningProgram } from "../running-program.ts";

/** A program that gets two SIGINTs some milliseconds apart, and takes some time to close. */
function program(secondAfterMs: number, closesInMs: number): string {
  return `
    import { untilStopped } from "./src/app/shutdown.ts";
    const interrupt = (afterMs) => setTimeout(() => process.kill(process.pid, "SIGINT"), afterMs);
    const close = () => new Promise((resolve) => setTimeout(resolve, ${closesInMs}));
    setInterval(() => undefined, 1000); // As a listener keeps the program running.
    interrupt(0);
    process.exit(await untilStopped([close], () => undefined, 20_000, () => interrupt(${secondAfterMs})));
  `;
}

describe("untilStopped()", () => {
  const cases = [
    ["counts a SIGINT right after the first as the same: npm sends it again", 1, 500, 0],
    ["ends at once with a SIGINT that comes later", 400, 15_000, 130],
  ] as const;
  for (const [name, secondAfterMs, closesInMs, code] of cases) {
    it(name, async () => {
      const words = ["--import=tsx", "--input-type=module", "--eval", program(secondAfterMs, closesInMs)];
      const running = new RunningProgram(process.execPath, words, {
        cwd: packageRoot,
        env: { PATH: process.env.PATH ?? "" },
      });
      const ended = await running.ended();
      expect([ended.code, ended.stderr]).to.deep.equal([code, ""]);
    });
  }
});
