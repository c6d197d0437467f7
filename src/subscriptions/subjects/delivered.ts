import { createHash } from "node:crypto";
import { member } from "../../json/cut-members.ts";
import type { RawJson } from "../../json/raw-json.ts";

/** The last delivered state of an account. */
export interface DeliveredState {
  readonly slot: number;
  readonly hash: string;
}

/** Hash of an account's state. A missing account is undefined or null over HTTP, and has no lamports in notifications; all have one hash. */
export function stateHash(account: RawJson | undefined): string {
  if (account === undefined || account.isNull) return "gone";
  const isGone = account.byteLength < 256 && member(account, "lamports")?.toString() === "0";
  return isGone ? "gone" : rawHash(account);
}

function rawHash(raw: RawJson): string {
  const hash = createHash("sha1");
  for (const part of raw.parts) hash.update(part);
  return hash.digest("base64");
}

/** Most hashes that are remembered. */
const maxPayloads = 1024;

/** Hashes of a subscription's newest payloads, so that none is delivered twice. */
export class RecentPayloads {
  readonly #hashes = new Set<string>();

  /** Adds a payload; returns false if it was added before. */
  add(payload: RawJson): boolean {
    const hash = rawHash(payload);
    if (this.#hashes.has(hash)) return false;
    this.#hashes.add(hash);
    if (this.#hashes.size > maxPayloads) dropOldest(this.#hashes);
    return true;
  }

  clear(): void {
    this.#hashes.clear();
  }
}

/** Drops the entry that was added first. */
export function dropOldest<Key>(entries: Set<Key> | Map<Key, unknown>): void {
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
