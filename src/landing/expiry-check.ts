import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import type { ExpiryProof, Head, Inclusion } from "./fate.ts";
import type { PendingTransaction } from "./pending-transaction.ts";
import { type AtSlot, heightAt, maxStatuses, nonceOf, type Question, validityOf } from "./questions.ts";
import type { Timers } from "./timers.ts";
import { agreedHeight, agreedValue, statusVerdict } from "./verdicts.ts";
import type { StatusTestimony, Witnesses } from "./witnesses.ts";

/** Lifetimes (blockhashes and nonces) that one round asks about. */
const maxLifetimes = 64;
/** The same for those whose last height is not known. */
const maxEarly = 8;
/** A blockhash from an upstream that was ahead may be this many slots newer than what was known when it came. */
const slotsAhead = 32;
/** Of witnesses that agree at some slots, the lowest of these may be this many slots below that of the one that is right. */
const slotsBehind = 4;
/** Heights are asked for in each round from this many blocks before the first end. */
const nearBlocks = 4;
/** Slots whose statuses every upstream remembers, a few fewer than it does. */
const rememberedSlots = 280;
/** Checks that may be under way at once: a witness that hangs must not stop the others. */
const maxChecks = 32;
/** Blocks may come this much faster than measured. */
const mayBeFaster = 2;

interface ExpiryOptions {
  readonly witnesses: Witnesses;
  readonly timers: Timers;
  readonly clock: { readonly slotMs: number };
  /** Witnesses agree that a transaction is on the ledger after all. */
  readonly onIncluded: (transaction: PendingTransaction, seen: Inclusion) => void;
  /** A transaction can't land any more. */
  readonly onExpired: (transaction: PendingTransaction, proof: ExpiryProof) => void;
}

/**
 * Finds the transactions that can't land any more. Several witnesses must confirm three things: the finalized block height is past
 * the last one at which it could land, its blockhash is no longer valid there (or its nonce has another value), and a search
 * through the ledger up to that slot does not find it.
 */
export class ExpiryCheck {
  readonly #options: ExpiryOptions;
  #running = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** Makes the next check due at once: there is a new transaction. */
  checkSoon(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Checks what is due. */
  async check(pending: readonly PendingTransaction[]): Promise<void> {
    const { timers } = this.#options;
    const open = pending.filter((transaction) => transaction.end === undefined && !transaction.isIncluded);
    if (this.#running >= maxChecks || open.length === 0 || timers.now() < this.#nextAt) return;
    this.#running += 1;
    try {
      await this.#learnFirstHeights(open);
      const head = await this.#finalized(open);
      if (head === undefined) return;
      for (const one of open)
        if (one.lastHeight !== undefined && head.height > one.lastHeight) one.past ??= head;
      const late = open.filter(({ past }) => past !== undefined);
      const early = open
        .filter(({ past, kept }) => past === undefined && kept.lastValidBlockHeight === undefined)
        .sort((one, other) => one.lifetimeAskedAt - other.lifetimeAskedAt);
      const groups = [...byLifetime(late).slice(0, maxLifetimes), ...byLifetime(early).slice(0, maxEarly)];
      await Promise.all(groups.map((group) => this.#checkLifetime(group, head)));
    } finally {
      this.#running -= 1;
    }
  }

  /** Transactions whose blockhash came from elsewhere can land for 150 blocks from the height at which they came. */
  async #learnFirstHeights(open: readonly PendingTransaction[]): Promise<void> {
    const unknown = open.filter(
      ({ kept, lastHeight }) => kept.nonceAccount === undefined && lastHeight === undefined,
    );
    if (unknown.length === 0) return;
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { testimonies } = await witnesses.gather(heightAt("processed"), (some) => some.length >= quorum);
    const agreed = agreedHeight(testimonies, quorum);
    if (agreed !== undefined) for (const { kept } of unknown) kept.firstHeight = agreed.height;
  }

  async #finalized(open: readonly PendingTransaction[]): Promise<Head | undefined> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const least = Math.min(...open.map(({ lastHeight }) => lastHeight ?? Number.POSITIVE_INFINITY));
    const { testimonies } = await witnesses.gather(
      heightAt("finalized"),
      (some) => (agreedHeight(some, quorum)?.height ?? 0) > least,
    );
    // By the highest of them: a witness that claims too little must not put the next check off.
    if (testimonies.length >= quorum)
      this.#planNext(open, Math.max(...testimonies.map(({ value }) => value)));
    return agreedHeight(testimonies, quorum);
  }

  /** While every end is known and far away, nothing is asked until half of the time until then has passed. */
  #planNext(open: readonly PendingTransaction[], height: number): void {
    const { timers, clock } = this.#options;
    const isKnown = open.every(({ kept }) => kept.lastValidBlockHeight !== undefined);
    const least = Math.min(...open.map(({ lastHeight }) => lastHeight ?? height));
    const blocks = least - height - nearBlocks;
    this.#nextAt =
      isKnown && blocks > 0 ? timers.now() + (blocks * clock.slotMs) / mayBeFaster : Number.NEGATIVE_INFINITY;
  }

  /** Asks about the lifetime that some transactions share. */
  async #checkLifetime(group: readonly PendingTransaction[], newest: Head): Promise<void> {
    const [one] = group;
    if (one === undefined) return;
    const head = group.findLast(({ past }) => past !== undefined)?.past ?? newest;
    for (const transaction of group) transaction.lifetimeAskedAt = this.#options.timers.now();
    // Before this slot is final, a blockhash that is not known there may only be too new.
    const fromSlot = Math.max(...group.map(({ kept }) => kept.firstSlot)) + slotsAhead;
    const { nonceAccount, lifetime } = one.kept;
    const ended =
      nonceAccount === undefined
        ? await this.#blockhashEnded(lifetime, fromSlot, group, head)
        : await this.#nonceMoved(nonceAccount, lifetime, fromSlot);
    if (ended === undefined) return;
    const slot = Math.max(head.slot, ended);
    const blockHeight = nonceAccount === undefined ? head.height : undefined;
    for (let at = 0; at < group.length; at += maxStatuses)
      await this.#searchLedger(group.slice(at, at + maxStatuses), { slot, blockHeight });
  }

