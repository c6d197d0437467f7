import { blockhashBlocks } from "../../ledger-time/ledger-lengths.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { LinkOptions } from "../upstream/upstream-links.ts";

/** Times of subscriptions that need no configuration; tests shorten them. */
export interface SubscriptionTimes {
  /** Interval of polling what no upstream sends. */
  readonly pollMs: number;
  /** Time between pings of an upstream socket. */
  readonly pingIntervalMs: number;
  readonly reconnect: LinkOptions["reconnect"];
  /** How long a subscription without clients is kept upstream, for the next client to join. */
  readonly lingerMs: number;
  /** Longest wait for an upstream to open a socket or to answer a request on it. */
  readonly answerTimeoutMs: number;
  /** A subscription without an upstream for this long is polled until it has one again. */
  readonly bridgeAfterMs: number;
  /** When slots stop for this long, the gateway checks over HTTP whether the upstream has fallen behind. */
  readonly staleSlotsMs: number;
  /** A new signature subscription is looked up after this long, then at doubling intervals. */
  readonly lookupAfterMs: number;
  /** Longest interval between two lookups. */
  readonly maxLookupMs: number;
  /** Upstream sockets stay open for this long after the last subscription. */
  readonly idleSocketMs: number;
  /** A full read is made only for subscriptions that last at least this long. */
  readonly beginAfterMs: number;
  /** An upstream is silent if it sends no notification for this long, and for `silentSlots` slots, after it confirmed. */
  readonly silentAfterMs: number;
}

/** Times that follow the ledger's pace, in slots, with a minimum: a busy process reads short slots in bursts. */
const inSlots = {
  stale: { slots: 12, leastMs: 1000 },
  lookup: { slots: 3, leastMs: 200 },
} as const;

/** The times for a ledger of this pace. */
export function timesOn({ slotMs, pollMs }: Pick<LedgerTime, "slotMs" | "pollMs">): SubscriptionTimes {
  const timeOf = ({ slots, leastMs }: { slots: number; leastMs: number }) =>
    Math.max(slots * slotMs, leastMs);
  return {
    pollMs,
    // Most proxies close a socket that is silent for a minute.
    pingIntervalMs: 30_000,
    reconnect: { minMs: 250, maxMs: 15_000 },
    // Pages that reload and hooks that run again subscribe to the same within a second or two.
    lingerMs: 3000,
    answerTimeoutMs: 10_000,
    bridgeAfterMs: 3000,
    staleSlotsMs: timeOf(inSlots.stale),
    lookupAfterMs: timeOf(inSlots.lookup),
    // Half of the time for which a transaction can still land.
    maxLookupMs: (blockhashBlocks / 2) * slotMs,
    idleSocketMs: 5000,
    beginAfterMs: 1000,
    silentAfterMs: 10_000,
  };
}

/** Slots that must pass before an upstream counts as silent. */
export const silentSlots = 20;
/** How far an upstream whose slots have stopped may be behind the network's newest slot. */
export const maxStaleSlotLag = 25;
