import { cancelled, outOfTime } from "../../call/call-faults.ts";
import type { CancelListener } from "../../call/cancellation.ts";
import { Deadline, type Deadlines } from "../../call/deadlines.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { MergeableRead } from "./mergeable-read.ts";

/** One caller's read that waits for others, then for the merged answer; no longer than it has time. */
export class GatheredRead extends Deadline implements CancelListener {
  readonly call: UpstreamCall;
  readonly read: MergeableRead;
  readonly answer: Promise<RawJson>;
  /** Called when the caller has left before its answer. */
  onLeave: ((reason: RpcError | undefined) => void) | undefined = undefined;
  readonly #deadlines: Deadlines;
  #resolve: (result: RawJson | Promise<RawJson>) => void = () => undefined;
  #reject: (fault: RpcError) => void = () => undefined;
  #hasEnded = false;

  constructor(call: UpstreamCall, read: MergeableRead, deadlines: Deadlines) {
    super();
    this.call = call;
    this.read = read;
    this.#deadlines = deadlines;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    deadlines.add(this, call.deadline);
    call.cancellation.add(this);
  }

  /** It waits no more: it was answered, or its caller left. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  resolve(result: RawJson): void {
    if (this.#end()) this.#resolve(result);
  }

  fail(fault: RpcError): void {
    if (this.#end()) this.#reject(fault);
  }

  /** Goes out by itself, and keeps its own time from here on; gives what settles with it. */
  sendAlone(next: Send): Promise<unknown> {
    if (!this.#end()) return Promise.resolve();
    const sent = next(this.call);
    this.#resolve(sent);
    return sent;
  }

  override onDue(): void {
    this.#leave(outOfTime(), undefined);
  }

  onCancel(reason: RpcError | undefined): void {
    this.#leave(reason ?? cancelled(), reason);
  }

  #leave(fault: RpcError, reason: RpcError | undefined): void {
    if (!this.#end()) return;
    this.#reject(fault);
    this.onLeave?.(reason);
  }

  #end(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    this.#deadlines.remove(this);
    this.call.cancellation.remove(this);
    return true;
  }
}
