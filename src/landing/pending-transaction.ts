import { hash } from "node:crypto";
import type { UpstreamCall } from "../call/upstream-call.ts";
import { quote } from "../json/join.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import type { SentContents } from "../providers/route-profile.ts";
import { readContents } from "../upstream/routing/with-routes.ts";
import { type Fate, fateOf, type Inclusion, isSameInclusion } from "./fate.ts";

/** A target's answer is cut to this length. */
const maxAnswerLength = 200;

interface TargetRecord {
  readonly name: string;
  /** How often it was sent again to this target: its first send, by the client's call, is not counted. */
  sent: number;
  /** When it was first sent again, in milliseconds since 1970, as is `lastSentAt`. */
  readonly firstSentAt: number;
  lastSentAt: number;
  /** The target's last answer: "taken" or an error message; undefined until it answers. */
  lastAnswer: string | undefined;
}

/** The part of a pending transaction that survives a restart. */
export interface SavedTransaction {
  readonly network: string;
  readonly signature: string;
  /** The transaction in base-64. */
  readonly wire: string;
  /** Its blockhash, or the value of its nonce. */
  readonly lifetime: string;
  readonly nonceAccount: string | undefined;
  /** Last block height at which it can land; undefined if its blockhash did not come from this gateway. */
  lastValidBlockHeight: number | undefined;
  /** The newest known slot when it came. */
  readonly firstSlot: number;
  /** A block height at or after its arrival; undefined until witnesses agreed on one. */
  firstHeight: number | undefined;
  /** When it came, in milliseconds since 1970. */
  readonly firstSeenAt: number;
}

/** How a transaction came to this process. */
export interface TransactionOrigin extends Partial<Pick<UpstreamCall, "clientAddress" | "span">> {
  /** Whether another process holds and sends it, and this one only watches. */
  readonly isHeldByPeer?: boolean;
}

/** A transaction that is watched until its fate is final, with its sends. */
export class PendingTransaction {
  saved: SavedTransaction;
  /** When it came, on the monotonic clock: the time of day may jump. */
  readonly receivedAt: number;
  /** When this process began to watch it, on the monotonic clock. */
  readonly watchedSince: number;
  /** Address of the client that sent it to this process, if there is one. */
  readonly clientAddress: string | undefined;
  /** Span of the call that sent it, if the call is traced. */
  span: UpstreamCall["span"];
  /** Whether another process sends it, and this one only watches. */
  isHeldByPeer: boolean;
  /** Its place in the ledger as witnesses agreed; a processed one needs only one witness. */
  inclusion: Inclusion | undefined = undefined;
  /** Its final fate; undefined while it is watched. */
  finalFate: Fate | undefined = undefined;
  /** When to send it again, on the monotonic clock. */
  nextSendAt: number;
  /** When witnesses were last asked about its lifetime. */
  lifetimeAskedAt = Number.NEGATIVE_INFINITY;
  readonly targets: TargetRecord[] = [];
  /** Upstreams that would refuse it: name to reason. */
  unfitReasons: ReadonlyMap<string, string> | undefined = undefined;
  #contents: SentContents | undefined = undefined;
  #listeners: readonly (() => void)[] = [];
  /** Hash of its bytes, once they are forgotten. */
  #digest: string | undefined = undefined;

  constructor(
    saved: SavedTransaction,
    { clientAddress, span, isHeldByPeer = false }: TransactionOrigin = {},
  ) {
    this.saved = saved;
    this.clientAddress = clientAddress;
    this.span = span;
    this.isHeldByPeer = isHeldByPeer;
    const now = performance.now();
    this.nextSendAt = now;
    this.watchedSince = now;
    this.receivedAt = now - Math.max(0, Date.now() - saved.firstSeenAt);
  }

  get signature(): string {
    return this.saved.signature;
  }

  get fate(): Fate {
    return this.finalFate ?? fateOf(this.inclusion);
  }

  /** The parameters of its sends. */
  get sendParams(): string {
    return `[${quote(this.saved.wire)},{"encoding":"base64","skipPreflight":true,"maxRetries":0}]`;
  }

  /** What upstreams' rules check, such as its tips; read once, if some upstream has such rules. */
  get contents(): SentContents {
    this.#contents ??= readContents(this.sendParams);
    return this.#contents;
  }

  /** Whether it ended without being known to be on the ledger. */
  get mayBeSentAgain(): boolean {
    return this.finalFate?.status === "expired" || this.finalFate?.status === "unknown";
  }

  /** Whether several witnesses agreed that it is on the ledger. */
  get isIncluded(): boolean {
    return this.inclusion !== undefined && this.inclusion.commitment !== "processed";
  }

  /** The last block height at which it can land; undefined if it is not known yet or the transaction uses a durable nonce. */
  get lastHeight(): number | undefined {
    const { nonceAccount, lastValidBlockHeight, firstHeight } = this.saved;
    if (nonceAccount !== undefined) return undefined;
    return lastValidBlockHeight ?? (firstHeight === undefined ? undefined : firstHeight + blockhashBlocks);
  }

  /** Counts the last height from here, as the blockhash is still valid at this height. */
  moveLastHeight(height: number): void {
    this.saved.lastValidBlockHeight = undefined;
    this.saved.firstHeight = Math.max(this.saved.firstHeight ?? 0, height - blockhashBlocks + 1);
  }

  /** Records its place in the ledger. Returns whether that changes anything. */
  include(inclusion: Inclusion): boolean {
    if (this.finalFate !== undefined || isSameInclusion(this.inclusion, inclusion)) return false;
    this.inclusion = inclusion;
    return true;
  }

  /** Forgets its place in the ledger, which a fork dropped, and makes its next send due. Returns whether it had a place. */
  drop(now: number): boolean {
    if (this.inclusion === undefined || this.finalFate !== undefined) return false;
    this.inclusion = undefined;
    this.nextSendAt = now;
    return true;
  }

  end(fate: Fate): void {
    this.finalFate = fate;
  }

  /** How often it was sent again, over all targets: its first send, by the client's call, is not counted. */
  get sends(): number {
    return this.targets.reduce((sum, { sent }) => sum + sent, 0);
  }

  /** Whether these are its bytes, in base-64. */
  hasWire(wire: string): boolean {
    return this.#digest === undefined ? wire === this.saved.wire : hash("sha256", wire) === this.#digest;
  }

  /** Forgets what is needed only while it is watched: many ended transactions are remembered. */
  forgetContents(): void {
    this.#digest = hash("sha256", this.saved.wire);
    this.saved = { ...this.saved, wire: "" };
    this.#contents = undefined;
    this.span = undefined;
  }

  /** Records that it is sent again to a target. */
  recordSend(name: string, at: number): void {
    const target = this.#getTarget(name);
    if (target === undefined)
      this.targets.push({ name, sent: 1, firstSentAt: at, lastSentAt: at, lastAnswer: undefined });
    else {
      target.sent += 1;
      target.lastSentAt = at;
    }
  }

  /** Keeps a target's last answer. */
  recordAnswer(name: string, answer: string): void {
    const target = this.#getTarget(name);
    if (target !== undefined) target.lastAnswer = answer.slice(0, maxAnswerLength);
  }

  /** Calls the listener when its fate changes and when it is sent again. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Calls the listeners after a change of fate or a send. */
  notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  #getTarget(name: string): TargetRecord | undefined {
    return this.targets.find((target) => target.name === name);
  }
}
