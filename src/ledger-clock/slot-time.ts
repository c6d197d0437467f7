/** Slot time until it is measured: for waits, and for uses where an overestimate would make an answer stale or wrong. */
export const assumedSlotMs = { forWaits: 400, cautious: 100 } as const;
/** Minimum length of a sample. Shorter ones would measure polling rather than slots. */
const minSample = { ms: 1000, slots: 4 };
/** Samples required for a measurement. */
const minSamples = 3;
/** Samples kept: one to two minutes while a network is in use. */
const maxSamples = 64;
/** Lower bound of the measured slot time. */
export const shortestSlotMs = 20;
const longestSlotMs = 2000;

interface Sample {
  readonly ms: number;
  readonly slots: number;
}

/** Measures the slot time: the mean of recent samples without the fastest and slowest quarter, which outages and jumps distort. */
export class SlotTime {
  ms: number | undefined = undefined;
  readonly #samples: Sample[] = [];
  #startSlot = -1;
  #startedAt = 0;

  /** Records the newest slot at `now`. Returns true if `ms` may have changed. */
  record(slot: number, now: number): boolean {
    // A lower slot is on another fork, or on a restarted ledger.
    if (this.#startSlot < 0 || slot < this.#startSlot) {
      this.#begin(slot, now);
      return false;
    }
    const sample = { ms: now - this.#startedAt, slots: slot - this.#startSlot };
    if (sample.ms < minSample.ms || sample.slots < minSample.slots) return false;
    this.#begin(slot, now);
    if (this.#samples.length === maxSamples) this.#samples.shift();
    this.#samples.push(sample);
    if (this.#samples.length >= minSamples) this.ms = trimmedMean(this.#samples);
    return true;
  }

  #begin(slot: number, now: number): void {
    this.#startSlot = slot;
    this.#startedAt = now;
  }
}

/** Mean of the middle half, weighted by slots, so that an overestimate in one sample and an underestimate in the next cancel out. */
function trimmedMean(samples: readonly Sample[]): number {
  const sorted = samples.toSorted((one, other) => one.ms / one.slots - other.ms / other.slots);
  const trimmed = Math.max(1, Math.floor(sorted.length / 4));
  let ms = 0;
  let slots = 0;
  for (const sample of sorted.slice(trimmed, -trimmed)) {
    ms += sample.ms;
    slots += sample.slots;
  }
  return Math.min(Math.max(ms / slots, shortestSlotMs), longestSlotMs);
}

/** The lower median; undefined for an empty list. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
