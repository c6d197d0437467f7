import { LRUCache } from "lru-cache";

/** Failures in a row that begin a pause. */
const maxFailures = 3;
const pauseMs = 10_000;
/** Most names remembered; the least recently seen is forgotten first. */
const maxNames = 1000;

interface Pause {
  failures: number;
  until: number;
}

/** Pauses of what has failed repeatedly, by name. */
export class FailurePauses {
  readonly #pauses = new LRUCache<string, Pause>({ max: maxNames });
  /** When the last of all pauses ends. */
  #lastEnd = 0;

  isOver(name: string, now: number): boolean {
    return now >= this.#lastEnd || now >= (this.#pauses.get(name)?.until ?? 0);
  }

  recordFailure(name: string, now: number): void {
    const pause = this.#pauses.get(name) ?? { failures: 0, until: 0 };
    pause.failures += 1;
    if (pause.failures >= maxFailures) {
      this.begin(name, now);
      return;
    }
    this.#pauses.set(name, pause);
  }

  /** Sets the count of its failures to 0. */
  recordSuccess(name: string): void {
    const pause = this.#pauses.size === 0 ? undefined : this.#pauses.get(name);
    if (pause !== undefined) pause.failures = 0;
  }

  /** Pauses it at once. */
  begin(name: string, now: number, ms = pauseMs): void {
    const until = now + ms;
    this.#pauses.set(name, { failures: 0, until });
    this.#lastEnd = Math.max(this.#lastEnd, until);
  }
}
