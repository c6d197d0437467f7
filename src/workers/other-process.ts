type Functions<Names extends PropertyKey> = Readonly<Record<Names, (...args: never[]) => unknown>>;

/** A message between two processes; `id` pairs a question with its answer. */
export type Message =
  | { readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly id: number; readonly answer?: unknown };

/**
 * The process at the other end of a channel. `Theirs` are the functions that it offers, `Ours` those that it may call here; arguments
 * and answers pass as JSON.
 */
export class OtherProcess<
  Theirs extends Functions<keyof Theirs>,
  Ours extends Functions<keyof Ours> = Record<never, never>,
> {
  readonly #send: (message: Message) => void;
  readonly #timeoutMs: number;
  readonly #onFailure: (fault: unknown) => void;
  readonly #offered = new Map<string, (...args: unknown[]) => unknown>();
  readonly #open = new Map<number, (answer?: unknown) => void>();
  #lastId = 0;

  /** `onFailure` gets what functions that are called from there throw. */
  constructor(
    send: (message: Message) => void,
    options: { readonly timeoutMs: number; readonly onFailure: (fault: unknown) => void },
  ) {
    this.#send = send;
    this.#timeoutMs = options.timeoutMs;
    this.#onFailure = options.onFailure;
  }

  /** Adds functions that the other process may call. */
  offer(functions: Partial<Ours>): void {
    for (const [name, run] of Object.entries(functions)) this.#offered.set(name, run as () => unknown);
  }

  /** Calls a function there without waiting for it. */
  tell<Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>): void {
    this.#send({ name, args });
  }

  /** Calls a function there; undefined if it fails, or the process ends or does not answer in time. */
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

  /** Takes a message from the channel. */
  async receive(message: Message): Promise<void> {
    if (!("name" in message)) {
      this.#open.get(message.id)?.(message.answer);
      return;
    }
    const { name, args, id } = message;
    let answer: unknown;
    try {
      answer = await this.#offered.get(name)?.(...args);
    } catch (fault) {
      this.#onFailure(fault);
    }
    // Answered even after a failure: one that can't do its part must not hold up the other.
    if (id !== undefined) this.#send({ id, answer });
  }

  /** The process has ended: it answers nothing more. */
  close(): void {
    for (const settle of [...this.#open.values()]) settle();
  }
}
