import type { Send } from "../call/upstream-call.ts";
import type { ReadonlyLedgerClock } from "../ledger-clock/ledger-clock.ts";
import type { Network } from "../networks/network.ts";
import type { NetworkStatus } from "./node/upstream-status.ts";

/** The upstream layer: sends calls and reports the state of the upstreams. */
export interface UpstreamLayer {
  readonly send: Send;
  /** One entry for each network that is enabled or has been called. */
  status(): NetworkStatus[];
  /** Probes the upstreams of a network now. */
  check(network: Network): Promise<NetworkStatus>;
  clock(network: Network): ReadonlyLedgerClock;
  /** Closes connections and stops timers and probes; calls in flight fail. */
  close(): Promise<void>;
}
