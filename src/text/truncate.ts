import { counted } from "./counted.ts";

/** Cuts a text to `maxLength` characters that end with `...`. Does not split a surrogate pair. */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 3;
  const cutsPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, cutsPair ? end - 1 : end)}...`;
}

/** Cuts a text to about `maxLength` characters by replacing its middle with how many characters were left out. */
export function shortenMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  return `${text.slice(0, half)} [${counted(text.length - 2 * half, "character")} left out] ${text.slice(-half)}`;
}
