import { member } from "../../json/cut-members.ts";
import { concatRaw, joinArray } from "../../json/join.ts";
import { RawJson } from "../../json/raw-json.ts";
import type { MergeableRead } from "./mergeable-read.ts";

/** A read's answer in its own shape, of the items that it asks for; undefined where they do not hold what was asked for. */
export function answerOfItems(
  read: MergeableRead,
  context: RawJson,
  items: readonly string[],
): RawJson | undefined {
  const value = valueOfItems(read, items);
  return value && concatRaw(['{"context":', context, ',"value":', value, "}"]);
}

function valueOfItems({ rule }: MergeableRead, items: readonly string[]): RawJson | undefined {
  const [only] = items;
  if (rule.asks === "list" || only === undefined)
    return joinArray(items.map((item) => RawJson.fromByteText(item)));
  const item = RawJson.fromByteText(only);
  if (rule.cut === undefined) return item;
  return item.isNull ? RawJson.fromText(rule.cut.missing) : member(item, rule.cut.member);
}
