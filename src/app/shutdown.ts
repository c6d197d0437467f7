/** Time reserved after disconnecting clients for saving state and flushing logs. */
const maxReserveMs = 500;

/** Under `npm start`, Ctrl+C sends two signals, from the terminal and from npm. Within this time they count as one. */
const sameSignalMs = 300;

/**
 * Waits for a signal, then closes. Disconnects clients shortly before `timeoutMs`, and exits at `timeoutMs` even if closing hangs.
 * Returns the exit code: 0 even if clients were cut off. A second SIGINT exits at once.
 */
export async function closeOnSignal(
  { close, disconnectAll }: { close(): Promise<unknown>; disconnectAll(): void },
  timeoutMs: number,
  onStop: (signal: string) => void,
  signals: readonly NodeJS.Signals[],
): Promise<number> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of signals) process.once(name, () => resolve(name));
  });
  onStop(signal);
  const stoppedAt = performance.now();
  process.on("SIGINT", () => {
    if (performance.now() - stoppedAt > sameSignalMs) process.exit(130);
  });
  setTimeout(disconnectAll, timeoutMs - Math.min(maxReserveMs, timeoutMs / 2)).unref();
  // Fires only if something still keeps the process running.
  setTimeout(() => process.exit(0), timeoutMs).unref();
  await close();
  return 0;
}
