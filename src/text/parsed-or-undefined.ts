/** The value of JSON text; undefined for anything else, such as text that was cut short. */
export function parsedOrUndefined(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}
