import { type Commitment, requiredFields } from "../../contract/method-description.ts";
import { allowedDefault } from "../../contract/refusals.ts";
import { quote } from "../../json/join.ts";
import type { BoundParams, Dialect, Extras, RawValues } from "./bound-params.ts";
import type { IndexedMethod } from "./indexed-method.ts";

/**
 * Writes the parameters as an upstream takes them. In the gateway dialect, defaults and the default commitment fill in what the caller left
 * out.
 */
export function ledgerParams(
  bound: BoundParams,
  dialect: Dialect,
  commitment: Commitment | undefined,
): string {
  const { indexed } = bound;
  const isGatewayDialect = dialect === "gateway";
  const raws = isGatewayDialect ? withDefaults(bound, commitment) : bound.raws;
  if (indexed.isList) return raws[0] ?? "[]";
  if (indexed.method.hasNamedParams) return writeByName(bound, raws);
  const isComplete = !isGatewayDialect || indexed.method.config?.always === undefined;
  return writeByPosition(indexed, raws, isComplete ? bound.extras : withRequiredFields(bound, raws));
}

/** The extras with the fields that every config object must have, if there is an object and it lacks them. */
function withRequiredFields({ indexed, extras }: BoundParams, raws: RawValues): Extras {
  const given = indexed.method.params.flatMap(({ place }, index) =>
    place.at === "config" && raws[index] !== undefined ? [place.field] : [],
  );
  if (given.length === 0 && extras.length === 0) return extras;
  return [...extras, ...requiredFields(indexed.method, (field) => given.includes(field))];
}

function withDefaults(bound: BoundParams, commitment: Commitment | undefined): RawValues {
  const { method, commitmentIndex } = bound.indexed;
  const raws = bound.raws.slice();
  for (let index = 0; index < raws.length; index += 1) {
    if (raws[index] !== undefined) continue;
    const param = method.params[index];
    if (param?.default !== undefined) {
      raws[index] = allowedDefault(param.name, param.default, method.refuses, (name) => bound.raw(name));
    } else if (param?.defaultFrom !== undefined) {
      raws[index] = wireEncoding(bound.requiredRaw(param.defaultFrom));
    }
  }
  const rule = method.commitment;
  if (rule === undefined || rule.default === "node" || commitment === undefined) return raws;
  if (commitmentIndex >= 0 && raws[commitmentIndex] === undefined) {
    raws[commitmentIndex] =
      `"${commitment === "processed" && rule.lowest === "confirmed" ? "confirmed" : commitment}"`;
  }
  return raws;
}

/** A character outside the base-58 alphabet means base64; the encoding is always sent along. */
function wireEncoding(raw: string): string {
  return /[^1-9A-HJ-NP-Za-km-z"]/.test(raw) ? '"base64"' : '"base58"';
}

function writeByName({ indexed, extras, names }: BoundParams, raws: RawValues): string {
  const { method, keyTexts } = indexed;
  const members: string[] = [];
  for (let index = 0; index < raws.length; index += 1) {
    const raw = raws[index];
    if (raw === undefined || method.params[index]?.place.at !== "name") continue;
    const written = names?.get(index);
    members.push(written === undefined ? `${keyTexts[index]}${raw}` : `${quote(written)}:${raw}`);
  }
  for (const [key, raw] of extras) members.push(`${quote(key)}:${raw}`);
  return `{${members.join(",")}}`;
}

function writeByPosition({ method, keyTexts }: IndexedMethod, raws: RawValues, extras: Extras): string {
  const items: string[] = [];
  let fields = "";
  for (let index = 0; index < raws.length; index += 1) {
    const raw = raws[index];
    const place = method.params[index]?.place;
    if (raw === undefined || place === undefined) continue;
    if (place.at === "position") setItem(items, place.index, raw);
    else if (place.at === "filter") setItem(items, place.index, `{${keyTexts[index]}${raw}}`);
    else if (place.at === "config") fields += `${fields === "" ? "" : ","}${keyTexts[index]}${raw}`;
  }
  for (const [key, raw] of extras) fields += `${fields === "" ? "" : ","}${quote(key)}:${raw}`;
  if (fields !== "" && method.config !== undefined) {
    const { index, trailing } = method.config;
    setItem(items, trailing ? Math.min(items.length, index) : index, `{${fields}}`);
  }
  return `[${items.join(",")}]`;
}

function setItem(items: string[], index: number, raw: string): void {
  while (items.length < index) items.push("null");
  items[index] = raw;
}
