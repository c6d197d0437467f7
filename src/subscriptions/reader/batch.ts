import { batchesOf } from "../../batches-of.ts";
import { unusableResponseError } from "../../rpc/rpc-error.ts";

interface PendingRead<Value> {
  readonly key: string;
  readonly resolve: (value: Value) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects the keys requested with the same config in one turn of the event loop, and reads them in batches of up to `max`. */
export class Batch<Value> {
  readonly #method: string;
  readonly #max: number;
  readonly #request: (keys: readonly string[], config: string) => Promise<readonly Value[]>;
  readonly #pending = new Map<string, PendingRead<Value>[]>();

  constructor(
    method: string,
    max: number,
    request: (keys: readonly string[], config: string) => Promise<readonly Value[]>,
  ) {
    this.#method = method;
    this.#max = max;
    this.#request = request;
  }

  read(key: string, config: string): Promise<Value> {
    return new Promise((resolve, reject) => {
      const pending = this.#pending.get(config) ?? [];
      if (pending.push({ key, resolve, reject }) > 1) return;
      this.#pending.set(config, pending);
      setImmediate(() => {
        this.#pending.delete(config);
        for (const batch of batchesOf(pending, this.#max)) void this.#settle(batch, config);
      });
    });
  }

  async #settle(pending: readonly PendingRead<Value>[], config: string): Promise<void> {
    const keys = pending.map(({ key }) => key);
    try {
      const values = await this.#request(keys, config);
      for (const [index, { resolve, reject }] of pending.entries()) {
        const value = values[index];
        if (value === undefined)
          reject(unusableResponseError(this.#method, "it has fewer items than requested"));
        else resolve(value);
      }
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }
}
