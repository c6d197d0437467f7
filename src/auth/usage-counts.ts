/** What usage counts, in the order of the columns of a report. */
export const usageFields = ["calls", "errors", "credits"] as const;
/** An error is counted as a call, too. */
export type UsageField = (typeof usageFields)[number];

/** Counts by `DAY ID METHOD WHAT`, such as `2026-01-31 shop getSlot calls`. */
export type Counts = ReadonlyMap<string, number>;

/** Twice the days of the longest month. */
export const keptDays = 62;
/** Days are those of UTC, so all have this length. */
export const dayMs = 86_400_000;
/** Most counts in one process or file. */
const maxCounts = 100_000;
/** Above this many, a new method of a caller is counted as `other`. */
const maxMethods = 90_000;
/** Above this many, a new caller is counted as `other`, whose own counts of all days fit in the rest. */
const maxCallers = maxCounts - keptDays * usageFields.length;

/** A day of UTC, such as 2026-01-31; 0 is today. */
export function utcDay(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
}

/** Adds counts to others. A method or a caller that finds no place is counted as `other`. */
export function addCounts(all: Map<string, number>, counts: Iterable<readonly [string, number]>): void {
  for (const [name, count] of counts) {
    const hasPlace = all.has(name) || all.size < maxMethods;
    const countedAs = hasPlace ? name : otherName(all, name);
    all.set(countedAs, (all.get(countedAs) ?? 0) + count);
  }
}

function otherName(all: ReadonlyMap<string, number>, name: string): string {
  const [day, id, , what] = name.split(" ");
  const ofCaller = `${day} ${id} other ${what}`;
  return all.has(ofCaller) || all.size < maxCallers ? ofCaller : `${day} other other ${what}`;
}

/** Drops the counts of days that are no longer kept. */
export function dropOldCounts(all: Map<string, number>): void {
  const oldest = utcDay(keptDays - 1);
  for (const name of all.keys()) if (name < oldest) all.delete(name);
}
