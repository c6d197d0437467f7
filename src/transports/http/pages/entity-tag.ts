import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The entity tag of a page's bytes. */
export function entityTag(bytes: Buffer): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** Whether the client names this version as one that it has. A proxy that compresses marks it as weak. */
export function hasVersion(request: IncomingMessage, tag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  return known.split(",").some((one) => one.trim().replace(/^W\//, "") === tag);
}
