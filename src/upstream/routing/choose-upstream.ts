import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** What a call needs of a node. */
export interface Needs {
  /** Name that the document knows the method by. */
  readonly method: string;
  /** The node must have this slot; undefined asks for none. */
  readonly minContextSlot: number | undefined;
}

/**
 * A node's share falls with this power of how much worse its score is than the best: equals share by weight, a node twice as slow
 * gets a sixteenth, one five times as slow nothing to speak of. No edge over which all calls would swing at once.
 */
const sharpness = 4;

// The lower the rank the better; upstreams of one rank are told apart by their score.
const ranks = {
  healthy: 0,
  unchecked: 1,
  behind: 3,
  unhealthy: 4,
  foreign: Number.POSITIVE_INFINITY,
} as const;
const tooLow = 2;
const cooling = 5;
const lacksMethod = 10;
const open = 20;

/** Ranks above this are nodes that are believed not to answer. */
export const lastUsableRank = open - 1;

/** How fit a node is for a call now: 0 is fit, Infinity is never. */
export function rankUpstream(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number): number {
  if (!set.isVerified(upstream)) return Number.POSITIVE_INFINITY;
  let rank: number = ranks[upstream.health];
  if (upstream.breaker.isOpen) rank += open;
  if (now < upstream.coolsUntil) rank += cooling;
  if (upstream.misses(needs.method, now)) rank += lacksMethod;
  if (needs.minContextSlot !== undefined && (upstream.processedSlot ?? 0) < needs.minContextSlot)
    rank += tooLow;
  return rank;
}

/**
 * The upstream to ask next: of those not in `tried` one of the best rank, by chance, by weight and score. Undefined when none is
 * left whose rank is at most `worstRank`.
 */
export function chooseUpstream(
  set: UpstreamSet,
  tried: readonly Upstream[],
  needs: Needs,
  now: number,
  worstRank: number,
): Upstream | undefined {
  let bestRank = Number.POSITIVE_INFINITY;
  let bestScore = Number.POSITIVE_INFINITY;
  let fit: Upstream[] = [];
  for (const upstream of set.upstreams) {
    if (tried.includes(upstream)) continue;
    const rank = rankUpstream(set, upstream, needs, now);
    if (rank === Number.POSITIVE_INFINITY || rank > worstRank || rank > bestRank) continue;
    if (rank < bestRank) {
      bestRank = rank;
      bestScore = Number.POSITIVE_INFINITY;
      fit = [];
    }
    fit.push(upstream);
    bestScore = Math.min(bestScore, upstream.score.value);
  }
  return fit.length < 2 ? fit[0] : pick(fit, bestScore);
}

function pick(upstreams: readonly Upstream[], bestScore: number): Upstream | undefined {
  const shares = upstreams.map(({ weight, score }) => weight * (bestScore / score.value) ** sharpness);
  let left = Math.random() * shares.reduce((sum, share) => sum + share, 0);
  return (
    upstreams.find((_, index) => {
      left -= shares[index] ?? 0;
      return left < 0;
    }) ?? upstreams[0]
  );
}
