import type { RpcError } from "../rpc/rpc-error.ts";

/** Notified once, when a call is cancelled. */
export interface CancelListener {
  /** `reason` is the error that the call fails with; undefined if the caller left. */
  onCancel(reason: RpcError | undefined): void;
}

/** Cancels a call. Every call has one, so it is lighter than an AbortController. */
export class Cancellation {
  // Most calls have one listener at a time, which needs no list.
  #listener: CancelListener | undefined;
  #others: CancelListener[] | undefined;
  #cancelled = false;
  #reason: RpcError | undefined;

  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** Adds a listener; calls it at once if the call is already cancelled. */
  add(listener: CancelListener): void {
    if (this.#cancelled) {
      listener.onCancel(this.#reason);
    } else if (this.#listener === undefined) {
      this.#listener = listener;
    } else {
      this.#others ??= [];
      this.#others.push(listener);
    }
  }

  remove(listener: CancelListener): void {
    if (this.#listener === listener) {
      this.#listener = undefined;
      return;
    }
    const others = this.#others;
    if (others === undefined) return;
    // Steps nest, so the newest listener is nearly always removed first.
    const index = others.lastIndexOf(listener);
    if (index >= 0 && index === others.length - 1) others.pop();
    else if (index >= 0) others.splice(index, 1);
  }

  cancel(reason?: RpcError): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    this.#reason = reason;
    const listener = this.#listener;
    const others = this.#others;
    this.#listener = undefined;
    this.#others = undefined;
    listener?.onCancel(reason);
    if (others !== undefined) for (const other of others) other.onCancel(reason);
  }
}
