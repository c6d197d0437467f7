import type { Commitment } from "../contract/method-description.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { Network } from "../networks/network.ts";

/** Which account to follow, and in which form. */
export interface AccountQuestion {
  readonly network: Network;
  /** Name of the subscription. */
  readonly subscribe: string;
  /** JSON text of the address. */
  readonly address: string;
  readonly commitment: Commitment;
  readonly encoding: string;
}

/** The subscription of a followed account. */
export interface AccountFeed {
  /** Whether an upstream sends its notifications now: it is neither polled nor between two sockets. */
  readonly isPushed: boolean;
  /** Changes whenever notifications may have been missed. */
  readonly interruptions: number;
  /** Newest slot that any upstream socket of the network sent; -1 before there is one. */
  readonly newestSlot: number;
  /** Whether its upstream socket has received a slot lately. */
  isMoving(now: number): boolean;
  /** A notification was missed. Returns the upstream's name; undefined between two sockets. */
  recordMissed(): string | undefined;
  leave(): void;
}

/** Follows an account; resolves once notifications will come. Each is a state of the account with its context. */
export type FollowAccount = (
  question: AccountQuestion,
  onState: (state: RawJson) => void,
) => Promise<AccountFeed>;
