import type { RawJson } from "./raw-json.ts";

/** How ledger answers with a context begin; the slot is within their first bytes. */
const begin = '{"context":{';
const slot = /"slot":(\d{1,16})[,}]/;
const lookedAt = 96;

/** The slot of an answer that begins with its context, as nodes write it; undefined for all others. Looks at the first bytes only. */
export function contextSlot(result: RawJson): number | undefined {
  if (!result.isObject) return undefined;
  const text = result.startText(lookedAt);
  if (!text.startsWith(begin)) return undefined;
  const digits = slot.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
