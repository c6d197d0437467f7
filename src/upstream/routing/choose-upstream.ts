import type { Commitment } from "../../contract/method-description.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Health, Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** Exponent of the score in an upstream's share of calls: twice as slow gets a sixteenth. A threshold would move all calls at once. */
const sharpness = 4;
/** A client leaves its upstream once the score is this many times worse than the best. */
const stickyScoreFactor = 4;

/** Upstreams below this rank are fit, and sorted by tier first. Others are used only if none is fit. */
const tierFirstBelow = 3;
/** Penalties; an upstream's rank is the sum of those that apply. Lower is better. */
const penalties = {
  health: { healthy: 0, unchecked: 2, behind: 4, unhealthy: 5, foreign: Number.POSITIVE_INFINITY },
  /** Further behind the head than `freshSlots`. */
  notAtHead: 1,
  /** Above the believed head, so that the caller would later see a lower slot. */
  notBelieved: 2,
  /** Below the newest slot that the client was shown. */
  belowPreferred: tierFirstBelow,
  /** Below the call's `minContextSlot`. */
  tooLow: tierFirstBelow,
  paused: 6,
  /** Not known to serve the method. */
  unknownProvider: 8,
  /** Probably lacks the oldest slot of the call. */
  lacksHistory: 10,
  lacksMethod: 12,
  /** Exceeds the sum of all others. */
  breakerOpen: 100,
} as const satisfies Record<string, number | Record<Health, number>>;
/** Values for `maxRank`: accept only upstreams without a penalty, or any whose breaker is closed. */
export const maxRanks = { unpenalized: 0, breakerClosed: penalties.breakerOpen - 1 } as const;
/** The highest tier that the configuration allows. */
const maxTier = 1000;

/** Age of its newest slot at which an upstream is assumed to be at the head, so that a call finds out. */
const slotExpiry = { polls: 2, minMs: 500 };

/** An upstream's rank without the penalties for its slot; Infinity if the call may not be sent to it. */
function rankWithoutSlot(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number): number {
  const { upstreamMethod, commitment, providers, oldestSlot } = needs;
  if (!set.mayAsk(upstream, needs, now) || !isAtFloor(upstream, needs)) return Number.POSITIVE_INFINITY;
  let rank: number = penalties.health[upstream.health];
  if (upstream.breaker.isOpen) rank += penalties.breakerOpen;
  if (upstream.isPaused(now)) rank += penalties.paused;
  if (oldestSlot !== undefined && upstream.history.lacks(oldestSlot, upstream.slots.newest("processed") ?? 0))
    rank += penalties.lacksHistory;
  if (upstream.lacksMethod(upstreamMethod, now) || upstream.lacksCommitment(commitment, now))
    rank += penalties.lacksMethod;
  if (!upstream.isKnownToServe(upstreamMethod, providers)) rank += penalties.unknownProvider;
  return rank;
}

/** The penalty for an upstream's estimated slot. */
function slotPenalty(slot: number, atHeadFrom: number, { minContextSlot, preferredSlot }: Needs): number {
  let penalty = 0;
  if (slot < preferredSlot) penalty += penalties.belowPreferred;
  else if (slot < atHeadFrom) penalty += penalties.notAtHead;
  if (minContextSlot !== undefined && slot < minContextSlot) penalty += penalties.tooLow;
  return penalty;
}

/** Sort key: fit upstreams by tier then rank, followed by the rest by rank then tier. */
function sortKey(rank: number, tier: number): number {
  return rank < tierFirstBelow ? tier * tierFirstBelow + rank : rank * (maxTier + 1) + tier;
}

/** Returns true if an upstream is known to be at the head and to have what the client was shown. */
export function isAtHead(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number): boolean {
  const { commitment, preferredSlot } = needs;
  const slot = set.lastSlot(upstream, commitment);
  const isNewest = slot + set.freshSlots >= set.headAt(commitment, now);
  return isNewest && slot >= preferredSlot && isAtFloor(upstream, needs);
}

/** Returns true if an upstream is known to have reached the call's floor. */
export function isAtFloor({ slots, route }: Upstream, { commitment, floor }: Needs): boolean {
  return floor === undefined || route !== undefined || (slots.newest(commitment) ?? 0) >= floor;
}

/** Returns true if an upstream could serve a call, at least once it works again. */
export function couldServe(upstream: Upstream, needs: Needs): boolean {
  return upstream.health !== "foreign" && upstream.allows(needs) && isAtFloor(upstream, needs);
}

