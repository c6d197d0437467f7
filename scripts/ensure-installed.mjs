// Installs the dependencies of the lock file when a fresh clone has none, or others than it names.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const installed = "node_modules/.package-lock.json";
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync("package-lock.json").mtimeMs) {
  process.stderr.write("installing dependencies (npm ci) ...\n");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}
