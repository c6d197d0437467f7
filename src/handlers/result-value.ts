import type { CallContext } from "../gateway/call-context.ts";
import { member } from "../json/cut-raw.ts";
import { writeMembers } from "../json/join.ts";
import { type LosslessValue, parseLossless } from "../json/lossless.ts";
import type { RawJson } from "../json/raw-json.ts";
import { JsonError } from "../json/scan/json-error.ts";
import { assertFewValues, maxParsedValues } from "../json/scan/value-count.ts";
import { valueAt } from "../json/value-at.ts";
import { type RpcError, unusableResponseError } from "../rpc/rpc-error.ts";
import { isBase58OfLength } from "../text/base58.ts";

/** The ledger's largest numbers, of 128 bits, have 39 digits. Parsing longer ones takes more than linear time. */
const wholeNumberPattern = /^\d{1,39}$/;

/** Calls a method on the same network and parses its result. */
export async function askAndParse(
  context: CallContext,
  method: string,
  params: string,
): Promise<ResultValue> {
  return parseResult(method, await context.ask<unknown>(method, params, maxParsedValues));
}

/** Parses a result for a handler that looks inside. Throws an RpcError for what is not JSON. */
export function parseResult(method: string, result: RawJson<unknown>): ResultValue {
  try {
    const text = result.toString();
    assertFewValues(text);
    return new ResultValue(method, [], parseLossless(text));
  } catch (caught) {
    if (caught instanceof JsonError) throw unusableResponseError(method, caught.message);
    throw caught;
  }
}

/** Cuts a member out of an upstream's result as raw JSON. Throws `upstreamInvalid` if it is missing. */
export function requiredMember(result: RawJson | undefined, key: string, method: string): RawJson<never> {
  const found = result === undefined ? undefined : member<never>(result, key);
  if (found !== undefined) return found;
  throw unusableResponseError(method, `${key} is missing`);
}

/** A value in an upstream's result. Reading it as another type throws `upstreamInvalid` with its path. */
export class ResultValue {
  readonly #method: string;
  readonly #path: readonly string[];
  readonly #value: LosslessValue | undefined;

  constructor(method: string, path: readonly string[], value: LosslessValue | undefined) {
    this.#method = method;
    this.#path = path;
    this.#value = value;
  }

  get isNull(): boolean {
    return this.#value === null;
  }

  get isList(): boolean {
    return Array.isArray(this.#value);
  }

  /** Follows keys into the value. A missing member throws only when it is read. */
  at(...keys: string[]): ResultValue {
    const value = valueAt(this.#value, keys) as LosslessValue | undefined;
    return new ResultValue(this.#method, [...this.#path, ...keys], value);
  }

  list(): ResultValue[] {
    if (!Array.isArray(this.#value)) throw this.#typeError("a list");
    return this.#value.map((value, at) => new ResultValue(this.#method, [...this.#path, String(at)], value));
  }

  text(): string {
    if (typeof this.#value !== "string") throw this.#typeError("a string");
    return this.#value;
  }

  /** An address or a blockhash. Base-58 text needs no escaping in JSON. */
  bytes32(): string {
    const text = this.text();
    if (!isBase58OfLength(text, 32)) throw this.#typeError("the base-58 text of 32 bytes");
    return text;
  }

  flag(): boolean {
    if (typeof this.#value !== "boolean") throw this.#typeError("true or false");
    return this.#value;
  }

  /** A whole number of at least 0, with every digit, written as a number or as a string. */
  integer(): bigint {
    const text = typeof this.#value === "object" ? "" : String(this.#value);
    if (!wholeNumberPattern.test(text)) throw this.#typeError("a whole number");
    return BigInt(text);
  }

  #typeError(type: string): RpcError {
    const where = this.#path.length === 0 ? "it" : this.#path.join(".");
    return unusableResponseError(this.#method, `${where} is not ${type}`);
  }
}

/**
 * Writes the config object of a call that a handler makes: the caller's commitment, its parameters with these names, then `fields`,
 * whose values are JSON text. Leaves out what is undefined.
 */
export function writeCallConfig(
  { params, commitment }: CallContext,
  names: readonly string[],
  fields: Readonly<Record<string, string | undefined>> = {},
): string {
  const given = Object.fromEntries(names.map((name) => [name, params.raw(name)]));
  const members = Object.entries({ commitment, ...given, ...fields });
  return writeMembers(members.flatMap(([name, raw]) => (raw === undefined ? [] : [[name, raw]])));
}

/** Writes the parameters of such a call: the items, then the config object unless it is empty. */
export function paramsWith(items: readonly string[], config: string): string {
  return `[${(config === "{}" ? items : [...items, config]).join(",")}]`;
}
