import { createHash } from "node:crypto";
import type { UpstreamUrl } from "./network.ts";

/**
 * The same name on every gateway that lists the same hosts for a network in the same place, whatever their keys and weights.
 * Gateways that share a cache use each other's answers when these names are equal.
 */
export function upstreamsName(listedIn: "configuration" | "registry", urls: readonly UpstreamUrl[]): string {
  const origins = [...new Set(urls.map(({ url }) => new URL(url).origin))].sort();
  return `${listedIn} ${createHash("sha256").update(origins.join("\n")).digest("base64url")}`;
}
