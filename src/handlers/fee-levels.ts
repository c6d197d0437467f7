/** The levels of a fee estimate, and the share of observed fees, in percent, that each is at least as high as. */
const percentiles = { min: 0, low: 25, medium: 50, high: 75, veryHigh: 95, unsafeMax: 100 } as const;

/** One of the levels. */
export type FeeLevel = keyof typeof percentiles;

/** Names of the levels, lowest first. */
export const feeLevelNames = Object.keys(percentiles) as readonly FeeLevel[];

/** The level of a name in any of the ways in which providers write it: `VeryHigh`, `veryHigh`, `very_high`; undefined for another. */
export function feeLevelNamed(name: string): FeeLevel | undefined {
  const plain = name.replaceAll("_", "").toLowerCase();
  return feeLevelNames.find((level) => level.toLowerCase() === plain);
}

/** The fee at each level: the lowest observed one that the level's share does not exceed; all 0 where none was observed. */
export function feeLevels(observed: readonly bigint[]): Readonly<Record<FeeLevel, bigint>> {
  const sorted = observed.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const entries = feeLevelNames.map((level) => {
    const at = Math.max(0, Math.ceil((percentiles[level] / 100) * sorted.length) - 1);
    return [level, sorted[at] ?? 0n] as const;
  });
  return Object.fromEntries(entries) as Record<FeeLevel, bigint>;
}
