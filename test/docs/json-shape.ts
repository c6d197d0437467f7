/**
 * What differs between two JSON values in shape: keys, lengths of fixed words and kinds of values. Numbers and strings
 * may differ in value, since slots, hashes and ports do; true, false and null may not. `"..."` in the expected value
 * stands for anything, and as the last entry of a list for any further ones.
 */
export function shapeDifference(expected: unknown, actual: unknown, at = "answer"): string | undefined {
  if (expected === "...") return undefined;
  const [kind, actualKind] = [kindOf(expected), kindOf(actual)];
  if (kind !== actualKind) return `${at}: the guide shows ${kind}, it is ${actualKind}`;
  if (Array.isArray(expected) && Array.isArray(actual)) return listDifference(expected, actual, at);
  if (kind === "object") return objectDifference(expected as object, actual as object, at);
  return undefined;
}

function listDifference(
  expected: readonly unknown[],
  actual: readonly unknown[],
  at: string,
): string | undefined {
  const shown = expected.at(-1) === "..." ? expected.slice(0, -1) : expected;
  if (shown.length === expected.length ? shown.length !== actual.length : shown.length > actual.length)
    return `${at}: the guide shows ${shown.length} entries, there are ${actual.length}`;
  for (const [index, value] of shown.entries()) {
    const difference = shapeDifference(value, actual[index], `${at}[${index}]`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function objectDifference(expected: object, actual: object, at: string): string | undefined {
  const shown = Object.entries(expected);
  const missing = shown.find(([key]) => !Object.hasOwn(actual, key));
  if (missing !== undefined) return `${at}.${missing[0]}: in the guide, but not in the answer`;
  const further = Object.keys(actual).find((key) => !Object.hasOwn(expected, key));
  if (further !== undefined) return `${at}.${further}: in the answer, but not in the guide`;
  for (const [key, value] of shown) {
    const difference = shapeDifference(value, (actual as Record<string, unknown>)[key], `${at}.${key}`);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? "list" : typeof value;
}
