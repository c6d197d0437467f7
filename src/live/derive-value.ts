import { encodeBase58 } from "../contract/base58.ts";
import { cutArray, cutObject } from "../json/cut.ts";
import { replaceMember } from "../json/replace-member.ts";
import { bytesForm, type DataSlice, type LiveRead } from "./live-read.ts";

/** The ledger refuses to encode more data than this in base 58. */
const maxBase58Bytes = 128;

/** The value that a read of one account gets, derived from the kept account; undefined if only the upstream can tell. */
export function deriveValue({ rule, form, encoding, slice }: LiveRead, account: string): string | undefined {
  if (account === "null") return rule.cut === undefined ? account : rule.missing;
  if (rule.cut !== undefined) return memberAt(account, rule.cut);
  if (encoding === form && slice === undefined) return account;
  return inEncoding(account, encoding, slice);
}

function memberAt(account: string, path: readonly string[]): string | undefined {
  let text: string | undefined = account;
  for (const key of path) {
    if (text?.startsWith("{") !== true) return undefined;
    text = cutObject(text).findLast(([name]) => name === key)?.[1];
  }
  return text;
}

function inEncoding(account: string, encoding: string, slice: DataSlice | undefined): string | undefined {
  const data = memberAt(account, ["data"]);
  if (data?.startsWith("[") !== true) return undefined;
  const [text, kept] = cutArray(data);
  if (text === undefined || kept !== `"${bytesForm}"`) return undefined;
  const all = Buffer.from(text.slice(1, -1), "base64");
  const bytes = slice === undefined ? all : all.subarray(slice.offset, slice.offset + slice.length);
  const encoded = encode(bytes, encoding);
  return encoded === undefined ? undefined : replaceMember(account, "data", `["${encoded}","${encoding}"]`);
}

function encode(bytes: Buffer, encoding: string): string | undefined {
  if (encoding === bytesForm) return bytes.toString("base64");
  return encoding === "base58" && bytes.length <= maxBase58Bytes ? encodeBase58(bytes) : undefined;
}
