import type { CancelListener } from "../../call/cancellation.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import { type Send, type SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { refusesAllCalls } from "../node/ledger-codes.ts";
import { isOlderThanShown, recordShownToClient } from "../node/shown-to-client.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { type CallKey, callKey } from "./call-key.ts";
import { FlightTable, type TableEntry } from "./flight-table.ts";
import { JoinedCaller, SharedCall } from "./shared-call.ts";

/** When the shared call fails, a waiter with more time than this left asks again, if it also had more than the shared call. */
const minTimeToAskAgainMs = 500;
/** Temporary faults of upstreams: a repeated call may succeed. */
const upstreamFaults: ReadonlySet<string> = new Set(["upstreamUnreachable", "upstreamInvalid"]);

interface CoalescingOptions {
  readonly sets: Pick<UpstreamSets, "get">;
  readonly timers: TimerWheel;
  /** Called with each call that joins an equal one. */
  readonly onShared: (call: UpstreamCall) => void;
}

/**
 * Lets equal reads in flight share one call; a call with a floor joins one whose floor is at least as high. A call whose client was shown
 * newer state than the answer's is sent alone.
 */
export function withCoalescing({ sets, timers, onShared }: CoalescingOptions): SendWrapper {
  const flights = new FlightTable<Flight>();

  return (next) => {
    /** Waits for the answer to an equal call. If that fails, asks again for a caller with more time. */
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
        const hasTime = call.deadline - performance.now() > minTimeToAskAgainMs;
        const asksAgain = !waiting.hasEnded && hasTime && moreTimeCouldHelp(error, call.deadline - deadline);
        if (asksAgain) waiting.resolve(send(call));
        else waiting.fail(error);
      }
    }

    const send: Send = (call) => {
      // A merged call is never shared: equal reads have joined it already.
      if (call.bypassesCache === true || call.mergedCalls !== undefined) return next(call);
      const key = callKey(call);
      const running = flights.get(key, call.floor ?? 0);
      if (running === undefined) return new Flight(call, key, flights, next).answer;
      onShared(call);
      call.notes.cache = "shared";
      // The shared call has the first caller's deadline; one with less time keeps its own.
      const { deadline } = running.call;
      const waiting = new JoinedCaller(timers, call, call.deadline < deadline ? call.deadline : undefined);
      waiting.waitFor(running);
      void awaitAnswer(running, waiting);
      return waiting.answer;
    };
    return send;
  };
}

/** Whether a call that failed might have succeeded with this much more time. */
function moreTimeCouldHelp(error: RpcError, moreMs: number): boolean {
  if (error.kind === "upstreamTimeout") return moreMs > 0;
  const isTemporary = refusesAllCalls(error) || upstreamFaults.has(error.kind);
  return isTemporary && moreMs > minTimeToAskAgainMs;
}

/**
 * The call that is sent for all callers that ask the same. Nearly every one has a single caller, which uses its promise directly; only
 * later callers wait through a promise of their own.
 */
class Flight extends SharedCall implements CancelListener, TableEntry<Flight> {
  readonly key: CallKey;
  /** The call that is sent: the first caller's, cancelled when all have left. */
  readonly call: UpstreamCall;
  readonly answer: Promise<RawJson>;
  next: Flight | undefined = undefined;
  readonly #first: UpstreamCall;
  readonly #flights: FlightTable<Flight>;

  constructor(first: UpstreamCall, key: CallKey, flights: FlightTable<Flight>, send: Send) {
    super();
    this.key = key;
    this.#first = first;
    this.call = new UpstreamCall(first, this);
    this.#flights = flights;
    this.join();
    flights.add(this);
    this.answer = send(this.call);
    const end = () => {
      flights.remove(this);
      first.cancellation.remove(this);
    };
    this.answer.then(end, end);
    first.cancellation.add(this);
  }

  get floor(): number | undefined {
    return this.#first.floor;
  }

  override cancel(reason?: RpcError): void {
    this.#flights.remove(this);
    super.cancel(reason);
  }

  /** The first caller has left; its promise settles with the others', and no one reads it. */
  onCancel(reason: RpcError | undefined): void {
    this.leave(reason);
  }
}
