import type { RawJson } from "./raw-json.ts";

/** How ledger answers with a context begin; the slot is within their first bytes. */
const begin = '{"context":{';
const name = '"slot":';
const lookedAt = 96;
const maxDigits = 16;

/** The slot of an answer that begins with its context, as nodes write it; undefined for all others. Looks at the first bytes only. */
export function contextSlot(result: RawJson): number | undefined {
  if (!result.isObject) return undefined;
  const text = result.startText(lookedAt);
  if (!text.startsWith(begin)) return undefined;
  const at = text.indexOf(name, begin.length);
  return at === -1 ? undefined : slotAt(text, at + name.length);
}

/** The whole number at `from`, where it ends as a member does. */
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
