/** Bounds of a buffer, and what happens at them. */
export interface BufferRule {
  readonly size: number;
  readonly characters: number;
  /** At the bounds, `newest` drops the oldest notifications; `close` refuses the new one, since none may be lost. */
  readonly slowReader: "newest" | "close";
}

/** Unread notifications, as text: what is dropped is never decoded. */
export class NotificationBuffer {
  /** How many were dropped for newer ones. */
  dropped = 0;
  readonly #rule: BufferRule;
  readonly #texts: string[] = [];
  #characters = 0;

  constructor(rule: BufferRule) {
    this.#rule = rule;
  }

  /** Adds a notification; false when there is no room and none may be dropped. */
  push(text: string): boolean {
    this.#texts.push(text);
    this.#characters += text.length;
    // One notification is kept however long it is: the bound is on the others.
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

  /** Removes and returns the oldest one. */
  shift(): string | undefined {
    const text = this.#texts.shift();
    this.#characters -= text?.length ?? 0;
    return text;
  }

  /** Drops everything. */
  clear(): void {
    this.#texts.length = 0;
    this.#characters = 0;
  }
}
