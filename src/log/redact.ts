import { unescape as percentDecoded } from "node:querystring";
import { parsedUrl } from "../net/urls.ts";

const hidden = "***";
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** Schemes of URLs that begin with a host. */
const hostScheme = /^(?:ftp|https?|wss?|rediss?):$/i;

/** An absolute URL in other text, up to a quote, angle bracket or white space. */
const urlInText = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>\\]+/gi;

/** `key=value` and `"key":"value"` outside URLs, as in messages of clients and libraries. */
const assignedSecret =
  /\b((?:api|access|auth)[-_]?(?:key|token)|token|secret|password)(\\?["']?=\\?["']?|\\?["']\s*:\s*\\?["'])([^\s"'&,;}\\]+)/gi;

/** Headers that carry credentials. */
const secretHeader =
  /\b(authorization|x-api-key|x-token)(\\?["']?\s*[:=]\s*\\?["']?)((?:bearer|basic)\s+)?([^\s"',}\\]+)/gi;

/** Replaces possible credentials in a URL with `***`: user info, query values, and path segments except known words. */
export function redactUrl(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:)?(\/\/)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url.trim());
  const [, scheme = "", slashes = "", authority = "", path = "", query = "", fragment = ""] = match ?? [];
  // Short provider URLs have the key in place of a host.
  if (scheme !== "" && slashes !== "" && !hostScheme.test(scheme)) return `${scheme}${slashes}${hidden}`;
  const hash = fragment === "" ? "" : `#${hidden}`;
  // A slash in the password, or a missing slash after the scheme, moves user info into the path.
  const user = path.lastIndexOf("@");
  const host =
    user === -1 ? redactAuthority(authority) + redactPath(path) : hidden + redactAfterHost(path.slice(user));
  return hideSecrets(scheme + slashes + host + redactQuery(query) + hash);
}

/** A host with or without scheme and port. */
const hostOnly =
  /^(?:[a-z][a-z0-9+.-]{0,15}:\/{0,3})?(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)?(?::\d{1,5})?\/?$/i;

/** Too short and plain for a key, and without a user no password: a mistake, such as a network's id in place of a URL. */
const plainWord = /^[a-z]{1,8}$/;

/**
 * Redacts a text that should be a URL. If it can't be parsed, shows host and port unless an `@` follows, else only the scheme, since
 * anything before an `@` may be a password.
 */
export function redactMalformedUrl(text: string): string {
  const url = text.includes("://") ? parsedUrl(text) : undefined;
  if (url !== undefined && url.hostname !== "") return redactUrl(text);
  if (text.length <= 260 && (hostOnly.test(text) || plainWord.test(text))) return hideSecrets(text);
  const [, scheme = "", host = "", sign = ""] =
    /^([a-z][a-z0-9+.-]{0,15}:\/{1,3})?([^/?#]*)([/?#]?)/i.exec(text) ?? [];
  const isHost = host !== "" && sign !== "" && host.length <= 260 && hostOnly.test(scheme + host);
  return hideSecrets(scheme + (isHost && !text.includes("@") ? host + sign : "")) + hidden;
}

/** Hides credentials in a message or log line, inside and outside URLs. */
export function redactText(text: string): string {
  return hideSecrets(text)
    .replace(urlInText, (url) => redactUrl(url))
    .replace(assignedSecret, `$1$2${hidden}`)
    .replace(secretHeader, `$1$2$3${hidden}`);
}

/** Hides user info: everything before the last `@`. Without an `@`, a non-numeric port may be part of a password. */
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

/** True if a query parameter's name may itself be a key: a UUID, 12 characters or more with a digit, or 20 or more. */
function isKeyLike(name: string): boolean {
  if (uuid.test(name) || name.length >= 20) return true;
  return name.length >= 12 && /[0-9]/.test(name);
}

/** Words in paths and query names that are never keys. Any other word may be one, since some keys are short or only letters. */
const knownWords = new Set(
  (
    "api rpc json jsonrpc http https ws wss websocket socket rest v network networks net chain chains ledger ledgers node nodes " +
    "main mainnet dev devnet test testnet local localnet beta alpha solana sol svm eclipse sonic soon fogo archive archival " +
    "full lite free public private shared pro health status metrics docs openrpc mcp site playground livez readyz index html " +
    "registry list data key apikey token access auth id user name session secret password"
  ).split(" "),
);

/** True if a path segment can't be a key: at most two characters, or only known words and version numbers. */
function isHarmless(segment: string): boolean {
  if (segment.length > 64) return false;
  if (segment.length <= 2) return true;
  return segment
    .split(/[-_.]/)
    .every((word) => word === "" || /^v?\d{1,3}$/.test(word) || knownWords.has(word));
}

/** Shorter values may be words or ports, and hiding these everywhere would make logs unreadable. */
const minLength = 6;
/** Shorter numbers may be part of a JSON number, which hiding would break. */
const minDigits = 12;

/** Sorted longest first, since one may contain another. */
let secrets: readonly string[] = [];

/** Hides a value in all later logs and messages. Of a URL, hides only possible credentials. */
export function addSecret(value: string): void {
  const url = value.includes("://") ? parsedUrl(value) : undefined;
  const parts = url === undefined || url.hostname === "" ? [value] : hiddenParts(url);
  const forms = parts.flatMap((part) => [part, JSON.stringify(part).slice(1, -1), encodeURIComponent(part)]);
  const all = new Set([
    ...secrets,
    ...forms.filter((form) => form.length >= (/^[\d.]+$/.test(form) ? minDigits : minLength)),
  ]);
  secrets = [...all].sort((a, b) => b.length - a.length);
}

/** True if any secret is known. */
export function knowsSecrets(): boolean {
  return secrets.length > 0;
}

/** Replaces known secrets in a text. */
export function hideSecrets(text: string): string {
  let clean = text;
  for (const secret of secrets) if (clean.includes(secret)) clean = clean.replaceAll(secret, hidden);
  return clean;
}

/** The parts of a URL that `redactUrl` hides, as written and decoded, since some programs print decoded passwords. */
function hiddenParts({ username, password, pathname, searchParams }: URL): string[] {
  const segments = pathname.split("/").filter((segment) => !isHarmless(segment));
  const written = [username, password, ...segments];
  return [...written, ...written.map(percentDecoded), ...searchParams.values()];
}
