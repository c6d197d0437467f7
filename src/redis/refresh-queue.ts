/** Delay before a retry of a failed refresh. */
const retryMs = 500;
/** Requests within this time are coalesced into one refresh. */
const coalesceMs = 50;

/** Runs refreshes one at a time: now, soon, or after a delay. */
export class RefreshQueue {
  readonly #refresh: () => Promise<void>;
  readonly #onFailure: (caught: unknown) => void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #coalesceTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  /** `onFailure` gets the failures of refreshes without a waiting caller. */
  constructor(refresh: () => Promise<void>, onFailure: (caught: unknown) => void) {
    this.#refresh = refresh;
    this.#onFailure = onFailure;
  }

  /** Resolves after a refresh that started after this call; calls during a refresh share the next one. */
  run(): Promise<void> {
    if (this.#running === undefined) {
      this.#running = this.#refresh().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running
      .catch(() => undefined) // Its caller gets the error.
      .then(() => {
        this.#next = undefined;
        return this.run();
      });
    return this.#next;
  }

  runNow(): void {
    this.run().catch(this.#onFailure);
  }

  runSoon(): void {
    if (this.#hasClosed || this.#coalesceTimer !== undefined) return;
    this.#coalesceTimer = setTimeout(() => {
      this.#coalesceTimer = undefined;
      this.runNow();
    }, coalesceMs);
    this.#coalesceTimer.unref();
  }

  retryLater(): void {
    if (this.#hasClosed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.runNow(), retryMs);
    this.#retryTimer.unref();
  }

  close(): void {
    this.#hasClosed = true;
    clearTimeout(this.#coalesceTimer);
    clearTimeout(this.#retryTimer);
  }
}
