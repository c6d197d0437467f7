import type { CancelListener } from "../../call/cancellation.ts";
import { type Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { CallKey } from "./call-key.ts";
import { SharedCall } from "./shared-call.ts";

/** A power of two, and more than the usual number of calls in flight. */
const bucketCount = 1024;

/**
 * Hash table of calls in flight. A Map would need each key as one string, which takes twice as long, and would keep reallocating its table,
 * while old tables keep their entries alive.
 */
export class FlightTable {
  readonly #buckets: (Flight | undefined)[] = new Array<Flight | undefined>(bucketCount).fill(undefined);

  /** Finds a call with this key and at least this floor. */
  get(key: CallKey, floor: number): Flight | undefined {
    let flight = this.#buckets[key.hash & (bucketCount - 1)];
    while (flight !== undefined && !(flight.key.equals(key) && (flight.floor ?? 0) >= floor))
      flight = flight.next;
    return flight;
  }

  add(flight: Flight): void {
    const bucket = flight.key.hash & (bucketCount - 1);
    flight.next = this.#buckets[bucket];
    this.#buckets[bucket] = flight;
  }

  /** Does nothing if the flight is not in the table. */
  remove(flight: Flight): void {
    const bucket = flight.key.hash & (bucketCount - 1);
    let before: Flight | undefined;
    let at = this.#buckets[bucket];
    while (at !== undefined && at !== flight) {
      before = at;
      at = at.next;
    }
    if (at === undefined) return;
    if (before === undefined) this.#buckets[bucket] = flight.next;
    else before.next = flight.next;
    flight.next = undefined;
  }
}

/** The call that is sent for all identical ones. Its first caller uses the promise directly; only later ones get a promise of their own. */
export class Flight extends SharedCall implements CancelListener {
  readonly key: CallKey;
  /** The first caller's call, cancelled when all callers have left. */
  readonly call: UpstreamCall;
  readonly answer: Promise<RawJson>;
  /** The next flight in its bucket of the table. */
  next: Flight | undefined = undefined;
  readonly #first: UpstreamCall;
  readonly #flights: FlightTable;

  constructor(first: UpstreamCall, key: CallKey, flights: FlightTable, send: Send) {
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

  /** Lowest slot that the result may come from. */
  get floor(): number | undefined {
    return this.#first.floor;
  }

  override cancel(reason?: RpcError): void {
    this.#flights.remove(this);
    super.cancel(reason);
  }

  /** The first caller has left. Its promise still settles with those of the others, unread. */
  onCancel(reason: RpcError | undefined): void {
    this.leave(reason);
  }
}
