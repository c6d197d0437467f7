/**
 * A copy of a text that was cut from another. A slice keeps the whole text alive, a large body for a few characters, so
 * text that outlives its call is copied first.
 */
export function ownText(text: string): string {
  return Buffer.from(text).toString();
}
