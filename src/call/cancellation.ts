import type { RpcError } from "../rpc/rpc-error.ts";

/** Called once, when no one waits for the answer any longer. */
export interface CancelListener {
  onCancel(reason: RpcError | undefined): void;
}

/** Ends a call before its answer came. Every call has one, so it is lighter than an AbortController. */
export class Cancellation {
  #listeners: CancelListener[] | undefined;
  #cancelled = false;
  #reason: RpcError | undefined;

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** What the call fails with; undefined means that the caller went away. */
  get reason(): RpcError | undefined {
    return this.#reason;
  }

  /** A listener that is added after the end is called at once. */
  add(listener: CancelListener): void {
    if (this.#cancelled) {
      listener.onCancel(this.#reason);
    } else if (this.#listeners === undefined) {
      this.#listeners = [listener];
    } else {
      this.#listeners.push(listener);
    }
  }

  remove(listener: CancelListener): void {
    const listeners = this.#listeners;
    if (listeners === undefined) return;
    // Steps nest, so the newest listener is nearly always the first to go.
    const index = listeners.lastIndexOf(listener);
    if (index >= 0 && index === listeners.length - 1) listeners.pop();
    else if (index >= 0) listeners.splice(index, 1);
  }

  cancel(reason?: RpcError): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    if (listeners !== undefined) for (const listener of listeners) listener.onCancel(reason);
  }
}
