/** Longer names are compared with nothing: no method or network id comes near, and the work must stay bounded. */
const maxLength = 64;

/** Rows of the distance table; a candidate is at most a quarter longer than the name. */
const rows: [Uint8Array, Uint8Array, Uint8Array] = [
  new Uint8Array(96),
  new Uint8Array(96),
  new Uint8Array(96),
];

/** A candidate that holds the name counts as this far away: after small slips, before wild guesses. */
const partDistance = 2.5;

/** Shortest name that is looked for inside of candidates. */
const minPartLength = 4;

/**
 * The candidates that `name` may have meant, nearest first, `max` at most. Case counts least; then come one or two slips
 * (a character missing, added, changed, two swapped); then candidates that hold the name (`balance`, `mainnet`).
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

function distanceTo(lower: string, candidate: string, limit: number): number {
  const other = candidate.toLowerCase();
  if (other === lower) return 0;
  const most = Math.min(limit, maxSlips(lower, other));
  const distance =
    Math.abs(other.length - lower.length) <= limit
      ? editDistance(lower, other, most)
      : Number.POSITIVE_INFINITY;
  const isPart = distance > partDistance && lower.length >= minPartLength && other.includes(lower);
  return isPart ? partDistance : distance;
}

/**
 * How many slips may lie between the two where they differ. What they begin and end with alike counts for nothing:
 * names of one family (`...Subscribe`) would all be near each other.
 */
function maxSlips(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end))
    end += 1;
  return Math.max(2, Math.ceil((Math.max(a.length, b.length) - start - end) / 3));
}

/**
 * Damerau-Levenshtein distance, no stretch edited twice; Infinity as soon as it is known to pass `limit`.
 * Rows are kept between calls: anyone can send unknown names, and a hundred candidates are compared for each.
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
