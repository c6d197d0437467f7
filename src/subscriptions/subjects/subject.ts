import type { Commitment } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/params/bound-params.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";

/**
 * What to do with a notification: deliver it; drop it, because it was delivered before or is outdated; or read the newest
 * state instead, because it is of an older slot but shows an unknown state.
 */
export type Verdict = "deliver" | "drop" | "refresh";

/**
 * Decides what is delivered of one subscription, so that no notification goes back in slot and none comes twice, and reads over
 * HTTP what was missed.
 */
export interface Subject {
  /** Brings a notification into the form that was asked for, which older nodes ignore. */
  readonly inForm?: ((payload: RawJson) => RawJson) | undefined;
  /** Decides about a notification of an upstream; remembers it as delivered if the verdict is "deliver". */
  judge(payload: RawJson): Verdict;
  /** Whether the payload ends a one-shot subscription. */
  isLast?(payload: RawJson): boolean;
  /**
   * Reads what is new since the last notification, and remembers it as delivered. `from`: the slot up to which nothing was missed;
   * undefined when there was no gap. Resolves with nothing if it cannot be read, or is no longer wanted by then.
   */
  fetch(reader: LedgerReader, from: number | undefined, isWanted: () => boolean): Promise<readonly RawJson[]>;
  /** Records the current state, so that a change during a later gap is noticed; only if notifications do not show it. */
  begin?(reader: LedgerReader, isWanted: () => boolean): Promise<void>;
  /** The subscription has ended. */
  close?(): void;
  /** The network is another ledger now: slots start over. */
  forget(): void;
}

/** How many more accounts all subscriptions together may remember. */
export interface AccountBudget {
  left: number;
}

/** A kind of subscription. */
export interface SubjectKind {
  readonly create: (params: BoundParams, accounts: AccountBudget) => Subject;
  /** Its first read is large, and made only for subscriptions that last. */
  readonly beginsLate?: true;
  /** The slot that a payload without a context shows, and the commitment that this slot has reached. */
  readonly shows?: { readonly slotOf: (payload: RawJson) => number | undefined; readonly at: Commitment };
  /** Poll intervals from one of its polls to the next: more than the usual 1 for large answers. */
  readonly pollTicks?: number;
  /** What was missed in a gap is read; the others continue with the newest state. */
  readonly recovers?: true;
  /** Looked up even while an upstream pushes it, until it ends: no client must wait forever. */
  readonly isLookedUp?: true;
}
