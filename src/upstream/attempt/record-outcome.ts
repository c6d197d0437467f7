import { answerCommitment } from "../../call/call-commitment.ts";
import { answerSlot, forEachStatus } from "../../call/learn-shown-slots.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { unmeasured } from "../../ledger-time/slot-time.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isUpstreamFault } from "../http/upstream-faults.ts";
import {
  blockCleanedUpCode,
  methodNotFoundCode,
  nodeUnhealthyCode,
  processedRefusedCode,
} from "../node/ledger-codes.ts";
import type { Attempt, AttemptWrapper, UpstreamListener } from "./attempt.ts";

/** Slots in the answers of a network's only upstream are read this many times a slot at most: there is no other to prefer. */
const readsPerSlot = 8;
/** Pause after HTTP 429 if the upstream names none, and the longest that is respected. */
const pauseMs = { unasked: 1000, longest: 60_000 };
/** A timeout counts against an upstream only if the attempt had at least this time. */
const fairTimeMs = 450;

/** Learns from every attempt how its upstream is doing: breaker, score, pauses, missing methods, slots. */
export function withOutcomes(listener: UpstreamListener): AttemptWrapper {
  // Not async: every attempt passes here, and an async function allocates more than these two functions.
  return (next) => (attempt) =>
    next(attempt).then(
      (result) => {
        learnFromAnswer(attempt, result, listener);
        return result;
      },
      (caught: unknown) => {
        const fault = RpcError.from(caught);
        const now = performance.now();
        learnFromFault(attempt, fault, now, listener);
        listener.onAttempt(attempt, now - attempt.startedAt, fault);
        throw fault;
      },
    );
}

function learnFromAnswer(attempt: Attempt, result: RawJson, listener: UpstreamListener): void {
  const { upstream, call, startedAt } = attempt;
  const now = performance.now();
  if (upstream.breaker.succeed()) listener.onBreaker(call.network, upstream);
  upstream.lastSuccessAt = now;
  upstream.score.succeed(call.method?.heavy === true ? undefined : now - startedAt);
  if (call.method !== undefined) learnAnsweredSlot(attempt, call.method, result, now);
  listener.onAttempt(attempt, now - startedAt, undefined);
}

/** Learns from every probe, which says less than a call does. */
export function withProbeOutcomes(listener: UpstreamListener): AttemptWrapper {
  return (next) =>
    async (attempt): Promise<RawJson> => {
      const { upstream, call, startedAt } = attempt;
      try {
        const result = await next(attempt);
        const now = performance.now();
        if (upstream.breaker.probeSucceeded(now)) listener.onBreaker(call.network, upstream);
        upstream.score.succeed(now - startedAt);
        return result;
      } catch (caught) {
        const fault = RpcError.from(caught);
        const now = performance.now();
        if (blamesUpstream(fault, attempt)) {
          upstream.score.fail();
          upstream.lastFault = fault.message;
          if (upstream.breaker.probeFailed(now, isConnectionRefused(fault, attempt)))
            reportOpening(attempt, listener);
        } else if (fault.kind === "ledger" && upstream.breaker.probeSucceeded(now)) {
          listener.onBreaker(call.network, upstream);
        }
        throw fault;
      }
    };
}

/** Records the slot of an answer. With several upstreams every answer counts, so that calls avoid one that is behind at once. */
function learnAnsweredSlot(attempt: Attempt, method: MethodDescription, result: RawJson, now: number): void {
  const { upstream, call, startedAt, needs } = attempt;
  // What an upstream says about itself does not show its slot.
  if (method.cache.class === "node") return;
  if (
    needs === undefined &&
    now - upstream.slots.lastAnsweredAt <= (upstream.slots.pace.slotMs ?? unmeasured.waitMs) / readsPerSlot
  )
    return;
  const slot = answerSlot(method, result);
  if (slot === undefined) return;
  const commitment = needs?.commitment ?? answerCommitment(method, call.params);
  upstream.slots.record(commitment, slot, startedAt, now);
  if (method.slotAt === "statuses" && needs !== undefined)
    forEachStatus(result, (reached, at) => upstream.slots.raise(reached, at, now));
}

function learnFromFault(attempt: Attempt, fault: RpcError, now: number, listener: UpstreamListener): void {
  const { upstream, startedAt } = attempt;
  if (attempt.status === 429 || (fault.kind === "ledger" && fault.code === 429)) {
    pauseUpstream(attempt, now);
    upstream.score.fail();
    upstream.breaker.endTrial();
    upstream.lastFault = fault.message;
  } else if (blamesUpstream(fault, attempt)) {
    const hadTime = fault.kind !== "upstreamTimeout" || now - startedAt >= fairTimeMs;
    upstream.lastFault = fault.message;
    if (hadTime) upstream.score.fail();
    else upstream.breaker.endTrial();
    if (hadTime && upstream.breaker.fail(now, isConnectionRefused(fault, attempt)))
      reportOpening(attempt, listener);
  } else if (fault.kind === "ledger") {
    learnFromLedgerError(attempt, fault, now, listener);
  } else {
    upstream.breaker.endTrial();
  }
}

/** Keeps calls from an upstream that answered HTTP 429, for as long as it asks, and lowers their rate. */
function pauseUpstream({ upstream, retryAfterSeconds }: Attempt, now: number): void {
  const askedMs = retryAfterSeconds === undefined ? pauseMs.unasked : retryAfterSeconds * 1000;
  upstream.plan?.rate?.slowDown(now);
  upstream.pausedUntil = now + Math.min(askedMs, pauseMs.longest);
}

function reportOpening({ upstream, call }: Attempt, listener: UpstreamListener): void {
  // When it is back, it may have another ledger.
  upstream.mustCheckGenesis = true;
  listener.onBreaker(call.network, upstream);
}

/** An error of the ledger is an answer: the upstream works. */
function learnFromLedgerError(
  attempt: Attempt,
  fault: RpcError,
  now: number,
  listener: UpstreamListener,
): void {
  const { upstream, call } = attempt;
  if (upstream.breaker.succeed()) listener.onBreaker(call.network, upstream);
  upstream.score.succeed(undefined);
  upstream.lastSuccessAt = now;
  if (fault.code === blockCleanedUpCode)
    upstream.history.recordRefusal(
      fault.message,
      upstream.slots.at("processed") ?? Number.MAX_SAFE_INTEGER,
      now,
    );
  if (fault.code === methodNotFoundCode) upstream.recordMissingMethod(call.upstreamMethod, now);
  if (fault.code === processedRefusedCode && call.method?.effect === "read") upstream.recordNoProcessed(now);
  // It says that it is behind; a later probe finds that it has caught up.
  if (fault.code === nodeUnhealthyCode && upstream.health === "healthy") {
    upstream.health = "unhealthy";
    listener.onHealth(call.network, upstream, "healthy");
  }
}

function blamesUpstream(fault: RpcError, { status }: Attempt): boolean {
  return fault.kind === "ledger" ? status >= 500 : isUpstreamFault(fault);
}

function isConnectionRefused({ kind }: RpcError, { phase }: Attempt): boolean {
  return kind === "upstreamUnreachable" && phase === "connect";
}
