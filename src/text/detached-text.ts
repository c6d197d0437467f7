/** Copies a text that outlives its call. A slice would keep the whole body in memory. */
export function detachText(text: string): string {
  return Buffer.from(text).toString();
}
