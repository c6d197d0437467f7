/** Holds only when both types are the same. */
export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Is compiled only when the type is true. */
export function typesHold<_Holds extends true>(): void {
  // Nothing happens here: the compiler has done the work.
}
