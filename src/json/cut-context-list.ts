import { cutObject } from "./cut-text.ts";
import type { RawJson } from "./raw-json.ts";
import { unlessJsonError } from "./scan/json-error.ts";

/** The form that nodes write. */
const contextPrefix = Buffer.from('{"context":{');
const valuePrefix = Buffer.from(',"value":[');
/** Most members of a context and of the result around it; nodes write two. */
const maxMembers = 32;
/** Most strings end within this many bytes; the native search is faster for longer ones, such as account data. */
const shortStringBytes = 12;

/** A result of a context and a list. Items are cut lazily, since few of a hundred are read. */
class ContextList {
  /** The context as byte text: one character per byte. */
  readonly context: string;
  readonly bytes: Buffer;
  /** Start and end offset of each item. */
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

  /** Copies it into `memory`, which must be at least as long as `bytes`. */
  copyTo(memory: Buffer): ContextList {
    this.bytes.copy(memory);
    return new ContextList(this.context, memory, this.#marks);
  }
}

/** Cuts a result into its context and items; undefined unless there are exactly `count` items. */
export function cutContextList(result: RawJson, count: number): ContextList | undefined {
  return cutNodeForm(result.toBuffer(), count) ?? cutAnyForm(result.toByteText(), count);
}

/** Cuts the form that nodes write; undefined for any other. Does not validate, since responses are checked as they arrive. */
function cutNodeForm(bytes: Buffer, count: number): ContextList | undefined {
  if (!hasAt(bytes, contextPrefix, 0)) return undefined;
  const contextEnd = 1 + markItems(bytes, contextPrefix.length, [], maxMembers);
  if (!hasAt(bytes, valuePrefix, contextEnd)) return undefined;
  const marks: number[] = [];
  const end = 1 + markItems(bytes, contextEnd + valuePrefix.length, marks, count);
  if (marks.length !== 2 * count || end !== bytes.length - 1 || bytes[end] !== 0x7d /* } */) return undefined;
  return new ContextList(bytes.toString("latin1", contextPrefix.length - 1, contextEnd), bytes, marks);
}

function cutAnyForm(text: string, count: number): ContextList | undefined {
  return unlessJsonError(() => {
    const members = text.startsWith("{") ? cutObject(text, maxMembers) : [];
    const { context, value } = Object.fromEntries(members);
    // With two contexts, the slot of the items would be ambiguous.
    if (context === undefined || value === undefined || members.length !== 2) return undefined;
    return cutNodeForm(Buffer.from(`{"context":${context},"value":${value}}`, "latin1"), count);
  });
}

function hasAt(bytes: Buffer, text: Buffer, at: number): boolean {
  return bytes.compare(text, 0, text.length, at, Math.min(at + text.length, bytes.length)) === 0;
}

/**
 * Records the offsets of each item of an array or object whose opening bracket is just before `from`. Returns the offset of the
 * closing bracket, or the end of the bytes if there are more than `max` items.
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

/** Offset of the closing quote of a string whose text starts at `from`. */
function stringEnd(bytes: Buffer, from: number): number {
  for (let at = from; ; ) {
    for (const near = at + shortStringBytes; at < near; at += 1) {
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

/** Records the range between two offsets without surrounding whitespace, unless it is empty. */
function markTrimmed(bytes: Buffer, from: number, to: number, marks: number[]): void {
  let start = from;
  let end = to;
  while (start < end && (bytes[start] as number) <= 0x20) start += 1;
  while (start < end && (bytes[end - 1] as number) <= 0x20) end -= 1;
  if (start < end) marks.push(start, end);
}
