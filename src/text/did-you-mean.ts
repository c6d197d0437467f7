import { orList } from "./wording.ts";

/** Longer names are not compared, which bounds the work: no method or network id is that long. */
const maxLength = 64;

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
  const matches: { candidate: string; distance: number }[] = [];
  for (const candidate of candidates) {
    const distance = distanceTo(lower, candidate, limit);
    if (distance < Number.POSITIVE_INFINITY) matches.push({ candidate, distance });
  }
  matches.sort(
    (a, b) =>
      a.distance - b.distance ||
      a.candidate.length - b.candidate.length ||
      (a.candidate < b.candidate ? -1 : 1),
  );
  return matches.slice(0, max).map(({ candidate }) => candidate);
}

/** Asks whether one of the candidates was meant; without any, returns `otherwise`. */
export function didYouMean(near: readonly string[], otherwise: string): string {
  return near.length === 0 ? otherwise : `did you mean ${orList(near)}?`;
}

function distanceTo(lower: string, candidate: string, limit: number): number {
  const other = candidate.toLowerCase();
  const isNear = Math.abs(other.length - lower.length) <= limit;
  const typos = isNear ? countTypos(lower, other, limit) : Number.POSITIVE_INFINITY;
  const isPart = typos > partDistance && lower.length >= minPartLength && other.includes(lower);
  return isPart ? partDistance : typos;
}

/**
 * Number of typos between two names; Infinity if above `limit`, or too many for the part that differs. Equal parts do not count, or all
 * names with one ending (`...Subscribe`) would be similar.
 */
function countTypos(a: string, b: string, limit: number): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [one, other] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const maxTypos = Math.min(limit, Math.max(2, Math.ceil(Math.max(one.length, other.length) / 3)));
  return editDistance(one, other, maxTypos);
}

/** Damerau-Levenshtein distance (optimal string alignment); Infinity if it exceeds `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 0; row < a.length; row += 1) {
    const current = [row + 1];
    for (let column = 0; column < b.length; column += 1) {
      const changed = (previous[column] ?? 0) + (a[row] === b[column] ? 0 : 1);
      const isSwap = row > 0 && column > 0 && a[row] === b[column - 1] && a[row - 1] === b[column];
      const swapped = isSwap ? (before[column - 1] ?? 0) + 1 : changed;
      current.push(Math.min(changed, swapped, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    if (Math.min(...current) > limit) return Number.POSITIVE_INFINITY;
    [before, previous] = [previous, current];
  }
  const distance = previous[b.length] ?? 0;
  return distance > limit ? Number.POSITIVE_INFINITY : distance;
}
