import { cutArray, cutItems, cutObject } from "./cut.ts";
import { JsonError } from "./json-error.ts";
import { RawJson } from "./raw-json.ts";
import { skipValue } from "./skip-value.ts";

/** The context and the items of an answer that is a list. Items are byte text: one character for each byte. */
export interface ContextList {
  readonly context: RawJson;
  readonly items: readonly string[];
}

/** How nodes write such an answer: one pass over it is enough. */
const begin = '{"context":';
const middle = ',"value":';

/** Cuts an answer into its context and its items; undefined unless there are exactly `count` of them. */
export function cutContextList(result: RawJson, count: number): ContextList | undefined {
  try {
    const text = result.toByteText();
    const cut = text.startsWith(begin) ? cutUsual(text) : undefined;
    const { context, items } = cut ?? cutAny(text) ?? {};
    if (context === undefined || items?.length !== count) return undefined;
    return { context: RawJson.fromByteText(context), items };
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}

interface Texts {
  readonly context: string;
  readonly items: readonly string[];
}

/** Undefined where it is written in another way. */
function cutUsual(text: string): Texts | undefined {
  const end = skipValue(text, begin.length);
  const start = end + middle.length;
  if (!text.startsWith(middle, end) || text[start] !== "[") return undefined;
  const items: string[] = [];
  const isWhole = cutItems(text, start, items) === text.length - 1 && text.endsWith("}");
  return isWhole ? { context: text.slice(begin.length, end), items } : undefined;
}

function cutAny(text: string): Texts | undefined {
  if (!text.startsWith("{")) return undefined;
  const members = new Map(cutObject(text));
  const context = members.get("context");
  const value = members.get("value");
  if (context === undefined || value === undefined || members.size !== 2) return undefined;
  return { context, items: cutArray(value) };
}
