// npm run test:all: every test, its files in random order, then those over embedded ledgers with slots of other lengths.
// -- --seed N repeats an order; other words go to mocha.
import { spawnSync } from "node:child_process";
import { packageRoot } from "../src/package-root.ts";
import { testFiles } from "./import-graph.ts";
import { sample } from "./mutation/sample.ts";

const words = process.argv.slice(2);
const seedAt = words.indexOf("--seed");
const [, given] = seedAt < 0 ? [] : words.splice(seedAt, 2);
const seed = Number(given ?? Date.now() % 1_000_000);
const files = testFiles(packageRoot);
const order = `the order of the files has the seed ${seed}; repeat it with: npm run test:all -- --seed ${seed}\n`;

process.stdout.write(order);
process.exitCode = run("scripts/build-docs.mjs");
if (process.exitCode === 0) {
  const mocha = "node_modules/mocha/bin/mocha.js";
  process.exitCode = run(mocha, "--parallel", "--jobs", "4", ...words, ...sample(files, files.length, seed));
  process.stdout.write(order);
}
if (process.exitCode === 0 && words.length === 0)
  process.exitCode = run("--import=tsx", "test/run-slot-times.ts");

function run(...command: readonly string[]): number {
  const env = { PROPERTY_RUNS: "1", ...process.env };
  return spawnSync(process.execPath, command, { cwd: packageRoot, env, stdio: "inherit" }).status ?? 1;
}
