type Functions<Names extends PropertyKey> = Readonly<Record<Names, (...args: never[]) => unknown>>;

/** A message between two processes. `id` matches a call with its answer; without it, no answer is expected. */
export type Message =
  | { readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly id: number; readonly answer?: unknown };

/**
 * Calls functions in another process, and runs those that it calls here. `Theirs` are the functions there, `Ours` those here.
 * Arguments and answers are sent as JSON.
 */
export class ProcessLink<
  Theirs extends Functions<keyof Theirs>,
  Ours extends Functions<keyof Ours> = Record<never, never>,
> {
  readonly #send: (message: Message) => void;
  readonly #timeoutMs: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #exposed = new Map<string, (...args: unknown[]) => unknown>();
  readonly #open = new Map<number, (answer?: unknown) => void>();
  #lastId = 0;

  /** `onFailure` receives what the functions here throw. */
  constructor(
    send: (message: Message) => void,
    options: { readonly timeoutMs: number; readonly onFailure: (error: unknown) => void },
  ) {
    this.#send = send;
    this.#timeoutMs = options.timeoutMs;
    this.#onFailure = options.onFailure;
  }

  /** Adds functions that the other process can call. */
  expose(functions: Partial<Ours>): void {
    for (const [name, run] of Object.entries(functions)) this.#exposed.set(name, run as () => unknown);
  }

  /** Calls a function there without waiting for an answer. */
  notify<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void {
    this.#send({ name, args });
  }

  /** Calls a function there. Resolves with undefined if it fails, or if the process ends or does not answer in time. */
  ask<Name extends keyof Theirs & string>(
    name: Name,
    ...args: Parameters<Theirs[Name]>
  ): Promise<Awaited<ReturnType<Theirs[Name]>> | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const settle = (answer?: unknown) => {
        clearTimeout(timer);
        this.#open.delete(id);
        resolve(answer as Awaited<ReturnType<Theirs[Name]>> | undefined);
      };
      const timer = setTimeout(settle, this.#timeoutMs);
      this.#open.set(id, settle);
      this.#send({ name, args, id });
    });
  }

  /** Handles a message from the other process. */
  async receive(message: Message): Promise<void> {
    if (!("name" in message)) {
      this.#open.get(message.id)?.(message.answer);
      return;
    }
    const { name, args, id } = message;
    let answer: unknown;
    try {
      answer = await this.#exposed.get(name)?.(...args);
    } catch (error) {
      this.#onFailure(error);
    }
    // Answers even after a failure, so that the other process does not wait for the timeout.
    if (id !== undefined) this.#send({ id, answer });
  }

  /** Settles all open calls with undefined, since the other process has ended. */
  close(): void {
    for (const settle of [...this.#open.values()]) settle();
  }
}
