/** Of longer numbers, two may be one above 2^53. */
const wholeNumberPattern = /^\d{1,15}$/;

/** The value of a text that is a whole number of at most 15 digits, such as a slot; undefined for any other text. */
export function parseWholeNumber(text: string): number | undefined {
  return wholeNumberPattern.test(text) ? Number(text) : undefined;
}
