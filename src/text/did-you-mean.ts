import { orList } from "./or-list.ts";

/** Longer names are not compared: no method or network id is that long, and the work must stay bounded. */
const maxLength = 64;

/** Rows of the distance table; a candidate is at most a quarter longer than the name. */
const rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(96),
  new Uint8Array(96),
  new Uint8Array(96),
];

/** Distance of a candidate that contains the name: after small typos, before wild guesses. */
const partDistance = 2.5;

/** Shortest name that is searched for inside candidates. */
const minPartLength = 4;

/**
 * The candidates that `name` may have meant, nearest first, `max` at most: those that differ only in case, then those with one or
 * two typos (a character missing, added or changed, two swapped), then those that contain the name (`balance`, `mainnet`).
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
      a.distance - b.distance || a.candidate.length - b.candidate.length || byText(a.candidate, b.candidate),
  );
  return found.slice(0, max).map(({ candidate }) => candidate);
}

/** Asks whether one of these candidates was meant; with none, says `otherwise`. */
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
 * How many typos may lie between two names. Only the part in which they differ counts: otherwise all names of one family
 * (`...Subscribe`) would be near each other.
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
 * Damerau-Levenshtein distance (optimal string alignment); Infinity as soon as it is known to exceed `limit`. Rows are kept
 * between calls: anyone can send unknown names, and each is compared with every candidate.
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

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
