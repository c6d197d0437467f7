import type { RawJson } from "../../json/raw-json.ts";
import { ParallelLimit } from "./parallel-limit.ts";

/** A third of a 100 Mbit/s connection. Two responses at once leave room for other calls on it. */
const bytesPerMinute = 256 * 1024 * 1024;
const maxWaiting = 100;

/**
 * Budget of all networks for reads of all accounts of a program. One short message from a client can cause such a read, and its
 * response is a ledger's largest, so concurrency, queue and bytes per minute are bounded.
 */
export class FullReads {
  readonly #limit = new ParallelLimit(2);
  /** `performance.now()` from which the bytes read so far fit the budget. */
  #withinBudgetAt = 0;

  /**
   * Reads once the budget allows it; resolves with undefined if the read is no longer wanted then. Rejects if the queue is full; the
   * subscription retries later.
   */
  async run(isWanted: () => boolean, read: () => Promise<RawJson>): Promise<RawJson | undefined> {
    const { waitingCount } = this.#limit;
    if (waitingCount >= maxWaiting) throw new Error(`${waitingCount} full reads are already waiting`);
    return this.#limit.run(async () => {
      const waitMs = this.#withinBudgetAt - performance.now();
      if (waitMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      if (!isWanted()) return undefined;
      const response = await read();
      this.#withinBudgetAt =
        Math.max(this.#withinBudgetAt, performance.now()) + (60_000 * response.byteLength) / bytesPerMinute;
      return response;
    });
  }
}
