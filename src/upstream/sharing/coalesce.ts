import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { Send, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { refusesAllCalls } from "../node/ledger-codes.ts";
import { isOlderThanShown, recordShownToClient } from "../node/shown-to-client.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { callKey } from "./call-key.ts";
import { Flight, FlightTable } from "./flight-table.ts";
import { JoinedCaller } from "./shared-call.ts";

/** Time that a waiter must have left, and beyond the shared call's deadline, to retry after its failure. */
const minRetryTimeMs = 500;
/** Transient errors, after which a retry may succeed. */
const transientErrors: ReadonlySet<string> = new Set(["upstreamUnreachable", "upstreamInvalid"]);

interface CoalescingOptions {
  readonly sets: Pick<UpstreamSets, "get">;
  readonly timers: TimerWheel;
  /** Called for each call that joins an identical one. */
  readonly onShared: (call: UpstreamCall) => void;
}

/**
 * Coalesces identical reads in flight. A call with a floor joins one with at least that floor. A call whose client was shown newer state
 * than the result is sent on its own.
 */
export function withCoalescing({ sets, timers, onShared }: CoalescingOptions): SendWrapper {
  const flights = new FlightTable();

  return (next) => {
    /** Waits for the result of an identical call, and retries its failure for a caller with more time. */
    async function awaitAnswer({ call: { deadline }, answer }: Flight, waiting: JoinedCaller): Promise<void> {
      const { call } = waiting;
      try {
        const result = await answer.finally(() => waiting.calls.clear());
        if (waiting.hasEnded) return;
        const set = sets.get(call.network);
        const isOlder = isOlderThanShown(call, set, result);
        if (!isOlder) recordShownToClient(call, set, result);
        waiting.resolve(isOlder ? next(call) : result);
      } catch (caught) {
        const error = RpcError.from(caught);
        const hasTime = call.deadline - performance.now() > minRetryTimeMs;
        const shouldRetry =
          !waiting.hasEnded && hasTime && moreTimeCouldHelp(error, call.deadline - deadline);
        if (shouldRetry) waiting.resolve(send(call));
        else waiting.fail(error);
      }
    }

    const send: Send = (call) => {
      // A merged call is never shared, because identical reads have already joined it.
      if (call.bypassesCache === true || call.mergedCalls !== undefined) return next(call);
      const key = callKey(call);
      const flight = flights.get(key, call.floor ?? 0);
      if (flight === undefined) return new Flight(call, key, flights, next).answer;
      onShared(call);
      call.notes.cache = "shared";
      // The shared call has the first caller's deadline; a caller with less time keeps its own.
      const { deadline } = flight.call;
      const waiting = new JoinedCaller(timers, call, call.deadline < deadline ? call.deadline : undefined);
      waiting.waitFor(flight);
      void awaitAnswer(flight, waiting);
      return waiting.answer;
    };
    return send;
  };
}

/** Returns true if the call could have succeeded with this much more time. */
function moreTimeCouldHelp(error: RpcError, moreMs: number): boolean {
  if (error.kind === "upstreamTimeout") return moreMs > 0;
  const isTransient = refusesAllCalls(error) || transientErrors.has(error.kind);
  return isTransient && moreMs > minRetryTimeMs;
}
