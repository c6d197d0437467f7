/** Joins alternatives: `a`, `a or b`, `a, b or c`. */
export function orList(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? "nothing";
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(", ")} or ${last}`;
}
