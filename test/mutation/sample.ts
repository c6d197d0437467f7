import { createRandom } from "../../bench/ledger/random.ts";

/** Draws `count` members of a list at random; the same seed draws the same. */
export function sample<T>(members: readonly T[], count: number, seed: number): T[] {
  const left = [...members];
  const random = createRandom(seed);
  for (let index = left.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [left[index], left[other]] = [left[other] as T, left[index] as T];
  }
  return left.slice(0, count);
}
