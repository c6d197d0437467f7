import { answerSlot, forEachStatus } from "../../call/answer-slots.ts";
import { answerCommitment } from "../../call/call-commitment.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { assumedSlotMs } from "../../ledger-clock/slot-time.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isUpstreamError } from "../http/upstream-errors.ts";
import {
  blockCleanedUpCode,
  isNodeUnhealthy,
  isRateLimitError,
  methodNotFoundCode,
  processedRefusedCode,
} from "../node/ledger-codes.ts";
import type { Attempt, AttemptWrapper, UpstreamListener } from "./attempt.ts";

/** How often per slot a network's only upstream has its slot read from results, since there is no choice to make. */
const readsPerSlot = 8;
/** Pause after a rate limit without Retry-After, and the cap on Retry-After. */
const pauseMs = { default: 1000, max: 60_000 };
/** Minimum time of an attempt for its timeout to count against the upstream. */
const minFailureMs = 450;

/** Updates the upstream from every attempt: breaker, score, pauses, missing methods, slots. */
export function withOutcomes(listener: UpstreamListener): AttemptWrapper {
  // Not async, because that allocates more and this is on the path of every attempt.
  return (next) => (attempt) =>
    next(attempt).then(
      (result) => {
        recordResult(attempt, result, listener);
        return result;
      },
      (caught: unknown) => {
        const error = RpcError.from(caught);
        const now = performance.now();
        recordError(attempt, error, now, listener);
        listener.onAttempt(attempt, now - attempt.startedAt, error);
        throw error;
      },
    );
}

function recordResult(attempt: Attempt, result: RawJson, listener: UpstreamListener): void {
  const { upstream, call, startedAt } = attempt;
  const now = performance.now();
  const ms = now - startedAt;
  const hasClosed = upstream.recordSuccess(call.method?.isHeavy === true ? undefined : ms, now);
  if (hasClosed) listener.onBreaker(call.network, upstream);
  if (call.method !== undefined) recordSlot(attempt, call.method, result, now);
  listener.onAttempt(attempt, ms, undefined);
}

/** Updates the upstream from every probe, which counts for less than a call. */
export function withProbeOutcomes(listener: UpstreamListener): AttemptWrapper {
  return (next) =>
    async (attempt): Promise<RawJson> => {
      const { upstream, call, startedAt } = attempt;
      try {
        const result = await next(attempt);
        const now = performance.now();
        if (upstream.breaker.recordProbeSuccess(now)) listener.onBreaker(call.network, upstream);
        upstream.score.recordSuccess(now - startedAt);
        return result;
      } catch (caught) {
        const error = RpcError.from(caught);
        const now = performance.now();
        if (pauseIfRateLimited("probe", attempt, error, now)) throw error;
        const hasSwitched = isUpstreamError(error)
          ? upstream.recordFailure("probe", error, now, isConnectionRefused(error, attempt))
          : error.kind === "ledger" && upstream.breaker.recordProbeSuccess(now);
        if (hasSwitched) listener.onBreaker(call.network, upstream);
        throw error;
      }
    };
}

/** Records the slot of a result. Among several upstreams every result counts, so that calls avoid a lagging one at once. */
function recordSlot(attempt: Attempt, method: MethodDescription, result: RawJson, now: number): void {
  const { upstream, call, startedAt, needs } = attempt;
  // Facts about the upstream itself carry no slot.
  if (method.cache.class === "node") return;
  if (
    !attempt.wasChosen &&
    now - upstream.slots.lastRespondedAt <=
      (upstream.slots.pace.slotMs ?? assumedSlotMs.forWaits) / readsPerSlot
  )
    return;
  const slot = answerSlot(method, result);
  if (slot === undefined) return;
  const commitment = needs?.commitment ?? answerCommitment(method, call.params);
  upstream.slots.record(commitment, slot, startedAt, now);
  if (method.slotAt === "statuses" && attempt.wasChosen)
    forEachStatus(result, (reached, at) => upstream.slots.raise(reached, at, now));
}

/** Pauses the upstream if the error is a rate limit; returns whether it was. */
function pauseIfRateLimited(kind: "call" | "probe", attempt: Attempt, error: RpcError, now: number): boolean {
  if (!isRateLimitError(error)) return false;
  const { upstream, retryAfterSeconds } = attempt;
  const requestedMs = retryAfterSeconds === undefined ? pauseMs.default : retryAfterSeconds * 1000;
  upstream.recordRateLimit(kind, error, now, now + Math.min(requestedMs, pauseMs.max));
  return true;
}

function recordError(attempt: Attempt, error: RpcError, now: number, listener: UpstreamListener): void {
  const { upstream, call, startedAt } = attempt;
  if (pauseIfRateLimited("call", attempt, error, now)) return;
  if (error.kind === "upstreamTimeout" && now - startedAt < minFailureMs) {
    upstream.recordError(error);
    upstream.breaker.endTrial();
  } else if (isUpstreamError(error)) {
    if (upstream.recordFailure("call", error, now, isConnectionRefused(error, attempt)))
      listener.onBreaker(call.network, upstream);
  } else if (error.kind === "ledger") {
    recordLedgerError(attempt, error, now, listener);
  } else {
    upstream.breaker.endTrial();
  }
}

/** A ledger error is a success of the upstream. */
function recordLedgerError(attempt: Attempt, error: RpcError, now: number, listener: UpstreamListener): void {
  const { upstream, call } = attempt;
  if (upstream.recordSuccess(undefined, now)) listener.onBreaker(call.network, upstream);
  const newest = upstream.slots.newest("processed") ?? Number.MAX_SAFE_INTEGER;
  if (error.code === blockCleanedUpCode) upstream.history.recordRefusal(error.message, newest, now);
  if (error.code === methodNotFoundCode) upstream.recordMissingMethod(call.upstreamMethod, now);
  if (error.code === processedRefusedCode && call.method?.effect === "read") upstream.recordNoProcessed(now);
  // The upstream reports that it lags; a later probe will mark it healthy again.
  if (isNodeUnhealthy(error) && upstream.health === "healthy") {
    upstream.recordHealth("unhealthy");
    listener.onHealth(call.network, upstream, "healthy");
  }
}

function isConnectionRefused({ kind }: RpcError, { phase }: Attempt): boolean {
  return kind === "upstreamUnreachable" && phase === "connect";
}
