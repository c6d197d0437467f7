/** Milliseconds of a slot until they are measured: for waits, and where too long a guess would make an answer stale or wrong. */
export const assumedSlotMs = { forWaits: 400, cautious: 100 } as const;
/** A stretch ends once it has lasted this long and has this many slots: shorter ones say more about polling than about slots. */
const minStretch = { ms: 1000, slots: 4 };
/** Stretches from which on there is a measure. */
const minStretches = 3;
/** Stretches that count: one to two minutes while a network is in use. */
const maxStretches = 64;
/** Shortest slot time that is measured, whatever was seen. */
export const shortestSlotMs = 20;
const longestSlotMs = 2000;

interface Stretch {
  readonly ms: number;
  readonly slots: number;
}

/** How long a slot lasts: the mean over stretches of time, without the fastest and the slowest quarter, which outages and leaps distort. */
export class SlotTime {
  ms: number | undefined = undefined;
  readonly #stretches: Stretch[] = [];
  #startSlot = -1;
  #startedAt = 0;

  /** Records the newest slot at `now`. Returns whether `ms` may have changed. */
  record(slot: number, now: number): boolean {
    // Slots that went back are those of another fork, or of a ledger that was started again.
    if (this.#startSlot < 0 || slot < this.#startSlot) {
      this.#begin(slot, now);
      return false;
    }
    const stretch = { ms: now - this.#startedAt, slots: slot - this.#startSlot };
    if (stretch.ms < minStretch.ms || stretch.slots < minStretch.slots) return false;
    this.#begin(slot, now);
    if (this.#stretches.length === maxStretches) this.#stretches.shift();
    this.#stretches.push(stretch);
    if (this.#stretches.length >= minStretches) this.ms = middleMean(this.#stretches);
    return true;
  }

  #begin(slot: number, now: number): void {
    this.#startSlot = slot;
    this.#startedAt = now;
  }
}

/** The mean of the middle stretches, weighted by slots: what one measured too long and the next too short cancels out. */
function middleMean(stretches: readonly Stretch[]): number {
  const sorted = stretches.toSorted((one, other) => one.ms / one.slots - other.ms / other.slots);
  const leftOut = Math.max(1, Math.floor(sorted.length / 4));
  let ms = 0;
  let slots = 0;
  for (const stretch of sorted.slice(leftOut, -leftOut)) {
    ms += stretch.ms;
    slots += stretch.slots;
  }
  return Math.min(Math.max(ms / slots, shortestSlotMs), longestSlotMs);
}

/** The middle of some numbers, the lower of two; undefined of none. */
export function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}
