import type { RawJson } from "./raw-json.ts";

/** How ledger answers with a context begin; the slot stands within their first bytes. */
const begin = Buffer.from('{"context":{');
const slot = /"slot":(\d{1,16})[,}]/;
const lookedAt = 96;

/** The slot of an answer that begins with its context, as nodes write it; undefined for all others. Looks at the first bytes only. */
export function contextSlot(result: RawJson): number | undefined {
  const [first] = result.parts;
  if (first === undefined || first.length < begin.length) return undefined;
  if (first.compare(begin, 0, begin.length, 0, begin.length) !== 0) return undefined;
  const digits = slot.exec(first.toString("latin1", begin.length, Math.min(first.length, lookedAt)))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
