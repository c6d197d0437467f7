// npm run test:changed: the tests that import a file which differs from the main branch, or is not committed. Other words go to mocha.
import { execFileSync, spawnSync } from "node:child_process";
import { packageRoot } from "../src/package-root.ts";
import { importGraph, testsReaching } from "./import-graph.ts";

const changed = changedFiles();
const graph = await importGraph(packageRoot);
const tests = testsReaching(graph, changed);
const unknown = changed.filter((file) => !graph.has(file));
if (unknown.length > 0)
  process.stdout.write(`no test imports these files; npm test may read them: ${unknown.join(", ")}\n`);
process.stdout.write(`${tests.length} files of tests import what changed\n`);
if (tests.length > 0) {
  const mocha = "node_modules/mocha/bin/mocha.js";
  const words = ["--parallel", "--jobs", "4", ...process.argv.slice(2), ...tests];
  const { status } = spawnSync(process.execPath, [mocha, ...words], { cwd: packageRoot, stdio: "inherit" });
  process.exitCode = status ?? 1;
}

function changedFiles(): readonly string[] {
  const base = git("merge-base", "HEAD", mainBranch())[0] ?? "HEAD";
  const files = [...git("diff", "--name-only", base), ...git("ls-files", "--others", "--exclude-standard")];
  return [...new Set(files)].sort();
}

/** The first of these that this clone has; in a clone without any, only what is not committed counts. */
function mainBranch(): string {
  const names = git(
    "for-each-ref",
    "--format=%(refname:short)",
    "refs/heads/main",
    "refs/remotes/origin/main",
  );
  return names[0] ?? "HEAD";
}

function git(...words: readonly string[]): readonly string[] {
  return execFileSync("git", words, { cwd: packageRoot, encoding: "utf8" }).split("\n").filter(Boolean);
}
