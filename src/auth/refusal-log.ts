/** Refusals of one second that are logged. */
const linesPerSecond = 10;

/** Logs a bounded number of refused callers: guessing keys must not fill the log. */
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

  /** Logs a refusal, or counts it for the next line. */
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
