import type { Commitment } from "../../contract/method-description.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Health, Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/**
 * An upstream's share falls with this power of its score: one twice as slow as the best gets a sixteenth. At a threshold, all calls would
 * move at once.
 */
const sharpness = 4;
/** A client's upstream is left for another when its score is this many times worse than the best. */
const stickyScoreFactor = 4;

/** Upstreams below this rank are fit: the tier decides among them. The others are asked only if none is fit. */
const fitBelow = 3;
/** What speaks against an upstream, for each that applies: added up they are its rank. The lower the better. */
const penalties = {
  health: { healthy: 0, unchecked: 2, behind: 4, unhealthy: 5, foreign: Number.POSITIVE_INFINITY },
  /** Further behind the head than `freshSlots`. */
  notAtHead: 1,
  /** Above the believed head: a caller who was shown such a slot would later be shown a lower one. */
  notBelieved: 2,
  /** Below what the client was shown. */
  belowShown: fitBelow,
  /** Below the slot that the call names. */
  tooLow: fitBelow,
  paused: 6,
  /** Not of a provider that is known to serve the method. */
  unknownProvider: 8,
  /** Its ledger does not go back that far, as far as is known. */
  lacksHistory: 10,
  lacksMethod: 12,
  /** More than all others together. */
  breakerOpen: 100,
} as const satisfies Record<string, number | Record<Health, number>>;
/** The worst rank of an upstream against which nothing speaks, and of one whose breaker is closed. */
export const worstRanks = { faultless: 0, closed: penalties.breakerOpen - 1 } as const;
/** Tiers are at most this. */
const maxTier = 1000;

/** After this long without news of its slot, an upstream counts as at the head: a call finds out. */
const unseenLimit = { polls: 2, leastMs: 500 };

/** The rank of an upstream for a call now, its slot aside; Infinity if it may not be asked. */
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

/** What the slot that an upstream probably has adds to its rank. */
function slotPenalty(known: number, atHeadFrom: number, { minContextSlot, shownSlot }: Needs): number {
  let penalty = 0;
  if (known < shownSlot) penalty += penalties.belowShown;
  else if (known < atHeadFrom) penalty += penalties.notAtHead;
  if (minContextSlot !== undefined && known < minContextSlot) penalty += penalties.tooLow;
  return penalty;
}

/** Where an upstream comes, the lower the sooner: fit ones by tier, then rank; after all of these the others by rank, then tier. */
function placeOf(rank: number, tier: number): number {
  return rank < fitBelow ? tier * fitBelow + rank : rank * (maxTier + 1) + tier;
}

/** Whether an upstream is at the head, as far as is known, and has what the client was shown. */
export function isAtHead(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number): boolean {
  const { commitment, shownSlot } = needs;
  const slot = set.lastSlot(upstream, commitment);
  const isNewest = slot + set.freshSlots >= set.headAt(commitment, now);
  return isNewest && slot >= shownSlot && isAtFloor(upstream, needs);
}

/** Whether an upstream is known to be at the call's floor. */
export function isAtFloor({ slots, route }: Upstream, { commitment, floor }: Needs): boolean {
  return floor === undefined || route !== undefined || (slots.newest(commitment) ?? 0) >= floor;
}

/** Whether an upstream could serve a call, now or when it works again: it has the network's ledger, allows the call and is at its floor. */
export function couldServe(upstream: Upstream, needs: Needs): boolean {
  return upstream.health !== "foreign" && upstream.allows(needs) && isAtFloor(upstream, needs);
}

/**
 * The slot that an upstream probably has now. Without tiers, the last one it showed. With tiers, the one it can have reached since: an
 * upstream that gets no calls shows its slot only to probes, and with an old slot its clients would never come back to it. After a long
 * time it may have any slot.
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
  const unseenMs = now - Math.max(slots.answeredAt(commitment), slots.reachedAt(commitment));
  const isLongUnseen = unseenMs > Math.max(unseenLimit.polls * set.pollMs, unseenLimit.leastMs);
  return isLongUnseen ? Number.MAX_SAFE_INTEGER : known + Math.ceil(unseenMs / set.clock.slotMs);
}

/** The upstream to ask next, not one of `tried`; undefined if none has a rank of at most `worstRank`. */
export function chooseUpstream(
  set: UpstreamSet,
  tried: readonly Upstream[],
  needs: Needs,
  now: number,
  worstRank?: number,
): Upstream | undefined {
  return chooseAmongEqual(bestUpstreams(set, tried, needs, now, worstRank), set, needs);
}

/** The upstreams that come first, and of these the ones with the newest slot. */
export function bestUpstreams(
  set: UpstreamSet,
  tried: readonly Upstream[],
  needs: Needs,
  now: number,
  worstRank: number = worstRanks.closed,
): readonly Upstream[] {
  const { commitment, shownSlot } = needs;
  // Where no answer has shown a slot at this commitment yet, all upstreams are equal.
  const head = set.headAt(commitment, now);
  const atHeadFrom = Math.max(head - set.freshSlots, shownSlot);
  let bestPlace = Number.POSITIVE_INFINITY;
  let bestSlot = 0;
  let best: Upstream[] = [];
  for (const upstream of set.upstreams) {
    if (tried.includes(upstream)) continue;
    const known = estimatedSlot(set, upstream, commitment, now);
    let rank = rankWithoutSlot(set, upstream, needs, now) + slotPenalty(known, atHeadFrom, needs);
    if ((upstream.slots.newest(commitment) ?? 0) > head) rank += penalties.notBelieved;
    if (rank > worstRank) continue;
    const place = placeOf(rank, upstream.tier);
    const slot = Math.min(known, atHeadFrom);
    if (place > bestPlace || (place === bestPlace && slot < bestSlot)) continue;
    if (place < bestPlace || slot > bestSlot) best = [];
    bestPlace = place;
    bestSlot = slot;
    best.push(upstream);
  }
  return best;
}

/** The client's upstream while it does well enough, else one at random by weight and score. */
export function chooseAmongEqual(
  equal: readonly Upstream[],
  { prefer }: UpstreamSet,
  { upstreamMethod, client }: Needs,
): Upstream | undefined {
  if (equal.length < 2) return equal[0];
  if (prefer === "even") return pick(equal, ({ weight }) => weight);
  const left = prefer === "cost" ? cheapest(equal, upstreamMethod) : equal;
  const bestScore = least(left, ({ score }) => score.value);
  const kept = client?.upstream;
  // The client stays while its upstream does well enough: a little more speed elsewhere is not worth a jump between slots.
  if (kept !== undefined && left.includes(kept) && kept.score.value <= bestScore * stickyScoreFactor)
    return kept;
  return pick(left, ({ weight, score }) => weight * (bestScore / score.value) ** sharpness);
}

function cheapest(upstreams: readonly Upstream[], method: string): Upstream[] {
  const leastCost = least(upstreams, (upstream) => upstream.costOf(method));
  return upstreams.filter((upstream) => upstream.costOf(method) === leastCost);
}

function least(upstreams: readonly Upstream[], measure: (upstream: Upstream) => number): number {
  let value = Number.POSITIVE_INFINITY;
  for (const upstream of upstreams) value = Math.min(value, measure(upstream));
  return value;
}

/** One of several at random, each with its share. */
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
