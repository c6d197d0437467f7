/** Reports only the first of consecutive failures, so that periodic retries do not fill the log. */
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
