/** Wraps a function in steps; the last of the list is the outermost, the first that a call passes. */
export function compose<Step>(innermost: Step, wrappers: readonly ((next: Step) => Step)[]): Step {
  return wrappers.reduce((next, wrap) => wrap(next), innermost);
}
