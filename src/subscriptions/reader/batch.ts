interface PendingKey<Answer> {
  readonly key: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers the keys that are asked for with the same config in one turn of the event loop, and asks for up to `max` at once. */
export class Batch<Answer> {
  readonly #max: number;
  readonly #ask: (keys: readonly string[], config: string) => Promise<readonly Answer[]>;
  readonly #waiting = new Map<string, PendingKey<Answer>[]>();

  constructor(max: number, ask: (keys: readonly string[], config: string) => Promise<readonly Answer[]>) {
    this.#max = max;
    this.#ask = ask;
  }

  /** The answer for one key. */
  ask(key: string, config: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const pending = this.#waiting.get(config);
      const item = { key, resolve, reject };
      if (pending !== undefined) {
        pending.push(item);
        return;
      }
      this.#waiting.set(config, [item]);
      setImmediate(() => this.#flush(config));
    });
  }

  #flush(config: string): void {
    const pending = this.#waiting.get(config) ?? [];
    this.#waiting.delete(config);
    for (let start = 0; start < pending.length; start += this.#max) {
      void this.#answer(pending.slice(start, start + this.#max), config);
    }
  }

  async #answer(pending: readonly PendingKey<Answer>[], config: string): Promise<void> {
    try {
      const answers = await this.#ask(
        pending.map(({ key }) => key),
        config,
      );
      for (const [index, { resolve, reject }] of pending.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error("the answer has fewer items than were asked for"));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of pending) reject(error);
    }
  }
}
