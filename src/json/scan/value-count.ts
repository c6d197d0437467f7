import { JsonError } from "./json-error.ts";
import { skipString } from "./skip-value.ts";

/** Most values in text to be parsed: each one may take many times the memory of its text. */
export const maxParsedValues = 10_000;

const structural = /["[{,]/g;

/** Throws a JsonError if JSON text has too many values to parse. */
export function assertFewValues(text: string, max = maxParsedValues): void {
  // Each value takes at least one character.
  if (text.length < max) return;
  let values = 1;
  structural.lastIndex = 0;
  while (structural.test(text)) {
    const at = structural.lastIndex - 1;
    if (text.charCodeAt(at) === 0x22 /* " */) structural.lastIndex = skipString(text, at);
    else values += 1;
    if (values > max) throw new JsonError("shape", `more than ${max} values, too many to be parsed`, at);
  }
}
