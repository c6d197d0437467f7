import { cutObject } from "../json/cut.ts";
import { writeLike } from "../json/write-like.ts";
import { ownText } from "../text/own-text.ts";
import type { AccountFeed } from "./account-feed.ts";
import type { ByteBudget } from "./byte-budget.ts";

/** Bytes that an account and its subscription take besides its text, as `npm run bench -- live-memory` measures. */
const overheadBytes = 3500;
/** After this many slots, a processed slot is confirmed too. */
const settleSlots = 2;
/** A slot this far ahead of those that upstreams send is ignored. */
const maxAheadSlots = 150;

/** An account's state from one slot on, and the newest slot at which it is known to be current. Texts have one character for each byte. */
export interface KnownState {
  readonly text: string;
  readonly from: number;
  slot: number;
}

/** A change that a read showed before any notification did. */
interface Unannounced {
  readonly slot: number;
  readonly foundAt: number;
  /** A verification found it, which already counted it as a correction. */
  readonly isCounted: boolean;
}

/** The memory that accounts share, and the most that one account may take. */
export interface AccountRoom {
  readonly budget: ByteBudget;
  readonly maxBytes: number;
}

/** What a read found: the known state, a state that notifications did not show, or one that there is no room for. */
export type Finding = "agrees" | "differs" | "tooLarge";

/**
 * One account in one form, kept up to date by its subscription and by reads. A read is accepted only from a slot at which the
 * subscription already reported every change. Each interruption discards the known state.
 */
export class LiveAccount {
  /** JSON text. */
  readonly address: string;
  /** `performance.now()` of the newest read of a client. */
  readAt: number;
  /** The same for the newest upstream read that agrees with the known state. */
  checkedAt = Number.NEGATIVE_INFINITY;
  feed: AccountFeed | undefined = undefined;
  /** Since when no upstream pushes it; undefined while one does. */
  awaySince: number | undefined = undefined;
  readonly #budget: ByteBudget;
  readonly #maxBytes: number;
  #takenBytes = 0;
  #state: KnownState | undefined;
  #interruptions = 0;
  /** The subscription reports all changes after this slot; undefined if no such slot is known. */
  #followedFrom: number | undefined;
  /** The newest notification before the first read. */
  #unread: { readonly slot: number; readonly text: string } | undefined;
  #unannounced: Unannounced | undefined;

  constructor(address: string, { budget, maxBytes }: AccountRoom, now: number) {
    this.address = address;
    this.#budget = budget;
    this.#maxBytes = maxBytes;
    this.readAt = now;
  }

