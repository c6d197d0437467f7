/** Counted fields, in the order of a report's columns. */
export const usageFields = ["calls", "errors", "credits"] as const;
/** An error also counts as a call. */
export type UsageField = (typeof usageFields)[number];

/** Counts by `DAY ID METHOD FIELD`, such as `2026-01-31 shop getSlot calls`. */
export type Counts = ReadonlyMap<string, number>;

/** Twice the days of the longest month. */
export const keptDays = 62;
/** Length of every day, as days are in UTC. */
export const dayMs = 86_400_000;
/** Most counts in one process or file. */
const maxCounts = 100_000;
/** Above this many counts, a caller's new methods are counted as `other`. */
const maxMethods = 90_000;
/** Above this many counts, new callers are counted as `other`, for whose own counts the rest suffices. */
const maxCallers = maxCounts - keptDays * usageFields.length;

/** A day of UTC, such as 2026-01-31; 0 is today. */
export function utcDay(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
}

/** Adds counts to `all`. Methods and callers above the limits are counted as `other`. */
export function addCounts(all: Map<string, number>, counts: Iterable<readonly [string, number]>): void {
  for (const [name, count] of counts) {
    const fits = all.has(name) || all.size < maxMethods;
    const countedAs = fits ? name : otherName(all, name);
    all.set(countedAs, (all.get(countedAs) ?? 0) + count);
  }
}

function otherName(all: ReadonlyMap<string, number>, name: string): string {
  const [day, id, , field] = name.split(" ");
  const ofCaller = `${day} ${id} other ${field}`;
  return all.has(ofCaller) || all.size < maxCallers ? ofCaller : `${day} other other ${field}`;
}

/** Removes the counts of days past retention. */
export function dropOldCounts(all: Map<string, number>): void {
  const oldest = utcDay(keptDays - 1);
  for (const name of all.keys()) if (name < oldest) all.delete(name);
}
