/** A timer that was asked for. */
class Timer {
  dueAt: number;
  isCleared = false;
  readonly order: number;
  readonly everyMs: number | undefined;
  readonly onDue: () => void;

  constructor(dueAt: number, order: number, everyMs: number | undefined, onDue: () => void) {
    this.dueAt = dueAt;
    this.order = order;
    this.everyMs = everyMs;
    this.onDue = onDue;
  }

  /** Nothing here keeps a process alive. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

const realImmediate = setImmediate;

/**
 * Time that passes as fast as the code under it runs: each timer is called as soon as what the one before it began has settled. Far faster
 * than a clock that waits between timers, for runs of many thousands of them.
 */
export class HandDrivenTime {
  readonly #real = { setTimeout, clearTimeout, setInterval, clearInterval };
  readonly #realNow = [performance.now, Date.now] as const;
  /** What the time of day shows beyond the time that passed: someone set it. */
  wallSkew = 0;
  #timers: Timer[] = [];
  #now = 1000;
  #order = 0;

  /** Takes the place of this process's timers and clocks, until `restore`. */
  install(): this {
    const clear = (timer: unknown) => {
      if (timer !== undefined) (timer as Timer).isCleared = true;
    };
    const replaced = {
      setTimeout: (onDue: () => void, ms = 0) => this.#add(onDue, ms, undefined),
      setInterval: (onDue: () => void, ms = 0) => this.#add(onDue, ms, ms),
      clearTimeout: clear,
      clearInterval: clear,
    };
    Object.assign(globalThis, replaced);
    performance.now = () => this.#now;
    Date.now = () => 1_700_000_000_000 + this.#now + this.wallSkew;
    this.wallSkew = 0;
    return this;
  }

  restore(): void {
    Object.assign(globalThis, this.#real);
    [performance.now, Date.now] = this.#realNow;
  }

  /** Lets so much time pass in which nothing runs. */
  stall(ms: number): void {
    this.#now += ms;
  }

  /** Resolves after so much time. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#add(resolve, ms, undefined);
    });
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (
      let next = this.#timers.at(-1);
      next !== undefined && next.dueAt <= end;
      next = this.#timers.at(-1)
    ) {
      this.#timers.pop();
      if (next.isCleared) continue;
      this.#now = Math.max(this.#now, next.dueAt);
      next.onDue();
      if (next.everyMs !== undefined && !next.isCleared) {
        next.dueAt = this.#now + next.everyMs;
        this.#insert(next);
      }
      await new Promise((resolve) => realImmediate(resolve));
    }
    this.#now = end;
  }

  #add(onDue: () => void, ms: number, everyMs: number | undefined): Timer {
    this.#order += 1;
    const timer = new Timer(this.#now + ms, this.#order, everyMs, onDue);
    this.#insert(timer);
    return timer;
  }

  /** The next one is the last: most timers are due soon. */
  #insert(timer: Timer): void {
    let at = this.#timers.length;
    while (at > 0 && isBefore(this.#timers[at - 1] as Timer, timer)) at -= 1;
    this.#timers.splice(at, 0, timer);
  }
}

function isBefore(one: Timer, other: Timer): boolean {
  return one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order);
}
