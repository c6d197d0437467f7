import type { CallSpan } from "../call/upstream-call.ts";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import type { SentContents } from "../providers/route-profile.ts";
import type { WireTransaction } from "../transaction/read-transaction.ts";
import { type Fate, fateOf, type Inclusion } from "./fate.ts";
import type { Timers } from "./timers.ts";

/** Longest text of a route's answer that is kept. */
const maxAnswerLength = 200;

/** What was sent on one route. */
export interface RouteRecord {
  readonly name: string;
  /** How often it was sent. */
  sent: number;
  /** When, in milliseconds since 1970. */
  readonly firstSentAt: number;
  lastSentAt: number;
  /** What the route said last: "taken", or its error; undefined before it answered. */
  lastAnswer: string | undefined;
}

/** What is kept of a pending transaction over a restart. */
export interface KeptTransaction {
  readonly network: string;
  readonly signature: string;
  /** Its bytes in base-64. */
  readonly wire: string;
  /** Blockhash, or value of the nonce. */
  readonly lifetime: string;
  readonly nonceAccount: string | undefined;
  /** Last block height at which it can land, if this gateway gave its blockhash away. */
  readonly lastValidBlockHeight: number | undefined;
  /** The newest slot when it came. */
  readonly firstSlot: number;
  /** The block height then; undefined until it was asked. */
  readonly firstHeight: number | undefined;
  /** When it came, in milliseconds since 1970. */
  readonly firstSeenAt: number;
}

/** What is kept of what a transaction's bytes say. */
export function keptFields(
  { signature, lifetime, nonceAccount }: WireTransaction,
  wire: string,
): Pick<KeptTransaction, "signature" | "wire" | "lifetime" | "nonceAccount"> {
  return { signature, wire, lifetime, nonceAccount };
}

/** A transaction that was taken, until its fate is final. */
export class PendingTransaction {
  readonly kept: Omit<KeptTransaction, "lastValidBlockHeight" | "firstHeight">;
  lastValidBlockHeight: number | undefined;
  firstHeight: number | undefined;
  /** When it came, by the clock of its network's timers: the time of day may jump. */
  readonly cameAt: number;
  /** When this process began to watch it. */
  readonly watchedFrom: number;
  /** Address of the caller that sent it to this process; undefined if it has none. */
  caller: string | undefined = undefined;
  /** Span of the call that sent it, while it is traced. */
  span: CallSpan | undefined = undefined;
  /** Another process sends it: this one only watches it. */
  isHeldElsewhere = false;
  /** What several witnesses agreed on, or one said at processed. */
  seen: Inclusion | undefined = undefined;
  /** Its end; undefined while it is watched. */
  end: Fate | undefined = undefined;
  /** When it is to be sent again, by the clock of its network's timers. */
  nextSendAt: number;
  /** The first finalized slot and height found to be past its last one. */
  past: { readonly slot: number; readonly height: number } | undefined = undefined;
  /** When its lifetime was last asked about. */
  lifetimeAskedAt = Number.NEGATIVE_INFINITY;
  readonly routes = new Map<string, RouteRecord>();
  /** Upstreams that would refuse it, by name, and why. */
  unfit: ReadonlyMap<string, string> | undefined = undefined;
  /** What it brings to routes; undefined until one has demands. */
  contents: SentContents | undefined = undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    { lastValidBlockHeight, firstHeight, ...kept }: KeptTransaction,
    timers: Pick<Timers, "now" | "wallNow">,
  ) {
    this.kept = kept;
    this.lastValidBlockHeight = lastValidBlockHeight;
    this.firstHeight = firstHeight;
    this.nextSendAt = timers.now();
    this.watchedFrom = timers.now();
    this.cameAt = timers.now() - Math.max(0, timers.wallNow() - kept.firstSeenAt);
  }

  get signature(): string {
    return this.kept.signature;
  }

  get fate(): Fate {
    return this.end ?? fateOf(this.seen);
  }

  /** Whether several witnesses said that it is on the ledger. */
  get isIncluded(): boolean {
    return this.seen !== undefined && this.seen.level !== "processed";
  }

  /** The last block height at which it can land, as far as is known; undefined for a durable nonce, and before a height was asked. */
  get lastHeight(): number | undefined {
    if (this.kept.nonceAccount !== undefined) return undefined;
    if (this.lastValidBlockHeight !== undefined) return this.lastValidBlockHeight;
    return this.firstHeight === undefined ? undefined : this.firstHeight + blockhashBlocks;
  }

  /** What is kept of it over a restart. */
  toKept(): KeptTransaction {
    return { ...this.kept, lastValidBlockHeight: this.lastValidBlockHeight, firstHeight: this.firstHeight };
  }

  /** How often it was sent again, on all routes together. */
  get sends(): number {
    return [...this.routes.values()].reduce((sum, { sent }) => sum + sent, 0);
  }

  /** Records that it is sent on a route. */
  recordSend(name: string, at: number): void {
    const known = this.routes.get(name);
    if (known === undefined) {
      this.routes.set(name, { name, sent: 1, firstSentAt: at, lastSentAt: at, lastAnswer: undefined });
      return;
    }
    known.sent += 1;
    known.lastSentAt = at;
  }

  /** Records what a route answered. */
  recordAnswer(name: string, answer: string): void {
    const known = this.routes.get(name);
    if (known !== undefined) known.lastAnswer = answer.slice(0, maxAnswerLength);
  }

  /** Calls back at each change of its fate and each time it is sent again, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Its fate changed, or it was sent. */
  announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
