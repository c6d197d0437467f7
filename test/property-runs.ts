/** Share of the runs of a property that `npm test` makes; `npm run test:all` makes all of them, and PROPERTY_RUNS=100 a hundred times as many. */
const share = Number(process.env.PROPERTY_RUNS ?? 0.05);

/** Characters by which the strings of exhaustive tests are longer than in `npm run test:all`. */
export const furtherBy: number = share < 1 ? -1 : Number(share >= 10);

/** How often a property is tried: `count` times in `npm run test:all`, fewer times in `npm test` but not fewer than 50. */
export function runs(count: number): number {
  return Math.max(Math.min(count, 50), Math.round(count * share));
}

/** How many seeds a driven run is made with: `count` in `npm run test:all`, one in twenty in `npm test`; each takes much longer than a try of a property. */
export function seeds(count: number): number {
  return Math.max(1, Math.round(count * Math.min(share, 1)));
}
