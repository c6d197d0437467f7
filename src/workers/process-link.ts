type Functions<Names extends PropertyKey> = Readonly<Record<Names, (...args: never[]) => unknown>>;

/** A message between two processes. `id` matches a reply to its call; a call without it expects no reply. */
export type Message =
  | { readonly name: string; readonly args: readonly unknown[]; readonly id?: number }
  | { readonly id: number; readonly reply?: unknown };

/**
 * Remote procedure calls between two processes. `Remote` are the functions of the other process, `Local` those that this one exposes.
 * Arguments and replies are sent as JSON.
 */
export class ProcessLink<
  Remote extends Functions<keyof Remote>,
  Local extends Functions<keyof Local> = Record<never, never>,
> {
  readonly #send: (message: Message) => void;
  readonly #timeoutMs: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #exposed = new Map<string, (...args: unknown[]) => unknown>();
  readonly #pending = new Map<number, (reply?: unknown) => void>();
  #lastId = 0;

  /** `onFailure` receives errors thrown by local functions. */
  constructor(
    send: (message: Message) => void,
    options: { readonly timeoutMs: number; readonly onFailure: (error: unknown) => void },
  ) {
    this.#send = send;
    this.#timeoutMs = options.timeoutMs;
    this.#onFailure = options.onFailure;
  }

  /** Exposes functions to the other process. */
  expose(functions: Partial<Local>): void {
    for (const [name, run] of Object.entries(functions)) this.#exposed.set(name, run as () => unknown);
  }

  /** Calls a remote function without waiting for a reply. */
  notify<Name extends keyof Remote & string>(name: Name, ...args: Parameters<Remote[Name]>): void {
    this.#send({ name, args });
  }

  /** Calls a remote function. Resolves with undefined if it fails or times out, or if the process exits. */
  ask<Name extends keyof Remote & string>(
    name: Name,
    ...args: Parameters<Remote[Name]>
  ): Promise<Awaited<ReturnType<Remote[Name]>> | undefined> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      const settle = (reply?: unknown) => {
        clearTimeout(timer);
        this.#pending.delete(id);
        resolve(reply as Awaited<ReturnType<Remote[Name]>> | undefined);
      };
      const timer = setTimeout(settle, this.#timeoutMs);
      this.#pending.set(id, settle);
      this.#send({ name, args, id });
    });
  }

  /** Handles a message from the other process. */
  async receive(message: Message): Promise<void> {
    if (!("name" in message)) {
      this.#pending.get(message.id)?.(message.reply);
      return;
    }
    const { name, args, id } = message;
    let reply: unknown;
    try {
      reply = await this.#exposed.get(name)?.(...args);
    } catch (error) {
      this.#onFailure(error);
    }
    // Replies even after a failure, to spare the other process the timeout.
    if (id !== undefined) this.#send({ id, reply });
  }

  /** Resolves all pending calls with undefined, since the other process has exited. */
  close(): void {
    for (const settle of [...this.#pending.values()]) settle();
  }
}
