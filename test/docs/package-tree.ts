import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../../src/package-root.ts";
import { bundleFolder } from "../built-program.ts";

/** The package as somebody has it who cloned and built it, in a folder that may be written to. */
export interface PackageTree {
  readonly root: string;
  /** Environment in which `svm-gateway` and `npx svm-gateway` run this package, and nothing of the user's is seen. */
  readonly env: Readonly<Record<string, string>>;
}

let tree: Promise<PackageTree> | undefined;

/** Makes the tree once for all tests of this process, with the bundle in place of the build; it goes when the process ends. */
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
  symlinkSync(bundleFolder, join(root, "dist"));
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
