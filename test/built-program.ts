import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { packageRoot } from "../src/package-root.ts";

const bundles = join(packageRoot, ".tested-program");
/** Set by the process that runs the tests, for its workers and the test runs that tests start. */
const isInherited = process.env.TESTED_PROGRAM !== undefined;

/** Folder of this run's bundle: another run in the same clone, of other sources maybe, has one of its own. */
export const bundleFolder: string = process.env.TESTED_PROGRAM ?? join(bundles, String(process.pid));
process.env.TESTED_PROGRAM = bundleFolder;

/** The program, bundled with its dependencies from the sources of this run: it starts in half of the time that the build takes. */
export const programPath: string = join(bundleFolder, "src", "cli", "main.js");

/** Newer Nodes keep what they compiled, so that not every process of a run compiles the program again. */
export const compileCache: Readonly<Record<string, string>> = {
  NODE_COMPILE_CACHE: join(bundleFolder, "compiled"),
};

/** For dependencies in the bundle that are written in CommonJS. */
const requireOfBundle =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

/** Bundles it and the client, once before all tests; builds the pages where a clone has none yet. */
export async function mochaGlobalSetup(): Promise<void> {
  if (isInherited) return;
  removeBundlesOfEndedRuns();
  await build({
    entryPoints: ["src/cli/main.ts", "src/client/index.ts", "src/localnet/ledger-process.ts"],
    // The code that starts the ledgers' process looks for its program beside itself.
    chunkNames: "src/localnet/[name]-[hash]",
    absWorkingDir: packageRoot,
    outdir: bundleFolder,
    outbase: ".",
    bundle: true,
    splitting: true,
    // What is loaded only where it is asked for, or is no JavaScript.
    external: [
      "surfpool-sdk-linux-x64-gnu",
      "ioredis",
      "pino-pretty",
      "@open-rpc/*",
      "bufferutil",
      "utf-8-validate",
    ],
    banner: { js: requireOfBundle },
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  if (!existsSync(join(packageRoot, "docs", "site")))
    execFileSync(process.execPath, ["scripts/build-docs.mjs"], { cwd: packageRoot });
}

/** Removes the bundle of this run. */
export function mochaGlobalTeardown(): void {
  if (!isInherited) rmSync(bundleFolder, { recursive: true, force: true });
}

/** Runs that were killed have left theirs. */
function removeBundlesOfEndedRuns(): void {
  mkdirSync(bundles, { recursive: true });
  for (const name of readdirSync(bundles).filter((found) => found !== basename(bundleFolder)))
    if (!isRunning(Number(name))) rmSync(join(bundles, name), { recursive: true, force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
