import type { RawJson } from "../../json/raw-json.ts";
import { ParallelLimit } from "./parallel-limit.ts";

/** Two such answers at once leave room for calls on a connection of 100 Mbit/s; 256 MiB a minute use a third of it. */
const bytesPerMinute = 256 * 1024 * 1024;
const maxWaiting = 100;

/**
 * The budget of all networks for reads of all accounts of a program. These are a ledger's largest answers, and one short message
 * from a client can cause one: few run at once, the queue is bounded, and so are the bytes per minute.
 */
export class FullReads {
  readonly #limit = new ParallelLimit(2);
  /** `performance.now()` at which the bytes read so far fit the budget. */
  #withinBudgetAt = 0;

  /**
   * Reads as soon as the budget allows it, or resolves with undefined if the read is no longer wanted by then. Rejects when too many
   * reads are waiting; the subscription tries again later.
   */
  async run(isWanted: () => boolean, read: () => Promise<RawJson>): Promise<RawJson | undefined> {
    const { waitingCount } = this.#limit;
    if (waitingCount >= maxWaiting) throw new Error(`${waitingCount} full reads are already waiting`);
    return this.#limit.run(async () => {
      const waitMs = this.#withinBudgetAt - performance.now();
      if (waitMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      if (!isWanted()) return undefined;
      const answer = await read();
      this.#withinBudgetAt =
        Math.max(this.#withinBudgetAt, performance.now()) + (60_000 * answer.byteLength) / bytesPerMinute;
      return answer;
    });
  }
}
