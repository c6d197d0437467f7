import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { packageRoot } from "../src/package-root.ts";

/** Folder of the bundle, below the root of a clone. */
export const bundleFolder: string = join(packageRoot, ".tested-program");

/** The program, bundled with its dependencies from the sources of this run: it starts in half of the time that the build takes. */
export const programPath: string = join(bundleFolder, "src", "cli", "main.js");

const compiled = join(bundleFolder, "compiled");

/** Newer Nodes keep what they compiled, so that not every process of a run compiles the program again. */
export const compileCache: Readonly<Record<string, string>> = { NODE_COMPILE_CACHE: compiled };

/** For dependencies in the bundle that are written in CommonJS. */
const requireOfBundle =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

/** Bundles it and the client, once before all tests; builds the pages where a clone has none yet. */
export async function mochaGlobalSetup(): Promise<void> {
  rmSync(compiled, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: ["src/cli/main.ts", "src/client/index.ts"],
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
    metafile: true,
  });
  // Chunks of an earlier build: those of this one stay, another run may use them.
  for (const name of readdirSync(bundleFolder).filter((found) => found.endsWith(".js")))
    if (metafile.outputs[`.tested-program/${name}`] === undefined) rmSync(join(bundleFolder, name));
  if (!existsSync(join(packageRoot, "docs", "site")))
    execFileSync(process.execPath, ["scripts/build-docs.mjs"], { cwd: packageRoot });
}
