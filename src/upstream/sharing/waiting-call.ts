import { CallWait } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** What a waiting call needs: `onLeave` is called when it stops waiting, then `onStart` or `onFault`. */
export interface WaitingCallOptions {
  readonly deadlines: Deadlines;
  readonly call: UpstreamCall;
  readonly onLeave: (waiting: WaitingCall) => void;
  readonly onStart: () => void;
  readonly onFault: (fault: RpcError) => void;
}

/** A call that waits for its turn, until its deadline at most. */
export class WaitingCall extends CallWait {
  readonly #options: WaitingCallOptions;

  constructor(options: WaitingCallOptions) {
    super(options.deadlines, options.call);
    this.#options = options;
  }

  wait(): void {
    this.begin(this.call.deadline);
  }

  start(): void {
    if (!this.end()) return;
    this.#options.onLeave(this);
    this.#options.onStart();
  }

  protected override onTimeOver(): void {
    this.onLeft(
      RpcError.of(
        "atCapacity",
        "The gateway is at capacity: this call's time ran out before its turn came.",
        { retryAfterSeconds: 1 },
      ),
    );
  }

  protected override onLeft(fault: RpcError): void {
    this.#options.onLeave(this);
    this.#options.onFault(fault);
  }
}
