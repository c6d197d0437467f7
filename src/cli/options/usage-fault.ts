/** Exit code for an invalid command line. */
export const usageExitCode = 2;

/** An invalid command line. The message says why and what to write. */
export class UsageFault extends Error {
  override readonly name = "UsageFault";
}
