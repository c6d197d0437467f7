import type { RawJson } from "./raw-json.ts";

/** How ledger answers with a context begin; their slot is within the first bytes. */
const contextStart = '{"context":{';
const slotKey = '"slot":';
const searchedBytes = 96;
const maxDigits = 16;

/** The same with whitespace, as some proxies write it. */
const spacedContext = /^\{\s*"context"\s*:\s*\{[^{}]*?"slot"\s*:\s*(\d{1,16})\s*[,}]/;

/** The slot of an answer that begins with its context; undefined for any other. Reads only the first bytes. */
export function contextSlot(result: RawJson): number | undefined {
  if (!result.isObject) return undefined;
  const text = result.leadingText(searchedBytes);
  const at = text.startsWith(contextStart) ? text.indexOf(slotKey, contextStart.length) : -1;
  const slot = at === -1 ? undefined : wholeNumberAt(text, at + slotKey.length);
  if (slot !== undefined) return slot;
  const digits = spacedContext.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** The whole number at `from`; undefined unless a comma or a brace follows it. */
function wholeNumberAt(text: string, from: number): number | undefined {
  let slot = 0;
  let at = from;
  for (; at < from + maxDigits; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (!(digit >= 0 && digit <= 9)) break;
    slot = slot * 10 + digit;
  }
  const end = text[at];
  return at > from && (end === "," || end === "}") ? slot : undefined;
}
