// Packs the package, installs it into an empty folder, and prints its sizes and the time from start to ready.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/package-root.ts";

const starts = 7;

const folder = mkdtempSync(join(tmpdir(), "svm-gateway-package-"));
try {
  run("npm", ["run", "--silent", "build"], packageRoot);
  const text = run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], packageRoot);
  const [pack] = JSON.parse(text) as [
    { filename: string; size: number; unpackedSize: number; entryCount: number },
  ];
  console.log(
    `packed ${kilobytes(pack.size)}, unpacked ${kilobytes(pack.unpackedSize)}, ${pack.entryCount} files`,
  );
  const project = join(folder, "project");
  mkdirSync(project);
  const started = performance.now();
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel", "error"];
  run("npm", ["install", "--prefix", project, ...quiet, join(folder, pack.filename)], project);
  console.log(
    `installed in ${((performance.now() - started) / 1000).toFixed(1)} s, ${kilobytes(sizeOf(project))} with all dependencies`,
  );
  const times: number[] = [];
  for (let round = 0; round < starts; round += 1) times.push(await startToReady(project));
  times.sort((a, b) => a - b);
  const median = times[Math.floor(starts / 2)] ?? 0;
  console.log(
    `start to ready, median of ${starts}: ${median.toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(", ")})`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Milliseconds from the start of the process to the line that says it listens. */
async function startToReady(project: string): Promise<number> {
  const started = performance.now();
  const words = ["serve", "--local", "--port", "0", "--ws-port", "0"];
  const child = spawn(join(project, "node_modules/.bin/svm-gateway"), words, {
    cwd: project,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  let ready = Number.NaN;
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("listening http")) continue;
    ready = performance.now() - started;
    break;
  }
  child.kill("SIGTERM");
  await ended;
  return ready;
}

function run(program: string, words: readonly string[], cwd: string): string {
  return execFileSync(program, words, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

function sizeOf(path: string): number {
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString("en")} kB`;
}
