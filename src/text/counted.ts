/** A number with its noun: `1 fault`, `2 faults`. */
export function counted(count: number | string, noun: string): string {
  return `${count} ${noun}${String(count) === "1" ? "" : "s"}`;
}
