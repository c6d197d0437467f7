import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { addSecret } from "../log/known-secrets.ts";
import type { ConfigFault } from "./config-fault.ts";
import type { Environment } from "./environment.ts";

interface ReferenceSources {
  readonly env: Environment;
  /** Base of relative paths in `${file:PATH}`. */
  readonly folder: string;
}

/** Enough for a line or a certificate. */
const maxFileBytes = 64 * 1024;
/** More than the levels of the schema: deeper values are refused anyway. */
const maxDepth = 32;

/** Matches `${NAME}`, `${file:PATH}`, and `$${`, which is a literal `${`. */
const reference = /\$\$\{|\$\{([^{}]*)\}/g;
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Resolves the references in the strings of a parsed configuration. Registers their values as secrets, which logs hide. A string
 * with a reference that can't be resolved becomes undefined and adds a fault.
 */
export function resolveReferences(
  value: unknown,
  sources: ReferenceSources,
  faults: ConfigFault[],
  at = "",
  depth = 0,
): unknown {
  if (typeof value === "string")
    return value.includes("${") ? resolveText(value, sources, at, faults) : value;
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  const inside = (member: unknown, path: string) =>
    resolveReferences(member, sources, faults, path, depth + 1);
  if (Array.isArray(value)) return value.map((item, index) => inside(item, `${at}[${index}]`));
  const prefix = at === "" ? "" : `${at}.`;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, inside(member, `${prefix}${key}`)]),
  );
}

function resolveText(
  text: string,
  sources: ReferenceSources,
  at: string,
  faults: ConfigFault[],
): string | undefined {
  const before = faults.length;
  const resolved = text.replace(reference, (whole, name: string | undefined) => {
    if (name === undefined) return "${";
    const found = name.startsWith("file:")
      ? fromFile(name.slice("file:".length), sources.folder)
      : fromEnvironment(name, sources.env);
    if (found.fault !== undefined) {
      faults.push({ at, message: `${whole}: ${found.fault}` });
      return "";
    }
    addSecret(found.value);
    return found.value;
  });
  return faults.length > before ? undefined : resolved;
}

type Found = { readonly value: string; readonly fault?: undefined } | { readonly fault: string };

function fromEnvironment(name: string, env: Environment): Found {
  if (!variableName.test(name)) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of the message
    return { fault: "must be ${NAME} for a variable or ${file:PATH} for a file; write $${ for a literal ${" };
  }
  const value = env[name]?.trim() ?? "";
  return value === "" ? { fault: `the environment variable ${name} is not set` } : { value };
}

function fromFile(path: string, folder: string): Found {
  try {
    const value = readSmallFile(resolve(folder, path)).trim();
    return value === "" ? { fault: `file ${path} is empty` } : { value };
  } catch (caught) {
    const { code, message } = caught as NodeJS.ErrnoException;
    if (code === "ENOENT") return { fault: `file ${path} does not exist` };
    return { fault: `file ${path} ${code === undefined ? message : `can't be read (${code})`}` };
  }
}

/** Reads a small file. Refuses anything else, such as a pipe, which could block forever. */
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
