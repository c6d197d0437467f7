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

// The lower the rank the better; upstreams of the same rank are compared by their score.
// Upstreams of another ledger have none: isVerified excludes them.
const ranks: Readonly<Partial<Record<Health, number>>> = {
  healthy: 0,
  unchecked: 2,
  behind: 4,
  unhealthy: 5,
};
/** Added to the rank of an upstream, for each that applies. */
const penalties = {
  /** Further behind the head than `freshSlots`. */
  notAtHead: 1,
  /** Above the believed head: a caller who was shown such a slot would later be shown a lower one. */
  notBelieved: 2,
  /** Below the slot that the call names. */
  tooLow: 3,
  paused: 6,
  /** Not of a provider that is known to serve the method. */
  unknownProvider: 8,
  /** Its ledger does not go back that far, as far as is known. */
  lacksHistory: 10,
  lacksMethod: 12,
  /** More than all others together. */
  breakerOpen: 100,
} as const;
/** After this long without news of its slot, an upstream counts as at the head: a call finds out. */
const unseenLimit = { polls: 2, leastMs: 500 };

/** Fit upstreams are ordered by tier and then rank, all others after them by rank and then tier; tiers go up to 1000. */
const ordersPerRank = 1001;
const lowOrderBase = ordersPerRank * penalties.tooLow;

/** How fit an upstream is for a call now, its slot aside: 0 is fit, Infinity is never. */
function rankUpstream(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number): number {
  if (!set.isVerified(upstream) || !upstream.allows(needs)) return Number.POSITIVE_INFINITY;
  let rank = ranks[upstream.health] ?? 0;
  if (upstream.breaker.isOpen) rank += penalties.breakerOpen;
  if (now < upstream.pausedUntil) rank += penalties.paused;
  const { oldestSlot } = needs;
  if (oldestSlot !== undefined && upstream.history.lacks(oldestSlot, upstream.slots.at("processed") ?? 0))
    rank += penalties.lacksHistory;
  if (upstream.isLimited(needs.upstreamMethod, now)) return Number.POSITIVE_INFINITY;
  if (upstream.lacksMethod(needs.upstreamMethod, now) || upstream.lacksCommitment(needs.commitment, now))
    rank += penalties.lacksMethod;
  if (needs.providers !== undefined && !upstream.servesProviderMethod(needs.providers, needs.upstreamMethod))
    rank += penalties.unknownProvider;
  return rank;
}

/** Whether an upstream is at the head, as far as is known, and has what the client was shown. */
export function isAtHead(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number): boolean {
  const { commitment, shownSlot } = needs;
  const slot = set.likelySlot(upstream, commitment);
  const isNewest = slot + set.freshSlots >= set.headAt(commitment, now);
  return isNewest && slot >= shownSlot && isAtFloor(upstream, needs);
}

/** Whether an upstream is known to be at the call's floor. */
export function isAtFloor({ slots, route }: Upstream, { commitment, floor }: Needs): boolean {
  return floor === undefined || route !== undefined || (slots.at(commitment) ?? 0) >= floor;
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
  const known = set.likelySlot(upstream, commitment);
  if (known === 0 || !set.hasTiers) return known;
  const unseenMs = now - Math.max(slots.answeredAt(commitment), slots.reachedAt(commitment));
  const isLongUnseen = unseenMs > Math.max(unseenLimit.polls * set.pollMs, unseenLimit.leastMs);
  return isLongUnseen ? Number.MAX_SAFE_INTEGER : known + Math.ceil(unseenMs / set.clock.slotMs);
}

/**
 * The upstream to ask next: one of the best rank not in `tried`, at random by weight and score. Undefined if none has a rank of at most
 * `worstRank`, by default that of any whose breaker is closed.
 */
export function chooseUpstream(
  set: UpstreamSet,
  tried: readonly Upstream[],
  needs: Needs,
  now: number,
  worstRank = penalties.breakerOpen - 1,
): Upstream | undefined {
  const { commitment, minContextSlot, client, shownSlot } = needs;
  // Where no answer has shown a slot at this commitment yet, all upstreams are equal.
  const head = set.headAt(commitment, now);
  const atHeadFrom = Math.max(head - set.freshSlots, shownSlot);
  let bestOrder = Number.POSITIVE_INFINITY;
  let bestSlot = 0;
  let bestScore = Number.POSITIVE_INFINITY;
  let best: Upstream[] = [];
  for (const upstream of set.upstreams) {
    if (tried.includes(upstream) || !isAtFloor(upstream, needs)) continue;
    let rank = rankUpstream(set, upstream, needs, now);
    const known = estimatedSlot(set, upstream, commitment, now);
    if (known < atHeadFrom) rank += penalties.notAtHead;
    if ((upstream.slots.at(commitment) ?? 0) > head) rank += penalties.notBelieved;
    if (minContextSlot !== undefined && known < minContextSlot) rank += penalties.tooLow;
    const slot = Math.min(known, atHeadFrom);
    if (rank === Number.POSITIVE_INFINITY || rank > worstRank) continue;
    const order =
      rank < penalties.tooLow && known >= shownSlot
        ? upstream.tier * penalties.tooLow + rank
        : lowOrderBase + rank * ordersPerRank + upstream.tier;
    if (order > bestOrder || (order === bestOrder && slot < bestSlot)) continue;
    if (order < bestOrder || slot > bestSlot) {
      bestOrder = order;
      bestSlot = slot;
      bestScore = Number.POSITIVE_INFINITY;
      best = [];
    }
    best.push(upstream);
    bestScore = Math.min(bestScore, upstream.score.value);
  }
  if (best.length < 2) return best[0];
  if (set.prefer === "even") return pick(best, ({ weight }) => weight);
  if (set.prefer === "cost") {
    best = cheapest(best, needs.upstreamMethod);
    bestScore = Math.min(...best.map(({ score }) => score.value));
  }
  const kept = client?.upstream;
  // The client stays while its upstream does well enough: a little more speed elsewhere is not worth a jump between slots.
  if (kept !== undefined && best.includes(kept) && kept.score.value <= bestScore * stickyScoreFactor)
    return kept;
  const picked = pick(best, ({ weight, score }) => weight * (bestScore / score.value) ** sharpness);
  if (client !== undefined) client.upstream = picked;
  return picked;
}

function cheapest(upstreams: readonly Upstream[], method: string): Upstream[] {
  const least = Math.min(...upstreams.map((upstream) => upstream.costOf(method)));
  return upstreams.filter((upstream) => upstream.costOf(method) === least);
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
