import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Health, Upstream } from "../node/upstream.ts";
import type { Attempt } from "./attempt.ts";

/** Called with what happens to upstreams: for metrics and the log. */
export interface UpstreamListener {
  /** An attempt ended; `fault` is undefined when it gave a result. */
  onAttempt(attempt: Attempt, ms: number, fault: RpcError | undefined): void;
  onHedge(attempt: Attempt): void;
  /** The call goes to another upstream, or to the same one again, because this attempt failed. */
  onRetry(attempt: Attempt): void;
  /** A call waits for an upstream to reach the slot that its client was shown (slot), or for room in a limit (limit); once for each call. */
  onWait(network: Network, reason: "slot" | "limit"): void;
  onBreaker(network: Network, upstream: Upstream): void;
  /** An upstream's health changed; `why` says how it is known that its ledger is another one. */
  onHealth(network: Network, upstream: Upstream, before: Health, why?: string): void;
  /** The network has another ledger now; `before` is the genesis hash of the old one. */
  onLedger(network: Network, before: string): void;
}
