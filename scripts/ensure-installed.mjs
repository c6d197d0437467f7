// Installs the dependencies of the lock file when a fresh clone has none, or others than it names.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const installed = "node_modules/.package-lock.json";
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync("package-lock.json").mtimeMs) {
  process.stderr.write("installing dependencies (npm ci) ...\n");
  // What npm has kept is not asked for again: the lock file says which bytes each package must have.
  const words = ["ci", "--no-audit", "--no-fund", "--prefer-offline"];
  const { status } = spawnSync("npm", words, { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
