import { getOrAdd } from "../get-or-add.ts";
import type { ExpiryProof, HeightAtSlot, Inclusion } from "./fate.ts";
import type { PendingTransaction } from "./pending-transaction.ts";
import {
  type AtSlot,
  blockhashValidity,
  heightAt,
  maxStatuses,
  nonceQuestion,
  type Question,
} from "./witness-questions.ts";
import { agreedHeight, agreedStatus, agreedValue, type StatusAnswer, type Witnesses } from "./witnesses.ts";

/** Lifetimes (blockhashes and nonces) checked per round once their transactions are past their last height. */
const maxLifetimes = 64;
/** Lifetimes checked per round whose last height is unknown. */
const maxUnknownLifetimes = 8;
/** A client may have got its blockhash from an upstream that was this many slots ahead of the head when the transaction came. */
const slotsAhead = 32;
/** Witnesses that agree may have read their states this many slots apart. */
const slotsBehind = 4;
/** From this many blocks before the first transaction's last height on, every round asks for heights. */
const nearBlocks = 4;
/** Slots whose statuses every node has in memory: nodes keep 300, less a margin. */
const rememberedSlots = 280;
/** Most checks at once: a witness that hangs must not stop the others. */
const maxChecks = 32;
/** Blocks may come up to this many times faster than measured. */
const maxSpeedup = 2;

interface ExpiryOptions {
  readonly witnesses: Witnesses;
  /** Its clock is read at each use: an idle network gets a new one. */
  readonly network: { readonly clock: { readonly slotMs: number } };
  /** Witnesses agree that a transaction is on the ledger after all. */
  readonly onIncluded: (transaction: PendingTransaction, inclusion: Inclusion) => void;
  readonly onExpired: (transaction: PendingTransaction, proof: ExpiryProof) => void;
}

/**
 * Finds expired transactions. Several witnesses must confirm that the finalized block height is past the last one at which the
 * transaction could land, if that is known; that its blockhash is no longer valid there, if they serve isBlockhashValid (or that its
 * nonce has changed); and that the ledger up to that slot does not hold it.
 */
export class ExpiryCheck {
  readonly #options: ExpiryOptions;
  #running = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** Makes the next check due at once, as a new transaction may end earlier than the others. */
  checkSoon(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Checks the transactions that are not on the ledger; does nothing before the planned time. */
  async check(pending: readonly PendingTransaction[]): Promise<void> {
    const open = pending.filter(
      (transaction) => transaction.finalFate === undefined && !transaction.isIncluded,
    );
    if (this.#running >= maxChecks || open.length === 0 || performance.now() < this.#nextAt) return;
    this.#running += 1;
    try {
      await this.#learnFirstHeights(open);
      const head = await this.#askFinalizedHead(open);
      if (head === undefined) return;
      const late = open.filter((one) => isPastEnd(one, head));
      const early = open
        .filter((one) => !isPastEnd(one, head) && one.saved.lastValidBlockHeight === undefined)
        .sort((one, other) => one.lifetimeAskedAt - other.lifetimeAskedAt);
      const groups = [
        ...byLifetime(late).slice(0, maxLifetimes),
        ...byLifetime(early).slice(0, maxUnknownLifetimes),
      ];
      await Promise.all(groups.map((group) => this.#checkLifetime(group, head)));
    } finally {
      this.#running -= 1;
    }
  }

  /** Sets the first height of transactions whose blockhash is not known: they can land for 150 blocks from there. */
  async #learnFirstHeights(open: readonly PendingTransaction[]): Promise<void> {
    const unknown = open.filter(
      ({ saved, lastHeight }) => saved.nonceAccount === undefined && lastHeight === undefined,
    );
    if (unknown.length === 0) return;
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { answers } = await witnesses.gather(heightAt("processed"), (some) => some.length >= quorum);
    const agreed = agreedHeight(answers, quorum);
    if (agreed !== undefined) for (const { saved } of unknown) saved.firstHeight = agreed.height;
  }

  async #askFinalizedHead(open: readonly PendingTransaction[]): Promise<HeightAtSlot | undefined> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const firstEnd = Math.min(...open.map(({ lastHeight }) => lastHeight ?? Number.POSITIVE_INFINITY));
    const { answers } = await witnesses.gather(
      heightAt("finalized"),
      (some) => (agreedHeight(some, quorum)?.height ?? 0) > firstEnd,
    );
    // A witness that reports too low a height must not delay the next check.
    if (answers.length >= quorum) this.#planNext(open, Math.max(...answers.map(({ value }) => value)));
    return agreedHeight(answers, quorum);
  }

  /** If every last height is known and far away, the next check waits for half of the time until the first of them. */
  #planNext(open: readonly PendingTransaction[], height: number): void {
    const { network } = this.#options;
    const isKnown = open.every(({ saved }) => saved.lastValidBlockHeight !== undefined);
    const firstEnd = Math.min(...open.map(({ lastHeight }) => lastHeight ?? height));
    const blocks = firstEnd - height - nearBlocks;
    this.#nextAt =
      isKnown && blocks > 0
        ? performance.now() + (blocks * network.clock.slotMs) / maxSpeedup
        : Number.NEGATIVE_INFINITY;
  }

  /** Checks whether the lifetime that a group shares has ended, and then searches the ledger for its transactions. */
  async #checkLifetime(group: readonly PendingTransaction[], head: HeightAtSlot): Promise<void> {
    const [one] = group;
    if (one === undefined) return;
    for (const transaction of group) transaction.lifetimeAskedAt = performance.now();
    // Until this slot is final, an unknown blockhash may just be too new.
    const fromSlot = Math.max(...group.map(({ saved }) => saved.firstSlot)) + slotsAhead;
    const { nonceAccount, lifetime } = one.saved;
    const endSlot =
      nonceAccount === undefined
        ? await this.#checkBlockhash(lifetime, fromSlot, group, head)
        : await this.#checkNonce(nonceAccount, lifetime, fromSlot);
    if (endSlot === undefined) return;
    const slot = Math.max(head.slot, endSlot);
    const blockHeight = nonceAccount === undefined ? head.height : undefined;
    for (let at = 0; at < group.length; at += maxStatuses)
      await this.#searchLedger(group.slice(at, at + maxStatuses), { slot, blockHeight });
  }

