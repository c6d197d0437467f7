import type { WebsocketConfig } from "../../../generated/config.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { MethodPlan } from "../../gateway/params/method-plan.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { SubscriptionTimes } from "./subscription-times.ts";

/** Options of the feeds of all networks. */
export interface FeedOptions {
  /** Plans of all methods in the document, by name. */
  readonly plans: ReadonlyMap<string, MethodPlan>;
  /** Sends the HTTP calls that read what was missed and what no upstream sends. */
  readonly send: Send;
  /** The current clock of a network, which may be another ledger after its addresses change. */
  readonly clock: (network: Network) => LedgerTime;
  /** Whether to open sockets to upstreams; if not, every subscription is polled through `send`. */
  readonly opensSockets: boolean;
  readonly websocket: WebsocketConfig;
  readonly requestTimeoutMs: number;
  /** Longest frame that an upstream may send. */
  readonly maxFrameBytes: number;
  readonly listener: FeedListener;
  /** Called with the slot that a notification shows. */
  readonly onSlot?: (network: string, commitment: Commitment, slot: number) => void;
  readonly times?: Partial<SubscriptionTimes>;
}

/** Events of a network's subscriptions, for the log and for metrics. */
export interface FeedListener {
  /** A socket ended; its subscriptions move to another one. */
  onSocketEnded(network: string, host: string, reason: string, subscriptions: number): void;
  /** A method is polled from now on. Called once for each method. */
  onPolled(network: string, method: string, reason: string): void;
  /** An upstream confirmed a subscription of a method but sends no notifications. */
  onSilent(network: string, method: string, host: string): void;
  onFetchFailed(network: string, method: string, error: unknown): void;
  /** The block of a slot could not be read, and subscriptions continue without it. */
  onBlockLost(network: string, slot: number, error: RpcError): void;
  onPublished(network: string, deliveries: number): void;
}
