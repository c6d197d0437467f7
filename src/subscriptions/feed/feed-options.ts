import type { WebsocketConfig } from "../../../generated/config.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import { blockhashBlocks } from "../../ledger-clock/ledger-lengths.ts";
import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { FullReads } from "../reader/full-reads.ts";
import type { Budget } from "../subjects/subject.ts";

/** Budgets shared by the feeds of all networks. */
export interface FeedBudgets {
  readonly fullReads: FullReads;
  /** Remembered account states. */
  readonly accounts: Budget;
  /** Bytes of notifications held until gaps are filled. */
  readonly heldBytes: Budget;
}

/** Options shared by the feeds of all networks. */
export interface FeedOptions {
  /** Sends HTTP calls, for catching up and polling. */
  readonly send: Send;
  /** The current clock of a network, which changes with its ledger. */
  readonly clock: (network: Network) => ReadonlyLedgerClock;
  /** If false, every subscription is polled through `send`. */
  readonly opensSockets: boolean;
  readonly websocket: WebsocketConfig;
  readonly requestTimeoutMs: number;
  readonly maxFrameBytes: number;
  readonly listener: FeedListener;
  readonly onSlot?: (network: string, commitment: Commitment, slot: number) => void;
  readonly times?: Partial<SubscriptionTimes>;
}

/** Events of a network's subscriptions, for the log and for metrics. */
export interface FeedListener {
  /** A socket ended; its subscriptions move to another. */
  onSocketEnded(network: string, host: string, reason: string, subscriptions: number): void;
  /** A method is polled from now on. Called once per method. */
  onPolled(network: string, method: string, reason: string): void;
  /** An upstream confirmed a subscription but sends no notifications. */
  onSilent(network: string, method: string, host: string): void;
  onFetchFailed(network: string, method: string, error: unknown): void;
  /** A block could not be read, so subscriptions skip it. */
  onBlockLost(network: string, slot: number, error: RpcError): void;
  onPublished(network: string, deliveries: number): void;
}

/** Intervals and timeouts that need no configuration; tests shorten them. */
export type SubscriptionTimes = Readonly<ReturnType<typeof timesOn>>;

/** Times for a ledger with this slot time. */
export function timesOn({ slotMs, pollMs }: Pick<ReadonlyLedgerClock, "slotMs" | "pollMs">) {
  return {
    pollMs,
    /** Ping interval of upstream sockets: most proxies close one that is idle for a minute. */
    pingIntervalMs: 30_000,
    reconnect: { firstMs: 250, longestMs: 15_000 },
    /** How long a subscription outlives its last client: a reloaded page resubscribes within a second or two. */
    lingerMs: 3000,
    /** Timeout for opening a socket and for each request on it. */
    answerTimeoutMs: 10_000,
    /** A subscription without an upstream for this long is polled until it has one again. */
    pollAfterMs: 3000,
    /**
     * When slots stop for this long, an HTTP read shows if the upstream has fallen behind. Times in slots have a minimum, because a
     * busy process receives short slots in bursts.
     */
    staleSlotsMs: Math.max(12 * slotMs, 1000),
    /** Delay before the first lookup of a signature subscription; doubles each time. */
    lookupAfterMs: Math.max(3 * slotMs, 200),
    /** Half of a transaction's lifetime. */
    maxLookupMs: (blockhashBlocks / 2) * slotMs,
    /** How long upstream sockets outlive the last subscription. */
    idleSocketMs: 5000,
    /** Delay of large first reads, which short subscriptions never make. */
    recordStateAfterMs: 1000,
    /** An upstream is silent if it sends no notification for this long and `silentSlots` slots after confirming. */
    silentAfterMs: 10_000,
  };
}
