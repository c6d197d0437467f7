import { closeSync, constants, existsSync, fstatSync, openSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { JsonError } from "../json/scan/json-error.ts";
import { skipSpace, skipValue } from "../json/scan/skip-value.ts";
import { addSecret } from "../log/redact.ts";
import { checkValue } from "./check-value.ts";
import type { ConfigFault } from "./config-fault.ts";
import { configSchema } from "./config-schema.ts";
import type { Environment } from "./environment.ts";

/** Read from the working directory if there is no `--config`. */
const defaultConfigFile = "svm-gateway.json";

interface ConfigFile {
  /** Absolute path; undefined if there is no file. */
  readonly path: string | undefined;
  /** The contents without invalid parts. */
  readonly value: Readonly<Record<string, unknown>>;
  /** Environment variables that the file refers to. */
  readonly variables: ReadonlySet<string>;
}

/** Reads and validates the file named by `--config`, or else `svm-gateway.json` if it exists, and resolves its references. */
export function readConfigFile(
  configFlag: string | undefined,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
  faults: ConfigFault[],
): ConfigFile {
  const path = resolve(cwd, configFlag ?? defaultConfigFile);
  if (configFlag === undefined && !existsSync(path))
    return { path: undefined, value: {}, variables: new Set() };
  const text = readText(path, configFlag === undefined ? undefined : "--config", faults);
  const parsed = text === undefined ? undefined : parseConfigText(path, text, faults);
  const variables = new Set<string>();
  const value = resolveReferences(parsed, { env, folder: dirname(path), faults, variables });
  const checked = value === undefined ? {} : checkValue(configSchema, value, "", faults);
  return { path, value: (checked ?? {}) as Record<string, unknown>, variables };
}

function readText(path: string, flag: string | undefined, faults: ConfigFault[]): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (caught) {
    const code = (caught as NodeJS.ErrnoException).code ?? String(caught);
    const reason = describeUnreadable(code);
    faults.push(
      flag === undefined ? { at: path, message: reason } : { at: flag, message: `${path} ${reason}` },
    );
    return undefined;
  }
}

function describeUnreadable(code: string): string {
  if (code === "ENOENT") return "does not exist";
  return code === "EISDIR" ? "is a folder, not a file" : `can't be read (${code})`;
}

function parseConfigText(path: string, text: string, faults: ConfigFault[]): unknown {
  try {
    return JSON.parse(text);
  } catch {
    faults.push({
      at: path,
      message: text.trim() === "" ? "is empty" : `is not JSON: ${syntaxErrorLocation(text)}`,
    });
    return undefined;
  }
}

/** Line and column of a syntax error. JSON.parse's own message may lack the position, or quote credentials from the file. */
function syntaxErrorLocation(text: string): string {
  const position = syntaxErrorOffset(text);
  const lines = text.slice(0, position).split("\n");
  const found =
    position >= text.length ? "the file ends too early" : `unexpected ${JSON.stringify(text[position])}`;
  return `${found} at line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}

/** Index of the first invalid character. */
function syntaxErrorOffset(text: string): number {
  try {
    return skipSpace(text, skipValue(text, 0));
  } catch (caught) {
    if (caught instanceof JsonError) return caught.offset;
    throw caught;
  }
}

interface ReferenceSources {
  readonly env: Environment;
  /** Base for relative paths in `${file:PATH}`. */
  readonly folder: string;
  readonly faults: ConfigFault[];
  /** Collects the names of the variables. */
  readonly variables: Set<string>;
}

/** Enough for a key or a certificate. */
const maxFileBytes = 64 * 1024;
/** Deeper than the schema, which rejects deeper values anyway. */
const maxDepth = 32;

/** Matches `${NAME}`, `${file:PATH}` and `$${`, the escape for a literal `${`. */
const reference = /\$\$\{|\$\{([^{}]*)\}/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Resolves references in the strings of a parsed configuration, and registers their values as secrets for logs to redact. A string
 * with an unresolvable reference becomes undefined and adds a fault.
 */
function resolveReferences(value: unknown, sources: ReferenceSources, at = "", depth = 0): unknown {
  if (typeof value === "string") return value.includes("${") ? resolveText(value, sources, at) : value;
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  const inside = (member: unknown, path: string) => resolveReferences(member, sources, path, depth + 1);
  if (Array.isArray(value)) return value.map((item, index) => inside(item, `${at}[${index}]`));
  const prefix = at === "" ? "" : `${at}.`;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, inside(member, `${prefix}${key}`)]),
  );
}

function resolveText(text: string, sources: ReferenceSources, at: string): string | undefined {
  const { faults } = sources;
  const before = faults.length;
  const resolved = text.replace(reference, (whole, name: string | undefined) => {
    if (name === undefined) return "${";
    const found = name.startsWith("file:")
      ? fromFile(name.slice("file:".length), sources.folder)
      : fromEnvironment(name, sources);
    if (found.fault !== undefined) {
      faults.push({ at, message: `${whole}: ${found.fault}` });
      return "";
    }
    addSecret(found.value);
    return found.value;
  });
  return faults.length > before ? undefined : resolved;
}

type Resolved = { readonly value: string; readonly fault?: undefined } | { readonly fault: string };

function fromEnvironment(name: string, { env, variables }: ReferenceSources): Resolved {
  if (!variableName.test(name)) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the message
    return { fault: "must be ${NAME} for a variable or ${file:PATH} for a file; write $${ for a literal ${" };
  }
  variables.add(name);
  const value = env[name]?.trim() ?? "";
  return value === "" ? { fault: `the environment variable ${name} is not set` } : { value };
}

function fromFile(path: string, folder: string): Resolved {
  try {
    const value = readSmallFile(resolve(folder, path)).trim();
    return value === "" ? { fault: `file ${path} is empty` } : { value };
  } catch (caught) {
    const { code, message } = caught as NodeJS.ErrnoException;
    return { fault: `file ${path} ${code === undefined ? message : describeUnreadable(code)}` };
  }
}

/** Reads a small regular file. Refuses anything else: reading a pipe could block forever. */
function readSmallFile(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) throw new Error("is not a file");
    if (stats.size > maxFileBytes) throw new Error(`has more than ${maxFileBytes} bytes`);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}
