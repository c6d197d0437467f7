import { createHash } from "node:crypto";
import type { UpstreamUrl } from "./network.ts";

/**
 * The same for every gateway that lists the same hosts for a network in the same place, with whatever keys and weights. Gateways
 * that share a cache use each other's answers where these names are equal.
 */
export function upstreamsName(listedIn: "configuration" | "registry", urls: readonly UpstreamUrl[]): string {
  const origins = [...new Set(urls.map(({ url }) => new URL(url).origin))].sort();
  return `${listedIn} ${createHash("sha256").update(origins.join("\n")).digest("base64url")}`;
}