  /** The slot by which a blockhash has ended; undefined while it may be valid. */
  async #blockhashEnded(
    blockhash: string,
    fromSlot: number,
    group: readonly PendingTransaction[],
    head: Head,
  ): Promise<number | undefined> {
    const isPastEnd = group.every(({ past }) => past !== undefined);
    const { agreed, isUnserved } = await this.#agreed(validityOf(blockhash), fromSlot);
    if (agreed?.value === false) return agreed.slot + slotsBehind;
    if (agreed?.value === true && isPastEnd)
      // The last height that was known for it is wrong.
      for (const transaction of group) {
        const { kept } = transaction;
        transaction.past = undefined;
        kept.lastValidBlockHeight = undefined;
        kept.firstHeight = Math.max(kept.firstHeight ?? 0, head.height - blockhashBlocks + 1);
      }
    return isPastEnd && isUnserved ? head.slot : undefined;
  }

  /** The slot by which a nonce has another value; undefined while it may be the same. */
  async #nonceMoved(account: string, value: string, fromSlot: number): Promise<number | undefined> {
    const { agreed } = await this.#agreed(nonceOf(account), fromSlot);
    return agreed === undefined || agreed.value === value ? undefined : agreed.slot + slotsBehind;
  }

  /** What enough witnesses agree on from a slot on; `isUnserved` if those that answered do not have the method. */
  async #agreed<Value>(
    question: Question<Value>,
    fromSlot: number,
  ): Promise<{ readonly agreed: AtSlot<Value> | undefined; readonly isUnserved: boolean }> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { testimonies, unserved } = await witnesses.gather(
      question,
      (some) => agreedValue(some, quorum, fromSlot) !== undefined,
    );
    return {
      agreed: agreedValue(testimonies, quorum, fromSlot),
      isUnserved: testimonies.length === 0 && unserved > 0,
    };
  }

  /** The last check: only what several witnesses do not find in their whole history has expired. */
  async #searchLedger(transactions: readonly PendingTransaction[], proof: ExpiryProof): Promise<void> {
    const { witnesses, onIncluded, onExpired } = this.#options;
    const { quorum } = witnesses;
    const judge = (transaction: PendingTransaction, said: readonly StatusTestimony[]) => {
      if (transaction.end !== undefined) return true;
      const verdict = statusVerdict(said, quorum, proof.slot);
      if (verdict === "absent") onExpired(transaction, proof);
      else if (verdict !== undefined) onIncluded(transaction, verdict);
      return verdict !== undefined;
    };
    const answered = await witnesses.gatherStatuses(transactions, true, judge);
    const firstSlot = Math.min(...transactions.map(({ kept }) => kept.firstSlot));
    // Upstreams that keep no history still know all of their newest slots.
    if (answered < quorum && proof.slot - firstSlot < rememberedSlots)
      await witnesses.gatherStatuses(transactions, false, judge);
  }
}

/** Transactions that share a blockhash, or a nonce and its value. */
function byLifetime(transactions: readonly PendingTransaction[]): PendingTransaction[][] {
  const groups = new Map<string, PendingTransaction[]>();
  for (const transaction of transactions) {
    const { lifetime, nonceAccount = "" } = transaction.kept;
    const key = `${nonceAccount} ${lifetime}`;
    const group = groups.get(key) ?? [];
    group.push(transaction);
    groups.set(key, group);
  }
  return [...groups.values()];
}