/**
 * Estimates an upstream's current slot: without tiers, its last known slot; with tiers, extrapolated to now. An upstream without calls
 * shows its slot only to probes, so with a stale one its clients would never return. A very old slot counts as infinite.
 */
export function estimatedSlot(
  set: UpstreamSet,
  upstream: Upstream,
  commitment: Commitment,
  now: number,
): number {
  const { slots, route } = upstream;
  // A route has no ledger.
  if (route !== undefined) return Number.MAX_SAFE_INTEGER;
  const known = set.lastSlot(upstream, commitment);
  if (known === 0 || !set.hasTiers) return known;
  const ageMs = now - slots.knownAt(commitment);
  const hasExpired = ageMs > Math.max(slotExpiry.polls * set.pollMs, slotExpiry.minMs);
  return hasExpired ? Number.MAX_SAFE_INTEGER : known + Math.ceil(ageMs / set.clock.slotMs);
}

/** Chooses the next upstream, not one of `excluded`; undefined if none has a rank of at most `maxRank`. */
export function chooseUpstream(
  set: UpstreamSet,
  excluded: readonly Upstream[],
  needs: Needs,
  now: number,
  maxRank?: number,
): Upstream | undefined {
  return chooseAmongEqual(bestUpstreams(set, excluded, needs, now, maxRank), set, needs);
}

/** The upstreams with the best sort key, and of these the ones with the newest slot. */
export function bestUpstreams(
  set: UpstreamSet,
  excluded: readonly Upstream[],
  needs: Needs,
  now: number,
  maxRank: number = maxRanks.breakerClosed,
): readonly Upstream[] {
  const { commitment, preferredSlot } = needs;
  // While no slot at this commitment is known, all upstreams are equal.
  const head = set.headAt(commitment, now);
  const atHeadFrom = Math.max(head - set.freshSlots, preferredSlot);
  let bestKey = Number.POSITIVE_INFINITY;
  let bestSlot = 0;
  let best: Upstream[] = [];
  for (const upstream of set.upstreams) {
    if (excluded.includes(upstream)) continue;
    const estimate = estimatedSlot(set, upstream, commitment, now);
    let rank = rankWithoutSlot(set, upstream, needs, now) + slotPenalty(estimate, atHeadFrom, needs);
    if ((upstream.slots.newest(commitment) ?? 0) > head) rank += penalties.notBelieved;
    if (rank > maxRank) continue;
    const key = sortKey(rank, upstream.tier);
    const slot = Math.min(estimate, atHeadFrom);
    if (key > bestKey || (key === bestKey && slot < bestSlot)) continue;
    if (key < bestKey || slot > bestSlot) best = [];
    bestKey = key;
    bestSlot = slot;
    best.push(upstream);
  }
  return best;
}

/** The client's sticky upstream while its score is close to the best, else a random one by weight and score. */
export function chooseAmongEqual(
  equal: readonly Upstream[],
  { prefer }: UpstreamSet,
  { upstreamMethod, client }: Needs,
): Upstream | undefined {
  if (equal.length < 2) return equal[0];
  if (prefer === "even") return pick(equal, ({ weight }) => weight);
  const preferred = prefer === "cost" ? cheapest(equal, upstreamMethod) : equal;
  const bestScore = minOf(preferred, ({ score }) => score.value);
  const sticky = client?.upstream;
  // A little more speed is not worth a jump between slots.
  if (
    sticky !== undefined &&
    preferred.includes(sticky) &&
    sticky.score.value <= bestScore * stickyScoreFactor
  )
    return sticky;
  return pick(preferred, ({ weight, score }) => weight * (bestScore / score.value) ** sharpness);
}

function cheapest(upstreams: readonly Upstream[], method: string): Upstream[] {
  const leastCost = minOf(upstreams, (upstream) => upstream.costOf(method));
  return upstreams.filter((upstream) => upstream.costOf(method) === leastCost);
}

function minOf(upstreams: readonly Upstream[], measure: (upstream: Upstream) => number): number {
  let value = Number.POSITIVE_INFINITY;
  for (const upstream of upstreams) value = Math.min(value, measure(upstream));
  return value;
}

/** Picks a random upstream, weighted by share. */
function pick(upstreams: readonly Upstream[], shareOf: (upstream: Upstream) => number): Upstream | undefined {
  const shares = upstreams.map(shareOf);
  let left = Math.random() * shares.reduce((sum, share) => sum + share, 0);
  return (
    upstreams.find((_, index) => {
      left -= shares[index] ?? 0;
      return left < 0;
    }) ?? upstreams[0]
  );
}
