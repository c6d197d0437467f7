/** What has to be ended, in order. */
export type Closer = () => unknown;

/** Part of the time that is kept for what follows once calls and readers are cut off: state, connections, logs. */
const maxReserveMs = 500;

/** Ctrl+C under `npm start` arrives twice, from the terminal and from npm: within this time it counts once. */
const sameSignalMs = 300;

/**
 * Waits for one of these signals, then closes everything in order. What has not ended shortly before `timeoutMs` is cut off, and the
 * process ends within `timeoutMs` even if something still hangs. Returns the exit code, which is 0 also when something was cut off.
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
  // Fires only if something keeps the process alive.
  setTimeout(() => process.exit(0), timeoutMs).unref();
  for (const close of closers) await close();
  return 0;
}
