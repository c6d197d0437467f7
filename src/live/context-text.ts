const slotPattern = /"slot":\s*(\d{1,16})(?=\s*[,}])/;

/** An upstream's context text, which can be written with another slot. */
export class ContextText {
  readonly #before: string;
  readonly #after: string;

  private constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
  }

  /** Reads a context's slot and layout; undefined if it names no slot. */
  static read(text: string): { readonly slot: number; readonly context: ContextText } | undefined {
    const found = slotPattern.exec(text);
    const digits = found?.[1];
    if (found === null || digits === undefined) return undefined;
    const end = found.index + found[0].length;
    const context = new ContextText(text.slice(0, end - digits.length), text.slice(end));
    return { slot: Number(digits), context };
  }

  /** The text of an answer before its value. */
  at(slot: number): string {
    return `{"context":${this.#before}${slot}${this.#after},"value":`;
  }
}
