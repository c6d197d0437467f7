import Mocha from "mocha";
import { neededBy, notRunLines } from "./needed-programs.ts";

/** mocha's own report; then what did not run, and why. A test that is skipped for no stated reason counts as failed. */
export default class Reporter extends Mocha.reporters.Spec {
  readonly #unexplained: string[] = [];

  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const missing: string[] = [];
    runner.on("pending", (test) => {
      const title = test.fullTitle();
      (neededBy(title).length > 0 ? missing : this.#unexplained).push(title);
    });
    runner.once("end", () => {
      for (const line of notRunLines(missing)) process.stdout.write(`  ${line}\n`);
      for (const title of this.#unexplained)
        process.stdout.write(`  skipped for no stated reason, which counts as failed: ${title}\n`);
    });
  }

  override done(failures: number, ended?: (failures: number) => void): void {
    ended?.(failures + this.#unexplained.length);
  }
}
