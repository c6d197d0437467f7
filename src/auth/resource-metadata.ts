import { scopes } from "./token-rights.ts";

/** Path of protected resource metadata (RFC 9728); the resource's own path is appended to it. */
export const metadataPath = "/.well-known/oauth-protected-resource";

/** URL of a resource's metadata. */
export function metadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource);
  return `${origin}${metadataPath}${pathname === "/" ? "" : pathname}`;
}

/** Protected resource metadata of the tools: the issuer and scopes of their tokens. */
export function resourceMetadata(resource: string, issuer: string): object {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: Object.values(scopes),
    bearer_methods_supported: ["header"],
    resource_name: "svm-gateway",
  };
}
