import type { Worker } from "node:cluster";
import type { AnnouncedChange } from "../networks/network-change.ts";
import { WorkerAnswers } from "./worker-answers.ts";
import type { ToWorker } from "./worker-message.ts";

/** Workers that have not answered within this time are not waited for. */
const answerTimeoutMs = 2000;

/** A message that asks workers for an answer, but for its id. */
export type Question =
  | { readonly kind: "change-network"; readonly changed: AnnouncedChange }
  | { readonly kind: "collect-metrics" }
  | { readonly kind: "reload" };

/** The questions that the first process has asked its workers and that are not answered yet. */
export class WorkerQuestions<Answer> {
  readonly #open = new Map<number, WorkerAnswers<Answer>>();
  #lastId = 0;

  /** Asks some workers, and calls back once with the answers that came. */
  ask(
    workers: readonly Worker[],
    question: Question,
    onComplete: (answers: readonly Answer[]) => void,
  ): void {
    this.#lastId += 1;
    const id = this.#lastId;
    const ids = workers.map((worker) => worker.id);
    const answers = new WorkerAnswers<Answer>(ids, answerTimeoutMs, (complete) => {
      this.#open.delete(id);
      onComplete(complete);
    });
    if (ids.length > 0) this.#open.set(id, answers);
    for (const worker of workers) send(worker, { ...question, id });
  }

  /** A worker has answered a question. */
  answer(id: number, worker: Worker, answer: Answer): void {
    this.#open.get(id)?.add(worker.id, answer);
  }

  /** A worker has ended: it answers nothing any more. */
  removeWorker(worker: Worker): void {
    for (const answers of this.#open.values()) answers.removeWorker(worker.id);
  }
}

/** Sends a message to a worker, unless it has disconnected. */
export function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message);
}
