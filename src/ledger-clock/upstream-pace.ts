import type { Commitment } from "../contract/method-description.ts";
import { assumedSlotMs, median, SlotTime } from "./slot-time.ts";

/** Finality within this many slots counts as instant; finality by votes takes 31. */
export const instantSlots = 8;
/** Samples in the median. A change of the ledger's rules takes effect after half of them. */
const maxSamples = 15;
/** The maximum decays by this many slots per sample, so that a single outlier of 31 lasts for hundreds of slots. */
const decayPerSample = 1 / 16;
/** Slots are compared only if they were seen within this many slot times of each other. */
const comparableSlots = 2;

/** A commitment that lags behind processed. */
export type LaggingCommitment = Exclude<Commitment, "processed">;

/** Pace of the ledger as one upstream's responses, notifications and probes show it. Times are `performance.now()`. */
export class UpstreamPace {
  onChange: () => void = () => undefined;
  readonly #slotTime = new SlotTime();
  readonly #newest: Partial<Record<Commitment, { readonly slot: number; readonly at: number }>> = {};
  readonly #distances: Record<LaggingCommitment, Distance> = {
    confirmed: new Distance(),
    finalized: new Distance(),
  };
  /** Slots without a block; undefined until a response shows a slot with its block height. */
  slotsWithoutBlock: number | undefined = undefined;

  /** Slot time; undefined until there are enough samples. */
  get slotMs(): number | undefined {
    return this.#slotTime.ms;
  }

  /** Lag of a commitment behind processed in slots, possibly negative; undefined until measured. */
  distanceTo(commitment: LaggingCommitment): number | undefined {
    return this.#distances[commitment].slots;
  }

  /** True if blocks seem to be final at once. Finalized can then briefly be above confirmed and processed. */
  get isInstant(): boolean {
    return (this.distanceTo("finalized") ?? Number.POSITIVE_INFINITY) <= instantSlots;
  }

  /** Largest recent lag of a commitment behind processed in slots; undefined until measured. */
  maxDistanceTo(commitment: LaggingCommitment): number | undefined {
    return this.#distances[commitment].recentMax;
  }

  /** Records the newest slot at a commitment, as seen at `now`. */
  record(commitment: Commitment, slot: number, now: number): void {
    this.#newest[commitment] = { slot, at: now };
    let isChanged = commitment === "processed" && this.#slotTime.record(slot, now);
    for (const lagging of ["confirmed", "finalized"] as const)
      if (commitment === "processed" || commitment === lagging)
        isChanged = this.#compare(lagging, now) || isChanged;
    if (isChanged) this.onChange();
  }

  /** Records a slot and its block height from one response. */
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

/** Distance from processed to a commitment: the median of recent samples, one for each slot of the commitment. */
class Distance {
  slots: number | undefined = undefined;
  recentMax: number | undefined = undefined;
  readonly #samples: number[] = [];
  #lastSlot = -1;

  add(slots: number, ofSlot: number): boolean {
    if (ofSlot === this.#lastSlot) return false;
    this.#lastSlot = ofSlot;
    if (this.#samples.length === maxSamples) this.#samples.shift();
    this.#samples.push(slots);
    this.recentMax = Math.max(slots, (this.recentMax ?? 0) - decayPerSample);
    const before = this.slots;
    this.slots = median(this.#samples);
    return this.slots !== before;
  }
}
