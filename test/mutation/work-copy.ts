import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Longest time of one run of tests; a mutant that takes longer loops forever. */
const longestRunMs = 60_000;
const parts = [".mocharc.json", "package.json", "tsconfig.json", "openrpc.json", "config.schema.json"];
const folders = ["src", "generated", "test", "codegen", "scripts", "docs", "bench", "examples", "deploy"];

/** The outcome of one run. */
export type Outcome = "passed" | "failed" | "timeout";

/** A copy of the tree, so that mutants are never in the tree itself. */
export class WorkCopy {
  readonly root = mkdtempSync(join(tmpdir(), "svm-gateway-mutation-"));
  readonly #package: string;

  constructor(packageRoot: string) {
    this.#package = packageRoot;
    for (const name of [...parts, ...folders])
      cpSync(join(packageRoot, name), join(this.root, name), { recursive: true });
    symlinkSync(join(packageRoot, "node_modules"), join(this.root, "node_modules"));
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text);
  }

  /** Runs tests until the first that fails, with bounded memory and time. */
  async run(tests: readonly string[]): Promise<Outcome> {
    const mocha = join(this.#package, "node_modules/mocha/bin/mocha.js");
    const words = ["--max-old-space-size=768", mocha, "--bail", "--reporter", "min", ...tests];
    const child = spawn(process.execPath, words, { cwd: this.root, stdio: "ignore", detached: true });
    let timedOut = false;
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended already.
      }
    };
    const timer = setTimeout(() => {
      timedOut = true;
      end();
    }, longestRunMs);
    const [code] = (await once(child, "close")) as [number | null];
    clearTimeout(timer);
    end();
    if (timedOut) return "timeout";
    return code === 0 ? "passed" : "failed";
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}
