import { assumedSlotMs, median, shortestSlotMs } from "./slot-time.ts";
import { instantSlots, type LaggingCommitment, type UpstreamPace } from "./upstream-pace.ts";

/** Upstreams are not polled more often than this. */
const shortestPollMs = 50;
/** Checks within one slot while waiting for something, and the shortest pause between them. */
const stepsPerSlot = 8;
const shortestStepMs = 5;
/** Assumed slots from processed to confirmed or finalized until they are measured: those of a ledger on which validators vote. */
const assumedDistance = 32;
/** The epoch is uncertain once no slot was seen for this long. */
const staleAfterMs = 30_000;
/** Slots before the end of an epoch in which the epoch no longer counts as certain. */
const epochEndMargin = 8;
/** Slots may meanwhile be as short as this share of what was measured. */
const minSlotShare = 0.5;

/** The slots of an epoch. */
export interface EpochSpan {
  readonly epoch: number;
  readonly firstSlot: number;
  /** First slot of the next epoch. */
  readonly endSlot: number;
}

/** How blocks of a network become final: about as soon as they are processed, or many slots later. */
export type Finality = "instant" | "delayed";

/** The clock of a network: what was measured of its ledger's pace, and where the ledger is. Times are `performance.now()`. */
export class LedgerClock {
  /** The believed head, as of the last round of probes. */
  processedSlot: number | undefined = undefined;
  /** Newest slot that every upstream in use says it has finalized. */
  finalizedSlot: number | undefined = undefined;
  span: EpochSpan | undefined = undefined;
  #seenAt = Number.NEGATIVE_INFINITY;
  #paces: readonly UpstreamPace[] = [];
  #measured: Measured | undefined;

  /** Measures by these upstreams from now on. */
  follow(paces: readonly UpstreamPace[]): void {
    this.#paces = paces;
    this.#measured = undefined;
    for (const pace of paces)
      pace.onChange = () => {
        this.#measured = undefined;
      };
  }

  /** Length of a slot in milliseconds, for waits; 400 until it is measured. */
  get slotMs(): number {
    return this.#current.slotMs ?? assumedSlotMs.forWaits;
  }

  /** Length of a slot in milliseconds where a guess that is too long would make answers stale or wrong; 100 until it is measured. */
  get cautiousSlotMs(): number {
    return this.#current.slotMs ?? assumedSlotMs.cautious;
  }

  get pollMs(): number {
    return Math.max(this.slotMs, shortestPollMs);
  }

  /** Pause between two checks for something that comes within a slot or so. */
  get stepMs(): number {
    return Math.max(this.slotMs / stepsPerSlot, shortestStepMs);
  }

  get measuredSlotMs(): number | undefined {
    return this.#current.slotMs;
  }

  /** Slots by which confirmed, or finalized, is behind processed, 0 or more; undefined until it was seen. */
  distanceTo(commitment: LaggingCommitment): number | undefined {
    return this.#current[commitment];
  }

  /** The most slots by which a commitment was recently behind processed at any upstream: 32 until that was seen. */
  maxDistanceTo(commitment: LaggingCommitment): number {
    const seen = this.#paces.map((pace) => pace.maxDistanceTo(commitment) ?? assumedDistance);
    return seen.length === 0 ? assumedDistance : Math.max(...seen);
  }

  /** How blocks become final; undefined until the distance to finalized was seen. */
  get finality(): Finality | undefined {
    const { finalized } = this.#current;
    if (finalized === undefined) return undefined;
    return finalized <= instantSlots ? "instant" : "delayed";
  }

  /** Number of slots without a block: the newest slot minus its block's height. Undefined until that was seen. */
  get slotsWithoutBlock(): number | undefined {
    return this.#current.slotsWithoutBlock;
  }

  recordSlots(processedSlot: number | undefined, finalizedSlot: number | undefined, now: number): void {
    this.processedSlot = processedSlot;
    this.finalizedSlot = finalizedSlot;
    if (processedSlot !== undefined) this.#seenAt = now;
  }

  /** Whether a slot is final on every upstream in use. */
  isFinal(slot: number): boolean {
    return this.finalizedSlot !== undefined && slot <= this.finalizedSlot;
  }

  #mostSlotsIn(ms: number): number {
    const leastMs = (this.measuredSlotMs ?? 0) * minSlotShare;
    return ms / Math.min(Math.max(leastMs, shortestSlotMs), assumedSlotMs.cautious);
  }

  /** The epoch, while it is certain: every upstream in use finalized a slot of it, and none can have left it yet. */
  epochAt(now: number): number | undefined {
    const { span, processedSlot, finalizedSlot } = this;
    if (span === undefined || processedSlot === undefined || finalizedSlot === undefined) return undefined;
    const elapsed = now - this.#seenAt;
    if (elapsed > staleAfterMs || finalizedSlot < span.firstSlot) return undefined;
    return this.#newestSeen + this.#mostSlotsIn(elapsed) < span.endSlot - epochEndMargin
      ? span.epoch
      : undefined;
  }

  /** Whether the slots of the epoch must be asked for. */
  get needsEpochRange(): boolean {
    const { span } = this;
    return span === undefined || this.#newestSeen >= span.endSlot;
  }

  reset(): void {
    this.recordSlots(undefined, undefined, 0);
    this.span = undefined;
    this.#seenAt = Number.NEGATIVE_INFINITY;
  }

  /** The newest slot seen at any commitment: finalized may be above processed for a moment. */
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

/** Takes medians, which a few wrong upstreams don't move. */
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

/** A network's clock, for those who only read it. */
export type ReadonlyLedgerClock = Omit<LedgerClock, "follow" | "recordSlots" | "reset" | "span">;
