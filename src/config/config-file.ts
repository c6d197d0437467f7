import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { JsonError } from "../json/scan/json-error.ts";
import { skipSpace, skipValue } from "../json/scan/skip-value.ts";
import { checkValue } from "./check-value.ts";
import type { ConfigFault } from "./config-fault.ts";
import { configSchema } from "./config-schema.ts";
import type { Environment } from "./environment.ts";
import { resolveReferences } from "./resolve-references.ts";

/** The file in the working directory that is read without `--config`. */
const defaultConfigFile = "svm-gateway.json";

interface ConfigFile {
  /** Absolute path; undefined if there is no file. */
  readonly path: string | undefined;
  /** The contents without their faulty parts. */
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * Reads and checks the file named by `--config`, or `svm-gateway.json` in the working directory if it exists. Resolves its
 * references to the environment and to other files.
 */
export function readConfigFile(
  named: string | undefined,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
  faults: ConfigFault[],
): ConfigFile {
  const path = resolve(cwd, named ?? defaultConfigFile);
  if (named === undefined && !existsSync(path)) return { path: undefined, value: {} };
  const text = readText(path, named === undefined ? undefined : "--config", faults);
  const parsed = text === undefined ? undefined : parse(path, text, faults);
  const value = resolveReferences(parsed, { env, folder: dirname(path) }, faults);
  const checked = value === undefined ? {} : checkValue(configSchema, value, "", faults);
  return { path, value: (checked ?? {}) as Record<string, unknown> };
}

function readText(path: string, flag: string | undefined, faults: ConfigFault[]): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (caught) {
    const code = (caught as NodeJS.ErrnoException).code ?? String(caught);
    const reason = code === "ENOENT" ? "does not exist" : `can't be read (${code})`;
    faults.push(
      flag === undefined ? { at: path, message: reason } : { at: flag, message: `${path} ${reason}` },
    );
    return undefined;
  }
}

function parse(path: string, text: string, faults: ConfigFault[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    faults.push({ at: path, message: text.trim() === "" ? "is empty" : `is not JSON: ${place(text)}` });
    return undefined;
  }
}

/**
 * The line and column of a syntax error. The message of JSON.parse is not shown: it lacks the position of some errors, and may
 * quote credentials from the file.
 */
function place(text: string): string {
  const position = faultAt(text);
  const lines = text.slice(0, position).split("\n");
  const found =
    position >= text.length ? "the file ends too early" : `unexpected ${JSON.stringify(text[position])}`;
  return `${found} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/** The index of the first character that is not valid JSON. */
function faultAt(text: string): number {
  try {
    return skipSpace(text, skipValue(text, 0));
  } catch (caught) {
    if (caught instanceof JsonError) return caught.offset;
    throw caught;
  }
}
