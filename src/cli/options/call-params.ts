import { readJson } from "../../client/json/read-json.ts";
import type { ParamDescription } from "../../contract/param-description.ts";
import { findMethod } from "../../gateway/params/method-index.ts";
import { parsedOrUndefined } from "../../text/parsed-or-undefined.ts";
import { UsageError } from "./command-table.ts";

/**
 * Converts an argument to JSON text. JSON is passed through; any other word becomes a string. Where both readings are possible (the
 * address 11111111111111111111111111111111 is also a number), the parameter's type decides.
 */
export function argumentJson(param: ParamDescription | undefined, word: string): string {
  const quoted = JSON.stringify(word);
  if (!isJson(word)) return quoted;
  if (param === undefined || param.uint64 !== undefined) return word;
  const asJson = param.validate(JSON.parse(word)) === null;
  return !asJson && param.validate(word) === null ? quoted : word;
}

/** Named parameters, from positional arguments or a single object. Large numbers become bigints to keep every digit. */
export function paramsByName(method: string, words: readonly string[]): object {
  const params = findMethod(method)?.params ?? [];
  const given = words.length === 1 ? readObject(words[0] ?? "") : undefined;
  // An object may also be the first parameter, such as the filter of logsSubscribe.
  if (given !== undefined && Object.keys(given).every((key) => params.some(({ name }) => name === key)))
    return given;
  const excess = words[params.length];
  if (excess !== undefined) {
    const expected = params.length === 0 ? "no arguments" : params.map(({ name }) => name).join(", ");
    throw new UsageError(`${method} takes ${expected}; ${JSON.stringify(excess)} is one too many`);
  }
  return Object.fromEntries(
    params
      .slice(0, words.length)
      .map((param, index) => [param.name, readJson(argumentJson(param, words[index] ?? ""))]),
  );
}

function readObject(word: string): object | undefined {
  return word.startsWith("{") && isJson(word) ? (readJson(word) as object) : undefined;
}

function isJson(word: string): boolean {
  return parsedOrUndefined(word) !== undefined;
}
