/** One question to several workers: collects their answers, and does not wait for one that ended. */
export class WorkerRound<Answer> {
  readonly #open: Set<number>;
  readonly #answers: Answer[] = [];
  readonly #done: (answers: readonly Answer[]) => void;
  readonly #timer: NodeJS.Timeout;

  /** `done` is told once: when all have answered, ended, or the time is over. */
  constructor(workers: Iterable<number>, timeoutMs: number, done: (answers: readonly Answer[]) => void) {
    this.#open = new Set(workers);
    this.#done = done;
    this.#timer = setTimeout(() => this.#finish(), timeoutMs);
    if (this.#open.size === 0) this.#finish();
  }

  /** A worker answered. */
  answer(worker: number, answer: Answer): void {
    if (!this.#open.delete(worker)) return;
    this.#answers.push(answer);
    if (this.#open.size === 0) this.#finish();
  }

  /** A worker ended: nothing more comes from it. */
  forget(worker: number): void {
    if (this.#open.delete(worker) && this.#open.size === 0) this.#finish();
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#open.clear();
    this.#done(this.#answers);
  }
}
