import { Alarm, type Deadlines } from "../call/deadlines.ts";

/** A clock that never goes back, and waits on it. */
export interface Timers {
  /** Milliseconds since some moment. */
  now(): number;
  /** Time of day, for people. */
  wallNow(): number;
  /** Calls back after some milliseconds; returns the function that cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** The process's own clock. */
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
