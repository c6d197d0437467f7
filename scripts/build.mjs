// Compiles, builds the pages meanwhile, and links the program. With --unchecked types are not checked: what comes out is the same.
import { spawn } from "node:child_process";
import { once } from "node:events";

const unchecked = process.argv.includes("--unchecked") ? ["--noCheck"] : [];
const codes = await Promise.all([
  run("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json", ...unchecked),
  run("scripts/build-docs.mjs"),
]);
process.exitCode = codes.find((code) => code !== 0) ?? 0;
if (process.exitCode === 0) await import("./link-program.mjs");

async function run(...words) {
  const [code] = await once(spawn(process.execPath, words, { stdio: "inherit" }), "close");
  return code ?? 1;
}
