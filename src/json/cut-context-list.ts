import { cutArray } from "./cut.ts";
import { cutMembers } from "./cut-members.ts";
import { JsonError } from "./json-error.ts";
import type { RawJson } from "./raw-json.ts";

/** The context and the items of an answer that is a list. Items are byte text: one character for each byte. */
export interface ContextList {
  readonly context: RawJson;
  readonly items: readonly string[];
}

/** Cuts an answer into its context and its items; undefined unless there are exactly `count` of them. */
export function cutContextList(result: RawJson, count: number): ContextList | undefined {
  try {
    const members = new Map(cutMembers(result));
    const context = members.get("context");
    const value = members.get("value");
    if (context === undefined || value === undefined || members.size !== 2) return undefined;
    const items = cutArray(value.toByteText());
    return items.length === count ? { context, items } : undefined;
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}