  /** Its state, if that is certain now. */
  stateAt(now: number): KnownState | undefined {
    const { feed } = this;
    if (this.#state === undefined || feed === undefined) return undefined;
    const isFollowed = feed.interruptions === this.#interruptions && feed.isPushed && feed.isMoving(now);
    return isFollowed ? this.#state : undefined;
  }

  /** Bytes of the known state. */
  get length(): number {
    return this.#state?.text.length ?? 0;
  }

  /** Whether its state is uncertain. */
  get isUnknown(): boolean {
    return this.#state === undefined || this.feed?.interruptions !== this.#interruptions;
  }

  /** Whether a read sent now can show its state. While that is unknown, slots must first have moved on. */
  prepareRead(): boolean {
    const { feed } = this;
    if (feed === undefined || !feed.isPushed || feed.newestSlot < 0) return false;
    if (feed.interruptions !== this.#interruptions) {
      this.#interruptions = feed.interruptions;
      this.#unread = undefined;
      this.#unannounced = undefined;
      this.#followedFrom = undefined;
      this.#forget();
    }
    this.#followedFrom ??= feed.newestSlot;
    return this.#state !== undefined || feed.newestSlot >= this.#followedFrom + settleSlots;
  }

  /** Its notifications can't be used: it is read again. */
  doubt(): void {
    this.#followedFrom = undefined;
    this.#forget();
  }

  /** Takes the result of a verification; returns whether notifications should have shown it. */
  takeRead(slot: number, text: string, now: number): Finding {
    return this.#take(slot, text, now, true);
  }

  /** Takes the result of a client's read: as good as a verification, but possibly faster than the notification. */
  takePassing(slot: number, text: string, now: number): Finding {
    if (this.feed?.interruptions !== this.#interruptions) return "agrees";
    const finding = this.#take(slot, text, now, false);
    return finding === "tooLarge" ? finding : "agrees";
  }

  #take(slot: number, text: string, now: number, isCounted: boolean): Finding {
    const known = this.#state;
    if (this.#followedFrom === undefined || slot < this.#followedFrom || !this.#isPlausible(slot))
      return "agrees";
    if (known === undefined) return this.#takeFirstRead(slot, text, now);
    // An older answer does not show the current state.
    if (slot < known.slot) return "agrees";
    this.checkedAt = now;
    if (text === known.text) {
      known.slot = slot;
      return "agrees";
    }
    if (!this.#know(text, slot)) return "tooLarge";
    // A complete slot has one state: if two answers for it differ, the slot was not complete.
    if (slot === known.slot) return "agrees";
    this.#unannounced = { slot, foundAt: now, isCounted };
    return "differs";
  }

  /** Takes a notification. */
  takeNotification(slot: number, text: string): void {
    if (!this.#isPlausible(slot)) return;
    if (this.#unannounced !== undefined && slot <= this.#unannounced.slot) this.#unannounced = undefined;
    const known = this.#state;
    if (known === undefined) {
      if (slot >= (this.#unread?.slot ?? 0)) this.#unread = { slot, text };
      return;
    }
    if (slot < known.slot) return;
    const written = isGone(text) ? "null" : writeLike(known.text, text);
    if (written === known.text) {
      known.slot = slot;
      return;
    }
    const isOneOfTwo = slot === known.slot && known.from !== slot;
    // A state that can't be written like the upstream's answers is read again, from that slot on.
    if (written === undefined || isOneOfTwo || !this.#know(written, slot)) {
      this.#followedFrom = Math.max(this.#followedFrom ?? 0, isOneOfTwo ? slot + 1 : slot);
      this.#forget();
    }
  }

  /** A change that a read showed and no notification since; each is returned once. */
  takeMissed(now: number, afterMs: number): { readonly isCounted: boolean } | undefined {
    const missed = this.#unannounced;
    if (missed === undefined || now - missed.foundAt < afterMs) return undefined;
    this.#unannounced = undefined;
    return missed;
  }

  /** It is no longer followed. */
  end(): void {
    this.feed?.leave();
    this.feed = undefined;
    this.#forget();
  }

  #isPlausible(slot: number): boolean {
    const newest = this.feed?.newestSlot ?? -1;
    return newest < 0 || slot <= newest + maxAheadSlots;
  }

  #takeFirstRead(slot: number, text: string, now: number): Finding {
    if (!this.#know(text, slot)) return "tooLarge";
    this.checkedAt = now;
    const unread = this.#unread;
    this.#unread = undefined;
    if (unread !== undefined && unread.slot > slot) this.takeNotification(unread.slot, unread.text);
    return "agrees";
  }

  /** Keeps a state; false if there is no room for it. */
  #know(text: string, slot: number): boolean {
    const bytes = text.length + overheadBytes;
    if (bytes > this.#maxBytes || !this.#budget.take(bytes - this.#takenBytes)) return false;
    this.#takenBytes = bytes;
    this.#state = { text: ownText(text), from: slot, slot };
    return true;
  }

  #forget(): void {
    this.#state = undefined;
    this.#budget.giveBack(this.#takenBytes);
    this.#takenBytes = 0;
  }
}

/** In any layout; an account's data may contain it too. */
const mayBeGone = /"lamports"\s*:\s*0/;

/** Notifications show a deleted account as one without lamports. */
function isGone(text: string): boolean {
  if (text === "null") return true;
  return mayBeGone.test(text) && cutObject(text).findLast(([key]) => key === "lamports")?.[1] === "0";
}
