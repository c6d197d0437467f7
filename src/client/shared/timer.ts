/** A running timer, if any. */
export type Timer = ReturnType<typeof setTimeout> | undefined;

/** Longest delay of a timer; a longer one would fire at once. */
export const maxTimerMs = 2 ** 31 - 1;

/** Runs later; never if the delay is longer than a timer allows, such as Infinity. */
export function startTimer(run: () => void, ms: number): Timer {
  return ms > maxTimerMs ? undefined : setTimeout(run, ms);
}
