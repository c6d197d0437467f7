/** Shortest time of a slot (nominally 400 ms): between polls the newest slot is guessed high rather than low. */
const shortestSlotMs = 300;
/** Facts older than this say nothing about now. */
const staleAfterMs = 30_000;
/** Slots before the end of an epoch in which the epoch no longer counts as certain. */
const epochEndMargin = 8;

/** The slots of an epoch. */
export interface EpochSpan {
  readonly epoch: number;
  readonly firstSlot: number;
  /** First slot of the next one. */
  readonly endSlot: number;
}

/** What is known of a ledger's progress: enough to say what is final and which epoch it is. Times are `performance.now()`. */
export class LedgerClock {
  /** Highest slot that any of its upstreams has. */
  processedSlot: number | undefined = undefined;
  /** Slot that every upstream in use has finalized. */
  finalizedSlot: number | undefined = undefined;
  span: EpochSpan | undefined = undefined;
  #seenAt = Number.NEGATIVE_INFINITY;

  /** Records what a round of probes found. */
  recordSlots(processedSlot: number | undefined, finalizedSlot: number | undefined, now: number): void {
    this.processedSlot = processedSlot;
    this.finalizedSlot = finalizedSlot;
    if (processedSlot !== undefined) this.#seenAt = now;
  }

  /** Whether a slot is final on every upstream in use. */
  isFinal(slot: number): boolean {
    return this.finalizedSlot !== undefined && slot <= this.finalizedSlot;
  }

  /**
   * The epoch, while it is certain: every upstream in use finalized a slot of it, and none can have left it yet.
   * Undefined near the ends of an epoch.
   */
  epochAt(now: number): number | undefined {
    const { span, processedSlot, finalizedSlot } = this;
    if (span === undefined || processedSlot === undefined || finalizedSlot === undefined) return undefined;
    const elapsed = now - this.#seenAt;
    if (elapsed > staleAfterMs || finalizedSlot < span.firstSlot) return undefined;
    const newestSlot = processedSlot + elapsed / shortestSlotMs;
    return newestSlot < span.endSlot - epochEndMargin ? span.epoch : undefined;
  }

  /** Whether the slots of the epoch must be asked for. */
  get needsSpan(): boolean {
    const { span, processedSlot } = this;
    return span === undefined || (processedSlot !== undefined && processedSlot >= span.endSlot);
  }

  /** Forgets everything: the network has another ledger. */
  reset(): void {
    this.recordSlots(undefined, undefined, 0);
    this.span = undefined;
    this.#seenAt = Number.NEGATIVE_INFINITY;
  }
}
