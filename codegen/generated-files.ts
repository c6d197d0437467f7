import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configSchema } from "../src/config/config-schema.ts";
import { packageRoot } from "../src/package-root.ts";
import type { JsonObject } from "./contract/json-value.ts";
import { compareText } from "./contract/names.ts";
import { emitConfig } from "./emit/emit-config.ts";
import { fingerprintName, fingerprintOf } from "./fingerprint.mjs";
import { formatFiles } from "./format-files.ts";
import { runGenerator } from "./openrpc-generator.ts";

/** Text of every generated file, by name. */
type GeneratedFiles = ReadonlyMap<string, string>;

/**
 * Runs the emitters and the formatter in a temporary folder, and adds the fingerprint. The types of the configuration come from
 * config.schema.json, everything else from the document.
 */
export async function createGeneratedFiles(document: JsonObject, text: string): Promise<GeneratedFiles> {
  const folder = await mkdtemp(join(tmpdir(), "svm-gateway-generate-"));
  try {
    await runGenerator(document, text, folder);
    await writeFile(join(folder, "config.ts"), emitConfig(configSchema));
    await formatFiles(folder);
    const files = await readFiles(folder);
    return new Map([...files, [fingerprintName, fingerprintOf(packageRoot, text, files)]]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of the files that are missing, different or superfluous in a folder. */
export async function staleFiles(files: GeneratedFiles, folder: string): Promise<readonly string[]> {
  const present = await readFiles(folder);
  const names = new Set([...files.keys(), ...present.keys()]);
  return [...names].filter((name) => files.get(name) !== present.get(name)).sort(compareText);
}

/** Updates the named files of a folder: replaces each atomically, or removes it if it is no longer generated. */
export async function writeFiles(
  files: GeneratedFiles,
  names: readonly string[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const fresh = names.filter((name) => files.has(name));
  for (const name of fresh) await writeFile(join(folder, `${name}.new`), files.get(name) ?? "");
  for (const name of fresh) await rename(join(folder, `${name}.new`), join(folder, name));
  for (const name of names) if (!files.has(name)) await rm(join(folder, name));
}

async function readFiles(folder: string): Promise<GeneratedFiles> {
  const names = await readdir(folder).catch(() => []);
  const files = names
    .sort(compareText)
    .map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const);
  return new Map(await Promise.all(files));
}
