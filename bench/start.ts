import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../src/package-root.ts";

/** Longer than any start: what hangs is an error. */
const longestMs = 300_000;

/** `npm start` on a fresh clone of the last commit, until it listens: how much of it is npm's, and how much the gateway's own. */
export async function benchStart(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "svm-gateway-start-"));
  const clone = join(folder, "svm-gateway");
  try {
    const { status } = spawnSync("git", ["clone", "--quiet", packageRoot, clone], { stdio: "inherit" });
    if (status !== 0) throw new Error("git clone failed");
    const { installedMs, listeningMs } = await timeStart(clone);
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    console.log(
      `npm start on a fresh clone listens after ${seconds(listeningMs)}: ${seconds(installedMs)} of npm ci, ` +
        `${seconds(listeningMs - installedMs)} of generating, building and starting`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeStart(clone: string): Promise<{ installedMs: number; listeningMs: number }> {
  const from = performance.now();
  const words = ["start", "--", "--port", "0", "--ws-port", "0", "--log-level", "error"];
  // Under `npm run --silent` npm would pass its silence on, and never say that it has installed.
  const env = { ...process.env, npm_config_loglevel: "notice" };
  const child = spawn("npm", words, { cwd: clone, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  const limit = setTimeout(() => child.kill("SIGTERM"), longestMs);
  const lineAt = async (input: NodeJS.ReadableStream, pattern: RegExp) => {
    let said = "";
    for await (const line of createInterface({ input })) {
      said += `${line}\n`;
      if (pattern.test(line)) return performance.now() - from;
    }
    throw new Error(`npm start ended without ${pattern}:\n${said}`);
  };
  try {
    const [installedMs, listeningMs] = await Promise.all([
      lineAt(child.stderr, /^added \d+ packages/),
      lineAt(child.stdout, /^listening http /),
    ]);
    return { installedMs, listeningMs };
  } finally {
    clearTimeout(limit);
    child.kill("SIGTERM");
    await ended;
  }
}
