import { skipString } from "./skip-value.ts";

/** Shorter arrays and objects are as cheap to skip as to look up. */
const minLength = 1024;

const structural = /["[\]{}]/g;

/**
 * Where each long array and object of a valid JSON text ends, by where it starts: a reader that descends into one value
 * can then skip its neighbours and children without reading them again. One pass; only the outermost `maxDepth` levels.
 */
export function longValueEnds(text: string, maxDepth: number): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const starts: number[] = [];
  let depth = 0;
  structural.lastIndex = 0;
  while (structural.test(text)) {
    const position = structural.lastIndex - 1;
    const code = text.charCodeAt(position);
    if (code === 0x22 /* " */) {
      structural.lastIndex = skipString(text, position);
    } else if (code === 0x5b || code === 0x7b /* [ { */) {
      if (depth < maxDepth) starts[depth] = position;
      depth += 1;
    } else {
      depth -= 1;
      const start = depth < maxDepth ? (starts[depth] ?? 0) : position;
      if (position - start >= minLength) ends.set(start, position + 1);
    }
  }
  return ends;
}
