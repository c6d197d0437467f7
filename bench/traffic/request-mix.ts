import type { Commitment } from "../../src/contract/method-description.ts";
import { encodeTransaction } from "../ledger/answer-request.ts";
import type { ModelLedger } from "../ledger/model-ledger.ts";

/** One request of the mix. */
export interface MixedRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly commitment: Commitment;
  /** A send is followed by reads of its status. */
  readonly follows?: readonly MixedRequest[];
}

type Make = (source: RequestSource, commitment: Commitment) => readonly unknown[];

/** Shares in percent of what wallets and bots ask for, and the commitment of those that do not take the caller's. */
const mix: readonly (readonly [method: string, percent: number, make: Make, commitment?: Commitment])[] = [
  ["getAccountInfo", 30, (source, commitment) => [source.account(), { encoding: "base64", commitment }]],
  [
    "getMultipleAccounts",
    15,
    (source, commitment) => [source.accounts(), { encoding: "base64", commitment }],
  ],
  ["getBalance", 10, (source, commitment) => [source.account(), { commitment }]],
  ["getLatestBlockhash", 10, (_, commitment) => [{ commitment }]],
  [
    "getTokenAccountsByOwner",
    5,
    (source, commitment) => [
      source.stranger(),
      { programId: "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA" },
      { encoding: "jsonParsed", commitment },
    ],
  ],
  [
    "sendTransaction",
    3,
    (source) => [source.transaction(), { encoding: "base64", preflightCommitment: "confirmed" }],
  ],
  ["getTokenAccountBalance", 3, (source, commitment) => [source.tokenAccount(), { commitment }]],
  ["getSlot", 3, (_, commitment) => [{ commitment }]],
  ["getBlockHeight", 2, (_, commitment) => [{ commitment }]],
  ["getEpochInfo", 1, (_, commitment) => [{ commitment }]],
  ["getTransactionCount", 1, (_, commitment) => [{ commitment }]],
  ["getMinimumBalanceForRentExemption", 1, () => [165]],
  ["getVersion", 1, () => []],
  ["getSignaturesForAddress", 1, (source) => [source.stranger(), { limit: 10, commitment: "confirmed" }]],
  ["getTransaction", 0.5, (source) => [source.strangersSignature(), { commitment: "confirmed" }]],
  [
    "getProgramAccounts",
    0.5,
    (source, commitment) => [source.stranger(), { encoding: "base64", commitment }],
  ],
  [
    "simulateTransaction",
    1,
    (source) => [source.transaction(), { encoding: "base64", commitment: "confirmed" }],
    "confirmed",
  ],
];

/** Reads of the status of each transaction that is sent: together 12 % of all requests. */
const polls = 4;
const total = mix.reduce(
  (sum, [method, percent]) => sum + percent * (method === "sendTransaction" ? 1 + polls : 1),
  0,
);
if (Math.abs(total - 100) > 1e-9) throw new Error(`the shares of the mix make ${total}%`);
const drawn = mix.reduce((sum, [, percent]) => sum + percent, 0);

/** Makes requests as wallets and bots do: few accounts are asked for often, most of them seldom (Zipf). */
export class RequestSource {
  readonly #ledger: ModelLedger;
  readonly #random: () => number;
  readonly #addresses: readonly string[];
  readonly #cumulative: Float64Array;
  #sent = 0;

  constructor(ledger: ModelLedger, random: () => number) {
    this.#ledger = ledger;
    this.#random = random;
    this.#addresses = ledger.addresses;
    let sum = 0;
    this.#cumulative = Float64Array.from(this.#addresses, (_, index) => {
      sum += 1 / (index + 1);
      return sum;
    });
  }

  /** Most requests that one call of `next` stands for, in the mean: a send brings its reads of statuses. */
  static readonly requestsPerDraw = 100 / drawn;

  next(): MixedRequest {
    let left = this.#random() * drawn;
    const [method, , make, ownCommitment] = mix.find(([, percent]) => {
      left -= percent;
      return left < 0;
    }) ?? ["getSlot", 0, () => []];
    const commitment = ownCommitment ?? this.#commitment();
    const params = make(this, commitment);
    if (method !== "sendTransaction") return { method, params, commitment };
    const poll: MixedRequest = {
      method: "getSignatureStatuses",
      params: [[signatureOf(this.#sent)]],
      commitment: "processed",
    };
    return { method, params, commitment, follows: Array<MixedRequest>(polls).fill(poll) };
  }

  account(): string {
    const at = this.#random() * (this.#cumulative.at(-1) ?? 0);
    let [low, high] = [0, this.#cumulative.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return this.#addresses[low] ?? "";
  }

  tokenAccount(): string {
    for (let tries = 0; tries < 100; tries += 1) {
      const address = this.account();
      if (this.#ledger.isTokenAccount(address)) return address;
    }
    return this.account();
  }

  /** From 2 to 100, short lists more often: as many of 2 to 4 as of 20 to 40. */
  accounts(): string[] {
    const length = Math.round(2 * 50 ** this.#random());
    return [...new Set(Array.from({ length }, () => this.account()))];
  }

  /** An address that no one else asks about. */
  stranger(): string {
    this.#sent += 1;
    return this.#ledger.blockhashAt(-this.#sent);
  }

  strangersSignature(): string {
    this.#sent += 1;
    return signatureOf(this.#sent);
  }

  blockhash(): string {
    return this.#ledger.blockhashAt(this.#ledger.head - 3);
  }

  transaction(): string {
    const signature = this.strangersSignature();
    return encodeTransaction({ signature, blockhash: this.blockhash(), writes: this.account(), buildsOn: 0 });
  }

  #commitment(): Commitment {
    const at = this.#random();
    if (at < 0.8) return "confirmed";
    return at < 0.9 ? "processed" : "finalized";
  }
}

/** Text of the length of 64 bytes in base-58. */
function signatureOf(number: number): string {
  const digits = String(number).replaceAll("0", "z");
  return `5${"x".repeat(86 - digits.length)}${digits}1`;
}
