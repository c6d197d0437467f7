import { encodeTransaction } from "../ledger/answer-request.ts";
import type { KnownLedger, Level } from "../ledger/known-ledger.ts";

/** One request of the mix. */
export interface MixedRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly level: Level;
}

type Make = (source: RequestSource, level: Level) => readonly unknown[];

/** Shares in percent of what wallets and bots ask for, and the level of those that do not take the caller's. */
const mix: readonly (readonly [method: string, percent: number, make: Make, level?: Level])[] = [
  ["getAccountInfo", 30, (source, commitment) => [source.account(), { encoding: "base64", commitment }]],
  [
    "getMultipleAccounts",
    15,
    (source, commitment) => [source.accounts(), { encoding: "base64", commitment }],
  ],
  ["getSignatureStatuses", 12, (source) => [source.signatures()], "processed"],
  ["getBalance", 10, (source, commitment) => [source.account(), { commitment }]],
  ["getLatestBlockhash", 10, (_, commitment) => [{ commitment }]],
  ["getSlot", 5, (_, commitment) => [{ commitment }]],
  ["getBlockHeight", 4, (_, commitment) => [{ commitment }]],
  [
    "sendTransaction",
    3,
    (source) => [source.transaction(), { encoding: "base64", preflightCommitment: "confirmed" }],
  ],
  ["getEpochInfo", 3, (_, commitment) => [{ commitment }]],
  ["getMinimumBalanceForRentExemption", 3, () => [165]],
  ["isBlockhashValid", 2, (source, commitment) => [source.blockhash(), { commitment }]],
  ["getTransactionCount", 1, (_, commitment) => [{ commitment }]],
  ["getVersion", 1, () => []],
  [
    "simulateTransaction",
    1,
    (source) => [source.transaction(), { encoding: "base64", commitment: "confirmed" }],
    "confirmed",
  ],
];

/** Signatures that a wallet still asks about. */
const recentSignatures = 40;

/** Makes requests as wallets and bots do: few accounts are asked for often, most of them seldom (Zipf). */
export class RequestSource {
  readonly #ledger: KnownLedger;
  readonly #random: () => number;
  readonly #addresses: readonly string[];
  readonly #cumulative: readonly number[];
  readonly #signatures: string[] = [];
  #sent = 0;

  constructor(ledger: KnownLedger, random: () => number) {
    this.#ledger = ledger;
    this.#random = random;
    this.#addresses = ledger.addresses;
    let sum = 0;
    this.#cumulative = this.#addresses.map((_, index) => {
      sum += 1 / (index + 1);
      return sum;
    });
  }

  next(): MixedRequest {
    let left = this.#random() * 100;
    const [method, , make, ownLevel] = mix.find(([, percent]) => {
      left -= percent;
      return left < 0;
    }) ?? ["getSlot", 0, () => []];
    const level = ownLevel ?? this.#level();
    return { method, params: make(this, level), level };
  }

  account(): string {
    const at = this.#random() * (this.#cumulative.at(-1) ?? 0);
    const index = this.#cumulative.findIndex((sum) => sum > at);
    return this.#addresses[Math.max(index, 0)] ?? "";
  }

  accounts(): string[] {
    const length = 2 + Math.floor(this.#random() * 4);
    return [...new Set(Array.from({ length }, () => this.account()))];
  }

  signatures(): string[] {
    const newest = this.#signatures.at(
      -1 - Math.floor(this.#random() * Math.min(this.#signatures.length, 8)),
    );
    return [newest ?? this.#signature()];
  }

  blockhash(): string {
    return this.#ledger.blockhashAt(this.#ledger.head - 3);
  }

  transaction(): string {
    const signature = this.#signature();
    this.#signatures.push(signature);
    if (this.#signatures.length > recentSignatures) this.#signatures.shift();
    return encodeTransaction({ signature, blockhash: this.blockhash(), writes: this.account(), buildsOn: 0 });
  }

  #level(): Level {
    const at = this.#random();
    if (at < 0.8) return "confirmed";
    return at < 0.9 ? "processed" : "finalized";
  }

  /** 64 bytes in base-58: two hashes, one after the other, are close enough to be valid text of that length. */
  #signature(): string {
    this.#sent += 1;
    return encodeSignature(this.#sent);
  }
}

function encodeSignature(number: number): string {
  const digits = String(number).replaceAll("0", "z");
  return `5${"x".repeat(86 - digits.length)}${digits}1`;
}
