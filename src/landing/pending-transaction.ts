import type { CallSpan } from "../call/upstream-call.ts";
import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import type { SentContents } from "../providers/route-profile.ts";
import { type Fate, fateOf, type Head, type Inclusion } from "./fate.ts";
import type { Timers } from "./timers.ts";

/** Longest text of a route's answer that is kept. */
const maxAnswerLength = 200;

/** What was sent on one route. */
interface RouteRecord {
  readonly name: string;
  /** How often it was sent. */
  sent: number;
  /** When, in milliseconds since 1970. */
  readonly firstSentAt: number;
  lastSentAt: number;
  /** The route's last answer: "taken", or its error; undefined before it answered. */
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
  /** Last block height at which it can land, if its blockhash came from this gateway. */
  lastValidBlockHeight: number | undefined;
  /** The newest slot when it came. */
  readonly firstSlot: number;
  /** The block height then; undefined until an upstream was asked. */
  firstHeight: number | undefined;
  /** When it came, in milliseconds since 1970. */
  readonly firstSeenAt: number;
}

/** A transaction that an upstream took, until its fate is final. */
export class PendingTransaction {
  readonly kept: KeptTransaction;
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
  /** What several witnesses agreed on; at processed, the word of one is enough. */
  seen: Inclusion | undefined = undefined;
  /** Its end; undefined while it is watched. */
  end: Fate | undefined = undefined;
  /** When it is to be sent again, by the clock of its network's timers. */
  nextSendAt: number;
  /** The first finalized slot and height that were past its last height. */
  past: Head | undefined = undefined;
  /** When an upstream was last asked about its lifetime. */
  lifetimeAskedAt = Number.NEGATIVE_INFINITY;
  readonly routes = new Map<string, RouteRecord>();
  /** Upstreams that would refuse it, by name, and why. */
  unfit: ReadonlyMap<string, string> | undefined = undefined;
  /** What it offers to routes; undefined until one has demands. */
  contents: SentContents | undefined = undefined;
  readonly #listeners = new Set<() => void>();

  constructor(kept: KeptTransaction, timers: Pick<Timers, "now" | "wallNow">) {
    this.kept = kept;
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

  /** The last block height at which it can land, as far as is known; undefined for a durable nonce. */
  get lastHeight(): number | undefined {
    const { nonceAccount, lastValidBlockHeight, firstHeight } = this.kept;
    if (nonceAccount !== undefined) return undefined;
    return lastValidBlockHeight ?? (firstHeight === undefined ? undefined : firstHeight + blockhashBlocks);
  }

  /** How often it was sent again, on all routes together. */
  get sends(): number {
    return [...this.routes.values()].reduce((sum, { sent }) => sum + sent, 0);
  }

  /** Records that it is sent on a route. */
  recordSend(name: string, at: number): void {
    const route = this.routes.get(name) ?? {
      name,
      sent: 0,
      firstSentAt: at,
      lastSentAt: at,
      lastAnswer: undefined,
    };
    this.routes.set(name, route);
    route.sent += 1;
    route.lastSentAt = at;
  }

  /** Records what a route answered. */
  recordAnswer(name: string, answer: string): void {
    const route = this.routes.get(name);
    if (route !== undefined) route.lastAnswer = answer.slice(0, maxAnswerLength);
  }

  /** Calls back at each change of its fate and each time it is sent again, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls the listeners: its fate changed, or it was sent. */
  announce(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
