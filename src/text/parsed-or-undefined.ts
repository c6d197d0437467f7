/** Parses JSON text; undefined if it is not valid, for instance because it was truncated. */
export function parsedOrUndefined(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
