import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** A program that CI builds for the tests (`.ci/go-tools build`; `.ci/go-tools` prints its folder), and machines may lack. */
export type BuiltProgram = "helm" | "promtool" | "check-manifests";

/** Whether a program is on PATH. */
export function isOnPath(program: BuiltProgram): boolean {
  return (process.env.PATH ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Makes a hook that skips the tests beside it where a program is not on PATH. */
export function skipWithout(...programs: readonly BuiltProgram[]) {
  return function skipOrGoOn(this: Mocha.Context): void {
    if (!programs.every(isOnPath)) this.skip();
  };
}

/** What a program answers to these words and this input. */
export function run(program: BuiltProgram, words: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: "utf8",
    input,
    timeout: 15_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
