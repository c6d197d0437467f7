import type { RawJson } from "../../json/raw-json.ts";
import { ParallelLimit } from "./parallel-limit.ts";

/** Bounds of full reads, for all networks together. */
export interface FullReadBounds {
  readonly atOnce: number;
  /** Further reads fail; their subscriptions try again later. */
  readonly maxWaiting: number;
  /** After more than that the next read waits. */
  readonly bytesPerMinute: number;
}

/** Two such answers at a time fill a connection of 100 Mbit/s without holding up calls; 256 MiB a minute are a third of it. */
const usualBounds: FullReadBounds = { atOnce: 2, maxWaiting: 100, bytesPerMinute: 256 * 1024 * 1024 };

/**
 * The budget for lists of all accounts of a program, for all networks together: they are the largest answers that a ledger
 * gives, and one short message of a client may cause one. Few at once, a bounded queue, and a bound on bytes per minute.
 */
export class FullReads {
  readonly #maxWaiting: number;
  readonly #bytesPerMs: number;
  readonly #limit: ParallelLimit;
  /** `performance.now()` from which the bytes read so far are within the budget. */
  #withinBudgetAt = 0;

  constructor({ atOnce, maxWaiting, bytesPerMinute }: FullReadBounds = usualBounds) {
    this.#maxWaiting = maxWaiting;
    this.#bytesPerMs = bytesPerMinute / 60_000;
    this.#limit = new ParallelLimit(atOnce);
  }

  /** Reads as soon as the budget allows it; resolves with undefined if the read is no longer wanted by then. */
  async run(isWanted: () => boolean, read: () => Promise<RawJson>): Promise<RawJson | undefined> {
    const { isFull, waitingCount } = this.#limit;
    if (isFull && waitingCount >= this.#maxWaiting)
      throw new Error(`${waitingCount} full reads are already waiting`);
    return this.#limit.run(async () => {
      const waitMs = this.#withinBudgetAt - performance.now();
      if (waitMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      if (!isWanted()) return undefined;
      const answer = await read();
      this.#withinBudgetAt =
        Math.max(this.#withinBudgetAt, performance.now()) + answer.byteLength / this.#bytesPerMs;
      return answer;
    });
  }
}
