/** Wait after a read that Redis did not answer. */
const retryMs = 500;
/** Requests within this time are served by one refresh: many messages at once cause one read. */
const gatherMs = 50;

/** Runs a refresh, one at a time: now, soon, or after a while. */
export class RefreshQueue {
  readonly #refresh: () => Promise<void>;
  readonly #onFailure: (caught: unknown) => void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #gatherTimer: NodeJS.Timeout | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #hasClosed = false;

  /** `onFailure` gets the failures of refreshes that no caller waits for. */
  constructor(refresh: () => Promise<void>, onFailure: (caught: unknown) => void) {
    this.#refresh = refresh;
    this.#onFailure = onFailure;
  }

  /** Resolves after a refresh that began after this call; calls during a refresh share the next one. */
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
    if (this.#hasClosed || this.#gatherTimer !== undefined) return;
    this.#gatherTimer = setTimeout(() => {
      this.#gatherTimer = undefined;
      this.runNow();
    }, gatherMs);
    this.#gatherTimer.unref();
  }

  retryLater(): void {
    if (this.#hasClosed) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.runNow(), retryMs);
    this.#retryTimer.unref();
  }

  close(): void {
    this.#hasClosed = true;
    clearTimeout(this.#gatherTimer);
    clearTimeout(this.#retryTimer);
  }
}
