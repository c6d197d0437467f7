/** Reports only the first of several failures in a row: what is tried every few seconds would fill the log. */
export class FailureReporter {
  readonly #report: (error: unknown) => void;
  #isFailing = false;

  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  fail(error: unknown): void {
    if (!this.#isFailing) this.#report(error);
    this.#isFailing = true;
  }

  succeed(): void {
    this.#isFailing = false;
  }
}
