import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { watchChild } from "./child-process.ts";

/** How a program ended. */
export interface Ending {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a program is run. */
interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Standard input stays open; otherwise it is at its end. */
  readonly keepsInput?: boolean;
}

/** A program that runs, and what it has printed. */
export class RunningProgram {
  readonly child: ChildProcessWithoutNullStreams;
  stdout = "";
  stderr = "";
  readonly #ended: Promise<Ending>;

  constructor(program: string, words: readonly string[], options: RunOptions) {
    const child = spawn(program, words, { cwd: options.cwd, env: { ...options.env } });
    this.child = watchChild(child, () => this.stderr || this.stdout);
    if (options.keepsInput !== true) this.child.stdin.end();
    this.child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    this.child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
    this.#ended = once(this.child, "close").then(([code]) => ({
      code: code as number | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  ended(): Promise<Ending> {
    return this.#ended;
  }

  /** Waits until standard output holds it. */
  printed(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#wrote("stdout", pattern);
  }

  /** Waits until standard error holds it. */
  logged(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#wrote("stderr", pattern);
  }

  async #wrote(stream: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
    let isOver = false;
    void this.#ended.then(() => {
      isOver = true;
    });
    for (;;) {
      const found = pattern.exec(this[stream]);
      if (found !== null) return found;
      if (isOver) throw new Error(`it ended without printing ${pattern}: ${this.stdout}${this.stderr}`);
      await Promise.race([once(this.child[stream], "data"), this.#ended]);
    }
  }

  /** Asks it to stop, and waits until it has. */
  stop(signal: NodeJS.Signals = "SIGTERM"): Promise<Ending> {
    this.child.kill(signal);
    return this.#ended;
  }
}
