import type { Commitment, SubscriptionRule } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { ledgerParams } from "../../gateway/params/ledger-params.ts";
import { contextSlot } from "../../json/context-slot.ts";
import { concatRaw, quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { detachText } from "../../text/detached-text.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { commitmentOf, type Subject } from "../subjects/subject.ts";
import { findSubjectKind, type SubjectKind } from "../subjects/subject-kinds.ts";
import type { SocketEntry } from "../upstream/upstream-socket.ts";
import { CatchUp } from "./catch-up.ts";
import type { FeedBudgets, SubscriptionTimes } from "./feed-options.ts";
import type { Notification, Subscriber } from "./subscriber.ts";

/** The feed as a shared subscription sees it. */
export interface SubscriptionFeed {
  readonly reader: LedgerReader;
  readonly budgets: Pick<FeedBudgets, "accounts" | "heldBytes">;
  readonly times: SubscriptionTimes;
  /** True if an upstream has confirmed the subscription; otherwise it is polled or waiting. */
  isConfirmed(shared: SharedSubscription): boolean;
  remove(shared: SharedSubscription): void;
  onConfirmed(shared: SharedSubscription): void;
  /** The read is older than what was delivered; repeat it once the ledger is past that slot. */
  onBehind(shared: SharedSubscription): void;
  onRefused(shared: SharedSubscription, refusal: RpcError): void;
  onFinished(shared: SharedSubscription): void;
  onFetchFailed(shared: SharedSubscription, error: unknown): void;
  onPublished(shared: SharedSubscription, payload: RawJson): void;
}

interface SharedSubscriptionOptions {
  readonly id: number;
  readonly key: string;
  readonly params: BoundParams;
  readonly rule: SubscriptionRule;
  readonly feed: SubscriptionFeed;
  /** Called when the last subscriber leaves. */
  readonly onEmpty: (shared: SharedSubscription) => void;
}

/**
 * One upstream subscription, shared by all clients with equal subscriptions.
 *
 *     pending ──confirmed or polled─▶ live ◀──filled── filling
 *       │                              │                  ▲
 *       │ refused: no way to serve it  │ upstream lost    │ confirmed again
 *       ▼                              ▼                  │
 *     ended ◀──no client left───────── missing ───────────┘
 *
 * While `filling`, what was missed is fetched over HTTP, and notifications wait, to keep the order.
 */
export class SharedSubscription implements SocketEntry {
  /** The gateway's id, which stays the same when the upstream changes. */
  readonly id: number;
  readonly key: string;
  readonly rule: SubscriptionRule;
  readonly kind: SubjectKind;
  readonly method: string;
  /** Providers that serve the method; undefined for any upstream. */
  readonly providers: readonly string[] | undefined;
  readonly params: string;
  readonly commitment: Commitment;
  readonly feed: SubscriptionFeed;
  readonly catchUp: CatchUp;
  /** Resolves once confirmed or polled; rejects if it cannot be served. */
  readonly settled: Promise<void>;
  /** Was confirmed or polled at least once. */
  isLive = false;
  hasEnded = false;
  /** For frequent events: time and newest slot at the upstream's confirmation, until its first notification. */
  silentSince: { readonly at: number; readonly slot: number } | undefined = undefined;
  readonly #subscribers = new Set<Subscriber>();
  readonly #onEmpty: (shared: SharedSubscription) => void;
  readonly #subject: Subject;
  #settle: { resolve(): void; reject(error: RpcError): void } | undefined;
  #hasRecordedState = false;
  #recordTimer: NodeJS.Timeout | undefined;

  constructor({ id, key, params, rule, feed, onEmpty }: SharedSubscriptionOptions) {
    const { method } = params.methodIndex;
    this.id = id;
    // A flat copy: a concatenated string takes several times the memory.
    this.key = detachText(key);
    this.rule = rule;
    this.kind = findSubjectKind(rule);
    this.method = method.name;
    this.providers = method.providers;
    this.params = detachText(ledgerParams(params, "ledger", undefined));
    this.commitment = commitmentOf(params);
    this.feed = feed;
    this.#onEmpty = onEmpty;
    this.settled = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // A refusal after all clients have left must not be an unhandled rejection.
    this.settled.catch(() => undefined);
    this.#subject = this.kind.create(params, feed.budgets.accounts);
    const events = {
      isWanted: this.#isWanted,
      onReleased: (payload: RawJson) => this.#decide(payload),
      onFetched: (payload: RawJson) => this.#publish(payload),
      onFailed: (error: unknown) => feed.onFetchFailed(this, error),
      onBehind: () => feed.onBehind(this),
    };
    this.catchUp = new CatchUp(this.#subject, feed.reader, feed.budgets.heldBytes, events);
  }

  get unsubscribeMethod(): string {
    return this.rule.pair;
  }

  /** Policy for slow readers: they keep only the newest notifications, or are closed. */
  get slowReader(): "newest" | "close" {
    return this.rule.slowReader;
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  join(subscriber: Subscriber): void {
    const isFirstToFillGaps = !this.#fillsGaps && subscriber.ignoresGaps !== true;
    this.#subscribers.add(subscriber);
    if (isFirstToFillGaps && this.isLive) this.#recordStateOnce();
  }

  leave(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#onEmpty(this);
  }

  onConfirmed(): void {
    const isFirst = !this.isLive;
    this.markLive();
    this.feed.onConfirmed(this);
    if (this.kind.fetchesMissed && this.#fillsGaps) this.catchUp.fillGap();
    else this.catchUp.skipGap();
    if (isFirst && this.#fillsGaps) this.#recordStateOnce();
  }

  onRefused(refusal: RpcError): void {
    this.feed.onRefused(this, refusal);
  }

  onPayload(payload: RawJson): void {
    this.silentSince = undefined;
    if (this.hasEnded) return;
    const sliced = this.#subject.sliceData?.(payload) ?? payload;
    if (!this.catchUp.hold(sliced)) this.#decide(sliced);
  }

  /** Marks that notifications now come, from an upstream or by polling. */
  markLive(): void {
    this.isLive = true;
    this.#settle?.resolve();
    this.#settle = undefined;
  }

  /** Ends it with an error for clients that await its confirmation. */
  refuse(error: RpcError): void {
    this.end();
    this.#settle?.reject(error);
    this.#settle = undefined;
  }

  /** Records the loss of its upstream: notifications after `slot` may be missing. */
  onLost(slot: number): void {
    if (this.isLive) this.catchUp.openGap(slot);
  }

  /** Forgets delivered slots, because the ledger was replaced. */
  forgetLedger(): void {
    this.#subject.forgetLedger();
  }

  /** Ends it; nothing more is delivered. */
  end(): void {
    this.#subscribers.clear();
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.#recordTimer);
    this.catchUp.close();
    this.#subject.close?.();
  }

  /** True if large reads are still needed. */
  readonly #isWanted = () => this.#subscribers.size > 0 && !this.hasEnded;

  /** True if a subscriber needs missed notifications. */
  get #fillsGaps(): boolean {
    for (const { ignoresGaps } of this.#subscribers) if (ignoresGaps !== true) return true;
    return false;
  }

  /** Records the current state, to compare with the state after a gap. */
  #recordStateOnce(): void {
    if (this.#subject.recordState === undefined || this.#hasRecordedState) return;
    this.#hasRecordedState = true;
    const begin = () => {
      this.#subject
        .recordState?.(this.feed.reader, this.#isWanted)
        .catch((error: unknown) => this.feed.onFetchFailed(this, error));
    };
    if (this.kind.recordsStateLate)
      this.#recordTimer = setTimeout(begin, this.feed.times.recordStateAfterMs).unref();
    else begin();
  }

  #decide(payload: RawJson): void {
    const decision = this.#subject.decide(payload);
    if (decision === "deliver") this.#publish(payload);
    else if (decision === "refresh")
      this.catchUp.refresh().catch((error: unknown) => this.feed.onFetchFailed(this, error));
  }

  #publish(payload: RawJson): void {
    const isLast = this.rule.oneShot && this.#subject.isLast?.(payload) === true;
    if (this.#subscribers.size === 0 && !isLast) return;
    const notification = this.#write(payload, isLast);
    this.feed.onPublished(this, payload);
    for (const subscriber of this.#subscribers) subscriber.deliver(notification, payload);
    if (!isLast) return;
    this.end();
    this.feed.onFinished(this);
  }

  /** Serializes a notification; the payload's bytes stay unchanged. */
  #write(payload: RawJson, isLast: boolean): Notification {
    const { id, rule, kind } = this;
    const head = `{"jsonrpc":"2.0","method":${quote(rule.notification)},"params":{"result":`;
    return {
      subscription: id,
      body: concatRaw([head, payload, `,"subscription":${id}}}`]).toBuffer(),
      isLast,
      slot: kind.slotInPayload?.slotOf(payload) ?? contextSlot(payload),
      commitment: kind.slotInPayload?.commitment ?? this.commitment,
      encoded: undefined,
    };
  }
}
