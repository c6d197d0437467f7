import { compile } from "json-schema-to-typescript";
import { component } from "./component.ts";
import { type Contract, type Method, type Param, refName } from "./contract.ts";
import { generationText } from "./generation-text.ts";
import { isObject, type JsonObject, type JsonValue, toPlain } from "./json-value.ts";
import { propertyKey } from "./literal.ts";
import { typeName } from "./names.ts";
import { compareText, Printer } from "./printer.ts";
import { readGenerations } from "./read-contract.ts";
import {
  conditionalFields,
  conditionOf,
  conditionType,
  formedSchemas,
  formFile,
  isFormed,
} from "./result-forms.ts";
import { innerSchemas, mapSchema } from "./walk-schema.ts";

/** Emits the types of parameters, results and everything they are made of. */
export async function emitTypes(contract: Contract): Promise<string> {
  const printer = new Printer("emit-types.ts", [
    "Types of parameters, results and what they are made of, as the typed client gives and takes them:",
    "whole numbers of 64 bits are bigint in results, bigint or number in parameters. JSON.parse makes numbers of them",
    "and loses digits beyond 2^53, so what it gives is none of these types, whatever a cast says.",
    'What depends on the caller\'s choices is that of any choice, and with a form that of some: AccountInfo<{ encoding: "jsonParsed" }>.',
  ]);
  for (const name of ["When", "Given"]) printer.type(name, formFile);
  printer.line(await declarations(namedSchemas(contract), formedNames(contract)));
  emitMap(printer, contract, "MethodParams", "Parameters by method, by name.", "Params");
  emitMap(printer, contract, "MethodResults", "Results by method.", "Result");
  return printer.toString();
}

export default component("types.ts", emitTypes);

/** Every type of the file: shared schemas, what callers write of them, and each method's parameters and result. */
function namedSchemas(contract: Contract): ReadonlyMap<string, JsonObject> {
  const inputs = inputSchemas(contract);
  const formed = formedSchemas(contract);
  const output: Rewriting = { wide: () => "bigint", rename: (name) => name, closed: false, formed };
  const input: Rewriting = {
    closed: true,
    formed: new Set(),
    wide: (name) => (name === undefined ? "bigint | number" : `${name} | number`),
    rename: (name) => inputs.get(name) ?? name,
  };
  const named = new Map<string, JsonObject>();
  const { used, answered } = usesOfSchemas(contract);
  for (const [name, schema] of contract.schemas) {
    const inputName = inputs.get(name);
    const isGivenOnly = used.has(name) && !answered.has(name);
    const rewriting = isGivenOnly ? input : output;
    for (const entry of inputName === name ? [] : definitionsOf(contract, name, schema, rewriting)) {
      named.set(...entry);
    }
    if (inputName !== undefined) named.set(inputName, rewrite(contract, schema, input));
  }
  for (const method of contract.methods) {
    named.set(`${typeName(method.name)}Params`, rewrite(contract, paramsSchema(method), input));
    const result = method.typedBy === undefined ? { ...output, formed: new Set<string>() } : output;
    named.set(`${typeName(method.name)}Result`, rewrite(contract, method.result, result));
  }
  return named;
}

/** A shared schema as it stands; one with fields that are there at times as its fields, and which of them are there. */
function definitionsOf(
  contract: Contract,
  name: string,
  schema: JsonObject,
  rewriting: Rewriting,
): readonly [string, JsonObject][] {
  const fields = conditionalFields(schema);
  if (fields.length === 0) return [[name, rewrite(contract, schema, rewriting)]];
  const { properties, required, description = name } = schema;
  const conditions = fields.map(([field, condition]) => `${propertyKey(field)}: ${conditionType(condition)}`);
  const all = {
    ...schema,
    description: `What a ${name} is made of.`,
    properties: Object.fromEntries(
      Object.entries(isObject(properties) ? properties : {}).map(([field, inner]) => [
        field,
        isObject(inner) ? withoutCondition(inner) : inner,
      ]),
    ),
    required: [...(Array.isArray(required) ? required : []), ...fields.map(([field]) => field)],
  };
  const tsType = `Given<${name}Members<Form>, { ${conditions.join("; ")} }, Form>`;
  return [
    [`${name}Members`, rewrite(contract, all, rewriting)],
    [name, { description, tsType }],
  ];
}

