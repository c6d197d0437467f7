import type { Commitment, SubscriptionRule } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { ledgerParams } from "../../gateway/params/ledger-params.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { ownText } from "../../text/own-text.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { AccountBudget } from "../subjects/account-budget.ts";
import { commitmentOf } from "../subjects/commitment-of.ts";
import { payloadSlot } from "../subjects/payloads/payload-slot.ts";
import type { Subject, SubjectKind } from "../subjects/subject.ts";
import type { Refusal } from "../upstream/read-upstream-frame.ts";
import type { SocketEntry } from "../upstream/socket-entry.ts";
import { CatchUp } from "./catch-up.ts";
import { createNotificationWriter, type Notification } from "./notification.ts";
import { Outcome } from "./outcome.ts";
import type { Subscriber } from "./subscriber.ts";

/** The owner of a shared subscription: the feed of its network. */
export interface SharedOwner {
  readonly reader: LedgerReader;
  /** A full read of the current state is made only for subscriptions that last at least this long. */
  readonly beginAfterMs: number;
  /** Its last client has left. */
  remove(shared: SharedSubscription): void;
  /** An upstream feeds it now. */
  confirmed(shared: SharedSubscription): void;
  refused(shared: SharedSubscription, refusal: Refusal): void;
  /** It has ended after its last notification. */
  finished(shared: SharedSubscription): void;
  /** Something could not be fetched over HTTP. */
  fetchFailed(shared: SharedSubscription, error: unknown): void;
  /** A payload was passed on to its subscribers. */
  published(shared: SharedSubscription, payload: RawJson): void;
}

/** What a shared subscription needs. */
export interface SharedOptions {
  readonly id: number;
  readonly key: string;
  readonly bound: BoundParams;
  readonly rule: SubscriptionRule;
  readonly kind: SubjectKind;
  readonly accounts: AccountBudget;
  readonly owner: SharedOwner;
}

/**
 * One upstream subscription, shared by any number of equal ones of clients.
 *
 *     asked ──confirmed, or polled──▶ live ◀──filled── filling
 *       │                              │                  ▲
 *       │ refused: no way to serve it  │ upstream lost    │ confirmed again
 *       ▼                              ▼                  │
 *     ended ◀──no client left───────── missing ───────────┘
 *
 * While `filling`, what was missed is fetched over HTTP, and notifications wait, to keep the order.
 */
export class SharedSubscription implements SocketEntry {
  readonly id: number;
  readonly key: string;
  readonly rule: SubscriptionRule;
  readonly kind: SubjectKind;
  readonly method: string;
  /** Providers that serve it; undefined when every upstream may. */
  readonly providers: readonly string[] | undefined;
  readonly unsubscribeMethod: string;
  readonly params: string;
  readonly commitment: Commitment;
  readonly #subscribers = new Set<Subscriber>();
  readonly owner: SharedOwner;
  readonly #subject: Subject;
  readonly #write: (payload: RawJson, isLast: boolean, slot: number | undefined) => Notification;
  readonly #outcome = new Outcome();
  readonly #catchUp: CatchUp;
  #hasEnded = false;
  #hasReceived = false;
  #hasBegun = false;
  #beginning: NodeJS.Timeout | undefined;

