import type { RpcError } from "../../rpc/rpc-error.ts";

/** Whether a subscription is still requested, live, or refused with an error. */
export class Outcome {
  #state: "asked" | "live" | RpcError = "asked";
  #listeners: { resolve(): void; reject(error: RpcError): void }[] = [];

  /** Neither confirmed nor refused yet. */
  get isOpen(): boolean {
    return this.#state === "asked";
  }

  /** It was confirmed, or polled, at least once. */
  get isLive(): boolean {
    return this.#state === "live";
  }

  /** Resolves once notifications will come; rejects when they never will. */
  settled(): Promise<void> {
    const state = this.#state;
    if (state === "live") return Promise.resolve();
    if (state !== "asked") return Promise.reject(state);
    return new Promise((resolve, reject) => {
      this.#listeners.push({ resolve, reject });
    });
  }

  /** Notifications come from now on. Does nothing once there is an outcome. */
  markLive(): void {
    if (this.#state !== "asked") return;
    this.#state = "live";
    for (const { resolve } of this.#listeners) resolve();
    this.#listeners = [];
  }

  /** No notification will come any more. */
  refuse(error: RpcError): void {
    this.#state = error;
    for (const { reject } of this.#listeners) reject(error);
    this.#listeners = [];
  }
}
