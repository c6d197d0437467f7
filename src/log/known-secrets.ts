import { parsedUrl } from "../net/parsed-url.ts";
import { isHarmless } from "./known-words.ts";

const hidden = "***";
/** Shorter values are words, ports and switches: to hide them in all text would make it unreadable. */
const minLength = 6;
/** Numbers are written bare into JSON, where a piece of one can't be replaced. */
const minDigits = 12;

/** Values, longest first: one may be a part of another. */
let secrets: readonly string[] = [];

/**
 * Hides a value in every text for people from now on. Of a value that is an address itself, the parts that may be credentials
 * are hidden.
 */
export function addSecret(value: string): void {
  const url = value.includes("://") ? parsedUrl(value) : undefined;
  const parts = url === undefined || url.hostname === "" ? [value] : partsOf(url);
  const forms = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  const all = new Set([...secrets, ...forms.filter(isLongEnough)]);
  secrets = [...all].sort((a, b) => b.length - a.length);
}

/** Whether there are any. */
export function knowsSecrets(): boolean {
  return secrets.length > 0;
}

/** The text without the values that are known to be secret. */
export function hideSecrets(text: string): string {
  let shown = text;
  for (const secret of secrets) if (shown.includes(secret)) shown = shown.replaceAll(secret, hidden);
  return shown;
}

function isLongEnough(text: string): boolean {
  return text.length >= (/^[\d.]+$/.test(text) ? minDigits : minLength);
}

/** What `redactUrl` hides in an address, so that it is hidden outside of the address too. */
function partsOf({ username, password, pathname, searchParams }: URL): string[] {
  const segments = pathname.split("/").filter((segment) => !isHarmless(segment));
  return [username, password, ...segments, ...searchParams.values()];
}
