import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { packageRoot } from "../../src/package-root.ts";

/** Text of a file below deploy/. */
export function deployText(path: string): string {
  return readFileSync(join(packageRoot, "deploy", path), "utf8");
}

/** The documents of a YAML file below deploy/; an error in one is thrown. */
export function deployYaml(path: string): unknown[] {
  return parseAllDocuments(deployText(path), { uniqueKeys: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as unknown;
  });
}

/** What stands at a dotted path of parsed data; undefined where nothing does. */
export function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A list of parsed data; anything else is an error. */
export function listAt(data: unknown, path: string): unknown[] {
  const value = valueAt(data, path);
  if (!Array.isArray(value)) throw new Error(`${path} is no list`);
  return value;
}
