/**
 * A copy of a text that was cut out of another. A cut piece keeps the whole alive, a body of a mebibyte for a few characters:
 * whatever is kept for longer than its call is copied first.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
