/** Each level's percentile of the observed fees. */
const percentiles = { min: 0, low: 25, medium: 50, high: 75, veryHigh: 95, unsafeMax: 100 } as const;

type FeeLevel = keyof typeof percentiles;

/** Names of the levels, lowest first. */
export const feeLevelNames = Object.keys(percentiles) as readonly FeeLevel[];

/** Finds a level by its name, in any spelling of providers: `VeryHigh`, `veryHigh`, `very_high`. Undefined if unknown. */
export function feeLevelNamed(name: string): FeeLevel | undefined {
  const plain = name.replaceAll("_", "").toLowerCase();
  return feeLevelNames.find((level) => level.toLowerCase() === plain);
}

/** The observed fee at each level's percentile (nearest rank); 0 if no fees were observed. */
export function feeLevels(observed: readonly bigint[]): Readonly<Record<FeeLevel, bigint>> {
  const sorted = observed.toSorted((one, other) => (one < other ? -1 : Number(one > other)));
  const entries = feeLevelNames.map((level) => {
    const at = Math.max(0, Math.ceil((percentiles[level] / 100) * sorted.length) - 1);
    return [level, sorted[at] ?? 0n] as const;
  });
  return Object.fromEntries(entries) as Record<FeeLevel, bigint>;
}
