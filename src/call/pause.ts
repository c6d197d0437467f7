import type { RpcError } from "../rpc/rpc-error.ts";
import { CallWait } from "./call-wait.ts";
import type { Deadlines } from "./deadlines.ts";
import type { UpstreamCall } from "./upstream-call.ts";

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

  protected override onLeft(fault: RpcError): void {
    this.#reject(fault);
  }
}

/** Waits about `ms` inside a call; rejects if the call is cancelled meanwhile. */
export function pause(deadlines: Deadlines, call: UpstreamCall, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    new Pause(deadlines, call, ms, resolve, reject);
  });
}
