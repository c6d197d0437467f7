import { Alarm, type Deadlines } from "../call/deadlines.ts";

/** A monotonic clock with timers, and the time of day. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Time of day in milliseconds since 1970; may jump. */
  wallNow(): number;
  /** Calls back once after a delay. Returns a function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Timers by the clocks of this process. */
export function systemTimers(deadlines: Deadlines): Timers {
  return {
    now: () => performance.now(),
    wallNow: Date.now,
    after(ms, callback) {
      const alarm = new Alarm(callback);
      deadlines.add(alarm, performance.now() + ms);
      return () => deadlines.remove(alarm);
    },
  };
}
