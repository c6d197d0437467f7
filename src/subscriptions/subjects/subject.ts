import type { Commitment } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/**
 * What to do with a notification: deliver it; drop it as a duplicate or as outdated; or read the newest state instead, because
 * it shows an unknown state of an older slot.
 */
export type Verdict = "deliver" | "drop" | "refresh";

/**
 * Decides which notifications of one subscription are delivered, so that none repeats or goes back in slot, and reads over HTTP
 * what was missed.
 */
export interface Subject {
  /** Cuts account data as the client asked, since older nodes send all of it. */
  readonly sliceData?: ((payload: RawJson) => RawJson) | undefined;
  /** Decides about a notification from an upstream; remembers it as delivered if the verdict is "deliver". */
  judge(payload: RawJson): Verdict;
  /** Whether the payload ends a one-shot subscription. */
  isLast?(payload: RawJson): boolean;
  /**
   * Reads what is new since the last notification, and remembers it as delivered. `from`: the slot at which a gap began; undefined
   * if there is none. Resolves with an empty list if it cannot be read, or if it is no longer wanted.
   */
  fetch(reader: LedgerReader, from: number | undefined, isWanted: () => boolean): Promise<readonly RawJson[]>;
  /** Records the current state, to detect a change in a later gap. */
  begin?(reader: LedgerReader, isWanted: () => boolean): Promise<void>;
  /** Frees what it remembers, because the subscription has ended. */
  close?(): void;
  /** Forgets delivered slots, because the network is another ledger now. */
  forget(): void;
}

/** Number of accounts that all subscriptions together may still remember. */
export interface AccountBudget {
  left: number;
}

/** How subscriptions of one kind are created, read and polled. */
export interface SubjectKind {
  readonly create: (params: BoundParams, accounts: AccountBudget) => Subject;
  /** The first read is large, so it is made only for subscriptions that last. */
  readonly beginsLate?: true;
  /** For payloads without a context: the slot that they show, and the commitment which that slot has reached. */
  readonly shows?: { readonly slotOf: (payload: RawJson) => number | undefined; readonly at: Commitment };
  /** Poll intervals between two polls; 1 by default, more for large answers. */
  readonly pollTicks?: number;
  /** Notifications that were missed in a gap are fetched; other kinds continue with the next notification. */
  readonly recovers?: true;
  /** Also looked up over HTTP while an upstream serves it, so that no client waits forever for an event that came before. */
  readonly isLookedUp?: true;
}
