import { cutObject } from "../../json/cut.ts";
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
  const { cut } = rule;
  if (cut === undefined) return RawJson.fromByteText(only);
  if (only === "null") return RawJson.fromText(cut.missing);
  const found = only.startsWith("{")
    ? cutObject(only).findLast(([key]) => key === cut.member)?.[1]
    : undefined;
  return found === undefined ? undefined : RawJson.fromByteText(found);
}
