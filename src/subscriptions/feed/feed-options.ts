import type { WebsocketConfig } from "../../../generated/config.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { MethodPlan } from "../../gateway/params/method-plan.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { SubscriptionTimes } from "./subscription-times.ts";

/** What the feeds of all networks need. */
export interface FeedOptions {
  /** The plans of every method of the document. */
  readonly plans: ReadonlyMap<string, MethodPlan>;
  /** HTTP calls, for what was missed and for what no upstream pushes. */
  readonly send: Send;
  /** The current clock of a network: with other addresses it may be another ledger. */
  readonly clock: (network: Network) => LedgerTime;
  /** Whether sockets to upstreams are opened; if not, every subscription is polled through `send`. */
  readonly dials: boolean;
  readonly websocket: WebsocketConfig;
  readonly requestTimeoutMs: number;
  /** Longest frame that an upstream may send. */
  readonly maxFrameBytes: number;
  readonly listener: FeedListener;
  /** A notification showed a slot. */
  readonly onSlot?: (network: string, commitment: Commitment, slot: number) => void;
  readonly times?: Partial<SubscriptionTimes>;
}

/** Events of a network's subscriptions, for the log and for metrics. */
export interface FeedListener {
  /** A socket ended; its subscriptions are restored elsewhere. */
  onSocketEnded(network: string, host: string, reason: string, subscriptions: number): void;
  /** A method is polled from now on. Reported once for each method. */
  onPolled(network: string, method: string, reason: string): void;
  /** An upstream confirmed a subscription of a method but sends no notifications. */
  onSilent(network: string, method: string, host: string): void;
  onFetchFailed(network: string, method: string, error: unknown): void;
  /** The logs or the block of a slot could not be read, and subscriptions go on without them. */
  onBlockLost(network: string, slot: number, error: RpcError): void;
  onPublished(network: string, deliveries: number): void;
}
