import { expectedOfFormat } from "../../src/contract/formats.ts";
import { type ContractFault, pathOf } from "../contract/contract-fault.ts";
import type { JsonObject } from "../contract/json-value.ts";
import { innerSchemas } from "../contract/walk-schema.ts";
import type { Rule } from "./rule.ts";

/** Every schema compiles in ajv's strict mode and uses known formats; every shared schema has a description. */
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
    if (problem !== undefined) yield { subject, path, message: `cannot be compiled: ${problem}` };
  }
};

function* unknownFormats(subject: string, path: string, schema: JsonObject): Generator<ContractFault> {
  const { format } = schema;
  if (typeof format === "string" && expectedOfFormat(format) === undefined) {
    yield {
      subject,
      path: path === "" ? "format" : `${path}.format`,
      message: `is ${JSON.stringify(format)}, which is not a known format`,
    };
  }
  for (const [inner, child] of innerSchemas(schema)) {
    const steps = inner.split("/").slice(1);
    yield* unknownFormats(subject, pathOf(path === "" ? steps : [path, ...steps]), child);
  }
}
