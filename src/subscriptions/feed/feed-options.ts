import type { WebsocketConfig } from "../../../generated/config.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import type { MethodIndex } from "../../gateway/params/method-index.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import { blockhashBlocks } from "../../ledger-clock/ledger-lengths.ts";
import type { Network } from "../../networks/network.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { FullReads } from "../reader/full-reads.ts";
import type { Budget } from "../subjects/subject.ts";

/** Bounds that the feeds of all networks share. */
export interface FeedBudgets {
  readonly fullReads: FullReads;
  /** Accounts whose state is remembered. */
  readonly accounts: Budget;
  /** Bytes of notifications that wait for gaps to be filled. */
  readonly heldBytes: Budget;
}

/** What the feeds of all networks have in common. */
export interface FeedOptions {
  readonly methods: ReadonlyMap<string, MethodIndex>;
  /** Sends the HTTP calls that read what was missed and what no upstream sends. */
  readonly send: Send;
  /** The current clock of a network, which may be another ledger after its addresses change. */
  readonly clock: (network: Network) => ReadonlyLedgerClock;
  /** Whether to open sockets to upstreams; if not, every subscription is polled through `send`. */
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

/** Times of subscriptions that need no configuration; tests shorten them. */
export type SubscriptionTimes = Readonly<ReturnType<typeof timesOn>>;

/** The times for a ledger with this slot time. */
export function timesOn({ slotMs, pollMs }: Pick<ReadonlyLedgerClock, "slotMs" | "pollMs">) {
  return {
    pollMs,
    /** Time between pings of an upstream socket: most proxies close one that is silent for a minute. */
    pingIntervalMs: 30_000,
    reconnect: { firstMs: 250, longestMs: 15_000 },
    /** How long a subscription stays after its last client: a page that reloads subscribes again within a second or two. */
    lingerMs: 3000,
    /** Longest wait for an upstream to open a socket or to answer a request on it. */
    answerTimeoutMs: 10_000,
    /** A subscription that has no upstream for this long is polled until it has one again. */
    pollAfterMs: 3000,
    /**
     * When slots stop for this long, the gateway checks over HTTP whether the upstream has fallen behind. Times in slots have a minimum,
     * because a busy process receives short slots in bursts.
     */
    staleSlotsMs: Math.max(12 * slotMs, 1000),
    /** Wait before the first lookup of a signature subscription; doubled for each further one. */
    lookupAfterMs: Math.max(3 * slotMs, 200),
    /** Half of the time for which a transaction can land. */
    maxLookupMs: (blockhashBlocks / 2) * slotMs,
    /** How long upstream sockets stay open after the last subscription. */
    idleSocketMs: 5000,
    /** Large first reads are made only for subscriptions that last this long. */
    recordStateAfterMs: 1000,
    /** An upstream is silent if it sends no notification for this long, and for `silentSlots` slots, after it confirmed. */
    silentAfterMs: 10_000,
  };
}

/** Slots that must pass before an upstream counts as silent. */
export const silentSlots = 20;
/** Most slots that an upstream whose slots have stopped may be behind the network. */
export const maxStaleSlotLag = 25;
