/** Wraps a function in steps, leaving out undefined ones; the last of the list is the outermost, the first that a call passes. */
export function compose<Step>(
  innermost: Step,
  wrappers: readonly (((next: Step) => Step) | undefined)[],
): Step {
  return wrappers.reduce<Step>((next, wrap) => wrap?.(next) ?? next, innermost);
}
