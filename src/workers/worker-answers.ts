/** Answers of several workers to one message: complete when all have answered or ended, or after a timeout. */
export class WorkerAnswers<Answer> {
  readonly #waitingFor: Set<number>;
  readonly #answers: Answer[] = [];
  readonly #onComplete: (answers: readonly Answer[]) => void;
  readonly #timer: NodeJS.Timeout;

  /** `onComplete` is called once. */
  constructor(
    workers: Iterable<number>,
    timeoutMs: number,
    onComplete: (answers: readonly Answer[]) => void,
  ) {
    this.#waitingFor = new Set(workers);
    this.#onComplete = onComplete;
    this.#timer = setTimeout(() => this.#complete(), timeoutMs);
    if (this.#waitingFor.size === 0) this.#complete();
  }

  /** A worker answered. */
  add(worker: number, answer: Answer): void {
    if (!this.#waitingFor.delete(worker)) return;
    this.#answers.push(answer);
    if (this.#waitingFor.size === 0) this.#complete();
  }

  /** A worker has ended: it will not answer. */
  removeWorker(worker: number): void {
    if (this.#waitingFor.delete(worker) && this.#waitingFor.size === 0) this.#complete();
  }

  #complete(): void {
    clearTimeout(this.#timer);
    this.#waitingFor.clear();
    this.#onComplete(this.#answers);
  }
}
