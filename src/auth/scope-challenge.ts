import { scopes } from "./token-rights.ts";

/** The scopes that a call needs, by the right that its token lacks. Other rights come from no scope. */
const scopesByRight: Readonly<Record<string, readonly string[]>> = {
  sending: [scopes.read, scopes.send],
  read_only: [scopes.read, scopes.send],
  admin: [scopes.read, scopes.manage],
};

/** All scopes that a call needs whose token lacks a right; undefined if no scope gives that right. */
export function scopesFor(right: unknown): readonly string[] | undefined {
  return typeof right === "string" && Object.hasOwn(scopesByRight, right) ? scopesByRight[right] : undefined;
}

/** Path of a protected resource's metadata (RFC 9728): it comes before the path of the resource. */
export const metadataPath = "/.well-known/oauth-protected-resource";

/** The address of the metadata of the tools. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPath}${pathname === "/" ? "" : pathname}`;
}

/** The metadata of the tools: where clients get tokens for them, and for what. */
export function resourceMetadata(resource: string, issuer: string): object {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: Object.values(scopes),
    bearer_methods_supported: ["header"],
    resource_name: "svm-gateway",
  };
}
