import type { MergeRule } from "../../contract/read-rules.ts";
import { cutObject } from "../../json/cut.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { MergeableRead } from "./mergeable-read.ts";

/** A read's answer in its own shape, as byte text, from the items that it asks for; undefined if they do not fit. */
export function answerOfItems(
  { rule }: MergeableRead,
  context: string,
  items: readonly string[],
): RawJson | undefined {
  const [only = ""] = items;
  const value = rule.asks === "list" ? `[${items.join(",")}]` : partOf(rule, only);
  return value === undefined ? undefined : RawJson.fromByteText(`{"context":${context},"value":${value}}`);
}

function partOf({ cut }: MergeRule, item: string): string | undefined {
  if (cut === undefined) return item;
  if (item === "null") return cut.missing;
  return item.startsWith("{") ? cutObject(item).findLast(([key]) => key === cut.member)?.[1] : undefined;
}
