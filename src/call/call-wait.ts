import { RpcError } from "../rpc/rpc-error.ts";
import type { CancelListener } from "./cancellation.ts";
import { Deadline, type Deadlines } from "./deadlines.ts";
import type { UpstreamCall } from "./upstream-call.ts";

function cancelledFault(): RpcError {
  return RpcError.of("cancelled", "The call was cancelled before its answer came.");
}

/** The error if a call's time runs out while it waits for a shared answer. */
export function outOfTimeFault(): RpcError {
  const message =
    "The upstream gave no answer in the time that this call had; try again, or raise server_config.request_timeout_ms.";
  return RpcError.of("upstreamTimeout", message, { data: { phase: "headers" } });
}

/** A wait inside a call. It ends once: when its owner ends it, when its time is over, or when the caller leaves. */
export abstract class CallWait extends Deadline implements CancelListener {
  readonly call: UpstreamCall;
  readonly #deadlines: Deadlines;
  #hasEnded = false;

  constructor(deadlines: Deadlines, call: UpstreamCall) {
    super();
    this.call = call;
    this.#deadlines = deadlines;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Without `dueAt`, the owner must end it. */
  protected begin(dueAt: number | undefined): void {
    if (dueAt !== undefined) this.#deadlines.add(this, dueAt);
    this.call.cancellation.add(this);
  }

  /** Returns false if it had ended already. */
  protected end(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    this.#deadlines.remove(this);
    this.call.cancellation.remove(this);
    return true;
  }

  protected abstract onTimeOver(): void;

  /** The caller has left (`reason` is undefined), or the call was ended with a fault. */
  protected abstract onFailed(fault: RpcError, reason: RpcError | undefined): void;

  override onDue(): void {
    if (this.end()) this.onTimeOver();
  }

  onCancel(reason: RpcError | undefined): void {
    if (this.end()) this.onFailed(reason ?? cancelledFault(), reason);
  }
}

class Pause extends CallWait {
  readonly #resolve: () => void;
  readonly #reject: (fault: RpcError) => void;

  constructor(
    deadlines: Deadlines,
    call: UpstreamCall,
    ms: number,
    resolve: () => void,
    reject: (fault: RpcError) => void,
  ) {
    super(deadlines, call);
    this.#resolve = resolve;
    this.#reject = reject;
    this.begin(performance.now() + ms);
  }

  protected override onTimeOver(): void {
    this.#resolve();
  }

  protected override onFailed(fault: RpcError): void {
    this.#reject(fault);
  }
}

/** Waits about `ms` inside a call; rejects if the call is cancelled meanwhile. */
export function pause(deadlines: Deadlines, call: UpstreamCall, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    new Pause(deadlines, call, ms, resolve, reject);
  });
}
