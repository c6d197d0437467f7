import { counted } from "./counted.ts";

/** A text of at most about `maxLength` characters: of a longer one the middle is left out, and how much that was is said. */
export function shortenMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  return `${text.slice(0, half)} [${counted(text.length - 2 * half, "character")} left out] ${text.slice(-half)}`;
}
