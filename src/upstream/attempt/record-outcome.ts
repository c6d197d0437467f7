import { answerSlot, forEachStatus } from "../../call/answer-slots.ts";
import { answerCommitment } from "../../call/call-commitment.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { assumedSlotMs } from "../../ledger-time/slot-time.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isUpstreamFault } from "../http/upstream-faults.ts";
import {
  blockCleanedUpCode,
  isNodeUnhealthy,
  isTooManyCalls,
  methodNotFoundCode,
  processedRefusedCode,
} from "../node/ledger-codes.ts";
import type { Attempt, AttemptWrapper, UpstreamListener } from "./attempt.ts";

/** Slots in the answers of a network's only upstream are read this many times a slot at most: there is no other to prefer. */
const readsPerSlot = 8;
/** Pause after HTTP 429 if the upstream names none, and the longest that is respected. */
const pauseMs = { unasked: 1000, longest: 60_000 };
/** A timeout counts against an upstream only if the attempt had at least this time. */
const fairTimeMs = 450;

/** Records what every attempt shows of its upstream: breaker, score, pauses, missing methods, slots. */
export function withOutcomes(listener: UpstreamListener): AttemptWrapper {
  // Not async: every attempt passes here, and an async function allocates more than these two functions.
  return (next) => (attempt) =>
    next(attempt).then(
      (result) => {
        recordAnswer(attempt, result, listener);
        return result;
      },
      (caught: unknown) => {
        const fault = RpcError.from(caught);
        const now = performance.now();
        recordFault(attempt, fault, now, listener);
        listener.onAttempt(attempt, now - attempt.startedAt, fault);
        throw fault;
      },
    );
}

function recordAnswer(attempt: Attempt, result: RawJson, listener: UpstreamListener): void {
  const { upstream, call, startedAt } = attempt;
  const now = performance.now();
  const ms = now - startedAt;
  const hasClosed = upstream.recordSuccess(call.method?.isHeavy === true ? undefined : ms, now);
  if (hasClosed) listener.onBreaker(call.network, upstream);
  if (call.method !== undefined) recordSlot(attempt, call.method, result, now);
  listener.onAttempt(attempt, ms, undefined);
}

/** Records what every probe shows of its upstream, which is less than a call does. */
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
        const fault = RpcError.from(caught);
        const now = performance.now();
        if (pausesIfTooMany("probe", attempt, fault, now)) throw fault;
        const hasSwitched = isUpstreamFault(fault)
          ? upstream.recordFailure("probe", fault, now, isConnectionRefused(fault, attempt))
          : fault.kind === "ledger" && upstream.breaker.recordProbeSuccess(now);
        if (hasSwitched) listener.onBreaker(call.network, upstream);
        throw fault;
      }
    };
}

/** Records the slot of an answer. With several upstreams every answer counts, so that calls avoid one that is behind at once. */
function recordSlot(attempt: Attempt, method: MethodDescription, result: RawJson, now: number): void {
  const { upstream, call, startedAt, needs } = attempt;
  // What an upstream says about itself does not show its slot.
  if (method.cache.class === "node") return;
  if (
    !attempt.wasChosen &&
    now - upstream.slots.lastAnsweredAt <=
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

/** Pauses an upstream that refused a call or a probe because it gets too many; returns whether it did. */
function pausesIfTooMany(kind: "call" | "probe", attempt: Attempt, fault: RpcError, now: number): boolean {
  if (!isTooManyCalls(fault)) return false;
  const { upstream, retryAfterSeconds } = attempt;
  const askedMs = retryAfterSeconds === undefined ? pauseMs.unasked : retryAfterSeconds * 1000;
  upstream.recordTooManyCalls(kind, fault, now, now + Math.min(askedMs, pauseMs.longest));
  return true;
}

function recordFault(attempt: Attempt, fault: RpcError, now: number, listener: UpstreamListener): void {
  const { upstream, call, startedAt } = attempt;
  if (pausesIfTooMany("call", attempt, fault, now)) return;
  if (fault.kind === "upstreamTimeout" && now - startedAt < fairTimeMs) {
    upstream.recordFault(fault);
    upstream.breaker.endTrial();
  } else if (isUpstreamFault(fault)) {
    if (upstream.recordFailure("call", fault, now, isConnectionRefused(fault, attempt)))
      listener.onBreaker(call.network, upstream);
  } else if (fault.kind === "ledger") {
    recordLedgerError(attempt, fault, now, listener);
  } else {
    upstream.breaker.endTrial();
  }
}

/** An error of the ledger is an answer: the upstream works. */
function recordLedgerError(attempt: Attempt, fault: RpcError, now: number, listener: UpstreamListener): void {
  const { upstream, call } = attempt;
  if (upstream.recordSuccess(undefined, now)) listener.onBreaker(call.network, upstream);
  const newest = upstream.slots.newest("processed") ?? Number.MAX_SAFE_INTEGER;
  if (fault.code === blockCleanedUpCode) upstream.history.recordRefusal(fault.message, newest, now);
  if (fault.code === methodNotFoundCode) upstream.recordMissingMethod(call.upstreamMethod, now);
  if (fault.code === processedRefusedCode && call.method?.effect === "read") upstream.recordNoProcessed(now);
  // It says that it is behind; a later probe finds that it has caught up.
  if (isNodeUnhealthy(fault) && upstream.health === "healthy") {
    upstream.recordHealth("unhealthy");
    listener.onHealth(call.network, upstream, "healthy");
  }
}

function isConnectionRefused({ kind }: RpcError, { phase }: Attempt): boolean {
  return kind === "upstreamUnreachable" && phase === "connect";
}
