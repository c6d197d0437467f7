import { cancelled } from "../../call/call-faults.ts";
import type { CancelListener } from "../../call/cancellation.ts";
import { Deadline, type Deadlines } from "../../call/deadlines.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** What is done with a call that waited: it starts, or fails; `onLeave` comes first in both cases. */
export interface WaitingCallOptions {
  readonly deadlines: Deadlines;
  readonly call: UpstreamCall;
  readonly onLeave: (waiting: WaitingCall) => void;
  readonly onStart: () => void;
  readonly onFault: (fault: RpcError) => void;
}

/** A call that waits for its turn, no longer than it has time. */
export class WaitingCall extends Deadline implements CancelListener {
  readonly #options: WaitingCallOptions;

  constructor(options: WaitingCallOptions) {
    super();
    this.#options = options;
  }

  wait(): void {
    const { deadlines, call } = this.#options;
    deadlines.add(this, call.deadline);
    call.cancellation.add(this);
  }

  start(): void {
    this.#leave();
    this.#options.onStart();
  }

  override onDue(): void {
    this.#fail(
      RpcError.of(
        "atCapacity",
        "The gateway is at capacity: this call's time ran out before its turn came.",
        { retryAfterSeconds: 1 },
      ),
    );
  }

  onCancel(reason: RpcError | undefined): void {
    this.#fail(reason ?? cancelled());
  }

  #fail(fault: RpcError): void {
    this.#leave();
    this.#options.onFault(fault);
  }

  #leave(): void {
    const { deadlines, call, onLeave } = this.#options;
    deadlines.remove(this);
    call.cancellation.remove(this);
    onLeave(this);
  }
}
