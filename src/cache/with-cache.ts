import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { contextSlot } from "../json/context-slot.ts";
import { RawJson } from "../json/raw-json.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import { createCallKey } from "../upstream/sharing/call-key.ts";
import type { AnswerCache, KeptAnswer, Validity } from "./answer-cache.ts";
import { isCacheable, validityOf } from "./answer-validity.ts";
import { type SecondTier, sharedTtlMs } from "./second-tier.ts";
import { sharedKey } from "./shared-key.ts";

/** What the step needs. */
export interface CacheOptions {
  readonly cache: AnswerCache;
  readonly sets: UpstreamSets;
  readonly secondTier: SecondTier | undefined;
  readonly count: (outcome: "hit" | "miss", call: UpstreamCall) => void;
}

/**
 * Answers from what was answered before, as far as the method's cache class says that it is still true. A key holds the network's
 * generation: once the network is another ledger, nothing of the old one is found.
 */
export function withCache(options: CacheOptions): SendWrapper {
  const { cache, sets, secondTier } = options;
  const keyOf = createCallKey();

  /** Looks further, asks, and keeps the answer where it stays true. */
  async function miss(next: Send, call: UpstreamCall, set: UpstreamSet, question: string): Promise<RawJson> {
    const key = ownKey(set, question);
    const { generation, clock } = set;
    const kinds = call.method?.resultKinds ?? "";
    const epochBefore = clock.epochAt(performance.now());
    const shared = secondTier === undefined ? undefined : sharedKey(call, set, epochBefore, question);
    if (shared !== undefined) {
      const bytes = await secondTier?.get(shared, kinds);
      if (bytes !== undefined) {
        options.count("hit", call);
        call.notes.cache = "hit";
        const found = RawJson.fromBytes(bytes);
        return cache.keep(key, found, epochValidity(call.method, epochBefore)) ?? found;
      }
    }
    options.count("miss", call);
    call.notes.cache = "miss";
    const result = await next(call);
    // Several who asked at once got one answer: it is kept once.
    if (set.generation !== generation || isKept(cache.get(key), epochBefore)) return result;
    const validity = validityOf(call, result, { clock, epochBefore });
    if (validity === undefined) return result;
    const kept = cache.keep(key, result, validity);
    if (kept !== undefined && shared !== undefined)
      secondTier?.set(shared, kept.toBuffer(), kinds, sharedTtlMs(validity));
    return result;
  }

  return (next) => (call) => {
    if (call.isFresh === true || !isCacheable(call.method)) return next(call);
    const set = sets.get(call.network);
    const question = keyOf(call).text;
    const kept = cache.get(ownKey(set, question));
    if (kept === undefined || !isTrue(kept, set) || isBelow(kept, call))
      return miss(next, call, set, question);
    options.count("hit", call);
    call.notes.cache = "hit";
    return Promise.resolve(kept.result);
  };
}

/** A kept answer of an epoch may name a slot that is older than what its caller must be answered from. */
function isBelow({ result }: KeptAnswer, { floor }: UpstreamCall): boolean {
  return floor !== undefined && (contextSlot(result) ?? floor) < floor;
}

function isTrue({ epoch }: KeptAnswer, { clock }: UpstreamSet): boolean {
  return epoch === undefined || epoch === clock.epochAt(performance.now());
}

function isKept(kept: KeptAnswer | undefined, epoch: number | undefined): boolean {
  return kept !== undefined && (kept.epoch === undefined || kept.epoch === epoch);
}

/** What is found in the second tier was final when it was put there; of an epoch it is found under the epoch's own key only. */
function epochValidity(method: MethodDescription | undefined, epoch: number | undefined): Validity {
  return method?.cache.class === "epoch" && epoch !== undefined ? { epoch } : {};
}

/** The key in this gateway's own memory. */
function ownKey({ generation }: UpstreamSet, question: string): string {
  return `${generation}\n${question}`;
}
