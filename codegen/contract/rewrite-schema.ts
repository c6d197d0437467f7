import { type Contract, refName } from "./contract.ts";
import { isObject, type JsonObject, type JsonValue } from "./json-value.ts";
import { nodeReleasesText } from "./node-releases-text.ts";
import { readNodeReleases } from "./read-contract.ts";
import { conditionOf, conditionType } from "./result-forms.ts";
import { isWide } from "./schema-uses.ts";
import { mapSchema } from "./walk-schema.ts";

/** How the types of results differ from those of parameters. */
export interface Rewriting {
  /** Type of a 64-bit integer, by the name of its schema if it has one. */
  readonly wide: (name: string | undefined) => string;
  /** Name of the type of a shared schema. */
  readonly rename: (name: string) => string;
  /** True if the type excludes keys that a node would ignore, so that the compiler finds misspelt ones. */
  readonly closed: boolean;
  /** Shared schemas whose type takes the form that the caller chose. */
  readonly formDependent: ReadonlySet<string>;
}

/** Rewrites a schema for the bundle of json-schema-to-typescript: references point into the bundle. */
export function rewriteSchema(contract: Contract, schema: JsonObject, rewriting: Rewriting): JsonObject {
  const { wide, rename, closed, formDependent } = rewriting;
  return mapSchema(schema, (inner): JsonObject => {
    const name = refName(inner);
    const description = noteOf(inner);
    // The text must not end the comment.
    const note: JsonObject =
      description === undefined ? {} : { description: description.replaceAll("*/", "*\\/") };
    if (name !== undefined) {
      const condition = conditionOf(inner);
      if (formDependent.has(name) || (condition !== undefined && formDependent.size > 0)) {
        const type = formDependent.has(name) ? `${rename(name)}<Form>` : rename(name);
        const tsType = condition === undefined ? type : `When<Form, ${conditionType(condition)}, ${type}>`;
        return { ...note, tsType };
      }
      const wideName = isWide(contract.schemas.get(name) ?? {}) ? wide(name) : name;
      if (wideName !== name && wideName !== "bigint") return { ...note, tsType: wideName };
      const $ref = `#/definitions/${rename(name)}`;
      // json-schema-to-typescript drops the name of a reference with a description, unless it is in allOf.
      return description === undefined ? { $ref } : { ...note, allOf: [{ $ref }] };
    }
    return isWide(inner)
      ? { ...note, tsType: wide(undefined) }
      : { ...withoutChecks(withOpenWords(contract, closed ? closedObject(inner) : inner)), ...note };
  });
}

/** The description, and the releases of the node in which the value exists. */
function noteOf(schema: JsonObject): string | undefined {
  const { description } = schema;
  const releases = nodeReleasesText(readNodeReleases(schema));
  const parts = [typeof description === "string" ? description : undefined, releases];
  const text = parts.filter((part) => part !== undefined).join(" ");
  return text === "" ? undefined : text;
}

function closedObject(schema: JsonObject): JsonObject {
  const isOpen = schema.additionalProperties === true && isObject(schema.properties);
  return isOpen ? { ...schema, additionalProperties: false } : schema;
}

/**
 * Keeps the words of a union of known words and any string, which `string` would hide from editors. Leaves out a form that only
 * excludes words: it is for newer releases, and would prevent discriminating the other forms.
 */
function withOpenWords(contract: Contract, schema: JsonObject): JsonObject {
  const { anyOf } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf.filter((branch) => !isNewerForm(branch));
  const hasWords = branches.some((branch) => isObject(branch) && isWord(contract, branch));
  const isAnyText = (branch: JsonValue) =>
    isObject(branch) && branch.type === "string" && branch.enum === undefined && branch.const === undefined;
  return {
    ...schema,
    anyOf: branches.map((branch) => (hasWords && isAnyText(branch) ? { tsType: "(string & {})" } : branch)),
  };
}

function isWord(contract: Contract, schema: JsonObject): boolean {
  const { $ref } = schema;
  const named = typeof $ref === "string" ? contract.schemas.get($ref.split("/").at(-1) ?? "") : schema;
  return typeof named?.const === "string" || Array.isArray(named?.enum);
}

function isNewerForm(branch: JsonValue): boolean {
  const { properties } = isObject(branch) ? branch : {};
  return isObject(properties) && isObject(properties.type) && properties.type.not !== undefined;
}

/** Limits do not change a type, and json-schema-to-typescript would print them all as comments. */
const checks = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "examples",
  "default",
  "propertyNames",
];

function withoutChecks(schema: JsonObject): JsonObject {
  const { minItems, maxItems, ...rest } = schema;
  const kept = Object.entries(rest).filter(([key]) => !checks.includes(key) && !key.startsWith("x-"));
  // Only a tuple has a fixed length.
  const sizes: JsonObject = Array.isArray(schema.items)
    ? { minItems: minItems ?? 0, maxItems: maxItems ?? 0 }
    : {};
  return { ...Object.fromEntries(kept), ...sizes };
}
