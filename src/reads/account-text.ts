import { cutArray, cutObject } from "../json/cut.ts";

/** Members of an account, and items of its data: an upstream that writes more does not write accounts. */
const maxMembers = 32;
/** Bytes of an account's text besides its data, at most. */
const otherBytes = 512;
/** Longest text of an item that is kept, and read with others though only a part of it was asked for: an account with 16 KiB of data. */
export const maxItemText = textBytes(16 * 1024);

/** Bytes of the text of a whole account, from the text of a part of it; undefined if that does not tell. */
export function wholeBytes(part: string): number | undefined {
  if (part === "null") return part.length;
  const space = memberOf(part, "space");
  return space !== undefined && /^\d{1,12}$/.test(space) ? textBytes(Number(space)) : undefined;
}

/** Base64 has four characters for three bytes. */
function textBytes(size: number): number {
  return Math.ceil((size * 4) / 3) + otherBytes;
}

/** A member of an account. */
export function memberOf(item: string, name: string): string | undefined {
  if (!item.startsWith("{")) return undefined;
  return cutObject(item, maxMembers).findLast(([key]) => key === name)?.[1];
}

/** The data of an account in base64; undefined if it is written in another way. */
export function dataOf(item: string): Buffer | undefined {
  const data = memberOf(item, "data");
  if (data?.startsWith("[") !== true) return undefined;
  const [text, encoding] = cutArray(data, maxMembers);
  return text === undefined || encoding !== '"base64"' ? undefined : Buffer.from(text.slice(1, -1), "base64");
}
