import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Upstream } from "../node/upstream.ts";
import type { Candidates } from "./candidates.ts";

/** Part of a call's time that is kept for its answer. */
const answerMs = 20;
/** Calls that wait for one limit check it again one after the other, each after `longestTurnMs` at the latest. */
const betweenTurnsMs = 2;
const longestTurnMs = 100;

/** Calls that wait for upstreams at their limits. */
export class LimitQueue {
  readonly #deadlines: Deadlines;
  /** The calls that wait, in the order in which they came. */
  readonly #waiting = new Set<UpstreamCall>();

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  /** Waits for an upstream that is at a limit, unless it will not be free in time. Calls that came first check first. */
  async wait(call: UpstreamCall, candidates: Candidates): Promise<Upstream | undefined> {
    const until = call.deadline - answerMs;
    this.#waiting.add(call);
    try {
      for (;;) {
        const now = performance.now();
        const found = candidates.choose(now) ?? candidates.chooseForTrial(now);
        const waitMs = candidates.msUntilUnderLimit(now);
        if (found !== undefined || waitMs === undefined || now + waitMs >= until) return found;
        const turnMs = this.#countBefore(call) * betweenTurnsMs;
        await pause(this.#deadlines, call, Math.min(waitMs + turnMs, longestTurnMs, until - now));
      }
    } finally {
      this.#waiting.delete(call);
    }
  }

  /** How many calls on the same network have waited longer. */
  #countBefore(call: UpstreamCall): number {
    let count = 0;
    for (const other of this.#waiting) {
      if (other === call) break;
      if (other.network.id === call.network.id) count += 1;
    }
    return count;
  }
}
