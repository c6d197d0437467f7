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

/** Stops the time of day alone; the test sets it by `setSystemTime`. Timers and sockets keep their own time. */
export function useFakeDate(now: number): Clock {
  restoreClock();
  installed = install({ now, toFake: ["Date"] });
  return installed;
}

/** How far one turn of the event loop moves a patient clock. */
const patientStepMs = 10;
/** What lies between two readings of it: what came first is told from what came later, as on a real clock. */
const readingMs = 1e-6;

/**
 * A clock that goes on by itself, but by no more than a step between two turns of the event loop: for code of this process that
 * waits for both sockets and timers. However long the machine pauses, no deadline passes meanwhile and nothing known gets old.
 */
export function usePatientClock(): void {
  startSteps(patientStepMs);
}

/** A patient clock that goes ten times as fast, for code that waits for seconds. */
export function useQuickClock(): void {
  startSteps(patientStepMs / 10);
}

/** Installs a clock that goes on by a step at this interval of real time. */
function startSteps(everyMs: number): void {
  restoreClock();
  const clock = install({ now: Date.now(), toFake: [...replaced] });
  installed = clock;
  const steps = realInterval(() => clock.tick(patientStepMs), everyMs);
  stopSteps = () => realClear(steps);
  const faked = installed.performance as { now: () => number };
  const { now } = faked;
  let readings = 0;
  faked.now = () => {
    readings += 1;
    return now() + readings * readingMs;
  };
}

const realInterval = setInterval;
const realClear = clearInterval;
/** Stops a patient clock. */
let stopSteps: (() => void) | undefined;

/** Turns of the event loop in which an answer of this process to itself comes through its sockets, several times over. */
const turnsOfSockets = 10;
const realTimeout = setTimeout;
/** Files are written to disk in this many turns of the process's own timers, however busy the disk is. */
const turnsOfFiles = 10_000;

/** Whether this process reads, writes or closes a file. */
function isUsingFiles(): boolean {
  return process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq") || name === "CloseReq");
}

/**
 * Moves the clock until something holds, and gives the milliseconds that it moved; fails after `maxMs` of them. Sockets and
 * files get their turns between the steps, so that a timer does not overtake an answer that is under way in this process.
 */
export async function tickUntil(
  clock: Clock,
  holds: () => boolean,
  { maxMs, stepMs = 10 }: { readonly maxMs: number; readonly stepMs?: number },
): Promise<number> {
  for (let ms = 0; ; ms += stepMs) {
    for (let turn = 0; turn < turnsOfSockets; turn += 1) {
      if (holds()) return ms;
      await new Promise(setImmediate);
    }
    // What other threads do, decompressing for one, gets its time too.
    for (let turn = 0; turn === 0 || (turn < turnsOfFiles && isUsingFiles()); turn += 1) {
      await new Promise((resolve) => {
        realTimeout(resolve, 1);
      });
      if (holds()) return ms;
    }
    if (ms >= maxMs) throw new Error(`It did not come about within ${maxMs} ms of the clock moved by hand.`);
    await clock.tickAsync(stepMs);
  }
}

/** The milliseconds after which a promise settles, by a clock moved step by step. */
export async function tickUntilSettled(
  clock: Clock,
  promise: Promise<unknown>,
  options: { readonly maxMs: number; readonly stepMs?: number },
): Promise<number> {
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  promise.then(settle, settle);
  return tickUntil(clock, () => isSettled, options);
}

/** What a promise resolves with, while the clock moves step by step; fails when that takes it longer than `maxMs`. */
export async function tickThrough<Result>(
  clock: Clock,
  promise: Promise<Result>,
  options: { readonly maxMs: number; readonly stepMs?: number },
): Promise<Result> {
  await tickUntilSettled(clock, promise, options);
  return promise;
}

/** Gives the process its own clocks back. */
export function restoreClock(): void {
  stopSteps?.();
  stopSteps = undefined;
  installed?.uninstall();
  installed = undefined;
}

/** No test sees the clock of another one. */
export const mochaHooks = {
  afterEach: restoreClock,
};
