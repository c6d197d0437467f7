import { spawnSync } from "node:child_process";
import { neededPath } from "../needed-programs.ts";

/** What a program that CI builds for the tests answers to these words and this input. */
export function run(program: "helm" | "promtool" | "check-manifests", words: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(neededPath(program), words, {
    encoding: "utf8",
    input,
    timeout: 15_000,
    maxBuffer: 16 * 1024 * 1024,
  });
  return { status, stdout, stderr };
}
