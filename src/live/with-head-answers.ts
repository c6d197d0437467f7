import { callCommitment } from "../call/call-commitment.ts";
import { answerSlot } from "../call/learn-shown-slots.ts";
import type { SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { MergeableRead, MergeableReads } from "../upstream/merging/mergeable-read.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import { createCallKey } from "../upstream/sharing/call-key.ts";
import { isReusable } from "./is-reusable.ts";
import type { NetworkHeads } from "./network-heads.ts";

/** What the step needs. */
export interface HeadAnswerOptions {
  readonly heads: NetworkHeads;
  readonly sets: UpstreamSets;
  /** Longest answer that is kept. */
  readonly maxEntryBytes: number;
  /** Parses reads that kept items may answer; without it none are answered from items. */
  readonly reads: MergeableReads | undefined;
  readonly count: (outcome: "head" | "miss", call: UpstreamCall) => void;
}

/**
 * Reuses answers about the moving head until the gateway knows of a newer slot. A head is followed from the first call that
 * repeats within a slot's time: without such a call, following it would cost calls and save none.
 */
export function withHeadAnswers(options: HeadAnswerOptions): SendWrapper {
  const { heads, sets, maxEntryBytes, reads, count } = options;
  const keyOf = createCallKey();

  return (next) => (call) => {
    if (!isReusable(call)) return next(call);
    const now = performance.now();
    const head = heads.of(sets.get(call.network));
    head.askedAt = now;
    if (!head.isFollowed(now)) {
      if (head.repeated.record(keyOf(call).hash, now)) heads.follow(call.network, now);
      return next(call);
    }
    const read = reads?.of(call);
    const made = read && head.items.answer(read, floorOf(read, call), now);
    const key = made === undefined ? keyOf(call).text : "";
    const kept = made ?? head.find(key, now, call.floor);
    if (kept !== undefined) {
      count("head", call);
      call.notes.cache = "head";
      if (read !== undefined && made === undefined) head.items.record(read, call, kept, now);
      return Promise.resolve(kept);
    }
    count("miss", call);
    call.notes.cache = "miss";
    // A method that takes no commitment answers from what was processed.
    const question = head.question(callCommitment(call.method, call.params) ?? "processed", now);
    return next(call).then((result) => {
      if (read !== undefined) head.items.record(read, call, result, now);
      // An answer whose items are kept need not be kept as a whole.
      if (read === undefined || !head.items.has(read, floorOf(read, call), now))
        head.keep(key, question, { result, shown: shownBy(call, result), floor: call.floor }, maxEntryBytes);
      return result;
    });
  };
}

/** The lowest slot that the answer to a read may have. */
function floorOf({ minContextSlot }: MergeableRead, { floor, shownSlot }: UpstreamCall): number {
  return Math.max(minContextSlot ?? 0, floor ?? 0, shownSlot ?? 0);
}

/** The slot that an answer names, in the place that the document describes or in its context. */
function shownBy({ method }: UpstreamCall, result: RawJson): number | undefined {
  return method && answerSlot(method, result);
}