  /** Returns the slot by which a blockhash has expired; undefined while it may be valid. Moves last heights that were wrong. */
  async #checkBlockhash(
    blockhash: string,
    fromSlot: number,
    group: readonly PendingTransaction[],
    head: HeightAtSlot,
  ): Promise<number | undefined> {
    const isLate = group.every((one) => isPastEnd(one, head));
    const { agreed, isUnserved } = await this.#askForAgreement(blockhashValidity(blockhash), fromSlot);
    if (agreed?.value === false) return agreed.slot + slotsBehind;
    if (agreed?.value === true && isLate)
      for (const transaction of group) transaction.moveLastHeight(head.height);
    return isLate && isUnserved ? head.slot : undefined;
  }

  /** Returns the slot by which a nonce has changed; undefined while it may have the same value. */
  async #checkNonce(account: string, value: string, fromSlot: number): Promise<number | undefined> {
    const { agreed } = await this.#askForAgreement(nonceQuestion(account), fromSlot);
    return agreed === undefined || agreed.value === value ? undefined : agreed.slot + slotsBehind;
  }

  /** What a quorum says at or after a slot; `isUnserved` if no witness answered and some lack the method. */
  async #askForAgreement<Value>(
    question: Question<Value>,
    fromSlot: number,
  ): Promise<{ readonly agreed: AtSlot<Value> | undefined; readonly isUnserved: boolean }> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { answers, unserved } = await witnesses.gather(
      question,
      (some) => agreedValue(some, quorum, fromSlot) !== undefined,
    );
    return {
      agreed: agreedValue(answers, quorum, fromSlot),
      isUnserved: answers.length === 0 && unserved > 0,
    };
  }

  /** The last check: a transaction has expired only if a quorum does not find it in the ledger's history. */
  async #searchLedger(transactions: readonly PendingTransaction[], proof: ExpiryProof): Promise<void> {
    const { witnesses, onIncluded, onExpired } = this.#options;
    const { quorum } = witnesses;
    const applyAnswers = (transaction: PendingTransaction, answers: readonly StatusAnswer[]) => {
      if (transaction.finalFate !== undefined) return true;
      const agreed = agreedStatus(answers, quorum, proof.slot);
      if (agreed === "missing") onExpired(transaction, proof);
      else if (agreed !== undefined) onIncluded(transaction, agreed);
      return agreed !== undefined;
    };
    const answered = await witnesses.gatherStatuses(transactions, "all", applyAnswers);
    const firstSlot = Math.min(...transactions.map(({ saved }) => saved.firstSlot));
    // Upstreams without history can still answer for the newest slots.
    if (answered < quorum && proof.slot - firstSlot < rememberedSlots)
      await witnesses.gatherStatuses(transactions, "newest", applyAnswers);
  }
}

/** Whether a head is above the last height at which a transaction could land, if that is known. */
function isPastEnd({ lastHeight }: PendingTransaction, head: HeightAtSlot): boolean {
  return lastHeight !== undefined && head.height > lastHeight;
}

/** Transactions that share a blockhash, or a nonce and its value. */
function byLifetime(transactions: readonly PendingTransaction[]): PendingTransaction[][] {
  const groups = new Map<string, PendingTransaction[]>();
  for (const transaction of transactions) {
    const { lifetime, nonceAccount = "" } = transaction.saved;
    getOrAdd(groups, `${nonceAccount} ${lifetime}`, () => []).push(transaction);
  }
  return [...groups.values()];
}
