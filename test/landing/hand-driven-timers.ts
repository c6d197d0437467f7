import type { Timers } from "../../src/landing/timers.ts";

interface Due {
  readonly at: number;
  readonly callback: () => void;
}

/** Timers that a test moves by hand: nothing happens between two of its steps but what came due. */
export class HandDrivenTimers implements Timers {
  /** What the clock shows beyond the time that passed: a jump. */
  skew = 0;
  /** What the time of day shows beyond that: someone set it. */
  wallSkew = 0;
  #now = 0;
  readonly #due = new Set<Due>();

  now(): number {
    return this.#now + this.skew;
  }

  wallNow(): number {
    return 1_700_000_000_000 + this.#now + this.skew + this.wallSkew;
  }

  after(ms: number, callback: () => void): () => void {
    const due = { at: this.#now + ms, callback };
    this.#due.add(due);
    return () => this.#due.delete(due);
  }

  /** Resolves after some milliseconds of this clock. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve);
    });
  }

  /** Lets time pass; what came due is called in order, and what follows from it has happened before the next is. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (;;) {
      let next: Due | undefined;
      for (const due of this.#due) if (due.at <= end && (next === undefined || due.at < next.at)) next = due;
      if (next === undefined) break;
      this.#due.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settle();
    }
    this.#now = end;
  }
}

/** All promises that can settle by themselves have. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
