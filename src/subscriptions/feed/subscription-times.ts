/** Times of the subscription side that no one needs to configure; tests shorten them. */
export interface SubscriptionTimes {
  /** Longest wait for an upstream to open a socket or to answer a request on it. */
  readonly answerTimeoutMs: number;
  /** A subscription without an upstream for this long is fed by polling until it has one again. */
  readonly bridgeAfterMs: number;
  /** Slots that stop for this long make the gateway ask over HTTP whether the upstream fell behind. */
  readonly staleSlotsMs: number;
  /** A new signature subscription is looked up after this long, then at doubling intervals. */
  readonly lookupAfterMs: number;
  /** Upstream sockets stay open for this long after the last subscription. */
  readonly idleSocketMs: number;
  /** A full read is made only for subscriptions that last as long as this. */
  readonly beginAfterMs: number;
  /** An upstream that confirmed what cannot be polled, and sends none while this many of its slots and this time pass, is silent. */
  readonly silentAfterMs: number;
}

/** What is used. */
export const defaultTimes: SubscriptionTimes = {
  answerTimeoutMs: 10_000,
  bridgeAfterMs: 3000,
  staleSlotsMs: 5000,
  lookupAfterMs: 1000,
  idleSocketMs: 5000,
  beginAfterMs: 1000,
  silentAfterMs: 10_000,
};

/** Slots of an upstream that pass before it counts as silent. */
export const silentSlots = 20;
/** Slots that an upstream may be behind the network's newest when its own have stopped. */
export const maxStaleSlotLag = 25;
