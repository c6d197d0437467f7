/** So many members of a list, drawn by chance; the same seed draws the same. */
export function sample<T>(members: readonly T[], count: number, seed: number): T[] {
  const left = [...members];
  const random = randomFrom(seed);
  for (let index = left.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [left[index], left[other]] = [left[other] as T, left[index] as T];
  }
  return left.slice(0, count);
}

/** The generator mulberry32: short, and good enough to draw with. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
