/** The program cannot start in the way that it was asked to; the message says why and what to do. */
export class CannotStart extends Error {
  override readonly name = "CannotStart";
}
