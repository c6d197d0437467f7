import { truncate } from "../text/wording.ts";
import { unquote } from "./cut-text.ts";
import { byteTextOf } from "./raw-json.ts";
import { charCodeAt, skipColon, skipSpace, skipString, skipValue } from "./scan/skip-value.ts";

/** An omission at one path of a shortened value. */
export interface Omission {
  /** Such as `value[0].account.data[0]`; "" is the whole value. */
  readonly path: string;
  readonly kept: number;
  readonly total: number;
  readonly unit: "items" | "members" | "characters";
}

/** With smaller shares, the first members are kept whole and the others omitted, instead of shortening each. */
const smallestShare = 256;

/** Arrays up to this length without arrays and objects are tuples, such as [data, encoding]. */
const longestTuple = 4;

/** Deeper values are kept whole or emptied. Ledger results have about 10 levels. */
const maxDepth = 32;

/** Length of the shortest member: two quotes, a colon, a digit and a comma. */
const shortestMember = 5;

const maxKeyInPath = 60;

/**
 * Shortens JSON to `maxBytes` (at least 256): lists keep their first items, strings their beginning, and records all members, with
 * long ones shortened.
 */
export function shortenJson(
  text: string,
  maxBytes: number,
): { text: string; omissions: readonly Omission[] } {
  const trimmed = text.trim();
  const bytes = byteTextOf(trimmed);
  if (bytes.length <= maxBytes) return { text: trimmed, omissions: [] };
  const shortener = new Shortener(bytes);
  const shortened = shortener.shorten({ start: 0, end: bytes.length }, maxBytes, "", 0);
  return { text: textOfBytes(shortened), omissions: shortener.omissions };
}

interface TextRange {
  readonly start: number;
  readonly end: number;
}

interface Member extends TextRange {
  /** With quotes. */
  readonly key: string;
}

/** Works on byte text, so that a piece's length is its size. Linear at any depth: long values are skipped through an index. */
class Shortener {
  readonly omissions: Omission[] = [];
  readonly #text: string;
  readonly #ends: ReadonlyMap<number, number>;

  constructor(text: string) {
    this.#text = text;
    this.#ends = indexLongValues(text, maxDepth);
  }

  /** Writes a value in at most `budget` bytes. */
  shorten(value: TextRange, budget: number, path: string, depth: number): string {
    if (value.end - value.start <= budget) return this.#sliceText(value);
    switch (charCodeAt(this.#text, value.start)) {
      case 0x5b /* [ */:
        return this.#shortenArray(value, budget, path, depth);
      case 0x7b /* { */:
        return this.#shortenObject(value, budget, path, depth);
      case 0x22 /* " */:
        return this.#shortenString(value, budget, path);
      default:
        return this.#sliceText(value);
    }
  }

  #shortenArray({ start }: TextRange, budget: number, path: string, depth: number): string {
    const brackets = 2;
    const { items, total, fitting } = this.#readItems(start, budget - brackets);
    if (total <= longestTuple && items.every((item) => !this.#isContainer(item))) {
      const sizes = items.map((item) => item.end - item.start);
      const shares = fairShares(sizes, budget - brackets - total);
      return `[${items.map((item, at) => this.shorten(item, shares[at] ?? 0, `${path}[${at}]`, depth)).join(",")}]`;
    }
    const kept = items.slice(0, fitting).map((item) => this.#sliceText(item));
    const [first] = items;
    const keepsPartOfFirst = kept.length === 0 && first !== undefined && depth < maxDepth;
    this.omissions.push({ path, kept: keepsPartOfFirst ? 1 : kept.length, total, unit: "items" });
    if (keepsPartOfFirst) kept.push(this.shorten(first, budget - brackets, `${path}[0]`, depth + 1));
    return `[${kept.join(",")}]`;
  }

  /** Reads the first items: the `fitting` ones that fit into `room`, and at least as many as a tuple has. */
  #readItems(start: number, room: number): { items: readonly TextRange[]; total: number; fitting: number } {
    const text = this.#text;
    const items: TextRange[] = [];
    let total = 0;
    let fitting = 0;
    let left = room;
    let position = skipSpace(text, start + 1);
    while (charCodeAt(text, position) !== 0x5d /* ] */) {
      const end = this.#findEnd(position);
      left -= end - position + 1;
      if (left >= 0) fitting += 1;
      if (left >= 0 || total < longestTuple) items.push({ start: position, end });
      total += 1;
      position = this.#nextFrom(end);
    }
    return { items, total, fitting };
  }

  #shortenObject({ start }: TextRange, budget: number, path: string, depth: number): string {
    const braces = 2;
    const { members, total } = this.#readMembers(start, Math.floor(budget / shortestMember));
    // A colon and a comma per member.
    const frame = members.reduce((sum, { key }) => sum + key.length + 2, braces);
    const sizes = members.map((value) => value.end - value.start);
    const shares = fairShares(sizes, budget - frame);
    const isRecord =
      depth < maxDepth &&
      members.length === total &&
      shares.every((share, at) => share >= Math.min(sizes[at] ?? 0, smallestShare));
    const kept: string[] = [];
    let left = budget - braces;
    for (const [at, member] of members.entries()) {
      if (isRecord) {
        const value = this.shorten(member, shares[at] ?? 0, joinPath(path, member.key), depth + 1);
        kept.push(`${member.key}:${value}`);
      } else {
        left -= member.key.length + 1 + (sizes[at] ?? 0) + 1;
        if (left < 0) break;
        kept.push(`${member.key}:${this.#sliceText(member)}`);
      }
    }
    if (kept.length < total) this.omissions.push({ path, kept: kept.length, total, unit: "members" });
    return `{${kept.join(",")}}`;
  }

