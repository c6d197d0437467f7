import type { Send } from "../call/upstream-call.ts";
import type { ReadonlyLedgerClock } from "../ledger-clock/ledger-clock.ts";
import type { Network } from "../networks/network.ts";
import type { NetworkStatus } from "./node/upstream-status.ts";

/** The upstream layer: one function that sends, and what can be known about it. */
export interface UpstreamLayer {
  readonly send: Send;
  /** Every network that was called or is enabled. */
  status(): NetworkStatus[];
  /** Asks the upstreams of a network now. */
  check(network: Network): Promise<NetworkStatus>;
  clock(network: Network): ReadonlyLedgerClock;
  /** Ends connections, timers and watches; what is in flight fails. */
  close(): Promise<void>;
}
