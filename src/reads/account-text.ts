import { cutArray, cutObject } from "../json/cut.ts";
import { wholeAccounts } from "./asked-items.ts";

/** Members of an account, and items of its data: an upstream that writes more does not write accounts. */
const maxMembers = 32;

/** Bytes of an account's data, from its text in calls with a form; undefined if that does not tell. `text` is undefined if it is long. */
export function accountSize(form: string, text: string | undefined, bytes: number): number | undefined {
  if (text === "null") return 0;
  if (form === wholeAccounts) return Math.floor((bytes * 3) / 4);
  const space = text === undefined ? undefined : memberOf(text, "space");
  return space !== undefined && /^\d{1,12}$/.test(space) ? Number(space) : undefined;
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
