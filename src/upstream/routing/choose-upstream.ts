import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** What a call needs of a node. */
export interface Needs {
  /** Name that the document knows the method by. */
  readonly method: string;
  /** The node must have this slot; undefined asks for none. */
  readonly minContextSlot: number | undefined;
  /** Tells callers apart: one caller's calls go to one upstream while that is as good as any. Undefined leaves it to chance. */
  readonly caller: string | undefined;
}

/**
 * A node's share falls with this power of how much worse its score is than the best: equals share by weight, a node twice as slow
 * gets a sixteenth, one five times as slow nothing to speak of. No edge over which all calls would swing at once.
 */
const sharpness = 4;

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
const lacksMethod = 12;
const open = 24;

/** Ranks above this are nodes that are believed not to answer. */
export const lastUsableRank = open - 1;

/** How fit a node is for a call now: 0 is fit, Infinity is never. */
function rankUpstream(set: UpstreamSet, upstream: Upstream, needs: Needs, now: number, head: number): number {
  if (!set.isVerified(upstream)) return Number.POSITIVE_INFINITY;
  let rank: number = ranks[upstream.health];
  if (upstream.breaker.isOpen) rank += open;
  if (now < upstream.coolsUntil) rank += cooling;
  if (upstream.misses(needs.method, now)) rank += lacksMethod;
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
  return fit.length < 2 ? fit[0] : pick(fit, bestScore, needs.caller);
}

/**
 * Each upstream draws a number from 0 to 1, and the root of it that its share asks for; the highest wins, so that each wins as
 * often as its share says. A caller's draws are always the same: its calls stay where they were, and when an upstream comes or
 * goes only those callers move that must.
 */
function pick(
  upstreams: readonly Upstream[],
  bestScore: number,
  caller: string | undefined,
): Upstream | undefined {
  let winner: Upstream | undefined;
  let highest = Number.NEGATIVE_INFINITY;
  for (const upstream of upstreams) {
    const share = upstream.weight * (bestScore / upstream.score.value) ** sharpness;
    const drawn = caller === undefined ? Math.random() : drawOf(caller, upstream.name);
    const root = Math.log(drawn) / share;
    if (root <= highest) continue;
    highest = root;
    winner = upstream;
  }
  return winner;
}

/** A number between 0 and 1 that looks random and is the same for the same two texts (FNV-1a, mixed once more). */
function drawOf(caller: string, upstream: string): number {
  const hash = mix(mix(0x811c9dc5, caller), upstream);
  const spread = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((spread ^ (spread >>> 16)) >>> 0) / 2 ** 32 || Number.MIN_VALUE;
}

function mix(start: number, text: string): number {
  let hash = start;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}
