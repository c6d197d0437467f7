/** A running timer; undefined where there is none. */
export type Timer = ReturnType<typeof setTimeout> | undefined;

/** Longest wait that a timer can measure; a longer one would fire at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Runs later; never when the time is longer than a timer can measure, as Infinity is. */
export function startTimer(run: () => void, ms: number): Timer {
  return ms > maxTimerMs ? undefined : setTimeout(run, ms);
}
