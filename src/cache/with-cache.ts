import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { leadingContextSlot } from "../json/context-slot.ts";
import { RawJson } from "../json/raw-json.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { callKey } from "../upstream/sharing/call-key.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";
import type { AnswerCache, CachedAnswer, Validity } from "./answer-cache.ts";
import { validityOf } from "./answer-validity.ts";
import { type RedisTier, sharedKey } from "./redis-tier.ts";

interface CacheOptions {
  readonly cache: AnswerCache;
  readonly sets: UpstreamSets;
  readonly redisTier: RedisTier | undefined;
  readonly count: (outcome: "hit" | "miss", call: UpstreamCall) => void;
}

/** Answers calls from the cache while entries are valid. Keys contain the generation of the network's upstreams, hence of its ledger. */
export function withCache(options: CacheOptions): SendWrapper {
  const { cache, sets, redisTier } = options;

  async function answerMiss(
    next: Send,
    call: UpstreamCall,
    set: UpstreamSet,
    requestKey: string,
  ): Promise<RawJson> {
    const key = memoryKey(set, requestKey);
    const { generation, clock } = set;
    const kinds = call.method?.resultKinds ?? "";
    const epochBefore = clock.epochAt(performance.now());
    const shared = redisTier === undefined ? undefined : sharedKey(call, set, epochBefore, requestKey);
    if (shared !== undefined) {
      const bytes = await redisTier?.get(shared, kinds);
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
    // Another caller of the same coalesced call may have cached the result already.
    if (set.generation !== generation || isValid(cache.get(key), set)) return result;
    const validity = validityOf(call, result, { clock, epochBefore });
    if (validity === undefined) return result;
    const kept = cache.keep(key, result, validity);
    if (kept !== undefined && shared !== undefined) redisTier?.set(shared, kept.toBuffer(), kinds, validity);
    return result;
  }

  return (next) => (call) => {
    if (call.bypassesCache === true) return next(call);
    const set = sets.get(call.network);
    const requestKey = callKey(call).text;
    const cached = cache.get(memoryKey(set, requestKey));
    if (!isValid(cached, set) || isBelowFloor(cached, call)) return answerMiss(next, call, set, requestKey);
    options.count("hit", call);
    call.notes.cache = "hit";
    return Promise.resolve(cached.result);
  };
}

function isBelowFloor({ result }: CachedAnswer, { floor }: UpstreamCall): boolean {
  return floor !== undefined && (leadingContextSlot(result) ?? floor) < floor;
}

function isValid(cached: CachedAnswer | undefined, { clock }: UpstreamSet): cached is CachedAnswer {
  return (
    cached !== undefined && (cached.epoch === undefined || cached.epoch === clock.epochAt(performance.now()))
  );
}

/** Validity of a result from Redis: the epoch that is part of its key, or forever. */
function epochValidity(method: MethodDescription | undefined, epoch: number | undefined): Validity {
  return method?.cache.class === "epoch" && epoch !== undefined ? { epoch } : {};
}

function memoryKey({ generation }: UpstreamSet, requestKey: string): string {
  return `${generation}\n${requestKey}`;
}
