const hidden = "***";
const uuid = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const words = /^[a-z]{1,19}([-_.]([a-z]{1,15}|v?\d{1,4}))*$/;

/** An absolute URL inside other text; ends where quotes, brackets or white space do. */
const urlInText = /[a-z][a-z0-9+.-]{0,20}:\/\/[^\s"'`<>\\]+/gi;

/** `key=value` and `"key":"value"` outside URLs, as clients and libraries write them into messages. */
const assignedSecret =
  /\b((?:api|access|auth)[-_]?(?:key|token)|token|secret|password)(\\?["']?=\\?["']?|\\?["']\s*:\s*\\?["'])([^\s"'&,;}\\]+)/gi;

/** Values of headers that carry credentials. */
const secretHeader =
  /\b(authorization|x-api-key|x-token)(\\?["']?\s*[:=]\s*\\?["']?)((?:bearer|basic)\s+)?([^\s"',}\\]+)/gi;

/**
 * A URL as it may be shown: user info, query values and path segments that look like keys print as `***`. One
 * that holds none of them comes back as it was written.
 */
export function redactUrl(url: string): string {
  const match = /^([a-z][a-z0-9+.-]*:)?(\/\/)?([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(url.trim());
  const [, scheme = "", slashes = "", authority = "", path = "", query = "", fragment = ""] = match ?? [];
  const hash = fragment === "" ? "" : `#${hidden}`;
  // A slash in a password, or one too few behind the scheme, puts user info into what reads as the path.
  const user = path.lastIndexOf("@");
  const host =
    user === -1 ? redactAuthority(authority) + redactPath(path) : hidden + redactPath(path.slice(user));
  return scheme + slashes + host + redactQuery(query) + hash;
}

/**
 * Text for people (messages of errors, log lines) with the credentials in it hidden, those of URLs and others.
 */
export function redactText(text: string): string {
  return text
    .replace(urlInText, (url) => redactUrl(url))
    .replace(assignedSecret, `$1$2${hidden}`)
    .replace(secretHeader, `$1$2$3${hidden}`);
}

/** What stands before the last `@` is user info, whatever characters it holds; what no port can be may be a part of it. */
function redactAuthority(authority: string): string {
  const end = authority.lastIndexOf("@");
  if (end !== -1) return `${hidden}${authority.slice(end)}`;
  return /^[^[\]]*:(?!\d*$)/.test(authority) ? hidden : authority;
}

function redactPath(path: string): string {
  return path
    .split("/")
    .map((segment) => (isKeyLike(segment) ? hidden : segment))
    .join("/");
}

function redactQuery(query: string): string {
  return query.replace(
    /([?&;])([^?&;=]*)(=[^?&;]*)?/g,
    (_all, sign: string, name: string, value?: string) => {
      const shownName = isKeyLike(name) || (value === undefined && name !== "") ? hidden : name;
      return `${sign}${shownName}${value === undefined || value === "=" ? (value ?? "") : `=${hidden}`}`;
    },
  );
}

/**
 * Whether a path segment looks like a key: a UUID, 12 or more characters with letters and digits, or 20 or more
 * that are not lower-case words. Rather hides a harmless name than shows a key.
 */
function isKeyLike(segment: string): boolean {
  if (uuid.test(segment)) return true;
  if (segment.length < 12 || words.test(segment)) return false;
  return (/[0-9]/.test(segment) && /[a-z]/i.test(segment)) || /^\d+$/.test(segment) || segment.length >= 20;
}
