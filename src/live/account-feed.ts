import type { Commitment } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";

/** Which account is followed, and how. */
export interface AccountQuestion {
  readonly network: Network;
  /** Name of the subscription. */
  readonly subscribe: string;
  /** JSON text of the address. */
  readonly address: string;
  readonly commitment: Commitment;
  readonly encoding: string;
}

/** A subscription of an account, as the one who follows it sees it. */
export interface AccountFeed {
  /** An upstream sends it by itself: it is not polled, nor between two sockets. */
  readonly isPushed: boolean;
  /** Changes whenever notifications may have been missed. */
  readonly interruptions: number;
  /** Newest slot that any upstream socket of the network sent; -1 before there is one. */
  readonly newestSlot: number;
  /** Whether the slots of its upstream socket came lately. */
  isMoving(now: number): boolean;
  /** A notification did not come. Gives the upstream's host. */
  recordMissed(): string | undefined;
  leave(): void;
}

/** Follows an account; resolves when notifications will come. Each is a state of the account with its context. */
export type FollowAccount = (
  question: AccountQuestion,
  onState: (state: RawJson) => void,
) => Promise<AccountFeed>;
