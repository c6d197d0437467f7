import type { CountFailure } from "../../log/count-failure.ts";
import type { Logger } from "../../log/logger.ts";

/** Notes from where keys can't be read now: those read before stay in force. */
export class KeyAvailability {
  /** What can't be read now, by its setting. */
  readonly away = new Set<string>();
  readonly #logger: Logger;
  readonly #countFailure: CountFailure;

  constructor(logger: Logger, countFailure: CountFailure) {
    this.#logger = logger;
    this.#countFailure = countFailure;
  }

  /** Gives what is called after each reading; logs when the store goes away and when it is back. */
  watch(store: string): (isUsable: boolean, fault?: unknown) => void {
    return (isUsable, fault) => {
      if (isUsable && this.away.delete(store)) this.#logger.info({ store }, "keys can be read again");
      if (isUsable || this.away.has(store)) return;
      this.away.add(store);
      this.#countFailure("keys");
      this.#logger.warn({ store, err: fault }, "keys can't be read: those read before stay in force");
    };
  }
}
