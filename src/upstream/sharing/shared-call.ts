import { CallWait, outOfTimeError } from "../../call/call-wait.ts";
import { Cancellation } from "../../call/cancellation.ts";
import type { TimerWheel } from "../../call/timer-wheel.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";

/** Cancellation of a call for several callers, which fires once the last of them has left. */
export class SharedCall extends Cancellation {
  #callers = 0;

  join(): void {
    this.#callers += 1;
  }

  leave(reason: RpcError | undefined): void {
    this.#callers -= 1;
    if (this.#callers === 0) this.cancel(reason);
  }
}

/** A caller that waits for shared calls, up to its own deadline. */
export class JoinedCaller extends CallWait {
  readonly answer: Promise<RawJson>;
  readonly calls = new Set<SharedCall>();
  #resolve: (result: RawJson | Promise<RawJson>) => void = () => undefined;
  #reject: (error: RpcError) => void = () => undefined;

  /** Without `dueAt`, only the shared call's deadline applies. */
  constructor(timers: TimerWheel, call: UpstreamCall, dueAt: number | undefined) {
    super(timers, call);
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.begin(dueAt);
  }

  waitFor(shared: SharedCall): void {
    if (this.hasEnded) return;
    shared.join();
    this.calls.add(shared);
  }

  /** Like `fail`, also leaves the calls that are still pending, in case no one else needs them. */
  resolve(result: RawJson | Promise<RawJson>): void {
    if (!this.end()) return;
    this.#resolve(result);
    for (const shared of this.calls) shared.leave(undefined);
  }

  fail(error: RpcError): void {
    if (this.end()) this.onFailed(error, undefined);
  }

  protected override onTimeOver(): void {
    const error = outOfTimeError();
    this.onFailed(error, error);
  }

  protected override onFailed(error: RpcError, reason: RpcError | undefined): void {
    this.#reject(error);
    for (const shared of this.calls) shared.leave(reason);
  }
}