  /** Reads up to `most` members, and counts all. */
  #readMembers(start: number, most: number): { members: readonly Member[]; total: number } {
    const text = this.#text;
    const members: Member[] = [];
    let total = 0;
    let position = skipSpace(text, start + 1);
    while (charCodeAt(text, position) !== 0x7d /* } */) {
      const keyEnd = skipString(text, position);
      const valueStart = skipColon(text, keyEnd);
      const end = this.#findEnd(valueStart);
      if (total < most) members.push({ key: text.slice(position, keyEnd), start: valueStart, end });
      total += 1;
      position = this.#nextFrom(end);
    }
    return { members, total };
  }

  #shortenString({ start, end }: TextRange, budget: number, path: string): string {
    const raw = this.#text.slice(start, end);
    let cut = 1;
    for (;;) {
      const next = cut + unitLengthAt(raw, cut);
      if (next + 1 > budget || next >= raw.length) break;
      cut = next;
    }
    const kept = textOfBytes(raw.slice(1, cut)).length;
    const total = textOfBytes(raw).length - 2;
    this.omissions.push({ path, kept, total, unit: "characters" });
    return `${raw.slice(0, cut)}"`;
  }

  #sliceText({ start, end }: TextRange): string {
    return this.#text.slice(start, end);
  }

  #isContainer({ start }: TextRange): boolean {
    const code = charCodeAt(this.#text, start);
    return code === 0x5b || code === 0x7b;
  }

  #findEnd(start: number): number {
    return this.#ends.get(start) ?? skipValue(this.#text, start);
  }

  /** Start of the next item or key, or of the closing bracket. */
  #nextFrom(end: number): number {
    const position = skipSpace(this.#text, end);
    return charCodeAt(this.#text, position) === 0x2c /* , */ ? skipSpace(this.#text, position + 1) : position;
  }
}

/** Divides `budget` so that small sizes fit whole, and large ones share the rest equally. */
function fairShares(sizes: readonly number[], budget: number): number[] {
  const shares = [...sizes];
  let left = Math.max(budget, 0);
  const order = sizes.map((size, at) => [size, at] as const).sort(([a], [b]) => a - b);
  for (const [rank, [size, at]] of order.entries()) {
    const share = Math.min(size, Math.floor(left / (order.length - rank)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

function joinPath(path: string, key: string): string {
  const name = truncate(unquote(textOfBytes(key)), maxKeyInPath);
  return path === "" ? name : `${path}.${name}`;
}

/** Length of the indivisible unit at `at`: an escape, a pair of escaped surrogates, or the bytes of one character. */
function unitLengthAt(raw: string, at: number): number {
  if (raw[at] !== "\\") {
    const byte = raw.charCodeAt(at);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
  }
  if (raw[at + 1] !== "u") return 2;
  return /^\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F]/.test(raw.slice(at, at + 12)) ? 12 : 6;
}

function textOfBytes(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString();
}

/** Shorter arrays and objects are not indexed: skipping them is as cheap as a lookup. */
const minLength = 1024;

const structural = /["[\]{}]/g;

/**
 * Maps the start of each long array and object of valid JSON to its end, so that readers can skip it. One pass over the outermost
 * `maxDepth` levels.
 */
export function indexLongValues(text: string, maxDepth: number): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const starts: number[] = [];
  let depth = 0;
  structural.lastIndex = 0;
  while (structural.test(text)) {
    const position = structural.lastIndex - 1;
    const code = text.charCodeAt(position);
    if (code === 0x22 /* " */) {
      structural.lastIndex = skipString(text, position);
    } else if (code === 0x5b || code === 0x7b /* [ { */) {
      if (depth < maxDepth) starts[depth] = position;
      depth += 1;
    } else {
      depth -= 1;
      const start = depth < maxDepth ? (starts[depth] ?? 0) : position;
      if (position - start >= minLength) ends.set(start, position + 1);
    }
  }
  return ends;
}
