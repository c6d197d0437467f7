import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { MergeRule } from "../../contract/method-description.ts";
import { canonical } from "../../json/canonical.ts";
import { cutArray, cutObject } from "../../json/cut.ts";
import { JsonError } from "../../json/json-error.ts";

/** What a call asks for, in the words of the merged call. */
export interface MergeableRead {
  readonly rule: MergeRule;
  /** JSON texts of what it asks for. */
  readonly items: readonly string[];
  /** Members of its config but for `minContextSlot`, in canonical form and order, without the braces. */
  readonly config: string;
  readonly minContextSlot: number | undefined;
}

/** Longest parameters that are looked at. */
const maxLength = 4096;
/** An address or a signature in base58. What is no such text fails, and would fail for all. */
const item = /^"[1-9A-HJ-NP-Za-km-z]{32,88}"$/;

/** What a call asks for where it can be merged with others; undefined where it goes alone. */
export function mergeableRead({ method, params }: UpstreamCall): MergeableRead | undefined {
  const rule = method?.merge;
  if (rule === undefined || params === "" || params.length > maxLength) return undefined;
  try {
    return read(rule, params);
  } catch (caught) {
    // Parameters of a form that the document does not know: the upstream answers what they are worth.
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}

function read(rule: MergeRule, params: string): MergeableRead | undefined {
  const [asked = "", config = "{}", ...others] = cutArray(params);
  const items = rule.asks === "item" ? [asked] : asked.startsWith("[") ? cutArray(asked) : [];
  if (others.length > 0 || items.length === 0 || items.length > (rule.longest ?? 1)) return undefined;
  if (!config.startsWith("{") || !items.every((each) => item.test(each))) return undefined;
  const members = new Map(cutObject(config));
  const minContextSlot = members.get("minContextSlot");
  members.delete("minContextSlot");
  if (minContextSlot !== undefined && !/^\d{1,15}$/.test(minContextSlot)) return undefined;
  for (const [key, raw] of members) if (!rule.fields.includes(key) || raw === "null") return undefined;
  for (const [key, values] of Object.entries(rule.only ?? {}))
    if (!values.includes((members.get(key) ?? "").slice(1, -1))) return undefined;
  return {
    rule,
    items,
    config: canonical(`{${[...members].map(([key, raw]) => `"${key}":${raw}`).join(",")}}`).slice(1, -1),
    minContextSlot: minContextSlot === undefined ? undefined : Number(minContextSlot),
  };
}
