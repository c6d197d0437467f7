import { RpcError } from "../rpc/rpc-error.ts";
import type { CancelListener } from "./cancellation.ts";
import type { UpstreamCall } from "./upstream-call.ts";

/** Hears that a call is over, from its cancellation or, where it has none, from its signal. */
export interface CallEndListener extends CancelListener {
  /** The signal's way to say it: calls `onCancel` with `abortReason`. */
  handleEvent(): void;
}

/** Listens for the end of a call before its answer. Tells at once when it is over already. */
export function listen(call: UpstreamCall, listener: CallEndListener): void {
  if (call.cancellation !== undefined) call.cancellation.add(listener);
  else if (call.signal.aborted) listener.handleEvent();
  else call.signal.addEventListener("abort", listener);
}

/** Listens no more. */
export function unlisten(call: UpstreamCall, listener: CallEndListener): void {
  if (call.cancellation !== undefined) call.cancellation.remove(listener);
  else call.signal.removeEventListener("abort", listener);
}

/** What a call whose signal is aborted shall fail with; undefined when its caller went away. */
export function abortReason(call: UpstreamCall): RpcError | undefined {
  const reason: unknown = call.signal.reason;
  return reason instanceof RpcError ? reason : undefined;
}
