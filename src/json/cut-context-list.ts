import { assertEnd, cutObject, markItems } from "./cut.ts";
import { JsonError } from "./json-error.ts";
import { RawJson } from "./raw-json.ts";
import { skipValue } from "./skip-value.ts";

/** How nodes write such an answer: one pass over it is enough. */
const begin = '{"context":';
const middle = ',"value":';

/** An answer that is a context and a list. Its items are cut out when they are asked for: of a hundred, few are. */
export class ContextList {
  readonly context: RawJson;
  readonly #text: string;
  /** Where each item begins and ends. */
  readonly #marks: readonly number[];

  constructor(context: string, text: string, marks: readonly number[]) {
    this.context = RawJson.fromByteText(context);
    this.#text = text;
    this.#marks = marks;
  }

  get length(): number {
    return this.#marks.length / 2;
  }

  /** An item as byte text: one character for each byte. */
  item(index: number): string {
    return this.#text.slice(this.#marks[2 * index], this.#marks[2 * index + 1]);
  }

  /** The bytes of an item. */
  byteLength(index: number): number {
    return (this.#marks[2 * index + 1] ?? 0) - (this.#marks[2 * index] ?? 0);
  }
}

/** Cuts an answer into its context and its items; undefined unless there are exactly `count` of them. */
export function cutContextList(result: RawJson, count: number): ContextList | undefined {
  try {
    const text = result.toByteText();
    const list = (text.startsWith(begin) ? cutUsual(text) : undefined) ?? cutAny(text);
    return list?.length === count ? list : undefined;
  } catch (caught) {
    if (caught instanceof JsonError) return undefined;
    throw caught;
  }
}

/** Undefined where it is written in another way. */
function cutUsual(text: string): ContextList | undefined {
  const end = skipValue(text, begin.length);
  const start = end + middle.length;
  if (!text.startsWith(middle, end) || text[start] !== "[") return undefined;
  const marks: number[] = [];
  const isWhole = markItems(text, start, marks) === text.length - 1 && text.endsWith("}");
  return isWhole ? new ContextList(text.slice(begin.length, end), text, marks) : undefined;
}

function cutAny(text: string): ContextList | undefined {
  if (!text.startsWith("{")) return undefined;
  const members = new Map(cutObject(text));
  const context = members.get("context");
  const value = members.get("value");
  if (context === undefined || value === undefined || members.size !== 2) return undefined;
  const marks: number[] = [];
  assertEnd(value, markItems(value, 0, marks));
  return new ContextList(context, value, marks);
}
