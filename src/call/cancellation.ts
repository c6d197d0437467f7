import type { RpcError } from "../rpc/rpc-error.ts";

/** Called once, when no one waits for the answer any more. */
export interface CancelListener {
  onCancel(reason: RpcError | undefined): void;
}

/**
 * Ends a call before its answer came. Every call has one, so it is lighter than an AbortController.
 */
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

  /** Adds a listener; one that is added after the end is called at once. */
  add(listener: CancelListener): void {
    if (this.#cancelled) {
      listener.onCancel(this.#reason);
    } else if (this.#listeners === undefined) {
      this.#listeners = [listener];
    } else {
      this.#listeners.push(listener);
    }
  }

  /** Removes a listener. */
  remove(listener: CancelListener): void {
    const listeners = this.#listeners;
    if (listeners === undefined) return;
    // The newest are removed first almost always: steps nest.
    const index = listeners.lastIndexOf(listener);
    if (index >= 0 && index === listeners.length - 1) listeners.pop();
    else if (index >= 0) listeners.splice(index, 1);
  }

  /** Calls every listener, once. */
  cancel(reason?: RpcError): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    const listeners = this.#listeners;
    this.#listeners = undefined;
    if (listeners !== undefined) for (const listener of listeners) listener.onCancel(reason);
  }
}
