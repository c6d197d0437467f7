import { cutArray, cutObject } from "./cut.ts";
import { quote } from "./join.ts";

/** What was left out at one place of a shortened value. */
export interface Omission {
  /** Where: `value[0].account.data[0]`; "" is the whole value. */
  readonly path: string;
  readonly kept: number;
  readonly total: number;
  readonly unit: "items" | "members" | "characters";
}

/** A value made shorter: complete JSON of a part of it. */
export interface Shortened {
  readonly text: string;
  readonly omissions: readonly Omission[];
}

/** Below this share, in bytes, members are not each worth shortening: whole ones are kept, the others left out. */
const smallestShare = 256;

/** Arrays up to this length that hold nothing but strings and numbers are tuples, such as [data, encoding]. */
const longestTuple = 4;

/**
 * Makes JSON text at most `maxBytes` long (256 at least). Lists keep their first items, records all of their members with
 * the long ones shortened, strings their beginning; what is kept stands byte for byte, numbers are never shortened.
 */
export function shortenJson(text: string, maxBytes: number): Shortened {
  const omissions: Omission[] = [];
  return { text: shorten(text.trim(), maxBytes, "", omissions), omissions };
}

function shorten(text: string, budget: number, path: string, omissions: Omission[]): string {
  if (Buffer.byteLength(text) <= budget) return text;
  switch (text[0]) {
    case "[":
      return shortenArray(cutArray(text), budget, path, omissions);
    case "{":
      return shortenObject(cutObject(text), budget, path, omissions);
    case '"':
      return shortenString(text, budget, path, omissions);
    default:
      return text;
  }
}

function shortenArray(items: readonly string[], budget: number, path: string, omissions: Omission[]): string {
  const brackets = 2;
  if (items.length <= longestTuple && items.every((item) => item[0] !== "[" && item[0] !== "{")) {
    const shares = fairShares(
      items.map((item) => Buffer.byteLength(item)),
      budget - brackets - items.length,
    );
    return `[${items.map((item, at) => shorten(item, shares[at] ?? 0, `${path}[${at}]`, omissions)).join(",")}]`;
  }
  const kept: string[] = [];
  let left = budget - brackets;
  for (const item of items) {
    left -= Buffer.byteLength(item) + 1;
    if (left < 0) break;
    kept.push(item);
  }
  omissions.push({ path, kept: Math.max(kept.length, 1), total: items.length, unit: "items" });
  const [first] = items;
  if (kept.length === 0 && first !== undefined)
    kept.push(shorten(first, budget - brackets, `${path}[0]`, omissions));
  return `[${kept.join(",")}]`;
}

function shortenObject(
  members: readonly (readonly [key: string, raw: string])[],
  budget: number,
  path: string,
  omissions: Omission[],
): string {
  const keys = members.map(([key]) => quote(key));
  // Braces, and a colon and a comma for each member.
  const frame = 2 + keys.reduce((sum, key) => sum + Buffer.byteLength(key) + 2, 0);
  const sizes = members.map(([, raw]) => Buffer.byteLength(raw));
  const shares = fairShares(sizes, budget - frame);
  const isRecord = shares.every((share, at) => share >= Math.min(sizes[at] ?? 0, smallestShare));
  const kept: string[] = [];
  let left = budget - 2;
  for (const [at, [key, raw]] of members.entries()) {
    const value = isRecord
      ? shorten(raw, shares[at] ?? 0, path === "" ? key : `${path}.${key}`, omissions)
      : raw;
    const member = `${keys[at]}:${value}`;
    if (!isRecord) {
      left -= Buffer.byteLength(member) + 1;
      if (left < 0) break;
    }
    kept.push(member);
  }
  if (kept.length < members.length)
    omissions.push({ path, kept: kept.length, total: members.length, unit: "members" });
  return `{${kept.join(",")}}`;
}

/** Divides `budget` so that the small get all they need and the large get equal parts of what is left. */
function fairShares(sizes: readonly number[], budget: number): number[] {
  const shares = sizes.map(() => 0);
  let left = Math.max(budget, 0);
  const order = sizes.map((size, at) => [size, at] as const).sort(([a], [b]) => a - b);
  for (const [rank, [size, at]] of order.entries()) {
    const share = Math.min(size, Math.floor(left / (order.length - rank)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

function shortenString(raw: string, budget: number, path: string, omissions: Omission[]): string {
  let end = 1;
  let bytes = 2;
  for (;;) {
    const step = stepAt(raw, end);
    bytes += step === 1 ? bytesOf(raw.charCodeAt(end)) : raw[end] === "\\" ? step : 4;
    if (bytes > budget || end >= raw.length - 1) break;
    end += step;
  }
  omissions.push({ path, kept: end - 1, total: raw.length - 2, unit: "characters" });
  return `${raw.slice(0, end)}"`;
}

/** Length of what must not be cut apart: an escape, a pair of surrogates, a pair of escaped surrogates. */
function stepAt(raw: string, at: number): number {
  if (raw[at] !== "\\") {
    const code = raw.charCodeAt(at);
    return code >= 0xd800 && code < 0xdc00 ? 2 : 1;
  }
  if (raw[at + 1] !== "u") return 2;
  return /^\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F]/.test(raw.slice(at, at + 12)) ? 12 : 6;
}

function bytesOf(code: number): number {
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}
