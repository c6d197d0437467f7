import { type CallDetails, SvmGatewayError } from "../shared/svm-gateway-error.ts";
import { abortedError } from "../shared/time.ts";

/** Callbacks for one reader of a subscription. */
export interface SubscriptionListener {
  /** The gateway confirmed the subscription. `again`: it was confirmed before, so there may be a gap in between. */
  onConfirmed(again: boolean): void;
  /** `payload` is JSON text. */
  onNotification(payload: string): void;
  /** The subscription failed, or ended after its only result. */
  onEnded(error: SvmGatewayError | undefined): void;
}

/** Options of one subscription. */
export interface SubscriptionOptions {
  /** Ends the subscription with an error of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Most unread notifications. Default: the client's. */
  readonly bufferSize?: number | undefined;
}

/**
 * A subscription's notifications, for `for await`. Subscribes at the first `next` or `ready`, and unsubscribes when the loop ends.
 * Can be iterated only once.
 */
export interface Subscription<Notification> extends AsyncIterable<Notification> {
  /** Subscribes; resolves once the gateway confirms. From then on no notification is missed. */
  ready(): Promise<void>;
  /** The next notification. */
  next(): Promise<IteratorResult<Notification, undefined>>;
  /** Unsubscribes, and drops unread notifications. */
  return(): Promise<IteratorResult<Notification, undefined>>;
  [Symbol.asyncIterator](): Subscription<Notification>;
  /** Number of notifications dropped because the program read too slowly. */
  readonly dropped: number;
  /** Number of times the connection was lost and restored. Notifications in between may be missing. */
  readonly gaps: number;
}

interface SubscriptionSource<Notification> {
  /** Adds a listener; returns a function that removes it. */
  readonly start: (listener: SubscriptionListener) => () => void;
  readonly decode: (payload: string) => Notification;
  readonly buffer: BufferRule;
  readonly signal: AbortSignal | undefined;
  readonly details: CallDetails;
}

interface PendingReader<T> {
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** The Subscription that the client returns. */
export class NotificationIterator<Notification> implements Subscription<Notification> {
  gaps = 0;
  readonly #source: SubscriptionSource<Notification>;
  readonly #buffer: NotificationBuffer;
  readonly #readers: PendingReader<IteratorResult<Notification, undefined>>[] = [];
  readonly #ready: Promise<void>;
  #settleReady: PendingReader<void> | undefined;
  #state: "new" | "started" | "over" = "new";
  /** Thrown once, to the next reader. */
  #error: SvmGatewayError | undefined;
  #removeListener: (() => void) | undefined;

  constructor(source: SubscriptionSource<Notification>) {
    this.#source = source;
    this.#buffer = new NotificationBuffer(source.buffer);
    this.#ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // Avoids an unhandled rejection in programs that never call `ready`.
    this.#ready.catch(() => undefined);
  }

  get dropped(): number {
    return this.#buffer.dropped;
  }

  [Symbol.asyncIterator](): Subscription<Notification> {
    return this;
  }

  ready(): Promise<void> {
    this.#start();
    return this.#ready;
  }

  async next(): Promise<IteratorResult<Notification, undefined>> {
    this.#start();
    const payload = this.#buffer.shift();
    if (payload !== undefined) return this.#read(payload);
    const error = this.#error;
    this.#error = undefined;
    if (error !== undefined) throw error;
    if (this.#state === "over") return { done: true, value: undefined };
    return new Promise((resolve, reject) => {
      this.#readers.push({ resolve, reject });
    });
  }

  async return(): Promise<IteratorResult<Notification, undefined>> {
    this.#buffer.clear();
    this.#error = undefined;
    this.#end(undefined);
    return { done: true, value: undefined };
  }

  #start(): void {
    if (this.#state !== "new") return;
    this.#state = "started";
    const { signal, start, details } = this.#source;
    if (signal?.aborted === true) {
      this.#end(abortedError(details, signal));
      return;
    }
    signal?.addEventListener("abort", this.#onAbort, { once: true });
    this.#removeListener = start({
      onConfirmed: (again) => this.#confirmed(again),
      onNotification: (payload) => this.#notified(payload),
      onEnded: (error) => this.#end(error),
    });
  }

  readonly #onAbort = (): void => {
    const { signal, details } = this.#source;
    this.#buffer.clear();
    if (signal !== undefined) this.#end(abortedError(details, signal));
  };

  #confirmed(again: boolean): void {
    if (again) this.gaps += 1;
    this.#settleReady?.resolve();
  }

  #notified(payload: string): void {
    if (this.#state === "over") return;
    const reader = this.#readers.shift();
    if (reader !== undefined) {
      this.#read(payload).then(reader.resolve, reader.reject);
    } else if (!this.#buffer.push(payload)) {
      this.#buffer.clear();
      const message = `${this.#source.details.method}: more unread notifications than the buffer holds; read faster, or raise bufferSize or bufferCharacters.`;
      this.#end(new SvmGatewayError("overflow", message, this.#source.details));
    }
  }

  /** Decodes a notification only when it is read. */
  async #read(payload: string): Promise<IteratorResult<Notification, undefined>> {
    try {
      return { done: false, value: this.#source.decode(payload) };
    } catch (error) {
      this.#buffer.clear();
      this.#end(undefined);
      throw error;
    }
  }

  /** Ends the subscription once. The first waiting reader gets the error, the others `done`. */
  #end(error: SvmGatewayError | undefined): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#source.signal?.removeEventListener("abort", this.#onAbort);
    this.#removeListener?.();
    const { details } = this.#source;
    const message = `${details.method}: ended by the caller before it was confirmed.`;
    this.#settleReady?.reject(error ?? new SvmGatewayError("aborted", message, details));
    const readers = this.#readers.splice(0);
    const first = error === undefined ? undefined : readers.shift();
    if (first !== undefined) first.reject(error);
    else this.#error = error;
    for (const { resolve } of readers) resolve({ done: true, value: undefined });
  }
}

/** Limits of a buffer, and the policy when it is full. */
interface BufferRule {
  readonly size: number;
  readonly characters: number;
  /** When the buffer is full, `newest` drops the oldest notifications; `close` refuses the new one, because none may be lost. */
  readonly slowReader: "newest" | "close";
}

/** Unread notifications as JSON text, so that dropped ones are never decoded. */
export class NotificationBuffer {
  /** Number of notifications dropped for newer ones. */
  dropped = 0;
  readonly #rule: BufferRule;
  readonly #texts: string[] = [];
  #characters = 0;

  constructor(rule: BufferRule) {
    this.#rule = rule;
  }

  /** Adds a notification; returns false if the buffer is full and none may be dropped. */
  push(text: string): boolean {
    this.#texts.push(text);
    this.#characters += text.length;
    // A single notification is always kept, however long it is.
    while (
      this.#texts.length > 1 &&
      (this.#texts.length > this.#rule.size || this.#characters > this.#rule.characters)
    ) {
      if (this.#rule.slowReader === "close") return false;
      this.shift();
      this.dropped += 1;
    }
    return true;
  }

  /** Removes and returns the oldest notification. */
  shift(): string | undefined {
    const text = this.#texts.shift();
    this.#characters -= text?.length ?? 0;
    return text;
  }

  clear(): void {
    this.#texts.length = 0;
    this.#characters = 0;
  }
}
