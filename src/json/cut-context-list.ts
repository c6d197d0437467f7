import { cutObject } from "./cut-text.ts";
import type { RawJson } from "./raw-json.ts";
import { unlessJsonError } from "./scan/json-error.ts";

/** How nodes write such an answer. */
const begin = Buffer.from('{"context":{');
const middle = Buffer.from(',"value":[');
/** Members of a context, and of an answer around it: nodes write two. */
const maxMembers = 32;
/** Most strings end within this many bytes; in longer ones, such as an account's data, the native search is faster. */
const nearBytes = 12;

/** An answer that is a context and a list. Items are cut out when they are read, since few of a hundred are. */
class ContextList {
  /** The context as byte text: one character for each byte. */
  readonly context: string;
  readonly bytes: Buffer;
  /** Where each item begins and ends. */
  readonly #marks: readonly number[];

  constructor(context: string, bytes: Buffer, marks: readonly number[]) {
    this.context = context;
    this.bytes = bytes;
    this.#marks = marks;
  }

  get length(): number {
    return this.#marks.length / 2;
  }

  item(index: number): string {
    return this.bytes.toString("latin1", this.#marks[2 * index], this.#marks[2 * index + 1]);
  }

  byteLength(index: number): number {
    return (this.#marks[2 * index + 1] ?? 0) - (this.#marks[2 * index] ?? 0);
  }

  /** A copy in `memory`, which must be as long as `bytes`, or longer. */
  copyTo(memory: Buffer): ContextList {
    this.bytes.copy(memory);
    return new ContextList(this.context, memory, this.#marks);
  }
}

/** Cuts an answer into its context and its items; undefined unless there are exactly `count` of them. */
export function cutContextList(result: RawJson, count: number): ContextList | undefined {
  return cutUsualForm(result.toBuffer(), count) ?? cutOtherForm(result.toByteText(), count);
}

/** Cuts the form that nodes use; undefined for another. Only looks for marks, since the answer was checked as it arrived. */
function cutUsualForm(bytes: Buffer, count: number): ContextList | undefined {
  if (!hasAt(bytes, begin, 0)) return undefined;
  const contextEnd = 1 + markItems(bytes, begin.length, [], maxMembers);
  if (!hasAt(bytes, middle, contextEnd)) return undefined;
  const marks: number[] = [];
  const end = 1 + markItems(bytes, contextEnd + middle.length, marks, count);
  if (marks.length !== 2 * count || end !== bytes.length - 1 || bytes[end] !== 0x7d /* } */) return undefined;
  return new ContextList(bytes.toString("latin1", begin.length - 1, contextEnd), bytes, marks);
}

function cutOtherForm(text: string, count: number): ContextList | undefined {
  return unlessJsonError(() => {
    const members = text.startsWith("{") ? cutObject(text, maxMembers) : [];
    const { context, value } = Object.fromEntries(members);
    // Of two contexts, it is unclear which slot the items are from.
    if (context === undefined || value === undefined || members.length !== 2) return undefined;
    return cutUsualForm(Buffer.from(`{"context":${context},"value":${value}}`, "latin1"), count);
  });
}

function hasAt(bytes: Buffer, text: Buffer, at: number): boolean {
  return bytes.compare(text, 0, text.length, at, Math.min(at + text.length, bytes.length)) === 0;
}

/**
 * Notes where each item of an array or object, whose bracket is just before `from`, begins and ends; returns the place of its closing
 * bracket, or the end if there are more than `max`.
 */
function markItems(bytes: Buffer, from: number, marks: number[], max: number): number {
  let depth = 0;
  let start = from;
  let at = from;
  for (; at < bytes.length; at += 1) {
    const code = bytes[at] as number;
    if (code === 0x22 /* " */) {
      at = stringEnd(bytes, at + 1);
    } else if (code === 0x2c /* , */ && depth === 0) {
      if (marks.length >= 2 * max) return bytes.length;
      markTrimmed(bytes, start, at, marks);
      start = at + 1;
    } else if ((code | 0x20) === 0x7b /* [ { */) {
      depth += 1;
    } else if ((code | 0x20) === 0x7d /* ] } */) {
      depth -= 1;
      if (depth < 0) break;
    }
  }
  markTrimmed(bytes, start, at, marks);
  return at;
}

/** The place of the quote that ends a string whose text begins at `from`. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    for (const near = at + nearBytes; at < near; at += 1) {
      if (bytes[at] === 0x22 /* " */) return at;
      if (bytes[at] === 0x5c /* \ */) at += 1;
    }
    const quote = bytes.indexOf(0x22, at);
    if (quote < 0) return bytes.length;
    let escapes = quote;
    while (escapes > at && bytes[escapes - 1] === 0x5c) escapes -= 1;
    if ((quote - escapes) % 2 === 0) return quote;
    at = quote + 1;
  }
}

/** Notes where the text between two places begins and ends, without whitespace around it; nothing if it is empty. */
function markTrimmed(bytes: Buffer, from: number, to: number, marks: number[]): void {
  let start = from;
  let end = to;
  while (start < end && (bytes[start] as number) <= 0x20) start += 1;
  while (start < end && (bytes[end - 1] as number) <= 0x20) end -= 1;
  if (start < end) marks.push(start, end);
}
