import { blockhashBlocks } from "../ledger-time/ledger-lengths.ts";
import type { ExpiryProof, Inclusion } from "./fate.ts";
import type { PendingTransaction } from "./pending-transaction.ts";
import { type AtSlot, heightAt, maxStatuses, nonceOf, statusesOf, validityOf } from "./questions.ts";
import type { Timers } from "./timers.ts";
import { agreedHeight, agreedValue, statusVerdict } from "./verdicts.ts";
import type { Testimony, Witnesses } from "./witnesses.ts";

/** Lifetimes (blockhashes and nonces) that one round asks about. */
const maxLifetimes = 64;
/** The same of those whose end is not near: their last height is not known. */
const maxEarly = 8;
/** A blockhash of an upstream that was ahead may be this many slots newer than what was known when it came. */
const slotsAhead = 32;
/** Of witnesses that agree at some slots, the lowest of these may be this many slots below that of the one that is right. */
const slotsBehind = 4;
/** Heights are asked for each round from this many blocks before the first end. */
const nearBlocks = 4;
/** Slots whose statuses every upstream remembers, a few fewer than it does. */
const rememberedSlots = 280;
/** Checks that may be under way at once: a witness that hangs must not stop the others. */
const maxChecks = 32;
/** Blocks may come this much faster than measured. */
const mayBeFaster = 2;

/** What an ExpiryCheck needs. */
export interface ExpiryOptions {
  readonly witnesses: Witnesses;
  readonly timers: Timers;
  readonly clock: { readonly slotMs: number };
  /** Witnesses agree that a transaction is on the ledger after all. */
  readonly onIncluded: (transaction: PendingTransaction, seen: Inclusion) => void;
  /** A transaction can't land any more. */
  readonly onExpired: (transaction: PendingTransaction, proof: ExpiryProof) => void;
}

/**
 * Finds the transactions that can't land any more. Three things must be so, each by the word of several witnesses: the finalized
 * block height is past the last one at which it could land, its blockhash is no longer valid there (or its nonce has another
 * value), and a look through the ledger up to that slot does not find it.
 */
export class ExpiryCheck {
  readonly #options: ExpiryOptions;
  #running = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** The next check is due at once: there is a new transaction. */
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
      const early = open.filter((one) => one.past === undefined && one.lastValidBlockHeight === undefined);
      early.sort((one, other) => one.lifetimeAskedAt - other.lifetimeAskedAt);
      const late = open.filter(({ past }) => past !== undefined);
      const groups = [...byLifetime(late).slice(0, maxLifetimes), ...byLifetime(early).slice(0, maxEarly)];
      await Promise.all(groups.map((group) => this.#checkLifetime(group, head)));
    } finally {
      this.#running -= 1;
    }
  }

