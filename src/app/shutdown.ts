/** What has to be ended, in order. Each part is given what is left of the time. */
export type Closer = () => unknown;

/**
 * Waits for SIGTERM or SIGINT, then closes everything in order, within `timeoutMs`. Gives the exit code: 0 also when
 * the time ran out, since what was left had been told. A second signal ends the process at once.
 */
export async function untilStopped(
  closers: readonly Closer[],
  timeoutMs: number,
  onStop: (signal: string) => void,
): Promise<number> {
  const signal = await new Promise<NodeJS.Signals>((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) process.once(name, () => resolve(name));
  });
  onStop(signal);
  process.once("SIGINT", () => process.exit(130));
  const closing = (async () => {
    for (const close of closers) await close();
  })();
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, timeoutMs).unref();
  });
  await Promise.race([closing, timeout]);
  return 0;
}
