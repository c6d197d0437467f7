import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Answer, Load, Run } from "./test-process.ts";

const program = fileURLToPath(new URL("test-process.ts", import.meta.url));

/** How long loading may take, and the first run of all tests. */
const longestLoadMs = 600_000;

/** A process that runs tests on instrumented files; it is ended by force if it gives no answer in time. */
export class TestWorker {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(program, {
      execArgv: ["--import", "tsx", "--max-old-space-size=768"],
      serialization: "advanced",
      // Programs under test write logs.
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  }

  /** Sends a message; undefined if the process ended, or did not answer in time and was ended. */
  ask(message: Load | Run, ms = longestLoadMs): Promise<Answer | undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.end(), ms);
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(timer);
        this.#child.removeAllListeners();
        resolve(answer);
      };
      this.#child.once("message", (answer) => settle(answer as Answer));
      this.#child.once("exit", () => settle(undefined));
      this.#child.once("error", () => settle(undefined));
      if (this.#child.connected) this.#child.send(message);
      else settle(undefined);
    });
  }

  end(): void {
    this.#child.kill("SIGKILL");
  }
}
