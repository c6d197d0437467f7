/** The program cannot start as requested; the message says why and what to do. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
