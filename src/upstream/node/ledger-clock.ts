/** The ledger makes no slot faster than this; nominal are 400 ms. Used to guess the newest slot between polls, early rather than late. */
const shortestSlotMs = 300;
/** Facts older than this say nothing about now. */
const staleAfterMs = 30_000;
/** Slots before the end of an epoch in which the epoch no longer counts as certain. */
const epochEndMargin = 8;

/** Where an epoch lies. */
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

  /** Takes what a round of polls found. */
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
   * The epoch, when it is certain: every upstream in use finalized a slot of it, and no upstream can have left it yet.
   * Around its borders it is undefined.
   */
  epochAt(now: number): number | undefined {
    const { span, processedSlot, finalizedSlot } = this;
    if (span === undefined || processedSlot === undefined || finalizedSlot === undefined) return undefined;
    const elapsed = now - this.#seenAt;
    if (elapsed > staleAfterMs || finalizedSlot < span.firstSlot) return undefined;
    const newestSlot = processedSlot + elapsed / shortestSlotMs;
    return newestSlot < span.endSlot - epochEndMargin ? span.epoch : undefined;
  }

  /** Whether the epoch's place must be asked for. */
  get needsSpan(): boolean {
    const { span, processedSlot } = this;
    return span === undefined || (processedSlot !== undefined && processedSlot >= span.endSlot);
  }

  /** Forgets everything: the same address leads to another ledger. */
  reset(): void {
    this.recordSlots(undefined, undefined, 0);
    this.span = undefined;
    this.#seenAt = Number.NEGATIVE_INFINITY;
  }
}
