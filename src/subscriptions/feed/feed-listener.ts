import type { RpcError } from "../../rpc/rpc-error.ts";

/** Events of a network's subscriptions, for the log and for metrics. */
export interface FeedListener {
  /** A socket ended; its subscriptions are restored elsewhere. */
  onSocketEnded(network: string, host: string, reason: string, subscriptions: number): void;
  /** A method is served by polling from now on. Reported once for each method. */
  onPolled(network: string, method: string, reason: string): void;
  /** An upstream confirmed a subscription of a method but sends no notifications. */
  onSilent(network: string, method: string, host: string): void;
  onFetchFailed(network: string, method: string, error: unknown): void;
  /** The logs or the block of a slot could not be read, and are not asked for again. */
  onBlockLost(network: string, slot: number, error: RpcError): void;
  onPublished(network: string, deliveries: number): void;
}
