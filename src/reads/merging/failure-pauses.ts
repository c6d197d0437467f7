import { LRUCache } from "lru-cache";
import { getOrAdd } from "../../get-or-add.ts";

/** This many failures in a row start the first pause; each further failure starts one twice as long. */
const maxFailures = 3;
const firstPauseMs = 10_000;
/** Upper bound of a pause. Failures are forgotten this long after the last of them or its pause. */
const maxPauseMs = 160_000;
/** Most names tracked; the least recently used is evicted. */
const maxNames = 1000;

/** Exponential backoff after repeated failures. */
export class FailurePause {
  #failures = 0;
  /** End of the last pause, or time of the last failure if it started none. */
  until = Number.NEGATIVE_INFINITY;

  isPaused(now: number): boolean {
    return now < this.until;
  }

  /** Counts a failure, unless paused: then the call was already in flight. The new count is at least `minCount`. */
  recordFailure(now: number, minCount = 1): void {
    if (this.isPaused(now)) return;
    const before = now > this.until + maxPauseMs ? 0 : this.#failures;
    this.#failures = Math.max(before + 1, minCount);
    const doublings = this.#failures - maxFailures;
    this.until = now + (doublings < 0 ? 0 : Math.min(firstPauseMs * 2 ** doublings, maxPauseMs));
  }

  /** Resets the count of failures. A running pause continues. */
  recordSuccess(): void {
    this.#failures = 0;
  }
}

/** A pause for each name. */
export class FailurePauses {
  /** No `max`: each of the many mergers would preallocate all names. */
  readonly #pauses = new LRUCache<string, FailurePause>({ maxSize: maxNames, sizeCalculation: () => 1 });
  /** End of the last pause of any name; makes `isPaused` cheap when there is none. */
  #lastEnd = 0;

  isPaused(name: string, now: number): boolean {
    return now < this.#lastEnd && this.#pauses.get(name)?.isPaused(now) === true;
  }

  recordFailure(name: string, now: number, minCount?: number): void {
    const pause = getOrAdd<string, FailurePause>(this.#pauses, name, () => new FailurePause());
    pause.recordFailure(now, minCount);
    this.#lastEnd = Math.max(this.#lastEnd, pause.until);
  }

  /** Pauses a name at its first failure. */
  pause(name: string, now: number): void {
    this.recordFailure(name, now, maxFailures);
  }

  recordSuccess(name: string): void {
    this.#pauses.get(name)?.recordSuccess();
  }
}
