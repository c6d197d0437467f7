/** What has to be ended, in order. */
export type Closer = () => unknown;

/** Time of the whole that is kept for what follows when calls and readers had to be cut off: state, connections, logs. */
const maxReserveMs = 500;

/** Ctrl-C under `npm start` comes twice, from the terminal and from npm: until then it is one and the same. */
const sameSignalMs = 300;

/**
 * Waits for one of these signals, then closes everything in order. What has not ended shortly before `timeoutMs` is cut off, and what
 * still hangs then does not keep the process: it ends within `timeoutMs`. Gives the exit code: 0 also when something was cut.
 * A second SIGINT ends the process at once.
 */
export async function untilStopped(
  closers: readonly Closer[],
  cut: () => void,
  timeoutMs: number,
  onStop: (signal: string) => void,
  signals: readonly NodeJS.Signals[] = ["SIGTERM", "SIGINT", "SIGHUP"],
): Promise<number> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of signals) process.once(name, () => resolve(name));
  });
  onStop(signal);
  const stoppedAt = performance.now();
  process.on("SIGINT", () => {
    if (performance.now() - stoppedAt > sameSignalMs) process.exit(130);
  });
  setTimeout(cut, timeoutMs - Math.min(maxReserveMs, timeoutMs / 2)).unref();
  // Fires only where something keeps the process alive.
  setTimeout(() => process.exit(0), timeoutMs).unref();
  for (const close of closers) await close();
  return 0;
}
