/** Bounds of a buffer, and what happens when it is full. */
export interface BufferRule {
  readonly size: number;
  readonly characters: number;
  /** When the buffer is full, `newest` drops the oldest notifications, and `close` refuses the new one, because none may be lost. */
  readonly slowReader: "newest" | "close";
}

/** Unread notifications as JSON text, so that dropped ones are never decoded. */
export class NotificationBuffer {
  /** Number of notifications that were dropped for newer ones. */
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
