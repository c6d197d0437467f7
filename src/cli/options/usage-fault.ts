/** Exit code of a command line that can't be understood. */
export const usageExitCode = 2;

/** A command line that can't be understood; the message says why and what to write. */
export class UsageFault extends Error {
  override readonly name = "UsageFault";
}
