import { assumedSlotMs, median, shortestSlotMs } from "./slot-time.ts";
import { instantSlots, type LaggingCommitment, type UpstreamPace } from "./upstream-pace.ts";

/** Shortest polling interval of upstreams. */
const shortestPollMs = 50;
/** Checks per slot while waiting for something, and the shortest pause between them. */
const stepsPerSlot = 8;
const shortestStepMs = 5;
/** Assumed lag of confirmed and finalized until it is measured: that of a ledger on which validators vote. */
const assumedDistance = 32;
/** The epoch is uncertain after this long without a new slot. */
const staleAfterMs = 30_000;
/** The epoch is uncertain within this many slots of its end. */
const epochEndMargin = 8;
/** Current slots may be as short as this share of the measured slot time. */
const minSlotShare = 0.5;

/** The slots of an epoch. */
export interface EpochSpan {
  readonly epoch: number;
  readonly firstSlot: number;
  /** First slot of the next epoch. */
  readonly endSlot: number;
}

/** How blocks become final: almost as soon as they are processed, or many slots later. */
export type Finality = "instant" | "delayed";

/** The clock of a network: the measured pace of its ledger, and the current slot and epoch. Times are `performance.now()`. */
export class LedgerClock {
  /** The believed head, as of the last round of probes. */
  processedSlot: number | undefined = undefined;
  /** Newest slot that every upstream in use reports as finalized. */
  finalizedSlot: number | undefined = undefined;
  span: EpochSpan | undefined = undefined;
  #seenAt = Number.NEGATIVE_INFINITY;
  #paces: readonly UpstreamPace[] = [];
  #measured: Measured | undefined;

  /** Sets the upstreams to measure by. */
  follow(paces: readonly UpstreamPace[]): void {
    this.#paces = paces;
    this.#measured = undefined;
    for (const pace of paces)
      pace.onChange = () => {
        this.#measured = undefined;
      };
  }

  /** Slot time for waits; 400 ms until it is measured. */
  get slotMs(): number {
    return this.#current.slotMs ?? assumedSlotMs.forWaits;
  }

  /** Slot time where an overestimate would make answers stale or wrong; 100 ms until it is measured. */
  get cautiousSlotMs(): number {
    return this.#current.slotMs ?? assumedSlotMs.cautious;
  }

  get pollMs(): number {
    return Math.max(this.slotMs, shortestPollMs);
  }

  /** Pause between checks for something expected within a slot or so. */
  get stepMs(): number {
    return Math.max(this.slotMs / stepsPerSlot, shortestStepMs);
  }

  get measuredSlotMs(): number | undefined {
    return this.#current.slotMs;
  }

  /** Lag of confirmed or finalized behind processed in slots, at least 0; undefined until measured. */
  distanceTo(commitment: LaggingCommitment): number | undefined {
    return this.#current[commitment];
  }

  /** Largest recent lag of a commitment at any upstream; 32 until measured. */
  maxDistanceTo(commitment: LaggingCommitment): number {
    const seen = this.#paces.map((pace) => pace.maxDistanceTo(commitment) ?? assumedDistance);
    return seen.length === 0 ? assumedDistance : Math.max(...seen);
  }

  /** Undefined until the distance to finalized is measured. */
  get finality(): Finality | undefined {
    const { finalized } = this.#current;
    if (finalized === undefined) return undefined;
    return finalized <= instantSlots ? "instant" : "delayed";
  }

  /** The newest slot minus its block height; undefined until measured. */
  get slotsWithoutBlock(): number | undefined {
    return this.#current.slotsWithoutBlock;
  }

  recordSlots(processedSlot: number | undefined, finalizedSlot: number | undefined, now: number): void {
    this.processedSlot = processedSlot;
    this.finalizedSlot = finalizedSlot;
    if (processedSlot !== undefined) this.#seenAt = now;
  }

  /** True if a slot is finalized on every upstream in use. */
  isFinal(slot: number): boolean {
    return this.finalizedSlot !== undefined && slot <= this.finalizedSlot;
  }

  #mostSlotsIn(ms: number): number {
    const leastMs = (this.measuredSlotMs ?? 0) * minSlotShare;
    return ms / Math.min(Math.max(leastMs, shortestSlotMs), assumedSlotMs.cautious);
  }

  /** The epoch; undefined unless every upstream in use has finalized a slot of it and none can have left it. */
  epochAt(now: number): number | undefined {
    const { span, processedSlot, finalizedSlot } = this;
    if (span === undefined || processedSlot === undefined || finalizedSlot === undefined) return undefined;
    const elapsed = now - this.#seenAt;
    if (elapsed > staleAfterMs || finalizedSlot < span.firstSlot) return undefined;
    return this.#newestSeen + this.#mostSlotsIn(elapsed) < span.endSlot - epochEndMargin
      ? span.epoch
      : undefined;
  }

  /** True if the slots of the current epoch must be fetched. */
  get needsEpochSpan(): boolean {
    const { span } = this;
    return span === undefined || this.#newestSeen >= span.endSlot;
  }

  reset(): void {
    this.recordSlots(undefined, undefined, 0);
    this.span = undefined;
    this.#seenAt = Number.NEGATIVE_INFINITY;
  }

  /** The newest slot at any commitment: finalized can briefly be above processed. */
  get #newestSeen(): number {
    return Math.max(this.processedSlot ?? 0, this.finalizedSlot ?? 0);
  }

  get #current(): Measured {
    this.#measured ??= measure(this.#paces);
    return this.#measured;
  }
}

interface Measured {
  readonly slotMs: number | undefined;
  readonly confirmed: number | undefined;
  readonly finalized: number | undefined;
  readonly slotsWithoutBlock: number | undefined;
}

/** Takes medians, which a minority of wrong upstreams can't move. */
function measure(paces: readonly UpstreamPace[]): Measured {
  return {
    slotMs: median(paces.flatMap(({ slotMs }) => slotMs ?? [])),
    confirmed: atLeastZero(median(paces.flatMap((pace) => pace.distanceTo("confirmed") ?? []))),
    finalized: atLeastZero(median(paces.flatMap((pace) => pace.distanceTo("finalized") ?? []))),
    slotsWithoutBlock: median(paces.flatMap(({ slotsWithoutBlock }) => slotsWithoutBlock ?? [])),
  };
}

function atLeastZero(slots: number | undefined): number | undefined {
  return slots === undefined ? undefined : Math.max(0, slots);
}

/** Read-only view of a network's clock. */
export type ReadonlyLedgerClock = Readonly<Omit<LedgerClock, "follow" | "recordSlots" | "reset" | "span">>;
