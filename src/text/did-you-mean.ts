import { orList } from "./wording.ts";

/** Longer names are not compared, which bounds the work: no method or network id is that long. */
const maxLength = 64;

/** Three rows of the distance table. A compared candidate is at most a quarter longer than `maxLength`. */
const rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(96),
  new Uint8Array(96),
  new Uint8Array(96),
];

/** Distance of a candidate that contains the name: ranks it after two typos, before three. */
const partDistance = 2.5;

/** Minimum length of a name that is searched for inside candidates. */
const minPartLength = 4;

/**
 * The candidates most similar to `name`, at most `max`: first those that differ only in case, then those with one or two typos
 * (a character missing, added or changed, or two swapped), then those that contain the name (`balance`, `mainnet`).
 */
export function nearest(name: string, candidates: Iterable<string>, max: number): string[] {
  if (name.length === 0 || name.length > maxLength) return [];
  const lower = name.toLowerCase();
  const limit = Math.ceil(name.length / 4);
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = distanceTo(lower, candidate, limit);
    if (distance < Number.POSITIVE_INFINITY) found.push({ candidate, distance });
  }
  found.sort(
    (a, b) =>
      a.distance - b.distance ||
      a.candidate.length - b.candidate.length ||
      (a.candidate < b.candidate ? -1 : 1),
  );
  return found.slice(0, max).map(({ candidate }) => candidate);
}

/** Asks whether one of the candidates was meant; without any, returns `otherwise`. */
export function didYouMean(near: readonly string[], otherwise: string): string {
  return near.length === 0 ? otherwise : `did you mean ${orList(near)}?`;
}

function distanceTo(lower: string, candidate: string, limit: number): number {
  const other = candidate.toLowerCase();
  if (other === lower) return 0;
  const bound = Math.min(limit, maxTypos(lower, other));
  const distance =
    Math.abs(other.length - lower.length) <= limit
      ? editDistance(lower, other, bound)
      : Number.POSITIVE_INFINITY;
  const isPart = distance > partDistance && lower.length >= minPartLength && other.includes(lower);
  return isPart ? partDistance : distance;
}

/**
 * How many typos two similar names may differ by. Depends only on the length of the part that differs: otherwise all names with
 * one ending (`...Subscribe`) would be similar.
 */
function maxTypos(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end))
    end += 1;
  return Math.max(2, Math.ceil((Math.max(a.length, b.length) - start - end) / 3));
}

/**
 * Damerau-Levenshtein distance (optimal string alignment); Infinity if it exceeds `limit`. Reuses its rows between calls: clients
 * can send any number of unknown names, and each is compared with all candidates.
 */
function editDistance(a: string, b: string, limit: number): number {
  let [before, previous, current] = rows;
  for (let column = 0; column <= b.length; column += 1) previous[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    const code = a.charCodeAt(row - 1);
    let left = row;
    let best = row;
    current[0] = row;
    for (let column = 1; column <= b.length; column += 1) {
      const other = b.charCodeAt(column - 1);
      const changed = (previous[column - 1] ?? 0) + (code === other ? 0 : 1);
      let cost = Math.min(changed, (previous[column] ?? 0) + 1, left + 1);
      if (row > 1 && column > 1 && code === b.charCodeAt(column - 2) && a.charCodeAt(row - 2) === other) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current[column] = cost;
      left = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return Number.POSITIVE_INFINITY;
    [before, previous, current] = [previous, current, before];
  }
  const distance = previous[b.length] ?? 0;
  return distance > limit ? Number.POSITIVE_INFINITY : distance;
}
