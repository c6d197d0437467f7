import { compile } from "json-schema-to-typescript";
import type { Contract, Method, Param } from "../contract/contract.ts";
import { isObject, type JsonObject, type JsonValue, toPlain } from "../contract/json-value.ts";
import { propertyKey } from "../contract/literal.ts";
import { typeName } from "../contract/names.ts";
import { nodeReleasesText } from "../contract/node-releases-text.ts";
import {
  conditionalFields,
  conditionType,
  dependsOnForm,
  formDependentSchemas,
  formFile,
} from "../contract/result-forms.ts";
import { type Rewriting, rewriteSchema } from "../contract/rewrite-schema.ts";
import { inputSchemas, usesOfSchemas } from "../contract/schema-uses.ts";
import { component } from "./component.ts";
import { Printer } from "./printer.ts";

/** Emits the types of parameters, results and everything that they contain. */
export async function emitTypes(contract: Contract): Promise<string> {
  const printer = new Printer("emit-types.ts", [
    "Types of parameters, results and what they contain, as the typed client uses them: 64-bit integers are bigint in",
    "results, bigint or number in parameters. JSON.parse makes them numbers and loses digits beyond 2^53, so its values",
    "do not have these types, whatever a cast says.",
    'A type that depends on the caller\'s choices covers all of them, or those of a form: AccountInfo<{ encoding: "jsonParsed" }>.',
  ]);
  for (const name of ["When", "Given"]) printer.type(name, formFile);
  printer.line(await declarations(namedSchemas(contract), formDependentNames(contract)));
  emitMap(printer, contract, "MethodParams", "Parameters by method, by name.", "Params");
  emitMap(printer, contract, "MethodResults", "Results by method.", "Result");
  return printer.toString();
}

export default component("types.ts", emitTypes);

/** The schemas of all types in the file: shared ones, their input forms, and each method's parameters and result. */
function namedSchemas(contract: Contract): ReadonlyMap<string, JsonObject> {
  const inputs = inputSchemas(contract);
  const formDependent = formDependentSchemas(contract);
  const output: Rewriting = { wide: () => "bigint", rename: (name) => name, closed: false, formDependent };
  const input: Rewriting = {
    closed: true,
    formDependent: new Set(),
    wide: (name) => (name === undefined ? "bigint | number" : `${name} | number`),
    rename: (name) => inputs.get(name) ?? name,
  };
  const named = new Map<string, JsonObject>();
  const { inParams, inResults } = usesOfSchemas(contract);
  for (const [name, schema] of contract.schemas) {
    const inputName = inputs.get(name);
    const isGivenOnly = inParams.has(name) && !inResults.has(name);
    const rewriting = isGivenOnly ? input : output;
    for (const entry of inputName === name ? [] : definitionsOf(contract, name, schema, rewriting)) {
      named.set(...entry);
    }
    if (inputName !== undefined) named.set(inputName, rewriteSchema(contract, schema, input));
  }
  for (const method of contract.methods) {
    named.set(`${typeName(method.name)}Params`, rewriteSchema(contract, paramsSchema(method), input));
    const result: Rewriting = method.typedBy === undefined ? { ...output, formDependent: new Set() } : output;
    named.set(`${typeName(method.name)}Result`, rewriteSchema(contract, method.result, result));
  }
  return named;
}

/** The definition of a shared schema; with conditional fields there are two: all members, and the type that selects from them. */
function definitionsOf(
  contract: Contract,
  name: string,
  schema: JsonObject,
  rewriting: Rewriting,
): readonly [string, JsonObject][] {
  const fields = conditionalFields(schema);
  if (fields.length === 0) return [[name, rewriteSchema(contract, schema, rewriting)]];
  const { properties, required, description = name } = schema;
  const conditions = fields.map(([field, condition]) => `${propertyKey(field)}: ${conditionType(condition)}`);
  const all = {
    ...schema,
    description: `All members of ${name}.`,
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
    [`${name}Members`, rewriteSchema(contract, all, rewriting)],
    [name, { description, tsType }],
  ];
}

function withoutCondition({ "x-when": _, ...schema }: JsonObject): JsonObject {
  return schema;
}

/** Names of the types with a form parameter. */
function formDependentNames(contract: Contract): readonly string[] {
  const dependent = formDependentSchemas(contract);
  const results = contract.methods
    .filter(({ typedBy, result }) => typedBy !== undefined && dependsOnForm(result, dependent))
    .map(({ name }) => `${typeName(name)}Result`);
  return [...[...dependent].flatMap((name) => [name, `${name}Members`]), ...results];
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
  const text = [param.summary, nodeReleasesText(param) ?? ""].filter((part) => part !== "").join(". ");
  return text === "" ? {} : { description: text };
}

/** Runs json-schema-to-typescript once over all schemas, and removes its own comments. */
async function declarations(
  named: ReadonlyMap<string, JsonObject>,
  formDependent: readonly string[],
): Promise<string> {
  const aliases: string[] = [];
  const definitions = new Map<string, JsonObject>();
  for (const [name, schema] of named) {
    const { $ref, description } = schema;
    // json-schema-to-typescript would drop an alias of another type.
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
    // A result may have keys of a newer release, which no program can name. Its type has the known keys.
    additionalProperties: false,
    unreachableDefinitions: true,
  });
  return withForms([tidy(text), ...aliases].join("\n\n"), formDependent);
}

/** Adds the form parameter to types that depend on a form. */
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
      // Leftovers of comments: empty lines, or a single line of text.
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
