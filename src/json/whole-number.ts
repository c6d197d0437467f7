/** Whether a parsed value is a whole number, such as a slot, that a double holds exactly. */
export function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The value of a text that is a whole number, such as a slot, and that a double holds exactly; undefined for any other text. */
export function parseWholeNumber(text: string): number | undefined {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? value : undefined;
}
