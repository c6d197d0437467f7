import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt } from "./attempt.ts";
import type { Health, Upstream } from "./upstream.ts";

/** Hears what happens to nodes: for metrics and the log. */
export interface NodeListener {
  /** An attempt ended; `fault` is undefined when it gave a result. */
  onAttempt(attempt: Attempt, ms: number, fault: RpcError | undefined): void;
  /** A second upstream is asked because the first is slow. */
  onHedge(attempt: Attempt): void;
  /** The call goes to another node, or to the same one again, since this attempt failed. */
  onRetry(attempt: Attempt): void;
  /** The breaker of a node opened or closed. */
  onBreaker(network: Network, upstream: Upstream): void;
  /** A node's health is another than it was. */
  onHealth(network: Network, upstream: Upstream, before: Health): void;
  /** Another ledger stands behind the network; `before` is the genesis hash of the old one. */
  onLedger(network: Network, before: string): void;
}
