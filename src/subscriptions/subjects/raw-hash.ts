import { createHash } from "node:crypto";
import type { RawJson } from "../../json/raw-json.ts";

/** A hash of a raw value: equal texts have equal hashes. */
export function rawHash(raw: RawJson): string {
  const hash = createHash("sha1");
  for (const part of raw.parts) hash.update(part);
  return hash.digest("base64");
}
