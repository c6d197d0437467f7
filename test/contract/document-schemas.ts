import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, type ValidateFunction } from "ajv";
import { formats } from "../../src/contract/formats.ts";
import { packageRoot } from "../../src/package-root.ts";

/** A parameter, a result or a payload of the document. */
interface Described {
  readonly name: string;
  readonly schema: object;
}

/** One method as the document has it. */
export interface DocumentMethod {
  readonly name: string;
  readonly params: readonly (Described & { readonly required?: boolean })[];
  readonly result: Described;
  readonly examples: readonly {
    readonly name: string;
    readonly params: readonly { readonly name: string; readonly value: unknown }[];
    readonly result: { readonly value: unknown };
  }[];
  readonly "x-kind": string;
  readonly "x-origin"?: string;
  readonly "x-wrapped"?: boolean;
  readonly "x-releases"?: { readonly since?: string };
  readonly "x-providers"?: readonly string[];
  readonly errors: readonly { readonly $ref: string }[];
  readonly "x-subscription"?: { readonly notification?: string; readonly payload?: object };
}

/** The document as the tests read it: numbers beyond 2^53 are doubles here, which is enough to check them against schemas. */
export const document = JSON.parse(readFileSync(join(packageRoot, "openrpc.json"), "utf8")) as {
  readonly methods: readonly DocumentMethod[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly errors: Readonly<Record<string, { readonly code: number }>>;
  };
};

/** Codes of the errors that a method lists. */
export function codesOf(method: DocumentMethod): readonly (number | undefined)[] {
  return method.errors.map(({ $ref }) => document.components.errors[$ref.split("/").at(-1) ?? ""]?.code);
}

const ajv = new Ajv({
  strict: true,
  allowUnionTypes: true,
  strictRequired: false,
  allErrors: false,
  formats: { ...formats },
});
for (const [name, schema] of Object.entries(document.components.schemas)) ajv.addSchema(local(schema), name);

/** References inside the document become names of registered schemas; `x-` fields are not part of a schema. */
function local(schema: object): object {
  const text = JSON.stringify(schema, (key, value) => (key.startsWith("x-") ? undefined : value));
  return JSON.parse(text.replaceAll('"#/components/schemas/', '"')) as object;
}

const compiled = new Map<object, ValidateFunction>();

/** What is wrong with a value, in words; undefined when it fits the schema. */
export function errorOf(schema: object, value: unknown): string | undefined {
  let check = compiled.get(schema);
  if (check === undefined) {
    check = ajv.compile(local(schema));
    compiled.set(schema, check);
  }
  return check(value) ? undefined : ajv.errorsText(check.errors);
}
