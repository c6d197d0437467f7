import type { IncomingMessage } from "node:http";
import { unauthorizedError } from "../../auth/rights.ts";
import { metadataUrl, scopes, scopesFor } from "../../auth/token-rights.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { requestPath, requestQuery } from "./request-url.ts";

/** Start of a path that holds a key: `/k/KEY/networks/ID`. */
const keyPath = "/k/";
/** The query parameter that may hold a key, on any route. */
export const keyField = "api-key";
const bearer = /^bearer +(\S.*)$/i;

/** The key or token that a request presents, and whether it was in the URL. */
export interface Credential {
  readonly text: string;
  readonly isInUrl: boolean;
}

/**
 * Reads a request's key or token and removes it from the URL, so that no log, trace, redirect or error can show it. Throws
 * `unauthorized` if the request holds two that differ.
 */
export function takeCredential(request: IncomingMessage): Credential | undefined {
  const inHeaders = credentialsInHeaders(request);
  const inUrl = takeFromUrl(request);
  const all = new Set([...inHeaders, ...inUrl]);
  const [text] = all;
  if (text === undefined) return undefined;
  if (all.size > 1)
    throw unauthorizedError("The request holds two keys or tokens that differ: send only one.");
  return { text, isInUrl: inUrl.length > 0 };
}

/** Reads `headersDistinct`: `headers` keeps only the first of several equal fields. */
function credentialsInHeaders({ headersDistinct }: IncomingMessage): string[] {
  const tokens = (headersDistinct.authorization ?? []).flatMap(
    (value) => bearer.exec(value)?.[1]?.trim() ?? [],
  );
  return [...tokens, ...(headersDistinct["x-api-key"] ?? [])];
}

function takeFromUrl(request: IncomingMessage): string[] {
  let path = requestPath(request);
  let query = requestQuery(request);
  const found: string[] = [];
  if (path.startsWith(keyPath)) {
    const end = path.indexOf("/", keyPath.length);
    found.push(decoded(path.slice(keyPath.length, end < 0 ? undefined : end)));
    path = end < 0 ? "/" : path.slice(end);
  }
  if (query.includes(keyField) || query.includes("%")) {
    const fields = query.split("&");
    const others = fields.filter((field) => !isKeyField(field));
    for (const field of fields)
      if (isKeyField(field)) found.push(decoded(field.slice(field.indexOf("=") + 1 || field.length)));
    query = others.join("&");
  }
  if (found.length > 0) request.url = query === "" ? path : `${path}?${query}`;
  return found;
}

function isKeyField(field: string): boolean {
  return decoded(field.split("=", 1)[0] ?? "") === keyField;
}

/** Decodes percent escapes once; text with a broken escape stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Such text is no key.
    return text;
  }
}

const realm = 'Bearer realm="svm-gateway"';

/**
 * The `WWW-Authenticate` field of a 401 (RFC 6750). It names an error if a token was sent. For the tools it adds where clients find
 * the issuer, and the scope to begin with.
 */
export function writeChallenge({ headers }: Pick<IncomingMessage, "headers">, resource?: string): string {
  const error = headers.authorization === undefined ? "" : ', error="invalid_token"';
  const where =
    resource === undefined ? "" : `, resource_metadata="${metadataUrl(resource)}", scope="${scopes.read}"`;
  return realm + error + where;
}

/** The `WWW-Authenticate` field for a token that lacks a scope: it lists every scope that the call needs. Undefined for any other fault. */
export function scopeChallenge(
  { authenticated }: Caller,
  error: RpcError,
  resource: string | undefined,
): string | undefined {
  if (authenticated?.kind !== "token" || error.kind !== "forbidden") return undefined;
  const needed = scopesFor(error.data?.right);
  if (needed === undefined) return undefined;
  const where = resource === undefined ? "" : `, resource_metadata="${metadataUrl(resource)}"`;
  return `${realm}, error="insufficient_scope", scope="${needed.join(" ")}"${where}`;
}
