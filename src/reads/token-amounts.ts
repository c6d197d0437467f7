import { LRUCache } from "lru-cache";
import { encodeBase58 } from "../contract/base58.ts";
import type { TokenRule } from "../contract/read-rules.ts";
import { dataOf, memberOf } from "./account-text.ts";

/** Most mints whose decimals are remembered; the least recently used is forgotten first. */
const maxMints = 10_000;
/** With more decimals than this upstreams write no number. */
const maxDecimals = 19;

/** A token account, as its data says. */
interface TokenAccount {
  readonly mint: string;
  readonly amount: bigint;
}

/**
 * The amounts of token accounts, from their data and the decimals of their mints, which never change. A mint's decimals are learned from
 * an upstream's answer, and only while amounts are written here exactly as that answer writes them.
 */
export class TokenAmounts {
  readonly #decimals = new LRUCache<string, number>({ max: maxMints });

  /** The answer's value for a token account; undefined if only an upstream can give it. */
  amountOf(item: string, rule: TokenRule): string | undefined {
    const account = readAccount(item, rule);
    const decimals = account && this.#decimals.get(account.mint);
    return account === undefined || decimals === undefined
      ? undefined
      : writeAmount(account.amount, decimals);
  }

  /** An upstream's answer shows the amount of an account whose data is known at the same slot; whether amounts can be derived of it from now on. */
  learn(item: string, rule: TokenRule, value: string): boolean {
    const account = readAccount(item, rule);
    const decimals = Number(/"decimals":(\d{1,2})[,}]/.exec(value.slice(0, 200))?.[1] ?? Number.NaN);
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
  return { mint: encodeBase58(data.subarray(mint, mint + 32)), amount: data.readBigUInt64LE(amount) };
}

function writeAmount(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  const shown = fraction === "" ? whole : `${whole}.${fraction}`;
  const number = writeFloat(Number(amount) / 10 ** decimals);
  return `{"amount":"${amount}","decimals":${decimals},"uiAmount":${number},"uiAmountString":"${shown}"}`;
}

/** A number as upstreams write floats: always with a fraction, and with an exponent below 0.00001 and from 10^16 on. */
function writeFloat(value: number): string {
  if (value === 0) return "0.0";
  const [mantissa = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent < -5 || exponent > 15) return `${mantissa}e${exponent}`;
  const digits = mantissa.replace(".", "");
  if (exponent < 0) return `0.${digits.padStart(digits.length - 1 - exponent, "0")}`;
  return `${digits.slice(0, exponent + 1).padEnd(exponent + 1, "0")}.${digits.slice(exponent + 1) || "0"}`;
}
