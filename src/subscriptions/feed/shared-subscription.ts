import type { Commitment, SubscriptionRule } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { ledgerParams } from "../../gateway/params/ledger-params.ts";
import { concatRaw, quote } from "../../json/join.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { ownText } from "../../text/own-text.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import { commitmentOf } from "../subjects/commitment-of.ts";
import { payloadSlot } from "../subjects/payload-slot.ts";
import type { AccountBudget, Subject, SubjectKind } from "../subjects/subject.ts";
import { subjectKindOf } from "../subjects/subject-kinds.ts";
import type { Refusal } from "../upstream/upstream-frame.ts";
import type { SocketEntry } from "../upstream/upstream-socket.ts";
import { CatchUp } from "./catch-up.ts";
import type { Membership, Notification, Subscriber } from "./subscriber.ts";
import type { SubscriptionTimes } from "./subscription-times.ts";

/** The feed of a shared subscription's network, as the subscription uses it. */
export interface SharedOwner {
  readonly reader: LedgerReader;
  readonly accounts: AccountBudget;
  readonly times: SubscriptionTimes;
  /** Whether an upstream sends its notifications; otherwise it is polled. */
  isPushed(shared: SharedSubscription): boolean;
  /** Stops feeding it. */
  remove(shared: SharedSubscription): void;
  /** An upstream feeds it now. */
  confirmed(shared: SharedSubscription): void;
  refused(shared: SharedSubscription, refusal: Refusal): void;
  /** It has ended after its last notification. */
  finished(shared: SharedSubscription): void;
  /** What it missed could not be fetched. */
  fetchFailed(shared: SharedSubscription, error: unknown): void;
  /** A payload was passed on to its subscribers. */
  published(shared: SharedSubscription, payload: RawJson): void;
}

/**
 * One upstream subscription, shared by all clients that subscribe to the same.
 *
 *     asked ──confirmed, or polled──▶ live ◀──filled── filling
 *       │                              │                  ▲
 *       │ refused: no way to serve it  │ upstream lost    │ confirmed again
 *       ▼                              ▼                  │
 *     ended ◀──no client left───────── missing ───────────┘
 *
 * While `filling`, what was missed is fetched over HTTP, and notifications wait, to keep the order.
 */
export class SharedSubscription implements SocketEntry, Membership {
  readonly id: number;
  readonly key: string;
  readonly rule: SubscriptionRule;
  readonly kind: SubjectKind;
  readonly method: string;
  /** Providers that serve it; undefined when every upstream may. */
  readonly providers: readonly string[] | undefined;
  readonly params: string;
  readonly commitment: Commitment;
  readonly owner: SharedOwner;
  /** Fetches over HTTP what it missed. */
  readonly catchUp: CatchUp;
  /** Resolves once notifications will come; rejects when they never will. */
  readonly settled: Promise<void>;
  /** It was confirmed, or polled, at least once. */
  isLive = false;
  hasEnded = false;
  /** A notification came since the upstream confirmed it. */
  hasReceived = false;
  readonly #subscribers = new Set<Subscriber>();
  readonly #onEmpty: (shared: SharedSubscription) => void;
  readonly #subject: Subject;
  #settle: { resolve(): void; reject(error: RpcError): void } | undefined;
  #hasBegun = false;
  #beginning: NodeJS.Timeout | undefined;

