import { outOfTime } from "../../call/call-faults.ts";
import { CallWait } from "../../call/call-wait.ts";
import type { Deadlines } from "../../call/deadlines.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { MergeableRead } from "./mergeable-read.ts";

/** One caller's read that waits for others, then for the merged answer, until its deadline at most. */
export class GatheredRead extends CallWait {
  readonly read: MergeableRead;
  readonly answer: Promise<RawJson>;
  /** The places of its items in the merged call's answer. */
  places: readonly number[] = [];
  /** Called when the caller has left before its answer. */
  onLeave: ((reason: RpcError | undefined) => void) | undefined = undefined;
  #resolve: (result: RawJson | Promise<RawJson>) => void = () => undefined;
  #reject: (fault: RpcError) => void = () => undefined;

  constructor(call: UpstreamCall, read: MergeableRead, deadlines: Deadlines) {
    super(deadlines, call);
    this.read = read;
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

  /** Sends it by itself if its caller still waits; it keeps its own deadline from then on. Returns a promise that settles with it. */
  sendAlone(next: Send): Promise<unknown> {
    this.end();
    const sent = next(this.call);
    this.#resolve(sent);
    return sent;
  }

  protected override onTimeOver(): void {
    this.onLeft(outOfTime(), undefined);
  }

  protected override onLeft(fault: RpcError, reason: RpcError | undefined): void {
    this.#reject(fault);
    this.onLeave?.(reason);
  }
}
