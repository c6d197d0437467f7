import { pause } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { Send } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { SendAttempt, UpstreamListener } from "../attempt/attempt.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { AttemptBudgets } from "./attempt-budget.ts";
import { Recovery, type RecoveryOptions } from "./recovery.ts";
import type { WaitingRoom } from "./waiting-room.ts";

interface FailoverOptions extends RecoveryOptions {
  readonly sets: UpstreamSets;
  readonly deadlines: Deadlines;
  readonly listener: Pick<UpstreamListener, "onRetry" | "onWait">;
  readonly maxConcurrent: number;
  readonly waitingRoom: WaitingRoom;
}

/**
 * Turns a call into attempts: at the best upstream first, then at others if the call may be repeated. Attempts that burden upstreams are
 * paid from a budget.
 */
export function withFailover(options: FailoverOptions): (next: SendAttempt) => Send {
  // Enough to try every running call once more when something breaks under all of them.
  const budgets = new AttemptBudgets(options.config.retryRatio, options.maxConcurrent);

  return (next) =>
    async (call): Promise<RawJson> => {
      // Usually the clock is read only once before the first attempt: every call pays for it.
      let now = performance.now();
      let set = options.sets.getForCall(call.network, now);
      if (set.isBeforeFirstProbe) {
        await options.sets.waitForFirstProbe(set, call);
        now = performance.now();
      }
      let recovery = new Recovery(options, budgets.forCallOn(set), call, set, now);
      let hasWaited = false;
      let tooOld: RawJson | undefined;
      for (;;) {
        let upstream = recovery.choose(now);
        if (upstream !== undefined && recovery.wouldShowOlderState(upstream, now)) {
          options.sets.probeSoon(call.network, now);
          if (!hasWaited) options.listener.onWait(call.network, "slot");
          hasWaited = true;
          await pause(options.deadlines, call, set.clock.stepMs);
          now = performance.now();
          continue;
        }
        // An answer that is too old is better than none, and than another one that is too old.
        if (tooOld !== undefined && (upstream === undefined || recovery.missingSlots(upstream, now) > 0))
          return tooOld;
        if (upstream === undefined) {
          if (!hasWaited && recovery.limitWaitMs(now) !== undefined)
            options.listener.onWait(call.network, "limit");
          hasWaited = true;
          upstream = await options.waitingRoom.waitForUpstream(call, recovery);
          now = performance.now();
          // Several waiting calls can find the same room at the same moment: only the first of them gets it.
          if (upstream?.isLimited(call.upstreamMethod, now) === true) continue;
        }
        if (upstream === undefined) throw recovery.clearestFault ?? recovery.noUpstreamFault;
        const attempt = recovery.attemptAt(upstream, now);
        try {
          let result = await next(attempt);
          now = performance.now();
          if (recovery.isTooOld(result, now)) {
            tooOld = result;
            continue;
          }
          const atBelieved = recovery.attemptAtBelieved(attempt, result);
          if (atBelieved !== undefined) result = await next(atBelieved).catch(() => result);
          recovery.learnShown(result);
          recovery.learnHistory(attempt, result);
          const atFullHistory = result.isNull ? recovery.attemptAtFullHistory(attempt) : undefined;
          return atFullHistory === undefined ? result : await next(atFullHistory).catch(() => result);
        } catch (caught) {
          if (tooOld !== undefined) return tooOld;
          const current = options.sets.get(call.network);
          // All addresses of the network were replaced before anything was sent.
          if (current !== set && attempt.phase === "connect") {
            set = current;
            now = performance.now();
            recovery = new Recovery(options, budgets.forCallOn(set), call, set, now);
            continue;
          }
          const backoffMs = recovery.backoffAfter(attempt, RpcError.from(caught));
          options.listener.onRetry(attempt);
          if (backoffMs > 0) await pause(options.deadlines, call, backoffMs);
          now = performance.now();
        }
      }
    };
}
