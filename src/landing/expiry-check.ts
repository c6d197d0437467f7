import { batchesOf } from "../batches-of.ts";
import { getOrAdd } from "../get-or-add.ts";
import type { ExpiryProof, Inclusion } from "./fate.ts";
import type { TrackedTransaction } from "./tracked-transaction.ts";
import {
  type AtSlot,
  blockhashValidity,
  heightAt,
  maxStatuses,
  nonceQuestion,
  type Question,
} from "./witness-questions.ts";
import {
  agreedHeight,
  agreedStatus,
  agreedValue,
  type HeightAtSlot,
  type StatusResponse,
  type Witnesses,
} from "./witnesses.ts";

/** Lifetimes (blockhashes and nonces) checked per round for transactions past their last height. */
const maxLifetimes = 64;
/** Lifetimes checked per round for transactions with an unknown last height. */
const maxUnknownLifetimes = 8;
/** A client's blockhash may come from an upstream that was this many slots ahead of the head. */
const slotsAhead = 32;
/** Witnesses may agree on states that are this many slots apart. */
const slotsBehind = 4;
/** Within this many blocks of the first last height, every round asks for heights. */
const nearBlocks = 4;
/** Slots whose statuses every node has in memory: 300, less a margin. */
const cachedStatusSlots = 280;
/** Most checks in flight. More than one, since a hanging witness must not block the next check. */
const maxChecks = 32;
/** Blocks may be produced up to this many times faster than measured. */
const maxSpeedup = 2;

interface ExpiryOptions {
  readonly witnesses: Witnesses;
  /** Read its clock on each use: an idle network gets a new one. */
  readonly network: { readonly clock: { readonly slotMs: number } };
  /** Called when witnesses agree that a transaction is on the ledger after all. */
  readonly onIncluded: (transaction: TrackedTransaction, inclusion: Inclusion) => void;
  readonly onExpired: (transaction: TrackedTransaction, proof: ExpiryProof) => void;
}

/**
 * Finds expired transactions. A quorum must agree that (1) the finalized height is past the last valid one, if known, (2) the
 * blockhash is invalid, if witnesses serve isBlockhashValid, or the nonce has advanced, and (3) no block up to that slot contains it.
 */
export class ExpiryCheck {
  readonly #options: ExpiryOptions;
  #running = 0;
  #nextAt = Number.NEGATIVE_INFINITY;

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  /** Makes the next check due immediately, since a new transaction may expire before the others. */
  checkSoon(): void {
    this.#nextAt = Number.NEGATIVE_INFINITY;
  }

  /** Checks the transactions that are not on the ledger, unless the next check is not due yet. */
  async check(pending: readonly TrackedTransaction[]): Promise<void> {
    const unlanded = pending.filter(
      (transaction) => transaction.finalFate === undefined && !transaction.isIncluded,
    );
    if (this.#running >= maxChecks || unlanded.length === 0 || performance.now() < this.#nextAt) return;
    this.#running += 1;
    try {
      await this.#learnFirstHeights(unlanded);
      const head = await this.#askFinalizedHead(unlanded);
      if (head === undefined) return;
      const pastEnd = unlanded.filter((transaction) => isPastEnd(transaction, head));
      const endUnknown = unlanded
        .filter(
          (transaction) =>
            !isPastEnd(transaction, head) && transaction.saved.lastValidBlockHeight === undefined,
        )
        .sort((a, b) => a.lifetimeCheckedAt - b.lifetimeCheckedAt);
      const groups = [
        ...byLifetime(pastEnd).slice(0, maxLifetimes),
        ...byLifetime(endUnknown).slice(0, maxUnknownLifetimes),
      ];
      await Promise.all(groups.map((group) => this.#checkLifetime(group, head)));
    } finally {
      this.#running -= 1;
    }
  }

  /** Sets the first height of transactions with an unknown blockhash: they can land for 150 blocks from there. */
  async #learnFirstHeights(unlanded: readonly TrackedTransaction[]): Promise<void> {
    const unknown = unlanded.filter(
      ({ saved, lastHeight }) => saved.nonceAccount === undefined && lastHeight === undefined,
    );
    if (unknown.length === 0) return;
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { responses } = await witnesses.gather(
      heightAt("processed"),
      (responses) => responses.length >= quorum,
    );
    const agreed = agreedHeight(responses, quorum);
    if (agreed !== undefined) for (const { saved } of unknown) saved.firstHeight = agreed.height;
  }

  async #askFinalizedHead(unlanded: readonly TrackedTransaction[]): Promise<HeightAtSlot | undefined> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const firstEnd = Math.min(...unlanded.map(({ lastHeight }) => lastHeight ?? Number.POSITIVE_INFINITY));
    const { responses } = await witnesses.gather(
      heightAt("finalized"),
      (responses) => (agreedHeight(responses, quorum)?.height ?? 0) > firstEnd,
    );
    // A witness that reports too low a height must not delay the next check.
    if (responses.length >= quorum)
      this.#planNext(unlanded, Math.max(...responses.map(({ value }) => value)));
    return agreedHeight(responses, quorum);
  }

  /** If every last height is known and distant, delays the next check by half the time until the first one. */
  #planNext(unlanded: readonly TrackedTransaction[], height: number): void {
    const { network } = this.#options;
    const areEndsKnown = unlanded.every(({ saved }) => saved.lastValidBlockHeight !== undefined);
    const firstEnd = Math.min(...unlanded.map(({ lastHeight }) => lastHeight ?? height));
    const blocks = firstEnd - height - nearBlocks;
    this.#nextAt =
      areEndsKnown && blocks > 0
        ? performance.now() + (blocks * network.clock.slotMs) / maxSpeedup
        : Number.NEGATIVE_INFINITY;
  }

