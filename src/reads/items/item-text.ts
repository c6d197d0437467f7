import { LRUCache } from "lru-cache";
import type { TokenRule } from "../../contract/read-rules.ts";
import { cutMember } from "../../json/cut-text.ts";
import { RawJson } from "../../json/raw-json.ts";
import { replaceMember } from "../../json/replace-member.ts";
import { unlessJsonError } from "../../json/scan/json-error.ts";
import { encodeBase58 } from "../../text/base58.ts";
import type { ItemQuery } from "./item-query.ts";

/** A text with more members is not an account. */
const maxMembers = 32;
/** Text around an account's data, as nodes write it. */
const dataStart = '["';
const dataEnd = '","base64"]';
/** Upper bound of an account's text without its data. */
const maxBytesBesidesData = 512;
/** Text length of an account with 16 KiB of data. Longer items are not kept, and not fetched whole for a read of a slice. */
export const maxItemBytes = accountTextBytes(16 * 1024);
/** Upstreams refuse to encode more data than this in base58. */
const maxBase58Bytes = 128;
/** Most mints whose decimals are cached. */
const maxMints = 10_000;
/** Upstreams write no number for an amount with more decimals. */
const maxDecimals = 19;
/** An amount's member, within this many of its first characters. */
const decimalsPattern = /"decimals":(\d{1,2})[,}]/;
const decimalsWithin = 200;

/** The texts of items at one slot. */
export interface ItemsAtSlot {
  readonly slot: number;
  /** Byte text of the context of a response with any of them. */
  readonly context: string;
  /** Byte texts of the items, in the order of the query. */
  readonly texts: readonly string[];
}

/** Writes a read's answer from its items, byte for byte as an upstream would. Returns undefined if only an upstream can. */
export function writeItemsAnswer(
  query: ItemQuery,
  { context, texts }: Pick<ItemsAtSlot, "context" | "texts">,
  tokens: TokenAmounts,
): RawJson | undefined {
  let values = "";
  for (const text of texts) {
    const value = itemValue(query, text, tokens);
    if (value === undefined) return undefined;
    values += values === "" ? value : `,${value}`;
  }
  const value = query.rule.asks === "list" ? `[${values}]` : values;
  return RawJson.fromByteText(`{"context":${context},"value":${value}}`);
}

function itemValue({ rule, derived }: ItemQuery, text: string, tokens: TokenAmounts): string | undefined {
  if (rule.token !== undefined) return tokens.amountOf(text, rule.token);
  if (text === "null") return rule.member === undefined ? text : rule.missing;
  if (rule.member !== undefined) return memberOf(text, rule.member);
  return derived === undefined ? text : encodeData(text, derived);
}

function encodeData(
  text: string,
  { encoding, slice }: NonNullable<ItemQuery["derived"]>,
): string | undefined {
  const all = dataOf(text);
  if (all === undefined) return undefined;
  const bytes = slice === undefined ? all : all.subarray(slice.offset, slice.offset + slice.length);
  if (encoding === "base58" && bytes.length > maxBase58Bytes) return undefined;
  const data = encoding === "base58" ? encodeBase58(bytes) : bytes.toString("base64");
  return replaceMember(text, "data", `["${data}","${encoding}"]`);
}

/** Estimates the length of a whole account's text from the `space` in the text of a slice; undefined without `space`. */
export function wholeAccountBytes(sliced: string): number | undefined {
  if (sliced === "null") return sliced.length;
  const space = memberOf(sliced, "space");
  return space !== undefined && /^\d{1,12}$/.test(space) ? accountTextBytes(Number(space)) : undefined;
}

/** Base64 takes four characters for three bytes. */
function accountTextBytes(size: number): number {
  return Math.ceil((size * 4) / 3) + maxBytesBesidesData;
}

/** Text of a member of an account; undefined if it is missing, or if the text has too many members to be an account. */
export function memberOf(item: string, name: string): string | undefined {
  return unlessJsonError(() => cutMember(item, name, maxMembers));
}

/** Decodes an account's data; undefined unless it is base64. */
function dataOf(item: string): Buffer | undefined {
  const data = memberOf(item, "data") ?? "";
  if (!data.startsWith(dataStart) || !data.endsWith(dataEnd)) return undefined;
  const text = data.slice(dataStart.length, -dataEnd.length);
  const bytes = Buffer.from(text, "base64");
  // Node.js skips invalid characters, which makes the result shorter.
  return bytes.length === Buffer.byteLength(text, "base64") ? bytes : undefined;
}

interface TokenAccount {
  /** Byte text of the mint's address. */
  readonly mint: string;
  readonly amount: bigint;
}

/**
 * Writes token amounts from the data of token accounts and the decimals of their mints, which never change. Decimals are learned from
 * an upstream's result, and only if the amount written from them equals that result byte for byte.
 */
export class TokenAmounts {
  readonly #decimals = new LRUCache<string, number>({ max: maxMints });

  /** Writes the amount of a token account; undefined if the decimals of its mint are unknown. */
  amountOf(item: string, rule: TokenRule): string | undefined {
    const account = readAccount(item, rule);
    const decimals = account && this.#decimals.get(account.mint);
    return account === undefined || decimals === undefined
      ? undefined
      : writeAmount(account.amount, decimals);
  }

  /** Learns decimals from an upstream's `value` for an account whose text at the same slot is `item`. Returns true on success. */
  learn(item: string, rule: TokenRule, value: string): boolean {
    const account = readAccount(item, rule);
    const decimals = Number(decimalsPattern.exec(value.slice(0, decimalsWithin))?.[1] ?? Number.NaN);
    if (account === undefined || !(decimals <= maxDecimals)) return false;
    const isExact = writeAmount(account.amount, decimals) === value;
    if (isExact) this.#decimals.set(account.mint, decimals);
    else this.#decimals.delete(account.mint);
    return isExact;
  }
}

function readAccount(item: string, { program, length, mint, amount }: TokenRule): TokenAccount | undefined {
  if (!item.startsWith("{") || memberOf(item, "owner") !== `"${program}"`) return undefined;
  const data = dataOf(item);
  if (data?.length !== length) return undefined;
  return { mint: data.toString("latin1", mint, mint + 32), amount: data.readBigUInt64LE(amount) };
}

function writeAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const shown = fraction === "" ? whole : `${whole}.${fraction}`;
  const number = writeFloat(Number(amount) / 10 ** decimals);
  return `{"amount":"${amount}","decimals":${decimals},"uiAmount":${number},"uiAmountString":"${shown}"}`;
}

/** Writes a float as upstreams do: always with a fraction, and with an exponent below 0.00001 and from 10^16 on. */
function writeFloat(value: number): string {
  if (value === 0) return "0.0";
  const [mantissa = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -5 || exponent > 15) return `${mantissa}e${exponent}`;
  const digits = mantissa.replace(".", "");
  if (exponent < 0) return `0.${digits.padStart(digits.length - 1 - exponent, "0")}`;
  return `${digits.slice(0, exponent + 1).padEnd(exponent + 1, "0")}.${digits.slice(exponent + 1) || "0"}`;
}
