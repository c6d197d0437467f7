/** Refusals of one second that have a line of their own in the log. */
const linesPerSecond = 10;

/** Logs refusals of callers, a bounded number: guessing keys must not fill the log. */
export class RefusalLog {
  readonly #write: (fields: Readonly<Record<string, unknown>>, message: string) => void;
  readonly #clock: () => number;
  #second = 0;
  #lines = 0;
  #unwritten = 0;

  constructor(
    write: (fields: Readonly<Record<string, unknown>>, message: string) => void,
    clock: () => number = Date.now,
  ) {
    this.#write = write;
    this.#clock = clock;
  }

  /** Writes a refusal, or counts it for the next line. */
  add(fields: Readonly<Record<string, unknown>>): void {
    const second = Math.floor(this.#clock() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      this.#lines = 0;
    }
    if (this.#lines >= linesPerSecond) {
      this.#unwritten += 1;
      return;
    }
    this.#lines += 1;
    const further = this.#unwritten === 0 ? {} : { further: this.#unwritten };
    this.#unwritten = 0;
    this.#write({ ...fields, ...further }, "caller refused");
  }
}