  /** If the lifetime that a group shares has ended, searches the ledger for its transactions. */
  async #checkLifetime(group: readonly TrackedTransaction[], head: HeightAtSlot): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    for (const transaction of group) transaction.lifetimeCheckedAt = performance.now();
    // Until this slot is finalized, an unknown blockhash may just be too new.
    const fromSlot = Math.max(...group.map(({ saved }) => saved.firstSlot)) + slotsAhead;
    const { nonceAccount, lifetime } = first.saved;
    const endSlot =
      nonceAccount === undefined
        ? await this.#checkBlockhash(lifetime, fromSlot, group, head)
        : await this.#checkNonce(nonceAccount, lifetime, fromSlot);
    if (endSlot === undefined) return;
    const slot = Math.max(head.slot, endSlot);
    const blockHeight = nonceAccount === undefined ? head.height : undefined;
    for (const batch of batchesOf(group, maxStatuses)) await this.#searchLedger(batch, { slot, blockHeight });
  }

  /** Returns the slot by which a blockhash has expired; undefined while it may be valid. Corrects wrong last heights. */
  async #checkBlockhash(
    blockhash: string,
    fromSlot: number,
    group: readonly TrackedTransaction[],
    head: HeightAtSlot,
  ): Promise<number | undefined> {
    const isPast = group.every((transaction) => isPastEnd(transaction, head));
    const { agreed, isUnsupported } = await this.#askForAgreement(blockhashValidity(blockhash), fromSlot);
    if (agreed?.value === false) return agreed.slot + slotsBehind;
    if (agreed?.value === true && isPast)
      for (const transaction of group) transaction.moveLastHeight(head.height);
    return isPast && isUnsupported ? head.slot : undefined;
  }

  /** Returns the slot by which a nonce has advanced; undefined while it may not have. */
  async #checkNonce(account: string, value: string, fromSlot: number): Promise<number | undefined> {
    const { agreed } = await this.#askForAgreement(nonceQuestion(account), fromSlot);
    return agreed === undefined || agreed.value === value ? undefined : agreed.slot + slotsBehind;
  }

  /** Asks for a quorum at or after a slot. `isUnsupported`: no witness responded and some lack the method. */
  async #askForAgreement<Value>(
    question: Question<Value>,
    fromSlot: number,
  ): Promise<{ readonly agreed: AtSlot<Value> | undefined; readonly isUnsupported: boolean }> {
    const { witnesses } = this.#options;
    const { quorum } = witnesses;
    const { responses, unsupported } = await witnesses.gather(
      question,
      (responses) => agreedValue(responses, quorum, fromSlot) !== undefined,
    );
    return {
      agreed: agreedValue(responses, quorum, fromSlot),
      isUnsupported: responses.length === 0 && unsupported > 0,
    };
  }

  /** Final check: a transaction has expired only if a quorum does not find it in the ledger's history. */
  async #searchLedger(transactions: readonly TrackedTransaction[], proof: ExpiryProof): Promise<void> {
    const { witnesses, onIncluded, onExpired } = this.#options;
    const { quorum } = witnesses;
    const applyResponses = (transaction: TrackedTransaction, responses: readonly StatusResponse[]) => {
      if (transaction.finalFate !== undefined) return true;
      const agreed = agreedStatus(responses, quorum, proof.slot);
      if (agreed === "missing") onExpired(transaction, proof);
      else if (agreed !== undefined) onIncluded(transaction, agreed);
      return agreed !== undefined;
    };
    const responded = await witnesses.gatherStatuses(transactions, "all", applyResponses);
    const firstSlot = Math.min(...transactions.map(({ saved }) => saved.firstSlot));
    // Upstreams without history can still answer for the newest slots.
    if (responded < quorum && proof.slot - firstSlot < cachedStatusSlots)
      await witnesses.gatherStatuses(transactions, "newest", applyResponses);
  }
}

/** True if the head is past the last height at which the transaction can land. */
function isPastEnd({ lastHeight }: TrackedTransaction, head: HeightAtSlot): boolean {
  return lastHeight !== undefined && head.height > lastHeight;
}

/** Groups transactions by blockhash, or by nonce account and nonce. */
function byLifetime(transactions: readonly TrackedTransaction[]): TrackedTransaction[][] {
  const groups = new Map<string, TrackedTransaction[]>();
  for (const transaction of transactions) {
    const { lifetime, nonceAccount = "" } = transaction.saved;
    getOrAdd(groups, `${nonceAccount} ${lifetime}`, () => []).push(transaction);
  }
  return [...groups.values()];
}
