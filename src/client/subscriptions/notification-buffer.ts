/** Bounds of a buffer, and what happens at them. */
export interface BufferRule {
  readonly size: number;
  readonly characters: number;
  /** `newest`: the oldest notifications give way. `close`: none may be lost, so the buffer is full. */
  readonly slowReader: "newest" | "close";
}

/** Notifications that wait to be read, as text: what is dropped is never decoded. */
export class NotificationBuffer {
  /** How many gave way to newer ones. */
  dropped = 0;
  readonly #rule: BufferRule;
  readonly #texts: string[] = [];
  #characters = 0;

  constructor(rule: BufferRule) {
    this.#rule = rule;
  }

  /** Takes a notification in; false when there is no room and none may give way. */
  push(text: string): boolean {
    this.#texts.push(text);
    this.#characters += text.length;
    // One notification is kept however long it is: the bound is on what waits behind it.
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

  /** The oldest one, which leaves the buffer. */
  shift(): string | undefined {
    const text = this.#texts.shift();
    this.#characters -= text?.length ?? 0;
    return text;
  }

  /** Lets everything go. */
  clear(): void {
    this.#texts.length = 0;
    this.#characters = 0;
  }
}
