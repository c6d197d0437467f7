import { hash } from "node:crypto";
import type { UpstreamCall } from "../call/upstream-call.ts";
import { quote } from "../json/join.ts";
import { blockhashBlocks } from "../ledger-clock/ledger-lengths.ts";
import type { SentContents } from "../providers/route-profile.ts";
import { readContents } from "../upstream/routing/with-routes.ts";
import { type Fate, fateOf, type Inclusion, isSameInclusion } from "./fate.ts";

/** A target's response is truncated to this length. */
const maxResponseLength = 200;

interface TargetRecord {
  readonly name: string;
  /** Number of resends to this target; the first send, by the client's call, is not counted. */
  sent: number;
  /** Time of the first resend, in milliseconds since 1970, as is `lastSentAt`. */
  readonly firstSentAt: number;
  lastSentAt: number;
  /** The target's last response: "taken" or an error message; undefined until it responds. */
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
  /** Last block height at which it can land; undefined if this gateway did not issue its blockhash. */
  lastValidBlockHeight: number | undefined;
  /** Head when it arrived. */
  readonly firstSlot: number;
  /** Block height at or after its arrival; undefined until witnesses agree on one. */
  firstHeight: number | undefined;
  /** Time of arrival, in milliseconds since 1970. */
  readonly firstSeenAt: number;
}

/** The call that brought a transaction to this process, and whether a peer holds it. */
export interface TransactionOrigin extends Partial<Pick<UpstreamCall, "clientAddress" | "span">> {
  /** True if another process holds and sends it, and this one only watches. */
  readonly isHeldByPeer?: boolean;
}

/** A transaction that is watched until its fate is final, and its resends. */
export class TrackedTransaction {
  saved: SavedTransaction;
  /** Time of arrival on the monotonic clock, since the time of day may jump. */
  readonly receivedAt: number;
  /** Start of the watch, on the monotonic clock. */
  readonly watchedSince: number;
  /** Address of the client that sent it to this process, if any. */
  readonly clientAddress: string | undefined;
  /** Span of the call that sent it, if the call is traced. */
  span: UpstreamCall["span"];
  /** True if another process sends it, and this one only watches. */
  isHeldByPeer: boolean;
  /** Inclusion that witnesses agree on; a processed one needs only one witness. */
  inclusion: Inclusion | undefined = undefined;
  /** Its final fate; undefined while it is watched. */
  finalFate: Fate | undefined = undefined;
  /** Time of the next resend, on the monotonic clock. */
  nextSendAt: number;
  /** Time of the last check of its lifetime, on the monotonic clock. */
  lifetimeCheckedAt = Number.NEGATIVE_INFINITY;
  readonly targets: TargetRecord[] = [];
  /** Upstreams that would refuse it, by name, with the reason. */
  unfitReasons: ReadonlyMap<string, string> | undefined = undefined;
  #contents: SentContents | undefined = undefined;
  #listeners: readonly (() => void)[] = [];
  /** Hash of its bytes, once those are dropped. */
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

  /** Parameters of its resends. */
  get sendParams(): string {
    return `[${quote(this.saved.wire)},{"encoding":"base64","skipPreflight":true,"maxRetries":0}]`;
  }

  /** Contents that upstreams' rules check, such as tips; parsed on first use. */
  get contents(): SentContents {
    this.#contents ??= readContents(this.sendParams);
    return this.#contents;
  }

  /** True if it ended without being seen on the ledger. */
  get mayBeSentAgain(): boolean {
    return this.finalFate?.status === "expired" || this.finalFate?.status === "unknown";
  }

  /** True if a quorum agrees that it is on the ledger. */
  get isIncluded(): boolean {
    return this.inclusion !== undefined && this.inclusion.commitment !== "processed";
  }

  /** Last block height at which it can land; undefined if not known yet or for a durable nonce. */
  get lastHeight(): number | undefined {
    const { nonceAccount, lastValidBlockHeight, firstHeight } = this.saved;
    if (nonceAccount !== undefined) return undefined;
    return lastValidBlockHeight ?? (firstHeight === undefined ? undefined : firstHeight + blockhashBlocks);
  }

  /** Moves the last height, since the blockhash is still valid at `height`. */
  moveLastHeight(height: number): void {
    this.saved.lastValidBlockHeight = undefined;
    this.saved.firstHeight = Math.max(this.saved.firstHeight ?? 0, height - blockhashBlocks + 1);
  }

  /** Records its inclusion. Returns true if that is a change. */
  include(inclusion: Inclusion): boolean {
    if (this.finalFate !== undefined || isSameInclusion(this.inclusion, inclusion)) return false;
    this.inclusion = inclusion;
    return true;
  }

  /** Forgets an inclusion that a fork dropped, and makes the next resend due. Returns true if there was one. */
  drop(now: number): boolean {
    if (this.inclusion === undefined || this.finalFate !== undefined) return false;
    this.inclusion = undefined;
    this.nextSendAt = now;
    return true;
  }

  end(fate: Fate): void {
    this.finalFate = fate;
  }

  /** Number of resends over all targets; the first send, by the client's call, is not counted. */
  get sends(): number {
    return this.targets.reduce((sum, { sent }) => sum + sent, 0);
  }

  /** True if these are its bytes, in base-64. */
  hasWire(wire: string): boolean {
    return this.#digest === undefined ? wire === this.saved.wire : hash("sha256", wire) === this.#digest;
  }

  /** Drops what only a watch needs, since many ended transactions are remembered. */
  forgetContents(): void {
    this.#digest = hash("sha256", this.saved.wire);
    this.saved = { ...this.saved, wire: "" };
    this.#contents = undefined;
    this.span = undefined;
  }

  recordSend(name: string, at: number): void {
    const target = this.#getTarget(name);
    if (target === undefined)
      this.targets.push({ name, sent: 1, firstSentAt: at, lastSentAt: at, lastAnswer: undefined });
    else {
      target.sent += 1;
      target.lastSentAt = at;
    }
  }

  recordAnswer(name: string, answer: string): void {
    const target = this.#getTarget(name);
    if (target !== undefined) target.lastAnswer = answer.slice(0, maxResponseLength);
  }

  /** Calls the listener on each change of fate and each resend. Returns a function that removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Calls the listeners after a change of fate or a resend. */
  notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  #getTarget(name: string): TargetRecord | undefined {
    return this.targets.find((target) => target.name === name);
  }
}
