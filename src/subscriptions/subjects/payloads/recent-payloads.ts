import { createHash } from "node:crypto";
import type { RawJson } from "../../../json/raw-json.ts";

/** A hash of a raw value: equal texts have equal hashes. */
export function rawHash(raw: RawJson): string {
  const hash = createHash("sha1");
  for (const part of raw.parts) hash.update(part);
  return hash.digest("base64");
}

/** Most payloads that are remembered. */
const maxPayloads = 1024;

/** The newest payloads of a subscription, by their hashes, so that none is sent twice. */
export class RecentPayloads {
  readonly #hashes = new Set<string>();

  /** Adds a payload; false when it is there already. */
  add(payload: RawJson): boolean {
    const hash = rawHash(payload);
    if (this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    if (this.#hashes.size > maxPayloads) {
      for (const oldest of this.#hashes) {
        this.#hashes.delete(oldest);
        break;
      }
    }
    return true;
  }

  clear(): void {
    this.#hashes.clear();
  }
}
