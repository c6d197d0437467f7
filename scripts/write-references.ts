// Writes the tables of the reference pages from the code that they describe; --check only compares.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/package-root.ts";
import { referencePages } from "./references/reference-pages.ts";

const stale = (await referencePages()).filter(({ current, wanted }) => current !== wanted);
if (process.argv.includes("--check")) {
  for (const { path } of stale) process.stderr.write(`${path} is stale. Run: npm run references\n`);
  if (stale.length > 0) process.exitCode = 1;
} else {
  for (const { path, wanted } of stale) writeFileSync(join(packageRoot, path), wanted);
  process.stdout.write(stale.length === 0 ? "reference pages are up to date\n" : "");
  for (const { path } of stale) process.stdout.write(`wrote ${path}\n`);
}
