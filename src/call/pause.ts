import type { RpcError } from "../rpc/rpc-error.ts";
import { cancelled } from "./call-faults.ts";
import type { CancelListener } from "./cancellation.ts";
import { Deadline, type Deadlines } from "./deadlines.ts";
import type { UpstreamCall } from "./upstream-call.ts";

class Pause extends Deadline implements CancelListener {
  readonly #deadlines: Deadlines;
  readonly #call: UpstreamCall;
  readonly #resolve: () => void;
  readonly #reject: (fault: RpcError) => void;

  constructor(
    deadlines: Deadlines,
    call: UpstreamCall,
    resolve: () => void,
    reject: (fault: RpcError) => void,
  ) {
    super();
    this.#deadlines = deadlines;
    this.#call = call;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override onDue(): void {
    this.#call.cancellation.remove(this);
    this.#resolve();
  }

  onCancel(reason: RpcError | undefined): void {
    this.#deadlines.remove(this);
    this.#call.cancellation.remove(this);
    this.#reject(reason ?? cancelled());
  }
}

/** Waits about `ms` inside a call; rejects when the call is cancelled meanwhile. */
export function pause(deadlines: Deadlines, call: UpstreamCall, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = new Pause(deadlines, call, resolve, reject);
    deadlines.add(entry, performance.now() + ms);
    call.cancellation.add(entry);
  });
}
