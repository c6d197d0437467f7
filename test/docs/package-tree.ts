import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { packageRoot } from "../../src/package-root.ts";

/** The package as somebody has it who cloned and built it, in a folder that may be written to. */
export interface PackageTree {
  readonly root: string;
  /** Environment in which `svm-gateway` and `npx svm-gateway` run this package, and nothing of the user's is seen. */
  readonly env: Readonly<Record<string, string>>;
}

/** For dependencies in the bundle that are written in CommonJS. */
const requireOfBundle =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

let tree: Promise<PackageTree> | undefined;

/**
 * Builds the tree once for all tests of this process; it goes when the process ends. A bundle with its
 * dependencies in place of the build: made in half a second, it starts in half the time, and needs nothing that was built before.
 */
export function packageTree(): Promise<PackageTree> {
  tree ??= makeTree();
  return tree;
}

async function makeTree(): Promise<PackageTree> {
  const root = mkdtempSync(join(tmpdir(), "svm-gateway-tree-"));
  process.on("exit", () => rmSync(root, { recursive: true, force: true }));
  for (const name of ["package.json", "openrpc.json", "config.schema.json", "examples", "deploy"])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true });
  symlinkSync(join(packageRoot, "node_modules"), join(root, "node_modules"));
  await build({
    entryPoints: ["src/cli/main.ts", "src/client/index.ts"],
    absWorkingDir: packageRoot,
    outdir: join(root, "dist/src"),
    outbase: "src",
    bundle: true,
    // What is loaded only where it is asked for, or is no JavaScript.
    external: ["surfpool-sdk-linux-x64-gnu", "pino-pretty", "@open-rpc/*", "bufferutil", "utf-8-validate"],
    banner: { js: requireOfBundle },
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
  });
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeProgram(join(bin, "svm-gateway"), `exec ${quoted(process.execPath)} "$SVM_GATEWAY_MAIN" "$@"`);
  // What npx does where the package is installed, without the seconds that npm takes to start.
  writeProgram(join(bin, "npx"), 'exec "$@"');
  return {
    root,
    env: {
      PATH: [bin, join(packageRoot, "node_modules/.bin"), process.env.PATH ?? ""].join(":"),
      HOME: root,
      NO_COLOR: "1",
      SVM_GATEWAY_MAIN: join(root, "dist/src/cli/main.js"),
    },
  };
}

function writeProgram(path: string, line: string): void {
  writeFileSync(path, `#!/bin/sh\n${line}\n`);
  chmodSync(path, 0o755);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
