import type { RawJson } from "./raw-json.ts";

/** How ledger answers with a context begin; their slot is within the first bytes. */
const contextStart = '{"context":{';
const slotKey = '"slot":';
const searchedBytes = 96;
const maxDigits = 16;

/** The slot of an answer that begins with its context, as nodes write it; undefined for any other. Reads only the first bytes. */
export function contextSlot(result: RawJson): number | undefined {
  if (!result.isObject) return undefined;
  const text = result.startText(searchedBytes);
  if (!text.startsWith(contextStart)) return undefined;
  const at = text.indexOf(slotKey, contextStart.length);
  return at === -1 ? undefined : slotAt(text, at + slotKey.length);
}

/** The whole number at `from`; undefined unless a comma or a brace follows it. */
function slotAt(text: string, from: number): number | undefined {
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
