import { counted } from "./counted.ts";

/** Longer text is truncated in messages. */
const maxTextLength = 60;

/** Describes an invalid value for a message: truncates text, and hides URLs, which may contain credentials. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return shownText(value);
  if (Array.isArray(value)) return `an array of ${counted(value.length, "item")}`;
  if (typeof value === "object" && value !== null) return "an object";
  return String(value);
}

function shownText(text: string): string {
  if (text.includes("://")) return /^http:\/\//i.test(text) ? "an http URL" : "another URL";
  if (text.length <= maxTextLength) return JSON.stringify(text);
  return `${JSON.stringify(text.slice(0, maxTextLength - 3))}... (${text.length} characters)`;
}
