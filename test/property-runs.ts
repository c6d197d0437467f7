/** Share of the runs of a property that `npm test` makes; `npm run test:all` makes all of them, and PROPERTY_RUNS=100 a hundred times as many. */
const share = Number(process.env.PROPERTY_RUNS ?? 0.1);

/** Whether exhaustive tests go one character further. */
export const isThorough: boolean = share >= 10;

/** How often a property is tried: `count` times in `npm run test:all`, fewer times in `npm test` but not fewer than 100. */
export function runs(count: number): number {
  return Math.max(Math.min(count, 100), Math.round(count * share));
}

/** How many seeds a driven run is made with: `count` in `npm run test:all`, a fifth of them in `npm test`; each takes much longer than a try of a property. */
export function seeds(count: number): number {
  return Math.max(1, Math.round(count * Math.min(share * 2, 1)));
}
