/** Resolution of the wheel in milliseconds: timers fire up to this late. */
const tickMs = 8;
/** A power of two. A timer due after more than one round stays in its bucket until its round. */
const bucketCount = 1024;

/** A timer of the wheel. It is itself a node of the bucket's linked list, so starting it allocates nothing. */
export abstract class WheelTimer {
  /** `performance.now()` at which it is due. */
  declare dueAt: number;
  declare next: WheelTimer | undefined;
  declare previous: WheelTimer | undefined;

  /** Assigns declared fields, which is faster than class fields. */
  constructor() {
    this.dueAt = 0;
    this.next = undefined;
    this.previous = undefined;
  }

  /** Called once, at `dueAt` or up to a tick later. */
  abstract onDue(): void;
}

class Bucket extends WheelTimer {
  declare next: WheelTimer;
  declare previous: WheelTimer;

  constructor() {
    super();
    this.next = this;
    this.previous = this;
  }

  override onDue(): void {
    throw new Error("A bucket of the timer wheel is never due.");
  }
}

/**
 * Timer wheel for the timeouts of calls. Nearly all are removed before they are due, which is cheaper here than with a Node.js timer
 * each. The wheel sleeps until its next non-empty bucket, on the monotonic clock.
 */
export class TimerWheel {
  readonly #buckets: readonly Bucket[] = Array.from({ length: bucketCount }, () => new Bucket());
  #size = 0;
  #tick = 0;
  #timer: NodeJS.Timeout | undefined;
  #timerTick = 0;
  readonly #onTimer = (): void => this.#run();

  get size(): number {
    return this.#size;
  }

  /** Starts a timer, or moves it. A `dueAt` in the past means the next tick. */
  add(entry: WheelTimer, dueAt: number): void {
    if (entry.next !== undefined) this.remove(entry);
    if (this.#size === 0) {
      if (this.#timer === undefined) this.#tick = Math.floor(performance.now() / tickMs);
      else this.#timer.ref();
    }
    entry.dueAt = dueAt;
    const tick = Math.max(Math.ceil(dueAt / tickMs), this.#tick + 1);
    link(this.#bucketAt(tick), entry);
    this.#size += 1;
    if (this.#timer === undefined || tick < this.#timerTick) this.#wakeAt(tick);
  }

  /** Stops a timer; does nothing if it is not running. */
  remove(entry: WheelTimer): void {
    if (entry.next === undefined) return;
    unlink(entry);
    this.#size -= 1;
    // Keep the Node.js timer for the next entry, but don't let it keep the process alive.
    if (this.#size === 0) this.#timer?.unref();
  }

  #bucketAt(tick: number): Bucket {
    return this.#buckets[tick & (bucketCount - 1)] as Bucket;
  }

  /** Wakes at a tick, or after one round if the tick is further away: Node.js limits timer delays. */
  #wakeAt(tick: number): void {
    clearTimeout(this.#timer);
    this.#timerTick = Math.min(tick, this.#tick + bucketCount);
    this.#timer = setTimeout(this.#onTimer, Math.max(this.#timerTick * tickMs - performance.now(), 1));
  }

  #run(): void {
    this.#timer = undefined;
    const now = performance.now();
    const tick = Math.floor(now / tickMs);
    const due = new Bucket();
    // After a long pause, check each bucket once, not once per missed tick.
    const first = Math.max(this.#tick + 1, tick - bucketCount + 1);
    for (let at = first; at <= tick; at += 1) collect(this.#bucketAt(at), now, due);
    this.#tick = tick;
    // One at a time: a callback may add and remove timers, due ones included.
    while (due.next !== due) {
      const entry = due.next;
      unlink(entry);
      this.#size -= 1;
      entry.onDue();
    }
    if (this.#size > 0) this.#wakeAt(this.#nextTick());
  }

  #nextTick(): number {
    for (let tick = this.#tick + 1; tick < this.#tick + bucketCount; tick += 1) {
      const bucket = this.#bucketAt(tick);
      if (bucket.next !== bucket) return tick;
    }
    return this.#tick + bucketCount;
  }
}

/** A timer that calls a function. */
export class CallbackTimer extends WheelTimer {
  readonly #callback: () => void;

  constructor(callback: () => void) {
    super();
    this.#callback = callback;
  }

  override onDue(): void {
    this.#callback();
  }
}

function collect(bucket: Bucket, now: number, due: Bucket): void {
  let entry = bucket.next;
  while (entry !== bucket) {
    const next = entry.next as WheelTimer;
    if (entry.dueAt <= now) {
      unlink(entry);
      link(due, entry);
    }
    entry = next;
  }
}

function link(head: Bucket, entry: WheelTimer): void {
  const last = head.previous;
  entry.previous = last;
  entry.next = head;
  last.next = entry;
  head.previous = entry;
}

function unlink(entry: WheelTimer): void {
  const { previous, next } = entry;
  if (previous !== undefined) previous.next = next;
  if (next !== undefined) next.previous = previous;
  entry.previous = undefined;
  entry.next = undefined;
}
