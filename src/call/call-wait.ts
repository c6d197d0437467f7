import { RpcError } from "../rpc/rpc-error.ts";
import type { CancelListener } from "./cancellation.ts";
import { type TimerWheel, WheelTimer } from "./timer-wheel.ts";
import type { UpstreamCall } from "./upstream-call.ts";

function cancelledError(): RpcError {
  return RpcError.of("cancelled", "The call was cancelled before it was answered.");
}

/** The error of a call that times out while it waits for a shared result. */
export function outOfTimeError(): RpcError {
  const message =
    "The call timed out before the upstream responded; try again, or raise server_config.request_timeout_ms.";
  return RpcError.of("upstreamTimeout", message, { data: { phase: "headers" } });
}

/** Base class of waits inside a call. Settles exactly once: by its owner, on timeout, or on cancellation. */
export abstract class CallWait extends WheelTimer implements CancelListener {
  readonly call: UpstreamCall;
  readonly #timers: TimerWheel;
  #hasEnded = false;

  constructor(timers: TimerWheel, call: UpstreamCall) {
    super();
    this.call = call;
    this.#timers = timers;
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Starts the wait; without `dueAt` it has no timeout. */
  protected begin(dueAt: number | undefined): void {
    if (dueAt !== undefined) this.#timers.add(this, dueAt);
    this.call.cancellation.add(this);
  }

  /** Ends the wait. Returns false if it had ended before. */
  protected end(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    this.#timers.remove(this);
    this.call.cancellation.remove(this);
    return true;
  }

  protected abstract onTimeOver(): void;

  /** Called with the error that ends the wait. `reason` cancels what was waited for; undefined if the caller has left or was told. */
  protected abstract onFailed(error: RpcError, reason: RpcError | undefined): void;

  override onDue(): void {
    if (this.end()) this.onTimeOver();
  }

  onCancel(reason: RpcError | undefined): void {
    if (this.end()) this.onFailed(reason ?? cancelledError(), reason);
  }
}

class Pause extends CallWait {
  readonly #resolve: () => void;
  readonly #reject: (error: RpcError) => void;

  constructor(
    timers: TimerWheel,
    call: UpstreamCall,
    ms: number,
    resolve: () => void,
    reject: (error: RpcError) => void,
  ) {
    super(timers, call);
    this.#resolve = resolve;
    this.#reject = reject;
    this.begin(performance.now() + ms);
  }

  protected override onTimeOver(): void {
    this.#resolve();
  }

  protected override onFailed(error: RpcError): void {
    this.#reject(error);
  }
}

/** Waits about `ms`; rejects if the call is cancelled. */
export function pause(timers: TimerWheel, call: UpstreamCall, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    new Pause(timers, call, ms, resolve, reject);
  });
}
