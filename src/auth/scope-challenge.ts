import { scopes } from "./token-rights.ts";

/** The scopes to ask for, by the right that a token lacks. No scope gives the other rights. */
const scopesByRight: Readonly<Record<string, readonly string[]>> = {
  sending: [scopes.read, scopes.send],
  read_only: [scopes.read, scopes.send],
  admin: [scopes.read, scopes.manage],
};

/** The scopes that a client should ask for if its token lacks a right; undefined if no scope gives that right. */
export function scopesFor(right: unknown): readonly string[] | undefined {
  return typeof right === "string" && Object.hasOwn(scopesByRight, right) ? scopesByRight[right] : undefined;
}

/** Path of protected resource metadata (RFC 9728); the resource's own path is appended to it. */
export const metadataPath = "/.well-known/oauth-protected-resource";

/** The address of a resource's metadata. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPath}${pathname === "/" ? "" : pathname}`;
}

/** The metadata of the tools as a protected resource: where clients get tokens, and with which scopes. */
export function resourceMetadata(resource: string, issuer: string): object {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: Object.values(scopes),
    bearer_methods_supported: ["header"],
    resource_name: "svm-gateway",
  };
}
