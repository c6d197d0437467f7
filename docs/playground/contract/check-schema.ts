import type { Contract } from "../../../codegen/contract/contract.ts";
import { resolveSchema } from "../../../codegen/contract/contract.ts";
import { expectedText } from "../../../codegen/contract/expected-text.ts";
import { isObject, type JsonObject, type JsonValue } from "../../../codegen/contract/json-value.ts";
import type { CompiledFault } from "../../../src/contract/compiled-validator.ts";
import { explainFaults } from "../../../src/contract/explain-faults.ts";
import { formats } from "../../../src/contract/formats.ts";
import type { ValidationFault } from "../../../src/contract/param-description.ts";

type Schemas = Pick<Contract, "schemas">;

/**
 * Checks a value in the browser and says what is wrong in the gateway's own words. The generated validators would be
 * several times this page's size, so this reads the schema itself; a test holds both to the same verdicts.
 */
export function checkValue(
  contract: Schemas,
  schema: JsonObject,
  value: JsonValue,
): readonly ValidationFault[] {
  const faults = faultsOf(contract, schema, value, "");
  return faults.length === 0 ? [] : explainFaults(value, faults, expectedText(contract, schema));
}

function faultsOf(contract: Schemas, given: JsonObject, value: JsonValue, path: string): CompiledFault[] {
  const schema = resolveSchema(contract, given);
  const { type, anyOf } = schema;
  const fault = (keyword: string, params: Record<string, unknown> = {}): CompiledFault => ({
    instancePath: path,
    keyword,
    params,
  });
  if (Array.isArray(anyOf)) {
    const branches = anyOf.filter(isObject).map((branch) => faultsOf(contract, branch, value, path));
    if (branches.some((found) => found.length === 0)) return [];
    return [...branches.flat(), fault("anyOf")];
  }
  if (schema.const !== undefined && value !== schema.const)
    return [fault("const", { allowedValue: schema.const })];
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return [fault("enum", { allowedValues: schema.enum })];
  if (typeof type === "string" && !isOfType(value, type)) return [fault("type", { type })];
  if (typeof value === "string") return textFaults(schema, value, fault);
  if (typeof value === "number" || typeof value === "bigint") return numberFaults(schema, value, fault);
  if (Array.isArray(value)) return arrayFaults(contract, schema, value, path, fault);
  return isObject(value) ? objectFaults(contract, schema, value, path, fault) : [];
}

type MakeFault = (keyword: string, params?: Record<string, unknown>) => CompiledFault;

function textFaults(schema: JsonObject, value: string, fault: MakeFault): CompiledFault[] {
  const faults: CompiledFault[] = [];
  const length = [...value].length;
  const { minLength, maxLength, pattern, format } = schema;
  if (typeof minLength === "number" && length < minLength)
    faults.push(fault("minLength", { limit: minLength }));
  if (typeof maxLength === "number" && length > maxLength)
    faults.push(fault("maxLength", { limit: maxLength }));
  if (typeof format === "string" && !isOfFormat(format, value)) faults.unshift(fault("format", { format }));
  else if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value))
    faults.push(fault("pattern", { pattern }));
  return faults;
}

function isOfFormat(format: string, value: string): boolean {
  const known = Object.hasOwn(formats, format) ? formats[format as keyof typeof formats] : undefined;
  return known?.type !== "string" || known.validate(value);
}

function numberFaults(schema: JsonObject, value: number | bigint, fault: MakeFault): CompiledFault[] {
  const { minimum, maximum } = schema;
  if (isNumber(minimum) && value < minimum) return [fault("minimum", { limit: minimum })];
  if (isNumber(maximum) && value > maximum) return [fault("maximum", { limit: maximum })];
  return [];
}

function arrayFaults(
  contract: Schemas,
  schema: JsonObject,
  value: readonly JsonValue[],
  path: string,
  fault: MakeFault,
): CompiledFault[] {
  const { items, minItems, maxItems } = schema;
  const faults: CompiledFault[] = [];
  if (typeof minItems === "number" && value.length < minItems)
    faults.push(fault("minItems", { limit: minItems }));
  if (typeof maxItems === "number" && value.length > maxItems)
    faults.push(fault("maxItems", { limit: maxItems }));
  value.forEach((item, index) => {
    const itemSchema = Array.isArray(items) ? items[index] : items;
    if (isObject(itemSchema)) faults.push(...faultsOf(contract, itemSchema, item, `${path}/${index}`));
  });
  return faults;
}

function objectFaults(
  contract: Schemas,
  schema: JsonObject,
  value: JsonObject,
  path: string,
  fault: MakeFault,
): CompiledFault[] {
  const { required, properties, additionalProperties } = schema;
  const known = isObject(properties) ? properties : {};
  const faults: CompiledFault[] = [];
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === "string" && !Object.hasOwn(value, name))
      faults.push(fault("required", { missingProperty: name }));
  }
  for (const [name, memberValue] of Object.entries(value)) {
    const member = Object.hasOwn(known, name) ? known[name] : additionalProperties;
    const memberPath = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (member === false) faults.push(fault("additionalProperties", { additionalProperty: name }));
    else if (isObject(member)) faults.push(...faultsOf(contract, member, memberValue, memberPath));
  }
  return faults;
}

function isOfType(value: JsonValue, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "bigint" || Number.isInteger(value);
    case "number":
      return isNumber(value);
    default:
      return typeof value === type;
  }
}

function isNumber(value: JsonValue | undefined): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}
