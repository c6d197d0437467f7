import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folder of the installed package, from sources and from the build alike. */
export const packageRoot: string = findRoot(dirname(fileURLToPath(import.meta.url)));

/** The version that package.json names. */
export const packageVersion: string = (
  JSON.parse(readFileSync(join(packageRoot, "package.json"), "utf8")) as { version: string }
).version;

function findRoot(folder: string): string {
  if (existsSync(join(folder, "openrpc.json"))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error("openrpc.json is missing from the package: install it again");
  return findRoot(parent);
}
