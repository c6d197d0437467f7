import type { IncomingMessage } from "node:http";
import { metadataUrl, scopesFor } from "../../auth/scope-challenge.ts";
import { scopes } from "../../auth/token-rights.ts";
import type { Caller } from "../../gateway/gateway-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";

const realm = 'Bearer realm="svm-gateway"';

/**
 * The `WWW-Authenticate` field of a 401 (RFC 6750). It names an error if a token was sent. For the tools it adds where clients find
 * the issuer, and the scope to begin with.
 */
export function challengeOf({ headers }: Pick<IncomingMessage, "headers">, resource?: string): string {
  const error = headers.authorization === undefined ? "" : ', error="invalid_token"';
  const where =
    resource === undefined ? "" : `, resource_metadata="${metadataUrl(resource)}", scope="${scopes.read}"`;
  return realm + error + where;
}

/** The `WWW-Authenticate` field for a token that lacks a scope: it lists every scope that the call needs. Undefined for any other fault. */
export function scopeChallenge(
  { known }: Caller,
  fault: RpcError,
  resource: string | undefined,
): string | undefined {
  if (known?.kind !== "token" || fault.kind !== "forbidden") return undefined;
  const needed = scopesFor(fault.data?.right);
  if (needed === undefined) return undefined;
  const where = resource === undefined ? "" : `, resource_metadata="${metadataUrl(resource)}"`;
  return `${realm}, error="insufficient_scope", scope="${needed.join(" ")}"${where}`;
}
