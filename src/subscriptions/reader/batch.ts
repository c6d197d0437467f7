interface Question<Answer> {
  readonly key: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Gathers the questions of one turn of the event loop that share a config, and asks them together, `max` at a time. */
export class Batch<Answer> {
  readonly #max: number;
  readonly #ask: (keys: readonly string[], config: string) => Promise<readonly Answer[]>;
  readonly #waiting = new Map<string, Question<Answer>[]>();

  constructor(max: number, ask: (keys: readonly string[], config: string) => Promise<readonly Answer[]>) {
    this.#max = max;
    this.#ask = ask;
  }

  /** The answer to one question. */
  ask(key: string, config: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const questions = this.#waiting.get(config);
      const question = { key, resolve, reject };
      if (questions !== undefined) {
        questions.push(question);
        return;
      }
      this.#waiting.set(config, [question]);
      setImmediate(() => this.#flush(config));
    });
  }

  #flush(config: string): void {
    const questions = this.#waiting.get(config) ?? [];
    this.#waiting.delete(config);
    for (let start = 0; start < questions.length; start += this.#max) {
      void this.#answer(questions.slice(start, start + this.#max), config);
    }
  }

  async #answer(questions: readonly Question<Answer>[], config: string): Promise<void> {
    try {
      const answers = await this.#ask(
        questions.map(({ key }) => key),
        config,
      );
      for (const [index, { resolve, reject }] of questions.entries()) {
        const answer = answers[index];
        if (answer === undefined) reject(new Error("an answer has fewer items than were asked for"));
        else resolve(answer);
      }
    } catch (error) {
      for (const { reject } of questions) reject(error);
    }
  }
}
