import { WindowCounter } from "../limits/window-counter.ts";

const perSecond = { name: "lines", points: 10, durationMs: 1000 };

/** Logs refused callers, at most ten per second, so that a client that guesses keys does not fill the log. */
export class RefusalLog {
  readonly #write: (fields: Readonly<Record<string, unknown>>, message: string) => void;
  readonly #lines = new WindowCounter([perSecond], 1);
  #unwritten = 0;

  constructor(write: (fields: Readonly<Record<string, unknown>>, message: string) => void) {
    this.#write = write;
  }

  /** Logs a refusal; one too many in this second is only counted, in the next line's `further`. */
  add(fields: Readonly<Record<string, unknown>>): void {
    if (this.#lines.spend("", 1, performance.now()) > 0) {
      this.#unwritten += 1;
      return;
    }
    const further = this.#unwritten === 0 ? {} : { further: this.#unwritten };
    this.#unwritten = 0;
    this.#write({ ...fields, ...further }, "caller refused");
  }
}
