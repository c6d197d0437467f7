import type { Commitment } from "../../contract/method-description.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import type { LedgerReader } from "../reader/ledger-reader.ts";
import type { LinkOptions } from "../upstream/upstream-link.ts";
import type { FeedListener } from "./feed-listener.ts";
import type { SharedSubscription } from "./shared-subscription.ts";
import type { SubscriptionTimes } from "./subscription-times.ts";

/** What a feed needs. */
export interface FeedOptions {
  readonly network: Network;
  readonly reader: LedgerReader;
  readonly link: LinkOptions;
  /** As the ledger goes now. */
  readonly times: () => SubscriptionTimes;
  /** The network's clock now: other addresses may lead to another ledger. */
  readonly clock: () => LedgerTime;
  /** The slot subscription, which shows whether an upstream keeps up. */
  readonly slotMethods: { readonly subscribe: string; readonly unsubscribe: string };
  readonly listener: FeedListener;
  /** A notification showed a slot. */
  readonly onSlot: (network: string, commitment: Commitment, slot: number) => void;
  /** A subscription has ended or was refused. */
  readonly onGone: (shared: SharedSubscription) => void;
}
