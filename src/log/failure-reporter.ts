/** Reports only the first of several failures in a row: what is tried every few seconds would fill the log. */
export class FailureReporter {
  readonly #report: (fault: unknown) => void;
  #isFailing = false;

  constructor(report: (fault: unknown) => void) {
    this.#report = report;
  }

  fail(fault: unknown): void {
    if (!this.#isFailing) this.#report(fault);
    this.#isFailing = true;
  }

  succeed(): void {
    this.#isFailing = false;
  }
}
