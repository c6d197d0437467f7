/** A number with its noun: `1 fault`, `2 faults`. */
export function counted(count: number | string, noun: string): string {
  return `${count} ${noun}${String(count) === "1" ? "" : "s"}`;
}

/** Joins alternatives: `a`, `a or b`, `a, b or c`. */
export function orList(alternatives: readonly string[]): string {
  const last = alternatives.at(-1) ?? "nothing";
  return alternatives.length < 2 ? last : `${alternatives.slice(0, -1).join(", ")} or ${last}`;
}

/** Longest quotation of a caller's or an upstream's text in most messages: enough to recognize it, on one line. */
const maxRepeated = 60;

/** Cuts a text to `maxLength` characters that end with `...`. Does not split a surrogate pair. */
export function truncate(text: string, maxLength = maxRepeated): string {
  if (text.length <= maxLength) return text;
  const end = maxLength - 3;
  const cutsPair = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return `${text.slice(0, cutsPair ? end - 1 : end)}...`;
}

/** Cuts a text to about `maxLength` characters by replacing its middle with a count of the omitted characters. */
export function shortenMiddle(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  return `${text.slice(0, half)} [${counted(text.length - 2 * half, "character")} left out] ${text.slice(-half)}`;
}

/** Describes an invalid value for a message: truncates text, and hides URLs, which may contain credentials. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return shownText(value);
  if (Array.isArray(value)) return `an array of ${counted(value.length, "item")}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

function shownText(text: string): string {
  if (text.includes("://")) return /^http:\/\//i.test(text) ? "an http URL" : "another URL";
  if (text.length <= maxRepeated) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxRepeated - 3))}... (${text.length} characters)`;
}
