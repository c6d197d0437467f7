import { createHash } from "node:crypto";
import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import { member } from "../../json/cut-raw.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LaggingCommitment } from "../../ledger-clock/upstream-pace.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/**
 * What to do with a notification: deliver it; drop it as a duplicate, as outdated or as none of its kind; or read the newest state
 * instead, because it shows an unknown state of an older slot.
 */
export type Decision = "deliver" | "drop" | "refresh";

/**
 * Decides which notifications of one subscription are delivered, so that none repeats or goes back in slot, and reads over HTTP
 * what was missed.
 */
export interface Subject {
  /** The last read was below a delivered slot, so a fork may have undone what was delivered. */
  readonly isBehind?: boolean;
  /** Cuts account data as the client asked, since older nodes send all of it. */
  readonly sliceData?: ((payload: RawJson) => RawJson) | undefined;
  /** Decides about a notification from an upstream; remembers it as delivered if the decision is "deliver". */
  decide(payload: RawJson): Decision;
  /** Whether the payload ends a one-shot subscription. */
  isLast?(payload: RawJson): boolean;
  /**
   * Reads what is new since the last notification, and remembers it as delivered. `from`: the slot at which a gap began; undefined
   * if there is none. Gives nothing if it cannot be read, or if it is no longer wanted. Large payloads come one by one.
   */
  fetch(
    reader: LedgerReader,
    from: number | undefined,
    isWanted: () => boolean,
  ): Promise<readonly RawJson[]> | AsyncIterable<RawJson>;
  /** Records the current state, to detect a change in a later gap. */
  recordState?(reader: LedgerReader, isWanted: () => boolean): Promise<void>;
  /** Frees what it remembers, because the subscription has ended. */
  close?(): void;
  /** Forgets delivered slots, because the network is another ledger now. */
  forgetDelivered(): void;
}

/** A budget that all subscriptions share. */
export interface Budget {
  left: number;
}

/** How subscriptions of one kind are created, read and polled. */
export interface SubjectKind {
  readonly create: (params: BoundParams, accounts: Budget) => Subject;
  /** The first read is large, so it is made only once a subscription has lasted a while. */
  readonly recordsStateLate?: true;
  /** The slot that payloads without a context show, and the commitment that it has reached. */
  readonly slotInPayload?: {
    readonly slotOf: (payload: RawJson) => number | undefined;
    readonly commitment: Commitment;
  };
  /** Poll intervals between two polls; 1 by default, more for large answers. */
  readonly pollTicks?: number;
  /** Notifications that were missed in a gap are fetched; other kinds continue with the next notification. */
  readonly fetchesMissed?: true;
  /** It is also looked up over HTTP while an upstream serves it: no client may wait forever for an event that came before. */
  readonly isLookedUp?: true;
}

/** The commitment of a subscription; the ledger's default if the client gave none or an unknown one. */
export function boundCommitment(params: BoundParams): Commitment {
  const asked = params.text("commitment");
  return commitments.find((commitment) => commitment === asked) ?? "finalized";
}

/** The commitment for reading a subscription's blocks, at least confirmed: nodes allow no lower one. */
export function boundBlockCommitment(params: BoundParams): LaggingCommitment {
  return boundCommitment(params) === "finalized" ? "finalized" : "confirmed";
}

/** JSON text of a config object: the text of the `fixed` members, then the named parameters as the client wrote them. */
export function writeReadConfig(params: BoundParams, fixed: string, names: readonly string[]): string {
  const present = names.filter((name) => params.raw(name) !== undefined);
  return `{${[fixed, ...present.map((name) => `"${name}":${params.raw(name)}`)].join(",")}}`;
}

/** JSON text of the beginning of a payload with this slot, up to its value. */
export function contextAt(slot: number): string {
  return `{"context":{"slot":${slot}},"value":`;
}

/** The last delivered state of an account. */
export interface DeliveredState {
  readonly slot: number;
  readonly hash: string;
}

/**
 * Hash of an account's state. A missing account is undefined or null over HTTP, and has no lamports in notifications; all have one hash.
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
  const [oldest] = entries.keys();
  if (oldest !== undefined) entries.delete(oldest);
}
