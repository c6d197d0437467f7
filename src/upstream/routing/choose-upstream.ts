import { ownText } from "../../text/own-text.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** What a call needs of an upstream. */
export interface Needs {
  /** Name that the document knows the method by. */
  readonly method: string;
  /** Providers that serve the method; undefined when every upstream does. */
  readonly providers: readonly string[] | undefined;
  /** The upstream must have this slot; undefined asks for none. */
  readonly minContextSlot: number | undefined;
  /** Tells clients apart: one client's calls go to one upstream while that is as good as any. Undefined leaves it to chance. */
  readonly client: string | undefined;
}

/**
 * An upstream's share falls with this power of how much worse its score is than the best: equals share by weight, an upstream twice as slow
 * gets a sixteenth, one five times as slow nothing to speak of. No edge over which all calls would swing at once.
 */
const sharpness = 4;
/** A client's upstream is left for another when its score is so many times worse than the best. */
const keptUntilSlower = 4;

// The lower the rank the better; upstreams of one rank are told apart by their score.
const ranks = {
  healthy: 0,
  unchecked: 2,
  behind: 4,
  unhealthy: 5,
  foreign: Number.POSITIVE_INFINITY,
} as const;
/** Further behind the head than `fresh_slots`. */
const notFresh = 1;
const tooLow = 3;
const cooling = 6;
/** Of no provider that is known to serve the method. */
const ofNoProvider = 8;
const lacksMethod = 12;
const open = 24;

/** Ranks above this are upstreams that are believed not to answer. */
export const lastUsableRank = open - 1;

/** How fit an upstream is for a call now: 0 is fit, Infinity is never. */
function rankUpstream(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number, head: number): number {
  if (!set.isVerified(upstream)) return Number.POSITIVE_INFINITY;
  let rank: number = ranks[upstream.health];
  if (upstream.breaker.isOpen) rank += open;
  if (now < upstream.coolsUntil) rank += cooling;
  if (upstream.lacksMethod(needs.method, now)) rank += lacksMethod;
  if (needs.providers !== undefined && !needs.providers.includes(upstream.provider ?? ""))
    rank += ofNoProvider;
  const slot = upstream.slots.at("processed") ?? 0;
  if (slot + set.freshSlots < head) rank += notFresh;
  if (needs.minContextSlot !== undefined && slot < needs.minContextSlot) rank += tooLow;
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
  const { head } = set;
  let bestRank = Number.POSITIVE_INFINITY;
  let bestScore = Number.POSITIVE_INFINITY;
  let fit: Upstream[] = [];
  for (const upstream of set.upstreams) {
    if (tried.includes(upstream)) continue;
    const rank = rankUpstream(set, upstream, needs, now, head);
    if (rank === Number.POSITIVE_INFINITY || rank > worstRank || rank > bestRank) continue;
    if (rank < bestRank) {
      bestRank = rank;
      bestScore = Number.POSITIVE_INFINITY;
      fit = [];
    }
    fit.push(upstream);
    bestScore = Math.min(bestScore, upstream.score.value);
  }
  if (fit.length < 2) return fit[0];
  const { client } = needs;
  if (client === undefined) return pick(fit, bestScore);
  const kept = set.clients.get(client);
  // As long as it does well enough: a little more speed elsewhere is not worth a jump between slots.
  if (kept !== undefined && fit.includes(kept) && kept.score.value <= bestScore * keptUntilSlower)
    return kept;
  const picked = pick(fit, bestScore);
  if (picked !== undefined) set.clients.set(ownText(client), picked);
  return picked;
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
