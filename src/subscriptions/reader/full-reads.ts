import type { FullReadsConfig } from "../../../generated/config.ts";
import type { RawJson } from "../../json/raw-json.ts";

/**
 * The budget of lists of all accounts of a program, of all networks together: they are the largest answers that a ledger
 * gives, and one short message of a client may cause one. Few at once, a bounded queue, and a bound on bytes a minute.
 */
export class FullReads {
  readonly #config: Omit<FullReadsConfig, "maxAccounts">;
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  /** `performance.now()` at which the bytes of the answers so far are within the budget. */
  #withinBudgetAt = 0;

  constructor(config: Omit<FullReadsConfig, "maxAccounts">) {
    this.#config = config;
  }

  /** Reads as soon as the budget allows it; gives nothing when it is not wanted any more by then. */
  async run(isWanted: () => boolean, read: () => Promise<RawJson>): Promise<RawJson | undefined> {
    await this.#begin();
    try {
      const waitMs = this.#withinBudgetAt - performance.now();
      if (waitMs > 0) await new Promise<void>((resolve) => setTimeout(resolve, waitMs).unref());
      if (!isWanted()) return undefined;
      const answer = await read();
      const bytesPerMs = this.#config.bytesPerMinute / 60_000;
      this.#withinBudgetAt =
        Math.max(this.#withinBudgetAt, performance.now()) + answer.byteLength / bytesPerMs;
      return answer;
    } finally {
      // A place that is given on stays taken.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #begin(): Promise<void> {
    if (this.#running < this.#config.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#config.maxWaiting)
      throw new Error(`${this.#waiting.length} full reads wait already (websocket.full_reads.max_waiting)`);
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }
}
