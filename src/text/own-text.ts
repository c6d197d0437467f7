/**
 * A copy of a text that was cut out of another. A slice keeps the whole text alive, a large body for a few characters, so
 * what is kept for longer than its call is copied first.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
