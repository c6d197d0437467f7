import { callCommitment } from "../call/call-commitment.ts";
import type { SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import { createCallKey } from "../upstream/sharing/call-key.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** What the step needs. */
export interface HeadAnswerOptions {
  readonly heads: NetworkHeads;
  readonly sets: UpstreamSets;
  /** Longest answer that is kept. */
  readonly maxEntryBytes: number;
  readonly count: (outcome: "head" | "miss", call: UpstreamCall) => void;
}

/**
 * Uses answers about the moving head again, as long as the gateway knows of no newer slot. A head is followed from the first
 * question that comes twice within a slot's time: where none does, it would cost calls and save none.
 */
export function withHeadAnswers({ heads, sets, maxEntryBytes, count }: HeadAnswerOptions): SendWrapper {
  const keyOf = createCallKey();

  return (next) => (call) => {
    if (!isReusable(call)) return next(call);
    const now = performance.now();
    const head = heads.of(sets.get(call.network));
    head.askedAt = now;
    const key = keyOf(call);
    if (!head.isFollowed(now)) {
      if (head.repeated.record(key.hash, now)) heads.follow(call.network, now);
      return next(call);
    }
    const text = key.text;
    const kept = head.find(text, now, call.floor);
    if (kept !== undefined) {
      count("head", call);
      call.notes.cache = "head";
      return Promise.resolve(kept);
    }
    count("miss", call);
    call.notes.cache = "miss";
    // A method that takes no commitment answers from what was processed.
    const question = head.question(callCommitment(call.method, call.params) ?? "processed", now);
    return next(call).then((result) => {
      head.keep(text, question, result, maxEntryBytes, call.floor);
      return result;
    });
  };
}

/** A ledger for development changes within a slot, at once and as its owner says; and its calls cost nothing. */
function isReusable({ method, network, isFresh }: UpstreamCall): boolean {
  return method?.cache.class === "head" && isFresh !== true && network.type !== "localnet";
}
