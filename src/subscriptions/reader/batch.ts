import { unusableResponseError } from "../../rpc/unusable-response.ts";

interface PendingRead<Answer> {
  readonly key: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects the keys that are asked for with the same config in one turn of the event loop, and requests them in batches of up to `max`. */
export class Batch<Answer> {
  readonly #method: string;
  readonly #max: number;
  readonly #request: (keys: readonly string[], config: string) => Promise<readonly Answer[]>;
  readonly #pending = new Map<string, PendingRead<Answer>[]>();

  constructor(
    method: string,
    max: number,
    request: (keys: readonly string[], config: string) => Promise<readonly Answer[]>,
  ) {
    this.#method = method;
    this.#max = max;
    this.#request = request;
  }

  ask(key: string, config: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const pending = this.#pending.get(config) ?? [];
      if (pending.push({ key, resolve, reject }) > 1) return;
      this.#pending.set(config, pending);
      setImmediate(() => {
        this.#pending.delete(config);
        for (let start = 0; start < pending.length; start += this.#max)
          void this.#settle(pending.slice(start, start + this.#max), config);
      });
    });
  }

  async #settle(pending: readonly PendingRead<Answer>[], config: string): Promise<void> {
    const keys = pending.map(({ key }) => key);
    try {
      const answers = await this.#request(keys, config);
      for (const [index, { resolve, reject }] of pending.entries()) {
        const answer = answers[index];
        if (answer === undefined)
          reject(unusableResponseError(this.#method, "it has fewer items than were asked for"));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }
}
