import type { IncomingMessage } from "node:http";
import { metadataUrl } from "../../auth/resource-metadata.ts";
import { unauthorizedError } from "../../auth/rights.ts";
import { scopes, scopesFor } from "../../auth/token-rights.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { requestPath, requestQuery } from "./request-url.ts";

/** Prefix of a path that carries a key: `/k/KEY/networks/ID`. */
const keyPath = "/k/";
/** Query parameter that may carry a key on any route. */
export const keyField = "api-key";
const bearer = /^bearer +(\S.*)$/i;

/** The key or token that a request presents. */
export interface Credential {
  readonly text: string;
  readonly isInUrl: boolean;
}

/**
 * Reads a request's key or token and strips it from the URL, to keep it out of logs, traces, redirects and errors. Throws
 * `unauthorized` if the request has two different ones.
 */
export function takeCredential(request: IncomingMessage): Credential | undefined {
  const inHeaders = credentialsInHeaders(request);
  const inUrl = takeFromUrl(request);
  const all = new Set([...inHeaders, ...inUrl]);
  const [text] = all;
  if (text === undefined) return undefined;
  if (all.size > 1) throw unauthorizedError("The request has two different keys or tokens: send only one.");
  return { text, isInUrl: inUrl.length > 0 };
}

/** Uses `headersDistinct`, because `headers` drops or joins repeated fields. */
function credentialsInHeaders({ headersDistinct }: IncomingMessage): string[] {
  const tokens = (headersDistinct.authorization ?? []).flatMap(
    (value) => bearer.exec(value)?.[1]?.trim() ?? [],
  );
  return [...tokens, ...(headersDistinct["x-api-key"] ?? [])];
}

function takeFromUrl(request: IncomingMessage): string[] {
  let path = requestPath(request);
  let query = requestQuery(request);
  const credentials: string[] = [];
  if (path.startsWith(keyPath)) {
    const end = path.indexOf("/", keyPath.length);
    credentials.push(decodePercent(path.slice(keyPath.length, end < 0 ? undefined : end)));
    path = end < 0 ? "/" : path.slice(end);
  }
  if (query.includes(keyField) || query.includes("%")) {
    const fields = query.split("&");
    const others = fields.filter((field) => !isKeyField(field));
    for (const field of fields)
      if (isKeyField(field))
        credentials.push(decodePercent(field.slice(field.indexOf("=") + 1 || field.length)));
    query = others.join("&");
  }
  if (credentials.length > 0) request.url = query === "" ? path : `${path}?${query}`;
  return credentials;
}

function isKeyField(field: string): boolean {
  return decodePercent(field.split("=", 1)[0] ?? "") === keyField;
}

/** Decodes percent escapes once. Returns text with a malformed escape unchanged. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // No key contains a malformed escape.
    return text;
  }
}

const realm = 'Bearer realm="svm-gateway"';

/**
 * Builds the `WWW-Authenticate` field of a 401 (RFC 6750). It names an error if a token was sent. With a `resource`, it adds the
 * metadata URL and the minimum scope.
 */
export function writeChallenge({ headers }: Pick<IncomingMessage, "headers">, resource?: string): string {
  const error = headers.authorization === undefined ? "" : ', error="invalid_token"';
  const metadata =
    resource === undefined ? "" : `, resource_metadata="${metadataUrl(resource)}", scope="${scopes.read}"`;
  return realm + error + metadata;
}

/** Builds the `WWW-Authenticate` field for a token without a required scope, listing all of them. Undefined for any other error. */
export function scopeChallenge(
  { authenticated }: Caller,
  error: RpcError,
  resource: string | undefined,
): string | undefined {
  if (authenticated?.kind !== "token" || error.kind !== "forbidden") return undefined;
  const required = scopesFor(error.data?.right);
  if (required === undefined) return undefined;
  const metadata = resource === undefined ? "" : `, resource_metadata="${metadataUrl(resource)}"`;
  return `${realm}, error="insufficient_scope", scope="${required.join(" ")}"${metadata}`;
}
