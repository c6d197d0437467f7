import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { packageRoot } from "../src/package-root.ts";

/** Folder of the build, below the root of a clone. */
export const buildFolder = ".tested-program";

const folder = join(packageRoot, buildFolder);

/** What the compiler is told to build it: only what changed since the last time. */
export const buildWords: readonly string[] = [
  ...["-p", "tsconfig.build.json", "--outDir", buildFolder],
  ...["--incremental", "--tsBuildInfoFile", join(buildFolder, "state.tsbuildinfo")],
];

/** The program as it is built from the sources of this run: it starts in less than half of the time that it takes from source. */
export const programPath: string = join(folder, "src", "cli", "main.js");

const compiled = join(folder, "compiled");

/** Newer Nodes keep what they compiled, so that not every process of a run compiles the program again. */
export const compileCache: Readonly<Record<string, string>> = { NODE_COMPILE_CACHE: compiled };

/** Builds it, once before all tests: what changed since the last time, and its pages where a clone has none yet. */
export function mochaGlobalSetup(): void {
  rmSync(compiled, { recursive: true, force: true });
  if (!existsSync(join(packageRoot, "docs", "site")))
    execFileSync(process.execPath, ["scripts/build-docs.mjs"], { cwd: packageRoot });
  const { stdout, error } = spawnSync(join(packageRoot, "node_modules/.bin/tsc"), buildWords, {
    cwd: packageRoot,
    encoding: "utf8",
  });
  // Of faults in types the tests tell in their own way; `npm run check` names them.
  if (!existsSync(programPath)) throw new Error(`the program can't be built: ${stdout}`, { cause: error });
}
