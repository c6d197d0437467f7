/** Longest text that a message repeats. */
const longestText = 60;

/** A wrong value as a message shows it: shortened, and never a URL, since those carry credentials. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return shownText(value);
  if (Array.isArray(value))
    return value.length === 1 ? "an array of 1 item" : `an array of ${value.length} items`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

function shownText(text: string): string {
  if (text.includes("://")) return /^http:\/\//i.test(text) ? "an http URL" : "another URL";
  if (text.length <= longestText) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, longestText - 3))}... (${text.length} characters)`;
}
