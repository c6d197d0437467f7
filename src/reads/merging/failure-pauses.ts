import { LRUCache } from "lru-cache";

/** Failures in a row that begin the first pause; after it, one begins the next, which is twice as long. */
const maxFailures = 3;
const pauseMs = { first: 10_000, longest: 160_000 };
/** Most names remembered; the least recently seen is forgotten first. */
const maxNames = 1000;

interface Pause {
  failures: number;
  until: number;
  nextMs: number;
}

/** Pauses of what has failed repeatedly, by name. */
export class FailurePauses {
  /** Has no `max`: each of the many mergers would allocate room for all names at the start. */
  readonly #pauses = new LRUCache<string, Pause>({ maxSize: maxNames, sizeCalculation: () => 1 });
  /** When the last of all pauses ends. */
  #lastEnd = 0;

  isOver(name: string, now: number): boolean {
    return now >= this.#lastEnd || now >= (this.#pauses.get(name)?.until ?? 0);
  }

  recordFailure(name: string, now: number): void {
    let pause = this.#pauses.get(name);
    // Long after the last pause, or the first failure, the count starts over even if no success was recorded.
    if (pause === undefined || now > pause.until + pauseMs.longest)
      pause = { failures: 0, until: now, nextMs: pauseMs.first };
    const { nextMs } = pause;
    if (pause.failures + 1 < maxFailures) this.#set(name, { ...pause, failures: pause.failures + 1 });
    else this.#set(name, { ...pause, until: now + nextMs, nextMs: Math.min(2 * nextMs, pauseMs.longest) });
  }

  /** The next pause of this name is a first one again. */
  recordSuccess(name: string): void {
    const pause = this.#pauses.size === 0 ? undefined : this.#pauses.get(name);
    if (pause !== undefined) this.#set(name, { failures: 0, until: pause.until, nextMs: pauseMs.first });
  }

  /** Pauses it at once. */
  begin(name: string, now: number, ms = pauseMs.first): void {
    this.#set(name, { failures: 0, until: now + ms, nextMs: pauseMs.first });
  }

  #set(name: string, pause: Pause): void {
    this.#pauses.set(name, pause);
    this.#lastEnd = Math.max(this.#lastEnd, pause.until);
  }
}
