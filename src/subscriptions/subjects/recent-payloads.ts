import type { RawJson } from "../../json/raw-json.ts";
import { rawHash } from "./raw-hash.ts";

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
