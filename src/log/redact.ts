import { parsedUrl } from "../net/parsed-url.ts";
import { hideSecrets } from "./known-secrets.ts";
import { isHarmless } from "./known-words.ts";

const hidden = "***";
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Schemes of addresses that begin with a host. */
const hostSchemes: ReadonlySet<string> = new Set([
  "ftp:",
  "http:",
  "https:",
  "ws:",
  "wss:",
  "redis:",
  "rediss:",
]);

/** An absolute URL inside other text; ends where quotes, brackets or white space do. */
const urlInText = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>\\]+/gi;

/** `key=value` and `"key":"value"` outside URLs, as clients and libraries write them into messages. */
const assignedSecret =
  /\b((?:api|access|auth)[-_]?(?:key|token)|token|secret|password)(\\?["']?=\\?["']?|\\?["']\s*:\s*\\?["'])([^\s"'&,;}\\]+)/gi;

/** Values of headers that carry credentials. */
const secretHeader =
  /\b(authorization|x-api-key|x-token)(\\?["']?\s*[:=]\s*\\?["']?)((?:bearer|basic)\s+)?([^\s"',}\\]+)/gi;

/**
 * A URL that may be shown: user info, query values, and path segments except known words become `***`. A URL without any
 * of them is returned as written.
 */
export function redactUrl(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:)?(\/\/)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url.trim());
  const [, scheme = "", slashes = "", authority = "", path = "", query = "", fragment = ""] = match ?? [];
  // In short addresses of providers, the key is where a host would be.
  if (scheme !== "" && slashes !== "" && !hostSchemes.has(scheme.toLowerCase()))
    return `${scheme}${slashes}${hidden}`;
  const hash = fragment === "" ? "" : `#${hidden}`;
  // A slash in a password, or a missing one after the scheme, makes user info look like a path.
  const user = path.lastIndexOf("@");
  const host =
    user === -1 ? redactAuthority(authority) + redactPath(path) : hidden + redactAfterHost(path.slice(user));
  return hideSecrets(scheme + slashes + host + redactQuery(query) + hash);
}

/** A host with its port, or a scheme without one. */
const hostOnly =
  /^(?:[a-z][a-z0-9+.-]{0,15}:\/{0,3})?(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)?(?::\d{1,5})?\/?$/i;

/**
 * A text that was given as an address but is not a valid one, as a message may show it. If it can't be parsed, only a host with its
 * port is shown: anything else may contain a password where no rule expects it.
 */
export function redactMalformedUrl(text: string): string {
  const url = text.includes("://") ? parsedUrl(text) : undefined;
  if (url !== undefined && url.hostname !== "") return redactUrl(text);
  return text.length <= 260 && hostOnly.test(text) ? hideSecrets(text) : hidden;
}

/**
 * Text for people (error messages, log lines) with all credentials hidden, in URLs and elsewhere.
 */
export function redactText(text: string): string {
  return hideSecrets(text)
    .replace(urlInText, (url) => redactUrl(url))
    .replace(assignedSecret, `$1$2${hidden}`)
    .replace(secretHeader, `$1$2$3${hidden}`);
}

/** Everything before the last `@` is user info, whatever its characters; a port that is not a number may be part of it. */
function redactAuthority(authority: string): string {
  const end = authority.lastIndexOf("@");
  if (end !== -1) return `${hidden}${authority.slice(end)}`;
  return /^[^[\]]*:(?!\d*$)/.test(authority) ? hidden : authority;
}

function redactPath(path: string): string {
  return path
    .split("/")
    .map((segment) => (isHarmless(segment) ? segment : hidden))
    .join("/");
}

/** `@host` and the path after it. */
function redactAfterHost(text: string): string {
  const end = text.indexOf("/");
  return end === -1 ? text : text.slice(0, end) + redactPath(text.slice(end));
}

function redactQuery(query: string): string {
  return query.replace(
    /([?&;])([^?&;=]*)(=[^?&;]*)?/g,
    (_all, sign: string, name: string, value?: string) => {
      const isName = value !== undefined && value !== "=" ? !isKeyLike(name) : isHarmless(name);
      return `${sign}${isName ? name : hidden}${value === undefined || value === "=" ? (value ?? "") : `=${hidden}`}`;
    },
  );
}

/**
 * Whether the name of a query field looks like a key itself: a UUID, 12 or more characters with a digit, or 20 or more. Names
 * are the provider's and usually not secret, unlike values.
 */
function isKeyLike(name: string): boolean {
  if (uuid.test(name) || name.length >= 20) return true;
  return name.length >= 12 && /[0-9]/.test(name);
}
