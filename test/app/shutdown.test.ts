import { expect } from "chai";
import { packageRoot } from "../../src/package-root.ts";
import { RunningProgram } from "../running-program.ts";

/** A program that gets two SIGINTs some milliseconds apart by its own clock, and has closed once the second one is there. */
function program(secondAfterMs: number): string {
  return `
    import { once } from "node:events";
    import { closeOnSignal } from "./src/app/shutdown.ts";
    let now = 0;
    performance.now = () => now;
    const interrupt = () => process.kill(process.pid, "SIGINT");
    const interruptAgain = () => {
      now += ${secondAfterMs};
      interrupt();
    };
    setInterval(() => undefined, 1000); // As a listener keeps the program running.
    setImmediate(interrupt);
    const close = () => once(process, "SIGINT");
    const served = { close, disconnectAll: () => undefined };
    process.exit(await closeOnSignal(served, 60_000, () => setImmediate(interruptAgain), ["SIGINT"]));
  `;
}

describe("shutdown on a signal", () => {
  const cases = [
    ["counts a SIGINT right after the first as the same: npm sends it again", 1, 0],
    ["ends at once with a SIGINT that comes later", 400, 130],
  ] as const;
  for (const [name, secondAfterMs, code] of cases) {
    it(name, async () => {
      const words = ["--import=tsx", "--input-type=module", "--eval", program(secondAfterMs)];
      const running = new RunningProgram(process.execPath, words, {
        cwd: packageRoot,
        env: { PATH: process.env.PATH ?? "" },
      });
      const ended = await running.ended();
      expect([ended.code, ended.stderr]).to.deep.equal([code, ""]);
    });
  }
});
