import { expectedOfFormat } from "../../src/contract/formats.ts";
import { type ContractFault, pathOf } from "../contract-fault.ts";
import type { JsonObject } from "../json-value.ts";
import type { Rule } from "../rule.ts";
import { innerSchemas } from "../walk-schema.ts";

/** Every schema compiles under ajv's strict rules, uses known formats, and every shared one says what it is. */
export const schemas: Rule = function* ({ contract, compiled }) {
  for (const [name, schema] of contract.schemas) {
    const subject = `components.schemas.${name}`;
    if (typeof schema.description !== "string") yield { subject, path: "description", message: "is missing" };
    yield* check(subject, "", schema);
  }
  for (const { name: subject, params, result } of contract.methods) {
    for (const [index, { schema }] of params.entries())
      yield* check(subject, `params[${index}].schema`, schema);
    yield* check(subject, "result.schema", result);
  }

  function* check(subject: string, path: string, schema: JsonObject): Generator<ContractFault> {
    const faults = [...unknownFormats(subject, path, schema)];
    yield* faults;
    const problem = faults.length > 0 ? undefined : compiled.problemOf(schema);
    if (problem !== undefined)
      yield { subject, path, message: `is no schema that can be checked: ${problem}` };
  }
};

function* unknownFormats(subject: string, path: string, schema: JsonObject): Generator<ContractFault> {
  const { format } = schema;
  if (typeof format === "string" && expectedOfFormat(format) === undefined) {
    yield {
      subject,
      path: join(path, "format"),
      message: `is ${JSON.stringify(format)}, which has no check`,
    };
  }
  for (const [inner, child] of innerSchemas(schema)) {
    yield* unknownFormats(subject, join(path, pathOf(inner.split("/").slice(1))), child);
  }
}

function join(path: string, more: string): string {
  return path === "" ? more : `${path}.${more}`;
}