  /** Transactions whose blockhash someone else gave away can land for 150 blocks from the height at which they came. */
  async #learnFirstHeights(open: readonly PendingTransaction[]): Promise<void> {
    const unknown = open.filter(
      ({ kept, lastValidBlockHeight, firstHeight }) =>
        kept.nonceAccount === undefined && lastValidBlockHeight === undefined && firstHeight === undefined,
    );
    if (unknown.length === 0) return;
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const isEnough = (some: readonly unknown[]) => some.length >= quorum;
    const { testimonies } = await witnesses.gather(heightAt("processed"), isEnough);
    const agreed = agreedHeight(testimonies, quorum);
    if (agreed !== undefined) for (const transaction of unknown) transaction.firstHeight = agreed.height;
  }

  async #finalized(
    open: readonly PendingTransaction[],
  ): Promise<{ readonly slot: number; readonly height: number } | undefined> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const least = Math.min(...open.map(({ lastHeight }) => lastHeight ?? Number.POSITIVE_INFINITY));
    const isEnough = (testimonies: readonly Testimony<{ slot: number; value: number }>[]) =>
      (agreedHeight(testimonies, quorum)?.height ?? 0) > least;
    const { testimonies } = await witnesses.gather(heightAt("finalized"), isEnough);
    // By the highest of them: a witness that claims too little must not put the next check off.
    if (testimonies.length >= quorum)
      this.#planNext(open, Math.max(...testimonies.map(({ answer }) => answer.value)));
    return agreedHeight(testimonies, quorum);
  }

  /** While every end is known and far away, nothing is asked until half of the time until then is over. */
  #planNext(open: readonly PendingTransaction[], height: number): void {
    const { timers, clock } = this.#options;
    const isKnown = open.every(({ lastValidBlockHeight }) => lastValidBlockHeight !== undefined);
    const least = Math.min(...open.map(({ lastHeight }) => lastHeight ?? height));
    const blocks = least - height - nearBlocks;
    this.#nextAt =
      isKnown && blocks > 0 ? timers.now() + (blocks * clock.slotMs) / mayBeFaster : Number.NEGATIVE_INFINITY;
  }

  /** Asks about the one lifetime of some transactions. */
  async #checkLifetime(
    group: readonly PendingTransaction[],
    newest: { readonly slot: number; readonly height: number },
  ): Promise<void> {
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
      await this.#lookThrough(group.slice(at, at + maxStatuses), { slot, blockHeight });
  }

  /** The slot at which a blockhash is known to have ended; undefined while it may be good. */
  async #blockhashEnded(
    blockhash: string,
    fromSlot: number,
    group: readonly PendingTransaction[],
    head: { readonly slot: number; readonly height: number },
  ): Promise<number | undefined> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const isPastEnd = group.every(({ past }) => past !== undefined);
    const { testimonies, unserved } = await witnesses.gather(
      validityOf(blockhash),
      (some) => agreedValue(some, quorum, fromSlot) !== undefined,
    );
    const agreed = agreedValue(testimonies, quorum, fromSlot);
    if (agreed?.value === false) return agreed.slot + slotsBehind;
    if (agreed?.value === true && isPastEnd)
      // The last height that was known for it is wrong.
      for (const transaction of group) {
        transaction.lastValidBlockHeight = undefined;
        transaction.past = undefined;
        transaction.firstHeight = Math.max(transaction.firstHeight ?? 0, head.height - blockhashBlocks + 1);
      }
    return isPastEnd && testimonies.length === 0 && unserved > 0 ? head.slot : undefined;
  }

  /** The slot at which a nonce is known to have another value; undefined while it may be the same. */
  async #nonceMoved(account: string, value: string, fromSlot: number): Promise<number | undefined> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { testimonies } = await witnesses.gather(
      nonceOf(account),
      (some) => agreedValue(some, quorum, fromSlot) !== undefined,
    );
    const agreed = agreedValue(testimonies, quorum, fromSlot);
    return agreed === undefined || agreed.value === value ? undefined : agreed.slot + slotsBehind;
  }

  /** The last look: only what several witnesses do not find in their whole history has expired. */
  async #lookThrough(transactions: readonly PendingTransaction[], proof: ExpiryProof): Promise<void> {
    const { witnesses, onIncluded, onExpired } = this.#options;
    const { quorum } = witnesses;
    const firstSlot = Math.min(...transactions.map(({ kept }) => kept.firstSlot));
    const signatures = transactions.map(({ signature }) => signature);
    const settled = new Set<PendingTransaction>();
    const judge = (testimonies: readonly Testimony<AtSlot<readonly (Inclusion | undefined)[]>>[]) => {
      transactions.forEach((transaction, at) => {
        if (settled.has(transaction) || transaction.end !== undefined) return;
        const own = testimonies.map(({ name, answer }) => ({
          name,
          answer: { slot: answer.slot, value: answer.value[at] },
        }));
        const verdict = statusVerdict(own, quorum, proof.slot);
        if (verdict === undefined) return;
        settled.add(transaction);
        if (verdict === "absent") onExpired(transaction, proof);
        else onIncluded(transaction, verdict);
      });
      return settled.size === transactions.length;
    };
    const { testimonies } = await witnesses.gather(statusesOf(signatures, true), judge);
    // Upstreams that keep no history still know all of their newest slots.
    if (testimonies.length < quorum && proof.slot - firstSlot < rememberedSlots)
      await witnesses.gather(statusesOf(signatures, false), judge);
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
