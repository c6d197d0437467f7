import { type Commitment, configIndex, requiredFields } from "../../contract/method-description.ts";
import { allowedDefault } from "../../contract/refusals.ts";
import { quote } from "../../json/join.ts";
import type { Dialect } from "../../rpc/write-response.ts";
import type { BoundParams, Extras, RawValues } from "./bound-params.ts";
import type { MethodIndex } from "./method-index.ts";

/** Writes the parameters in the form that upstreams take. The gateway dialect adds defaults, such as the default commitment. */
export function ledgerParams(
  bound: BoundParams,
  dialect: Dialect,
  commitment: Commitment | undefined,
): string {
  const { methodIndex } = bound;
  const isGatewayDialect = dialect === "gateway";
  const rawValues = isGatewayDialect ? withDefaults(bound, commitment) : bound.rawValues;
  if (methodIndex.isList) return rawValues[0] ?? "[]";
  if (methodIndex.method.hasNamedParams) return writeByName(bound, rawValues);
  const isComplete = !isGatewayDialect || methodIndex.method.config?.always === undefined;
  return writeByPosition(
    methodIndex,
    rawValues,
    isComplete ? bound.extras : withRequiredFields(bound, rawValues),
  );
}

/** The extras, with the required fields that the config object lacks, if the call has one. */
function withRequiredFields({ methodIndex, extras }: BoundParams, rawValues: RawValues): Extras {
  const given = methodIndex.method.params.flatMap(({ place }, index) =>
    place.at === "config" && rawValues[index] !== undefined ? [place.field] : [],
  );
  if (given.length === 0 && extras.length === 0) return extras;
  return [...extras, ...requiredFields(methodIndex.method, (field) => given.includes(field))];
}

function withDefaults(bound: BoundParams, commitment: Commitment | undefined): RawValues {
  const { method, commitmentIndex } = bound.methodIndex;
  const rawValues = bound.rawValues.slice();
  for (let index = 0; index < rawValues.length; index += 1) {
    if (rawValues[index] !== undefined) continue;
    const param = method.params[index];
    if (param?.default !== undefined) {
      rawValues[index] = allowedDefault(param.name, param.default, method.refuses, (name) => bound.raw(name));
    } else if (param?.defaultFrom !== undefined) {
      rawValues[index] = wireEncoding(bound.requiredRaw(param.defaultFrom));
    }
  }
  const rule = method.commitment;
  if (rule === undefined || rule.default === "node" || commitment === undefined) return rawValues;
  if (commitmentIndex >= 0 && rawValues[commitmentIndex] === undefined) {
    rawValues[commitmentIndex] =
      `"${commitment === "processed" && rule.lowest === "confirmed" ? "confirmed" : commitment}"`;
  }
  return rawValues;
}

/** A character outside the base-58 alphabet means base64. The encoding is always sent. */
function wireEncoding(raw: string): string {
  return /[^1-9A-HJ-NP-Za-km-z"]/.test(raw) ? '"base64"' : '"base58"';
}

function writeByName({ methodIndex, extras, names }: BoundParams, rawValues: RawValues): string {
  const { method, keyTexts } = methodIndex;
  const members: string[] = [];
  for (let index = 0; index < rawValues.length; index += 1) {
    const raw = rawValues[index];
    if (raw === undefined || method.params[index]?.place.at !== "name") continue;
    const written = names?.get(index);
    members.push(written === undefined ? `${keyTexts[index]}${raw}` : `${quote(written)}:${raw}`);
  }
  for (const [key, raw] of extras) members.push(`${quote(key)}:${raw}`);
  return `{${members.join(",")}}`;
}

function writeByPosition({ method, keyTexts }: MethodIndex, rawValues: RawValues, extras: Extras): string {
  const items: string[] = [];
  let fields = "";
  for (let index = 0; index < rawValues.length; index += 1) {
    const raw = rawValues[index];
    const place = method.params[index]?.place;
    if (raw === undefined || place === undefined) continue;
    if (place.at === "position") setItem(items, place.index, raw);
    else if (place.at === "filter") setItem(items, place.index, `{${keyTexts[index]}${raw}}`);
    else if (place.at === "config") fields += `${fields === "" ? "" : ","}${keyTexts[index]}${raw}`;
  }
  for (const [key, raw] of extras) fields += `${fields === "" ? "" : ","}${quote(key)}:${raw}`;
  if (fields !== "" && method.config !== undefined)
    setItem(items, configIndex(items, method.config), `{${fields}}`);
  return `[${items.join(",")}]`;
}

function setItem(items: string[], index: number, raw: string): void {
  while (items.length < index) items.push("null");
  items[index] = raw;
}
