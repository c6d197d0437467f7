import { type Clock, install } from "@sinonjs/fake-timers";

/** What `useFakeClock` replaces: timers and both clocks. Promises, microtasks and input stay real. */
const replaced = [
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "Date",
  "performance",
] as const;

let installed: Clock | undefined;

/**
 * Stops the clocks and timers of this process until `restoreClock` or the end of the test; the test moves them by
 * `tickAsync`. Only for code that waits for nothing but timers: sockets and files keep their own time.
 */
export function useFakeClock(now = 0): Clock {
  restoreClock();
  installed = install({ now, toFake: [...replaced] });
  return installed;
}

/** Gives the process its own clocks back. */
export function restoreClock(): void {
  installed?.uninstall();
  installed = undefined;
}

/** No test sees the clock of another one. */
export const mochaHooks = {
  afterEach: restoreClock,
};
