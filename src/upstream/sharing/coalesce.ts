import { outOfTime } from "../../call/call-faults.ts";
import { CallWait } from "../../call/call-wait.ts";
import { type CancelListener, Cancellation } from "../../call/cancellation.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { type CallKey, createCallKey } from "./call-key.ts";
import { FlightTable, type TableEntry } from "./flight-table.ts";

/** When the shared call times out, a waiter with more time than this left asks again. */
const worthAskingMs = 500;

/**
 * Lets identical reads in flight share one call: same network, method and parameters in canonical form. A call with a floor
 * joins one whose floor is at least as high. `onShared` is called for each call that joins, `onAnswered` with its answer.
 */
export function withCoalescing(
  deadlines: Deadlines,
  onShared: (call: UpstreamCall) => void,
  onAnswered: (call: UpstreamCall, result: RawJson) => void,
): SendWrapper {
  const flights = new FlightTable<Flight>();
  const keyOf = createCallKey();

  return (next) => {
    function join(call: UpstreamCall): Promise<RawJson> {
      const key = keyOf(call);
      const running = flights.get(key, call.floor ?? 0);
      if (running !== undefined) {
        onShared(call);
        call.notes.cache = "shared";
        return running.answerTo(call, deadlines, join, onAnswered);
      }
      const flight = new Flight(call, key, flights);
      flights.add(flight);
      return flight.start(next(flight.call));
    }

    return (call) => (call.isFresh === true ? next(call) : join(call));
  };
}

/** Whether equal calls of a method may share one answer. */
export function isShareable(method: MethodDescription | undefined): boolean {
  return method !== undefined && (method.effect === "read" || method.effect === "simulate");
}

/**
 * The one call sent for all callers that ask the same; it is cancelled only when the last of them has left. Nearly every flight
 * has a single caller, who gets the answer itself: only those who join later pay for waiting.
 */
class Flight extends Cancellation implements CancelListener, TableEntry<Flight> {
  readonly key: CallKey;
  /** The call that is sent: the first caller's, cancelled with the flight. */
  readonly call: UpstreamCall;
  next: Flight | undefined = undefined;
  readonly #first: UpstreamCall;
  readonly #flights: FlightTable<Flight>;
  #answer: Promise<RawJson> | undefined;
  #waiting = 1;

  constructor(first: UpstreamCall, key: CallKey, flights: FlightTable<Flight>) {
    super();
    this.key = key;
    this.#first = first;
    this.call = first.with({ cancellation: this });
    this.#flights = flights;
  }

  get floor(): number | undefined {
    return this.#first.floor;
  }

  start(answer: Promise<RawJson>): Promise<RawJson> {
    this.#answer = answer;
    const end = () => {
      this.#flights.remove(this);
      this.#first.cancellation.remove(this);
    };
    answer.then(end, end);
    this.#first.cancellation.add(this);
    return answer;
  }

  answerTo(
    call: UpstreamCall,
    deadlines: Deadlines,
    askAgain: (call: UpstreamCall) => Promise<RawJson>,
    onAnswered: (call: UpstreamCall, result: RawJson) => void,
  ): Promise<RawJson> {
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const waiter = new Waiter(this, call, deadlines, resolve, reject, askAgain);
      waiter.listen();
      this.#answer?.then(
        (result) => {
          onAnswered(call, result);
          waiter.resolve(result);
        },
        (caught: unknown) => waiter.fail(RpcError.from(caught)),
      );
    });
  }

  /** One of the callers has left. */
  leave(reason: RpcError | undefined): void {
    this.#waiting -= 1;
    if (this.#waiting > 0) return;
    this.#flights.remove(this);
    this.cancel(reason);
  }

  /** The first caller has left; its promise settles with the others', and no one reads it. */
  onCancel(reason: RpcError | undefined): void {
    this.leave(reason);
  }
}

/** A caller that joined a flight. */
class Waiter extends CallWait {
  readonly #flight: Flight;
  readonly #resolve: (result: RawJson | Promise<RawJson>) => void;
  readonly #reject: (fault: RpcError) => void;
  readonly #askAgain: (call: UpstreamCall) => Promise<RawJson>;

  constructor(
    flight: Flight,
    call: UpstreamCall,
    deadlines: Deadlines,
    resolve: (result: RawJson | Promise<RawJson>) => void,
    reject: (fault: RpcError) => void,
    askAgain: (call: UpstreamCall) => Promise<RawJson>,
  ) {
    super(deadlines, call);
    this.#flight = flight;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#askAgain = askAgain;
  }

  listen(): void {
    const { deadline } = this.call;
    // The shared call has the first caller's deadline; one with less time keeps its own.
    this.begin(deadline < this.#flight.call.deadline ? deadline : undefined);
  }

  resolve(result: RawJson): void {
    if (this.end()) this.#resolve(result);
  }

  fail(fault: RpcError): void {
    if (!this.end()) return;
    const { deadline } = this.call;
    const ranOut = fault.kind === "upstreamTimeout" && deadline > this.#flight.call.deadline;
    // One that joined late still has time when the first caller has none left.
    if (ranOut && deadline - performance.now() > worthAskingMs) {
      this.#resolve(this.#askAgain(this.call));
    } else {
      this.#reject(fault);
    }
  }

  protected override onTimeOver(): void {
    const fault = outOfTime();
    this.onLeft(fault, fault);
  }

  protected override onLeft(fault: RpcError, reason: RpcError | undefined): void {
    this.#reject(fault);
    this.#flight.leave(reason);
  }
}