function withoutCondition({ "x-when": _, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** Names of the types that take a form. */
function formedNames(contract: Contract): readonly string[] {
  const formed = formedSchemas(contract);
  const results = contract.methods
    .filter(({ typedBy, result }) => typedBy !== undefined && isFormed(result, formed))
    .map(({ name }) => `${typeName(name)}Result`);
  return [...[...formed].flatMap((name) => [name, `${name}Members`]), ...results];
}

/** What differs between the types of results and those of parameters. */
interface Rewriting {
  /** Type of a whole number of 64 bits, and where it has a name of its own, by that. */
  readonly wide: (name: string | undefined) => string;
  /** Name under which a shared schema stands. */
  readonly rename: (name: string) => string;
  /** Keys that a node would ignore are no part of the type: a misspelt one is found by the compiler. */
  readonly closed: boolean;
  /** Shared schemas that are cut to the form that the caller chose. */
  readonly formed: ReadonlySet<string>;
}

/** Makes a schema part of one bundle for json-schema-to-typescript: references point into it. */
function rewrite(contract: Contract, schema: JsonObject, rewriting: Rewriting): JsonObject {
  const { wide, rename, closed, formed } = rewriting;
  return mapSchema(schema, (inner): JsonObject => {
    const name = refName(inner);
    const description = noteOf(inner);
    // A text cannot end its own comment.
    const note: JsonObject =
      description === undefined ? {} : { description: description.replaceAll("*/", "*\\/") };
    if (name !== undefined) {
      const condition = conditionOf(inner);
      if (formed.has(name) || (condition !== undefined && formed.size > 0)) {
        const type = formed.has(name) ? `${rename(name)}<Form>` : rename(name);
        const tsType = condition === undefined ? type : `When<Form, ${conditionType(condition)}, ${type}>`;
        return { ...note, tsType };
      }
      const wideName = isWide(contract.schemas.get(name) ?? {}) ? wide(name) : name;
      if (wideName !== name && wideName !== "bigint") return { ...note, tsType: wideName };
      const $ref = `#/definitions/${rename(name)}`;
      // json-schema-to-typescript forgets the name of a reference that has a description beside it, but not of this.
      return description === undefined ? { $ref } : { ...note, allOf: [{ $ref }] };
    }
    return isWide(inner)
      ? { ...note, tsType: wide(undefined) }
      : { ...withoutChecks(withOpenWords(contract, closed ? closedObject(inner) : inner)), ...note };
  });
}

/** The description, and in which releases of the node the thing exists. */
function noteOf(schema: JsonObject): string | undefined {
  const { description } = schema;
  const generation = generationText(readGenerations(schema));
  const parts = [typeof description === "string" ? description : undefined, generation];
  const text = parts.filter((part) => part !== undefined).join(" ");
  return text === "" ? undefined : text;
}

function closedObject(schema: JsonObject): JsonObject {
  const isOpen = schema.additionalProperties === true && isObject(schema.properties);
  return isOpen ? { ...schema, additionalProperties: false } : schema;
}

/**
 * Known words or any other text: as plain `string` the union would hide the words from editors. A form that only says
 * which words it has not is that of a newer release; with a type of its own, no form could be told from the others.
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

/** Limits do not change a type, and json-schema-to-typescript would print them all beside every name. */
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
  // A tuple has its length; any other list is a list.
  const sizes: JsonObject = Array.isArray(schema.items)
    ? { minItems: minItems ?? 0, maxItems: maxItems ?? 0 }
    : {};
  return { ...Object.fromEntries(kept), ...sizes };
}

/** A whole number that may exceed 2^53. */
function isWide(schema: JsonObject): boolean {
  return schema.format === "uint64" || schema.format === "int64";
}

/**
 * Shared schemas made of 64-bit numbers that parameters use, with the name of the type that callers write: the same
 * where no result uses it, `XInput` where one does.
 */
function inputSchemas(contract: Contract): ReadonlyMap<string, string> {
  const { used, answered } = usesOfSchemas(contract);
  const inputs = new Map<string, string>();
  for (const name of [...used].sort(compareText)) {
    const schema = contract.schemas.get(name);
    // The number itself needs no second name: callers may write `Slot | number`.
    if (schema === undefined || isWide(schema) || !holdsWide(contract, schema)) continue;
    inputs.set(name, answered.has(name) ? `${name}Input` : name);
  }
  return inputs;
}

/** Names of the shared schemas that parameters are made of, and of those that answers are. */
function usesOfSchemas(contract: Contract): { readonly used: Set<string>; readonly answered: Set<string> } {
  return {
    used: reach(
      contract,
      contract.methods.flatMap((method) => method.params.map((param) => param.schema)),
    ),
    answered: reach(
      contract,
      contract.methods.flatMap((method) => [method.result, method.subscription?.payload ?? {}]),
    ),
  };
}

/** Names of the shared schemas that some schemas are made of. */
function reach(contract: Contract, schemas: readonly JsonObject[], found = new Set<string>()): Set<string> {
  for (const schema of schemas) {
    const name = refName(schema);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      reach(contract, [contract.schemas.get(name) ?? {}], found);
    }
    reach(
      contract,
      [...innerSchemas(schema)].map(([, inner]) => inner),
      found,
    );
  }
  return found;
}

