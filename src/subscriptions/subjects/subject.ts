import type { Commitment } from "../../contract/method-description.ts";
import type { BoundParams } from "../../gateway/bound-params.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { AccountBudget } from "./account-budget.ts";

/**
 * What to do with a notification that came: pass it on; forget it, because it was passed on already or is overtaken;
 * or ask for the newest state instead, because it is of an older slot yet shows something unknown.
 */
export type Verdict = "deliver" | "drop" | "refresh";

/**
 * What one subscription is about, and how much of it was delivered. It keeps the two promises of every subscription: no
 * notification goes back in slot, and none comes twice; and it knows how to ask over HTTP for what was missed.
 */
export interface Subject {
  /** Judges a notification of an upstream, and remembers it as delivered when it is to be. */
  take(payload: RawJson): Verdict;
  /** The payload ends a subscription that ends by itself. */
  isLast(payload: RawJson): boolean;
  /**
   * Asks the ledger and gives what is new since the last notification, remembered as delivered. `from`: the slot up to which
   * nothing can have been missed; undefined when there was no gap. What cannot be asked for, or is not wanted any more when
   * its turn comes, gives nothing.
   */
  fetch(reader: LedgerReader, from: number | undefined, isWanted: () => boolean): Promise<readonly RawJson[]>;
  /** Notes the present state, so that a change during a later gap is seen; only where notifications alone do not show it. */
  begin?(reader: LedgerReader, isWanted: () => boolean): Promise<void>;
  /** The subscription has ended. */
  close?(): void;
  /** The network is another ledger now: slots begin again. */
  forget(): void;
}

/** A kind of subscription. */
export interface SubjectKind {
  readonly create: (params: BoundParams, accounts: AccountBudget) => Subject;
  /** Its first look is a full read: only for subscriptions that last. */
  readonly beginsLate?: boolean;
  /** The slot that a payload without a context shows, and the level that it has reached then. */
  readonly shows?: { readonly slotOf: (payload: RawJson) => number | undefined; readonly at: Commitment };
  /** Polled every this many ticks where the upstream does not push. */
  readonly pollTicks: number;
  /** What happened in a gap is asked for; the others go on from the newest. */
  readonly recovers: boolean;
  /** Looked up now and then even while the upstream pushes, until it ends: no client must wait for ever. */
  readonly isLookedUp: boolean;
}