  /** `onEmpty`: its last subscriber has left. */
  constructor(
    id: number,
    key: string,
    bound: BoundParams,
    rule: SubscriptionRule,
    owner: SharedOwner,
    onEmpty: (shared: SharedSubscription) => void,
  ) {
    const { method } = bound.plan;
    this.id = id;
    // Concatenated strings take several times their length.
    this.key = ownText(key);
    this.rule = rule;
    this.kind = subjectKindOf(rule);
    this.method = method.name;
    this.providers = method.providers;
    this.params = ownText(ledgerParams(bound, { dialect: "ledger", commitment: undefined }));
    this.commitment = commitmentOf(bound);
    this.owner = owner;
    this.#onEmpty = onEmpty;
    this.settled = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Its clients may have left by the time it is refused.
    this.settled.catch(() => undefined);
    this.#subject = this.kind.create(bound, owner.accounts);
    this.catchUp = new CatchUp(this.#subject, owner.reader, {
      isWanted: this.#isWanted,
      released: (payload) => this.#judge(payload),
      fetched: (payload) => this.#publish(payload),
      failed: (error) => owner.fetchFailed(this, error),
    });
  }

  get unsubscribeMethod(): string {
    return this.rule.pair;
  }

  get slowReader(): "newest" | "close" {
    return this.rule.slowReader;
  }

  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  join(subscriber: Subscriber): void {
    const isFirst = !this.#fillsGaps && subscriber.ignoresGaps !== true;
    this.#subscribers.add(subscriber);
    if (isFirst && this.isLive) this.#beginLater();
  }

  leave(subscriber: Subscriber): void {
    if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.#onEmpty(this);
  }

  onConfirmed(): void {
    const isFirst = !this.isLive;
    this.markLive();
    this.hasReceived = false;
    this.owner.confirmed(this);
    if (this.kind.recovers && this.#fillsGaps) this.catchUp.fillGap();
    else this.catchUp.skipGap();
    if (isFirst && this.#fillsGaps) this.#beginLater();
  }

  onRefused(refusal: Refusal): void {
    this.owner.refused(this, refusal);
  }

  onPayload(payload: RawJson): void {
    this.hasReceived = true;
    if (this.hasEnded) return;
    const inForm = this.#subject.inForm?.(payload) ?? payload;
    if (!this.catchUp.hold(inForm)) this.#judge(inForm);
  }

  /** Notifications come from now on, from whichever source. */
  markLive(): void {
    this.isLive = true;
    this.#settle?.resolve();
    this.#settle = undefined;
  }

  /** No upstream serves it, and it cannot be polled. */
  refuse(error: RpcError): void {
    this.end();
    this.#settle?.reject(error);
    this.#settle = undefined;
  }

  /** Its upstream is lost; what happens after `slot` may be missed. */
  onLost(slot: number): void {
    if (this.isLive) this.catchUp.openGap(slot);
  }

  /** The network is another ledger now. */
  forget(): void {
    this.#subject.forget();
  }

  /** Nothing is delivered from now on. */
  end(): void {
    this.#subscribers.clear();
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.#beginning);
    this.catchUp.close();
    this.#subject.close?.();
  }

  /** Whether what is read for it is still needed. */
  readonly #isWanted = () => this.#subscribers.size > 0 && !this.hasEnded;

  /** Whether some subscriber needs what was missed. */
  get #fillsGaps(): boolean {
    for (const { ignoresGaps } of this.#subscribers) if (ignoresGaps !== true) return true;
    return false;
  }

  /** Records the current state, with which the state after a gap is compared. */
  #beginLater(): void {
    if (this.#subject.begin === undefined || this.#hasBegun) return;
    this.#hasBegun = true;
    const begin = () => {
      this.#subject
        .begin?.(this.owner.reader, this.#isWanted)
        .catch((error: unknown) => this.owner.fetchFailed(this, error));
    };
    if (this.kind.beginsLate) this.#beginning = setTimeout(begin, this.owner.times.beginAfterMs).unref();
    else begin();
  }

  #judge(payload: RawJson): void {
    const verdict = this.#subject.judge(payload);
    if (verdict === "deliver") this.#publish(payload);
    else if (verdict === "refresh")
      this.catchUp.refresh().catch((error: unknown) => this.owner.fetchFailed(this, error));
  }

  #publish(payload: RawJson): void {
    const isLast = this.rule.oneShot && this.#subject.isLast?.(payload) === true;
    if (this.#subscribers.size === 0 && !isLast) return;
    const notification = this.#write(payload, isLast);
    this.owner.published(this, payload);
    for (const subscriber of this.#subscribers) subscriber.deliver(notification, payload);
    if (!isLast) return;
    this.end();
    this.owner.finished(this);
  }

  /** The payload's bytes stay as the ledger wrote them. */
  #write(payload: RawJson, isLast: boolean): Notification {
    const { id, rule, kind } = this;
    const head = `{"jsonrpc":"2.0","method":${quote(rule.notification)},"params":{"result":`;
    return {
      subscription: id,
      body: concatRaw([head, payload, `,"subscription":${id}}}`]).toBuffer(),
      isLast,
      slot: kind.shows?.slotOf(payload) ?? payloadSlot(payload),
      commitment: kind.shows?.at ?? this.commitment,
      encoded: undefined,
    };
  }
}
