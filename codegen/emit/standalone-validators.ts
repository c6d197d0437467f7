import { _, Ajv } from "ajv";
import standaloneModule from "ajv/dist/standalone/index.js";
import { formats } from "../../src/contract/formats.ts";
import { refName } from "../contract/contract.ts";
import { integerRange } from "../contract/integer-range.ts";
import type { JsonObject } from "../contract/json-value.ts";
import { plainSchema, sharedId } from "../contract/plain-schema.ts";
import { mapSchema } from "../contract/walk-schema.ts";

/** The code of validators, and the names of their functions. */
interface StandaloneCode {
  readonly code: string;
  /** Schema id to function name. */
  readonly functions: ReadonlyMap<string, string>;
}

const standalone = standaloneModule.default;

/** Keywords that validation ignores. */
const notes = new Set(["description", "title", "examples", "default", "deprecated", "$comment"]);

/** Keywords that a format makes redundant: they are for validators that ignore formats. */
const exactFormats: Readonly<Record<string, readonly string[]>> = {
  address: ["pattern", "minLength", "maxLength"],
  hash: ["pattern", "minLength", "maxLength"],
  signature: ["pattern", "minLength", "maxLength"],
  transaction: ["pattern", "minLength", "maxLength"],
  base58: ["pattern"],
  base64: ["pattern"],
};

/**
 * Emits validators of `roots` (id to schema) with ajv. The schemas of `shared` that they refer to become one function each.
 * The code calls `formats`, `codePointLength`, `addFault` and `addFaults`.
 */
export function standaloneValidators(
  roots: ReadonlyMap<string, JsonObject>,
  shared: ReadonlyMap<string, JsonObject>,
): StandaloneCode {
  const ajv = new Ajv({
    strict: true,
    allowUnionTypes: true,
    allErrors: true,
    messages: false,
    // A key such as "constructor" counts only if it is the value's own.
    ownProperties: true,
    inlineRefs: false,
    formats: { ...formats },
    code: { source: true, esm: true, lines: true, formats: _`formats` },
  });
  for (const [name, schema] of shared) ajv.addSchema({ $id: sharedId(name), ...essence(schema) });
  const ids: string[] = [];
  for (const [id, schema] of roots) {
    const reference = refName(schema);
    ids.push(reference === undefined ? id : sharedId(reference));
    if (reference === undefined) ajv.addSchema({ $id: id, ...essence(schema) });
  }
  const raw = standalone(ajv, Object.fromEntries(ids.map((id, index) => [`root${index}`, id])));
  const functions = new Map<string, string>();
  const names = [...roots.keys()];
  const code = raw.replace(/^export const root(\d+) = (\w+);$/gm, (_line, index: string, name: string) => {
    functions.set(names[Number(index)] ?? "", name);
    return "";
  });
  const short = shorten(inlineSchemas(code));
  const requireCall = /require\([^)]*\)/.exec(short);
  if (requireCall !== null)
    throw new Error(`a keyword needs ${requireCall[0]} at run time: give it a function of src/contract`);
  return { code: short, functions };
}

/** Inlines the words of `enum` faults, which refer to the schema: the words are shorter than the schema. */
function inlineSchemas(code: string): string {
  const schemas = new Map<string, unknown>();
  const rest = code.replace(/^const (schema\d+) = (.*);$/gm, (_line, name: string, json: string) => {
    schemas.set(name, JSON.parse(json));
    return "";
  });
  return rest.replace(
    /\b(schema\d+)((?:\.\w+|\[\d+\]|\["[^"]*"\])+)/g,
    (whole, name: string, path: string) => {
      let found = schemas.get(name);
      for (const [, key, index, quoted] of path.matchAll(/\.(\w+)|\[(\d+)\]|\["([^"]*)"\]/g)) {
        found = (found as Record<string, unknown> | undefined)?.[key ?? index ?? quoted ?? ""];
      }
      return found === undefined ? whole : JSON.stringify(found);
    },
  );
}

/** The schema with only the keywords that affect validation. */
function essence(schema: JsonObject): object {
  const reduced = mapSchema(schema, (inner) => {
    const { $ref, format } = inner;
    if ($ref !== undefined) return { $ref };
    const isRange = integerRange(inner) !== undefined;
    const exact = typeof format === "string" ? exactFormats[format] : undefined;
    const skipped = exact ?? (isRange ? ["format"] : []);
    const kept = Object.entries(inner).filter(
      ([key]) => !notes.has(key) && !key.startsWith("x-") && !skipped.includes(key),
    );
    return Object.fromEntries(kept);
  });
  return plainSchema(reduced);
}

/** Shortens ajv's code for each fault to one line. Code that matches no pattern is unchanged and still works. */
function shorten(code: string): string {
  return (
    code
      .replace('"use strict";', "")
      .replace(/^\/\*# sourceURL=.*$/gm, "")
      .replaceAll('require("ajv/dist/runtime/ucs2length").default', "codePointLength")
      .replace(/schemaPath:"[^"]*",/g, "")
      .replace(
        /\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g,
        'instancePath = ""',
      )
      .replace(/\{instancePath,parentData,parentDataProperty,rootData\}/g, "instancePath")
      .replace(/\{instancePath:([^,{}]*),parentData:[^,{}]*,parentDataProperty:[^,{}]*,rootData\}/g, "$1")
      .replace(
        /const (err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}\nerrors\+\+;/g,
        "vErrors = addFault(vErrors, $2);\nerrors++;",
      )
      // The list is bounded, so the count decides validity. The list must not shrink during validation.
      .replace(
        /vErrors = vErrors === null \? (\w+)\.errors : vErrors\.concat\(\1\.errors\);\nerrors = vErrors\.length;/g,
        "vErrors = addFaults(vErrors, $1.errors);\nerrors += $1.errors.length;",
      )
      .replace(/vErrors\.length = (_errs\d+);/g, "vErrors.length = Math.min(vErrors.length, $1);")
      .replace(/\{\n+let vErrors/g, "{\nlet vErrors")
      .replace(/\n{2,}/g, "\n\n")
      .trim()
  );
}
