import type { Commitment } from "../contract/method-description.ts";
import { assumedSlotMs, median, SlotTime } from "./slot-time.ts";

/** Blocks that are final within this many slots count as final at once: voting takes 31. */
export const instantSlots = 8;
/** Newest differences of slots that count. When a ledger changes its rules, half of them show it. */
const maxSamples = 15;
/** The longest distance shrinks by this many slots with each sample, so that a single one of 31 counts for hundreds of slots. */
const decayPerSample = 1 / 16;
/** Slots are compared only if they were shown within this many slot times: the ledger goes on meanwhile. */
const comparableSlots = 2;

/** A commitment that is behind the processed one. */
export type LaggingCommitment = Exclude<Commitment, "processed">;

/** What one upstream's answers, notifications and probes show of its ledger's pace. Times are `performance.now()`. */
export class UpstreamPace {
  onChange: () => void = () => undefined;
  readonly #slotTime = new SlotTime();
  readonly #newest: Partial<Record<Commitment, { readonly slot: number; readonly at: number }>> = {};
  readonly #distances: Record<LaggingCommitment, Distance> = {
    confirmed: new Distance(),
    finalized: new Distance(),
  };
  /** Slots of its ledger that have no block; undefined until an answer showed a slot and its block height. */
  slotsWithoutBlock: number | undefined = undefined;

  /** Milliseconds of a slot; undefined until enough was measured. */
  get slotMs(): number | undefined {
    return this.#slotTime.ms;
  }

  /** Slots by which a commitment is behind the processed one; undefined until it was seen. May be negative. */
  distanceTo(commitment: LaggingCommitment): number | undefined {
    return this.#distances[commitment].slots;
  }

  /** Whether its blocks seem to be final at once. Finalized may then be above confirmed and processed for a moment. */
  get isInstant(): boolean {
    return (this.distanceTo("finalized") ?? Number.POSITIVE_INFINITY) <= instantSlots;
  }

  /** The most slots by which a commitment was recently behind the processed one; undefined until it was seen. */
  maxDistanceTo(commitment: LaggingCommitment): number | undefined {
    return this.#distances[commitment].longest;
  }

  /** Records the newest slot at a commitment, as shown at `now`. */
  record(commitment: Commitment, slot: number, now: number): void {
    this.#newest[commitment] = { slot, at: now };
    let isChanged = commitment === "processed" && this.#slotTime.record(slot, now);
    for (const lagging of ["confirmed", "finalized"] as const)
      if (commitment === "processed" || commitment === lagging)
        isChanged = this.#compare(lagging, now) || isChanged;
    if (isChanged) this.onChange();
  }

  /** Records a slot and the height of its block, as one answer showed them. */
  recordHeight(slot: number, height: number): void {
    if (height > slot || slot - height === this.slotsWithoutBlock) return;
    this.slotsWithoutBlock = slot - height;
    this.onChange();
  }

  #compare(commitment: LaggingCommitment, now: number): boolean {
    const { processed, [commitment]: other } = this.#newest;
    if (processed === undefined || other === undefined) return false;
    const comparableMs = comparableSlots * (this.slotMs ?? assumedSlotMs.cautious);
    if (now - Math.min(processed.at, other.at) > comparableMs) return false;
    return this.#distances[commitment].add(processed.slot - other.slot, other.slot);
  }
}

/** Slots between processed and a commitment: the median of the newest samples, one for each slot of the commitment. */
class Distance {
  slots: number | undefined = undefined;
  longest: number | undefined = undefined;
  readonly #samples: number[] = [];
  #lastSlot = -1;

  add(slots: number, ofSlot: number): boolean {
    if (ofSlot === this.#lastSlot) return false;
    this.#lastSlot = ofSlot;
    if (this.#samples.length === maxSamples) this.#samples.shift();
    this.#samples.push(slots);
    this.longest = Math.max(slots, (this.longest ?? 0) - decayPerSample);
    const before = this.slots;
    this.slots = median(this.#samples);
    return this.slots !== before;
  }
}
