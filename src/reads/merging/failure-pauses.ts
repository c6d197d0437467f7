import { LRUCache } from "lru-cache";

/** This many failures in a row start the first pause; each further failure starts one twice as long. */
const maxFailures = 3;
const firstPauseMs = 10_000;
/** Upper bound of a pause. Failures are forgotten this long after the last of them or its pause. */
const maxPauseMs = 160_000;
/** Most names tracked; the least recently used is evicted. */
const maxNames = 1000;

/** Exponential backoff by name, after repeated failures. */
export class FailurePauses {
  /** No `max`: each of the many mergers would preallocate all names. */
  readonly #names = new LRUCache<string, { readonly failures: number; readonly until: number }>({
    maxSize: maxNames,
    sizeCalculation: () => 1,
  });
  /** End of the last pause of any name; makes `isPaused` cheap when there is none. */
  #lastEnd = 0;

  isPaused(name: string, now: number): boolean {
    return now < this.#lastEnd && now < (this.#names.get(name)?.until ?? 0);
  }

  /** Counts a failure, unless the name is paused: then the call was already in flight. The new count is at least `minCount`. */
  recordFailure(name: string, now: number, minCount = 1): void {
    if (this.isPaused(name, now)) return;
    const last = this.#names.get(name);
    const before = last === undefined || now > last.until + maxPauseMs ? 0 : last.failures;
    const failures = Math.max(before + 1, minCount);
    const ms =
      failures < maxFailures ? 0 : Math.min(firstPauseMs * 2 ** (failures - maxFailures), maxPauseMs);
    this.#names.set(name, { failures, until: now + ms });
    this.#lastEnd = Math.max(this.#lastEnd, now + ms);
  }

  /** Pauses a name at its first failure. */
  pause(name: string, now: number): void {
    this.recordFailure(name, now, maxFailures);
  }

  /** Resets the count of failures. A running pause continues. */
  recordSuccess(name: string): void {
    const last = this.#names.size === 0 ? undefined : this.#names.get(name);
    if (last !== undefined) this.#names.set(name, { failures: 0, until: last.until });
  }
}
