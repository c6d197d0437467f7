/** Copies a text that outlives its call: a slice would keep the whole body that it was cut from in memory. */
export function detachText(text: string): string {
  return Buffer.from(text).toString();
}
