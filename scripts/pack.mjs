// Builds and packs the gateway and its client: two files for `npm install` anywhere.
import { spawnSync } from "node:child_process";

const steps = [
  ["run", "--silent", "build"],
  ["pack", "--silent", "--ignore-scripts"],
  ["pack", "--silent", "./packages/client"],
];
for (const words of steps) {
  const { status } = spawnSync("npm", words, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) process.exit(status ?? 1);
}
