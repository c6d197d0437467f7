import { LRUCache } from "lru-cache";

/** Failures in a row that begin the first pause. Each further one begins the next, which is twice as long. */
const maxFailures = 3;
const firstMs = 10_000;
/** A pause takes no longer than this, and failures are forgotten so long after the last of them or its pause. */
const longestMs = 160_000;
/** Most names remembered; the least recently seen is forgotten first. */
const maxNames = 1000;

/** Pauses of what has failed repeatedly, by name. */
export class FailurePauses {
  /** Has no `max`: each of the many mergers would allocate room for all names at the start. */
  readonly #names = new LRUCache<string, { readonly failures: number; readonly until: number }>({
    maxSize: maxNames,
    sizeCalculation: () => 1,
  });
  /** When the last of all pauses ends. */
  #lastEnd = 0;

  isPaused(name: string, now: number): boolean {
    return now < this.#lastEnd && now < (this.#names.get(name)?.until ?? 0);
  }

  /** Counts a failure, unless it is paused: then others failed before. The first one counts as `least`. */
  recordFailure(name: string, now: number, least = 1): void {
    if (this.isPaused(name, now)) return;
    const last = this.#names.get(name);
    const before = last === undefined || now > last.until + longestMs ? 0 : last.failures;
    const failures = Math.max(before + 1, least);
    const ms = failures < maxFailures ? 0 : Math.min(firstMs * 2 ** (failures - maxFailures), longestMs);
    this.#names.set(name, { failures, until: now + ms });
    this.#lastEnd = Math.max(this.#lastEnd, now + ms);
  }

  /** Pauses it at the first failure. */
  pause(name: string, now: number): void {
    this.recordFailure(name, now, maxFailures);
  }

  /** Failures are counted from the start again; a pause goes on. */
  recordSuccess(name: string): void {
    const last = this.#names.size === 0 ? undefined : this.#names.get(name);
    if (last !== undefined) this.#names.set(name, { failures: 0, until: last.until });
  }
}
