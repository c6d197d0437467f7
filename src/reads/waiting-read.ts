import { outOfTime } from "../call/call-faults.ts";
import { CallWait } from "../call/call-wait.ts";
import type { Deadlines } from "../call/deadlines.ts";
import type { Send, UpstreamCall } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import type { AskedItems } from "./asked-items.ts";

/** The lowest slots that a read accepts. */
export interface Floors {
  /** From an upstream that was asked for it: as its caller says, or was shown before. */
  readonly asked: number;
  /** From what is known already. */
  readonly known: number;
}

/** An upstream call that a read waits for. */
export interface Flight {
  /** The read's caller has left. */
  leave(reason: RpcError | undefined): void;
}

/** A caller's read that waits for its items, until its deadline at most. */
export class WaitingRead extends CallWait {
  readonly asked: AskedItems;
  readonly floors: Floors;
  readonly answer: Promise<RawJson>;
  /** The upstream calls that it waits for. */
  readonly flights = new Set<Flight>();
  /** The lowest slot of those that were answered. */
  lowestSlot = Number.POSITIVE_INFINITY;
  #resolve: (result: RawJson | Promise<RawJson>) => void = () => undefined;
  #reject: (fault: RpcError) => void = () => undefined;

  constructor(call: UpstreamCall, asked: AskedItems, floors: Floors, deadlines: Deadlines) {
    super(deadlines, call);
    this.asked = asked;
    this.floors = floors;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.begin(call.deadline);
  }

  resolve(result: RawJson): void {
    if (this.end()) this.#resolve(result);
  }

  fail(fault: RpcError): void {
    if (this.end()) this.#reject(fault);
  }

  /** Sends it by itself; it keeps its own deadline from then on. */
  sendAlone(next: Send): Promise<RawJson> {
    this.end();
    const sent = next(this.call);
    this.#resolve(sent);
    return sent;
  }

  protected override onTimeOver(): void {
    this.onLeft(outOfTime());
  }

  protected override onLeft(fault: RpcError, reason?: RpcError): void {
    this.#reject(fault);
    for (const flight of this.flights) flight.leave(reason);
  }
}
