import { createHash } from "node:crypto";
import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { member } from "../../json/cut-raw.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LaggingCommitment } from "../../ledger-clock/upstream-pace.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/**
 * What to do with a notification: deliver it; drop it as duplicate, stale or malformed; or read the newest state instead, because
 * it shows an unknown state of an older slot.
 */
export type Decision = "deliver" | "drop" | "refresh";

/**
 * Decides which notifications of a subscription are delivered, so that none repeats or goes back in slot, and reads missed ones
 * over HTTP.
 */
export interface Subject {
  /** The last read was below a delivered slot, which a fork may have dropped. */
  readonly isBehind?: boolean;
  /** Applies the client's `dataSlice`, which older nodes ignore. */
  readonly sliceData?: ((payload: RawJson) => RawJson) | undefined;
  /** Decides about an upstream's notification; records it as delivered if the decision is "deliver". */
  decide(payload: RawJson): Decision;
  /** True if the payload ends a one-shot subscription. */
  isLast?(payload: RawJson): boolean;
  /**
   * Reads what is new since the last notification, and records it as delivered. `from` is the slot where a gap began, if any.
   * Rejects if the read fails; yields nothing if it is no longer wanted. Large payloads come one by one.
   */
  fetch(
    reader: LedgerReader,
    from: number | undefined,
    isWanted: () => boolean,
  ): Promise<readonly RawJson[]> | AsyncIterable<RawJson>;
  /** Records the current state, to detect a change in a later gap. */
  recordState?(reader: LedgerReader, isWanted: () => boolean): Promise<void>;
  /** Releases its memory when the subscription ends. */
  close?(): void;
  /** Forgets delivered slots, because the ledger was replaced. */
  forgetLedger(): void;
}

/** A budget shared by all subscriptions. */
export interface Budget {
  left: number;
}

/** A subscription's commitment; the ledger's default if missing or unknown. */
export function commitmentOf(params: BoundParams): Commitment {
  const requested = params.text("commitment");
  return commitments.find((commitment) => commitment === requested) ?? "finalized";
}

/** Commitment for reading a subscription's blocks. Nodes allow none below confirmed. */
export function blockCommitmentOf(params: BoundParams): LaggingCommitment {
  return commitmentOf(params) === "finalized" ? "finalized" : "confirmed";
}

/** JSON text of a config object: the `fixed` members, then the named parameters as the client wrote them. */
export function writeReadConfig(params: BoundParams, fixed: string, names: readonly string[]): string {
  const present = names.filter((name) => params.raw(name) !== undefined);
  return `{${[fixed, ...present.map((name) => `"${name}":${params.raw(name)}`)].join(",")}}`;
}

/** Start of a payload with this slot, up to its value, as JSON text. */
export function contextAt(slot: number): string {
  return `{"context":{"slot":${slot}},"value":`;
}

/** Last delivered state of an account. */
export interface DeliveredState {
  readonly slot: number;
  readonly hash: string;
}

/**
 * Hash of an account's state. A missing account is undefined or null over HTTP and has no lamports in notifications, with one hash.
 */
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

const maxPayloads = 1024;

/** Hashes of a subscription's newest payloads, to drop duplicates. */
export class RecentPayloads {
  readonly #hashes = new Set<string>();

  /** Adds a payload; returns false for a duplicate. */
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

/** Evicts the oldest entry. */
export function dropOldest<Key>(entries: Set<Key> | Map<Key, unknown>): void {
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