  constructor({ id, key, bound, rule, kind, accounts, owner }: SharedOptions) {
    this.id = id;
    // Concatenated strings take several times their length.
    this.key = ownText(key);
    this.rule = rule;
    this.kind = kind;
    this.method = bound.plan.method.name;
    this.providers = bound.plan.method.providers;
    this.unsubscribeMethod = rule.pair;
    this.params = ownText(ledgerParams(bound, { dialect: "ledger", commitment: undefined }));
    this.commitment = commitmentOf(bound);
    this.owner = owner;
    this.#subject = kind.create(bound, accounts);
    this.#write = createNotificationWriter(rule.notification, id, kind.shows?.at ?? this.commitment);
    this.#catchUp = new CatchUp(this.#subject, owner.reader, {
      isWanted: this.#isWanted,
      released: (payload) => this.#judge(payload),
      fetched: (payload) => this.#publish(payload),
      failed: (error) => owner.fetchFailed(this, error),
    });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** How many subscribers it has. */
  get subscriberCount(): number {
    return this.#subscribers.size;
  }

  /** A notification came since the upstream confirmed it. */
  get hasReceived(): boolean {
    return this.#hasReceived;
  }

  /** It was confirmed, or polled, at least once. */
  get isLive(): boolean {
    return this.#outcome.isLive;
  }

  /** Resolves once notifications will come; rejects when they never will. */
  settled(): Promise<void> {
    return this.#outcome.settled();
  }

  onConfirmed(): void {
    const isFirst = this.#outcome.isOpen;
    this.markLive();
    this.#hasReceived = false;
    this.owner.confirmed(this);
    if (this.kind.recovers && this.#needsCatchUp) this.#catchUp.fillGap();
    else this.#catchUp.skipGap();
    if (isFirst && this.#needsCatchUp) this.#beginLater();
  }

  add(subscriber: Subscriber): void {
    const isFirst = !this.#needsCatchUp && subscriber.catchesUp !== true;
    this.#subscribers.add(subscriber);
    if (isFirst && this.isLive) this.#beginLater();
  }

  /** Removes a subscriber; returns whether it was there. */
  remove(subscriber: Subscriber): boolean {
    return this.#subscribers.delete(subscriber);
  }

  /** Fetches what was missed, if anything was. */
  fillGap(): void {
    this.#catchUp.fillGap();
  }

  onRefused(refusal: Refusal): void {
    this.owner.refused(this, refusal);
  }

  onPayload(payload: RawJson): void {
    this.#hasReceived = true;
    if (this.#hasEnded) return;
    const inForm = this.#subject.inForm?.(payload) ?? payload;
    if (!this.#catchUp.hold(inForm)) this.#judge(inForm);
  }

  /** Notifications come from now on, from whichever source. */
  markLive(): void {
    this.#outcome.markLive();
  }

  /** No upstream serves it, and it cannot be polled. */
  refuse(error: RpcError): void {
    this.#close();
    this.#outcome.refuse(error);
    this.#subscribers.clear();
  }

  /** Its upstream is lost; what happens after `slot` may be missed. */
  onLost(slot: number): void {
    if (this.#outcome.isLive) this.#catchUp.openGap(slot);
  }

  /** It has no subscriber any more, or has ended. */
  end(): void {
    this.#close();
    this.#subscribers.clear();
  }

  /** The network is another ledger now. */
  forget(): void {
    this.#subject.forget();
  }

  /** Reads over HTTP what is new and passes it on. */
  refresh(): Promise<void> {
    return this.#catchUp.refresh();
  }

  #close(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#beginning);
    this.#catchUp.close();
    this.#subject.close?.();
  }

  /** Whether what is read for it is still needed. */
  readonly #isWanted = () => this.#subscribers.size > 0 && !this.#hasEnded;

  /** Whether some subscriber relies on what is fetched for it. */
  get #needsCatchUp(): boolean {
    for (const { catchesUp } of this.#subscribers) if (catchesUp !== true) return true;
    return false;
  }

  #beginLater(): void {
    if (this.#subject.begin === undefined || this.#hasBegun) return;
    this.#hasBegun = true;
    if (this.kind.beginsLate)
      this.#beginning = setTimeout(() => void this.#begin(), this.owner.beginAfterMs).unref();
    else void this.#begin();
  }

  /** Records the current state, with which the state after a gap is compared. */
  async #begin(): Promise<void> {
    try {
      await this.#subject.begin?.(this.owner.reader, this.#isWanted);
    } catch (error) {
      this.owner.fetchFailed(this, error);
    }
  }

  #judge(payload: RawJson): void {
    const verdict = this.#subject.judge(payload);
    if (verdict === "deliver") this.#publish(payload);
    else if (verdict === "refresh")
      this.refresh().catch((error: unknown) => this.owner.fetchFailed(this, error));
  }

  #publish(payload: RawJson): void {
    const isLast = this.rule.oneShot && this.#subject.isLast(payload);
    if (this.#subscribers.size === 0 && !isLast) return;
    const notification = this.#write(
      payload,
      isLast,
      this.kind.shows?.slotOf(payload) ?? payloadSlot(payload),
    );
    this.owner.published(this, payload);
    for (const subscriber of this.#subscribers) subscriber.deliver(notification);
    if (!isLast) return;
    this.end();
    this.owner.finished(this);
  }
}
