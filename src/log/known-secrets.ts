import { unescape as percentDecoded } from "node:querystring";
import { parsedUrl } from "../net/parsed-url.ts";
import { isHarmless } from "./known-words.ts";

const hidden = "***";
/** Shorter values are not hidden: they may be words or ports, and hiding them everywhere would make logs unreadable. */
const minLength = 6;
/** Shorter numbers are not hidden: replacing the same digits inside a number of JSON would break it. */
const minDigits = 12;

/** Longest first, since one may contain another. */
let secrets: readonly string[] = [];

/** Hides a value in logs and messages from now on. Of a URL, hides only the parts that may be credentials. */
export function addSecret(value: string): void {
  const url = value.includes("://") ? parsedUrl(value) : undefined;
  const parts = url === undefined || url.hostname === "" ? [value] : partsOf(url);
  const forms = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  const all = new Set([...secrets, ...forms.filter(isLongEnough)]);
  secrets = [...all].sort((a, b) => b.length - a.length);
}

/** Whether any secret is known. */
export function knowsSecrets(): boolean {
  return secrets.length > 0;
}

/** Replaces known secrets in a text. */
export function hideSecrets(text: string): string {
  let shown = text;
  for (const secret of secrets) if (shown.includes(secret)) shown = shown.replaceAll(secret, hidden);
  return shown;
}

function isLongEnough(text: string): boolean {
  return text.length >= (/^[\d.]+$/.test(text) ? minDigits : minLength);
}

/** The parts of a URL that `redactUrl` hides, as written and decoded: clients and servers show a password without its escapes. */
function partsOf({ username, password, pathname, searchParams }: URL): string[] {
  const segments = pathname.split("/").filter((segment) => !isHarmless(segment));
  const written = [username, password, ...segments];
  return [...written, ...written.map(percentDecoded), ...searchParams.values()];
}
