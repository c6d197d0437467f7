import { stringifyLossless } from "../../src/json/lossless.ts";
import { type Contract, type Method, resolveSchema } from "../contract/contract.ts";
import { isObject, type JsonObject, type JsonValue } from "../contract/json-value.ts";

/** Changes that break users of the previous contract, one line each: `getBalance: params.pubkey was removed`. */
export function breakingChanges(before: Contract, after: Contract): readonly string[] {
  return before.methods.flatMap((old) => {
    const method = after.methods.find(({ name, aliases }) => name === old.name || aliases.includes(old.name));
    if (method === undefined) return [`${old.name}: was removed`];
    const callable = [method.name, ...method.aliases];
    const changes = [
      ...old.aliases
        .filter((alias) => !callable.includes(alias))
        .map((alias) => `can no longer be called ${alias}`),
      ...paramChanges(before, old, after, method),
      ...schemaChanges([before, old.result], [after, method.result], "result", "taken"),
      ...payloadChanges(before, old, after, method),
    ];
    return [...new Set(changes)].map((change) => `${old.name}: ${change}`);
  });
}

function paramChanges(before: Contract, old: Method, after: Contract, method: Method): readonly string[] {
  const changes: string[] = [];
  for (const [index, param] of old.params.entries()) {
    const path = `params.${param.name}`;
    const found = method.params.findIndex(
      ({ name, aliases }) => name === param.name || aliases.includes(param.name),
    );
    const now = method.params[found];
    if (now === undefined) {
      changes.push(`${path} was removed`);
      continue;
    }
    if (found !== index) changes.push(`${path} moved from position ${index} to ${found}`);
    if (now.required && !param.required) changes.push(`${path} became required`);
    changes.push(...schemaChanges([before, param.schema], [after, now.schema], path, "given"));
  }
  for (const param of method.params) {
    const isNew = !old.params.some(({ name }) => name === param.name || param.aliases.includes(name));
    if (isNew && param.required) changes.push(`params.${param.name} is new and required`);
  }
  return changes;
}

function payloadChanges(before: Contract, old: Method, after: Contract, method: Method): readonly string[] {
  const was = old.subscription?.payload;
  const is = method.subscription?.payload;
  if (was === undefined || is === undefined) return [];
  return schemaChanges([before, was], [after, is], "notification", "taken");
}

/** Users give a parameter, which may not be narrowed, and take a result. */
type Direction = "given" | "taken";
type Placed = readonly [contract: Contract, schema: JsonObject];

function schemaChanges(
  [before, a]: Placed,
  [after, b]: Placed,
  path: string,
  direction: Direction,
): readonly string[] {
  const forms = formsOf(after, b);
  return formsOf(before, a).flatMap((old) => {
    const attempts = forms
      .filter((form) => typesOf(form).some((type) => typesOf(old).includes(type)))
      .map((form) => formChanges([before, old], [after, form], path, direction))
      .sort((one, other) => one.length - other.length);
    const [best, ...others] = attempts;
    // A form may have been split: a value that one of the new forms accepts is still accepted.
    const isInAll = (change: string) => others.every((other) => other.includes(change));
    if (best !== undefined) return direction === "given" ? best.filter(isInAll) : best;
    // Results may lose a form without breaking anyone.
    return direction === "given"
      ? [`${path} no longer takes ${typesOf(old).join(" or ")}`]
      : lostForms(path, forms, old);
  });
}

/** A result that changes the type of its only form breaks users; a result that is never null any more does not. */
function lostForms(path: string, forms: readonly JsonObject[], old: JsonObject): readonly string[] {
  const [only] = forms;
  if (forms.length !== 1 || only === undefined || old.type === "null") return [];
  return [`${path} changed its type from ${typesOf(old).join(" or ")} to ${typesOf(only).join(" or ")}`];
}

/** The branches of a union; any other schema is its own only form. */
function formsOf(contract: Contract, schema: JsonObject): readonly JsonObject[] {
  const resolved = resolveSchema(contract, schema);
  const branches = [...listOf(resolved.anyOf), ...listOf(resolved.oneOf)].filter(isObject);
  return branches.length === 0 ? [resolved] : branches.flatMap((branch) => formsOf(contract, branch));
}

function typesOf({ type }: JsonObject): readonly string[] {
  const types = Array.isArray(type) ? type : [type ?? "anything"];
  return types.map(String);
}

function formChanges(
  [before, old]: Placed,
  [after, schema]: Placed,
  path: string,
  direction: Direction,
): readonly string[] {
  const recurse = (was: JsonValue | undefined, is: JsonValue | undefined, inner: string) =>
    isObject(was) && isObject(is) ? schemaChanges([before, was], [after, is], inner, direction) : [];
  const changes = direction === "given" ? narrowings(old, schema, path) : [];
  const properties = isObject(schema.properties) ? schema.properties : {};
  for (const [key, member] of Object.entries(isObject(old.properties) ? old.properties : {})) {
    if (!Object.hasOwn(properties, key)) changes.push(`${path}.${key} was removed`);
    else changes.push(...recurse(member, properties[key], `${path}.${key}`));
  }
  changes.push(...requirementChanges(old, schema, path, direction));
  changes.push(...recurse(old.items, schema.items, `${path}[]`));
  changes.push(...recurse(old.additionalProperties, schema.additionalProperties, `${path}.*`));
  return changes;
}

function requirementChanges(
  old: JsonObject,
  schema: JsonObject,
  path: string,
  direction: Direction,
): readonly string[] {
  const was = listOf(old.required);
  const is = listOf(schema.required);
  if (direction === "given") {
    return is.filter((key) => !was.includes(key)).map((key) => `${path}.${key} became required`);
  }
  const properties = isObject(schema.properties) ? schema.properties : {};
  return was
    .filter((key) => !is.includes(key) && Object.hasOwn(properties, String(key)))
    .map((key) => `${path}.${key} may now be missing`);
}

/** Tightened limits and words that are no longer accepted. */
function narrowings(old: JsonObject, schema: JsonObject, path: string): string[] {
  const changes: string[] = [];
  const words = listOf(schema.enum);
  for (const word of listOf(old.enum)) {
    if (schema.enum === undefined || words.includes(word)) continue;
    changes.push(`${path} no longer takes ${shown(word)}`);
  }
  if (old.enum === undefined && schema.enum !== undefined)
    changes.push(`${path} accepts only certain words now`);
  for (const key of ["maximum", "maxItems", "maxLength", "maxProperties"]) {
    if (isTighter(old[key], schema[key], (was, is) => is < was)) {
      changes.push(`${path} lowered ${key} from ${shown(old[key])} to ${shown(schema[key])}`);
    }
  }
  for (const key of ["minimum", "minItems", "minLength", "minProperties"]) {
    if (isTighter(old[key], schema[key], (was, is) => is > was)) {
      changes.push(`${path} raised ${key} from ${shown(old[key])} to ${shown(schema[key])}`);
    }
  }
  return changes;
}

type Limit = number | bigint;

function isTighter(
  was: JsonValue | undefined,
  is: JsonValue | undefined,
  compare: (was: Limit, is: Limit) => boolean,
): boolean {
  if (typeof is !== "number" && typeof is !== "bigint") return false;
  return typeof was === "number" || typeof was === "bigint" ? compare(was, is) : true;
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function shown(value: JsonValue | undefined): string {
  return value === undefined ? "none" : stringifyLossless(value);
}
