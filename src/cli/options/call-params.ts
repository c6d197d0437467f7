import { methodPlans } from "../../app/method-plans.ts";
import { readJson } from "../../client/json/read-json.ts";
import type { ParamDescription } from "../../contract/param-description.ts";
import { UsageFault } from "./usage-fault.ts";

/**
 * An argument as JSON text: JSON as it is, a plain word as a string. Where both readings are possible (an address of ones is also a
 * number), the parameter's type decides.
 */
export function argumentJson(param: ParamDescription | undefined, word: string): string {
  const quoted = JSON.stringify(word);
  if (!isJson(word)) return quoted;
  if (param === undefined || param.uint64 !== undefined) return word;
  const asJson = param.validate(JSON.parse(word)) === null;
  return !asJson && param.validate(word) === null ? quoted : word;
}

/** Arguments by parameter name, from their order or from one object that names them. No digit is lost: large numbers are bigints. */
export function paramsByName(method: string, words: readonly string[]): object {
  const params = methodPlans.get(method)?.method.params ?? [];
  const given = words.length === 1 ? readObject(words[0] ?? "") : undefined;
  // An object may be the first parameter too, as the filter of logs is.
  if (given !== undefined && Object.keys(given).every((key) => params.some(({ name }) => name === key)))
    return given;
  const excess = words[params.length];
  if (excess !== undefined) {
    const expected = params.length === 0 ? "no arguments" : params.map(({ name }) => name).join(", ");
    throw new UsageFault(`${method} takes ${expected}; ${JSON.stringify(excess)} is one too many`);
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
  try {
    JSON.parse(word);
    return true;
  } catch {
    // Not JSON, so a plain word.
    return false;
  }
}