function holdsWide(contract: Contract, schema: JsonObject): boolean {
  if (isWide(schema)) return true;
  const name = refName(schema);
  if (name !== undefined) return holdsWide(contract, contract.schemas.get(name) ?? {});
  return [...innerSchemas(schema)].some(([, inner]) => holdsWide(contract, inner));
}

function paramsSchema(method: Method): JsonObject {
  const properties = method.params.map((param): [string, JsonValue] => [
    param.name,
    { ...param.schema, ...commentOf(param) },
  ]);
  return {
    description: `Parameters of ${method.name}.`,
    type: "object",
    properties: Object.fromEntries(properties),
    required: method.params.filter((param) => param.required).map((param) => param.name),
    additionalProperties: false,
  };
}

function commentOf(param: Param): JsonObject {
  const text = [param.summary, generationText(param) ?? ""].filter((part) => part !== "").join(". ");
  return text === "" ? {} : { description: text };
}

/** Runs json-schema-to-typescript once over all of them, and takes off what it says about itself. */
async function declarations(
  named: ReadonlyMap<string, JsonObject>,
  formed: readonly string[],
): Promise<string> {
  const aliases: string[] = [];
  const definitions = new Map<string, JsonObject>();
  for (const [name, schema] of named) {
    const { $ref, description } = schema;
    // It would drop a name that only renames another one.
    if (typeof $ref === "string") aliases.push(`export type ${name} = ${$ref.split("/").at(-1)};`);
    else definitions.set(name, typeof description === "string" ? schema : { ...schema, description: name });
  }
  const bundle = {
    type: "object",
    additionalProperties: false,
    definitions: Object.fromEntries(definitions),
  };
  const text = await compile(toPlain(bundle) as object, bundleName, {
    bannerComment: "",
    format: false,
    unknownAny: true,
    unreachableDefinitions: true,
  });
  return withForms([tidy(text), ...aliases].join("\n\n"), formed);
}

/** Types that take a form say so in their heads. */
function withForms(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  return text.replace(
    new RegExp(`^(export (?:type|interface) (?:${names.join("|")}))\\b`, "gm"),
    "$1<Form = unknown>",
  );
}

const bundleName = "WholeBundleOfSchemas";

function tidy(text: string): string {
  return (
    text
      .replace(`export interface ${bundleName} {\n\n}\n`, "")
      .replace(/ \* This interface was referenced by `.*`'s JSON-Schema\n \* via the `.*` ".*"\.\n/g, "")
      .replace(/ \* @(?:min|max)Items \d+\n/g, "")
      // What is left of a comment: empty lines, or one line of text.
      .replace(/^( *)\/\*\*\n((?: \*.*\n)*?)(?: \* ?\n)+ \*\//gm, "$1/**\n$2 */")
      .replace(/^\/\*\*\n \* (.*)\n \*\/$/gm, "/** $1 */")
      .replace(/^\/\*\* (\w+) \*\/\n(export (?:type|interface) \1\b)/gm, "$2")
      .replace(/^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export /gm, "\n$&")
      .replace(/\n{3,}/g, "\n\n")
      .trim()
  );
}

function emitMap(printer: Printer, contract: Contract, name: string, doc: string, suffix: string): void {
  printer.line();
  printer.doc(doc);
  printer.line(`export interface ${name} {`);
  for (const method of contract.methods) {
    printer.line(`${propertyKey(method.name)}: ${typeName(method.name)}${suffix};`);
  }
  printer.line("}");
}
