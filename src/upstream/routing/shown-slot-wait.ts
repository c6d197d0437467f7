import { isOlderThan } from "../../call/answer-slots.ts";
import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import type { Candidates } from "./candidates.ts";
import { estimatedSlot } from "./choose-upstream.ts";

/** When the upstream that showed a client its newest slot fails, the client's calls wait this many slots for another one. */
const waitSlots = 2;
/** An upstream that is further behind is not waited for. */
const nearSlots = 8;

/** Slots that an upstream is behind what the client was shown; 0 or less if it is not. */
export function slotsBehindShown({ set, needs }: Candidates, upstream: Upstream, now: number): number {
  const { commitment, shownSlot } = needs;
  return shownSlot === 0 ? 0 : shownSlot - estimatedSlot(set, upstream, commitment, now);
}

/** Whether an upstream is so few slots behind what the client was shown that it is worth a wait; with-floors.ts waits for sessions. */
export function isNearShown(candidates: Candidates, upstream: Upstream, now: number): boolean {
  const missing = slotsBehindShown(candidates, upstream, now);
  return candidates.needs.floor === undefined && missing > 0 && missing <= nearSlots;
}

/** Whether an answer is older than what the client was shown; with-floors.ts asks again for sessions. */
export function isTooOld({ method, session }: UpstreamCall, { shownSlot }: Needs, result: RawJson): boolean {
  if (shownSlot === 0 || session !== undefined || method?.effect !== "read") return false;
  return isOlderThan(shownSlot, method, result);
}

/**
 * A call's wait for an upstream to reach the slot that its client was shown. It begins when the best upstream is a few slots behind, or its
 * answer is too old.
 */
export class ShownSlotWait {
  readonly #endsAt: number;
  /** The last answer that was too old: better than none. */
  tooOldAnswer: RawJson | undefined = undefined;

  constructor({ deadline }: UpstreamCall, { set }: Candidates, now: number) {
    this.#endsAt = now + Math.min(waitSlots * set.clock.slotMs, (deadline - now) / 2);
  }

  recordTooOld(answer: RawJson): void {
    this.tooOldAnswer = answer;
  }

  isOver(now: number): boolean {
    return now >= this.#endsAt;
  }

  /** Asks probes for news again and again; returns the best upstream once it is at the slot, or none is near it, or the wait is over. */
  async nextBest(
    call: UpstreamCall,
    candidates: Candidates,
    { sets, deadlines }: { readonly sets: UpstreamSets; readonly deadlines: Deadlines },
  ): Promise<Upstream | undefined> {
    for (;;) {
      sets.probeSoon(call.network, performance.now());
      await pause(deadlines, call, candidates.set.clock.stepMs);
      const now = performance.now();
      const best = candidates.choose(now);
      if (best === undefined || this.isOver(now) || !isNearShown(candidates, best, now)) return best;
    }
  }
}
