import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { logReload, type ReloadReport } from "../config/reload-report.ts";
import type { Logger } from "../log/logger.ts";
import { PassingChanges } from "../networks/passing-changes.ts";
import { CallerCounts } from "./caller-counts.ts";
import { unansweredReload } from "./worker-link.ts";
import {
  type FromWorker,
  type Refusal,
  type WorkerMetrics,
  type WorkerStart,
  workerVariable,
} from "./worker-message.ts";
import { send, WorkerQuestions } from "./worker-questions.ts";

/** What a pool of workers needs. */
export interface WorkerPoolOptions {
  readonly count: number;
  readonly start: WorkerStart;
  readonly logger: Logger;
  /** Time for workers to finish what is in flight. */
  readonly shutdownTimeoutMs: number;
  /** Called once, when every worker is listening. */
  readonly onListening: (lines: readonly string[], warnings: readonly string[]) => void;
  /** Called once, when a worker can't start: startup is aborted. */
  readonly onRefused: (text: string) => void;
}

/** Workers end within the shutdown time; one that is still running this long after it hangs. */
const killAfterMs = 2000;

/**
 * The worker processes of one port. A worker that dies is replaced; a replacement that dies before it listens is started
 * again, each time after a longer wait, while the others keep serving. Passes on what workers report to each other.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #logger: Logger;
  readonly #workers = new Map<number, Worker>();
  readonly #listening = new Set<number>();
  readonly #questions = new WorkerQuestions<WorkerMetrics>();
  readonly #callers = new CallerCounts();
  readonly #restarts = new Set<NodeJS.Timeout>();
  readonly #delays = new RestartDelays();
  /** A worker that starts later begins with them. */
  readonly #passing = new PassingChanges();
  #isStopping = false;
  /** Every worker has listened once: from then on, one that dies is replaced. */
  #hasStarted = false;
  #exitCode = 0;
  #onEnded: (exitCode: number) => void = () => undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#logger = options.logger;
  }

  /** Starts the workers; resolves with the exit code when the last one has ended after `stop`. */
  run(): Promise<number> {
    return new Promise((resolve) => {
      this.#onEnded = resolve;
      for (let index = 0; index < this.#options.count; index += 1) this.#fork();
    });
  }

  /** Has every worker read the configuration again; each checks it itself. */
  reload(onReport: (report: ReloadReport) => void = () => undefined): void {
    this.#questions.ask([...this.#workers.values()], { kind: "reload" }, (answers) => {
      const reports = answers.flat() as ReloadReport[];
      const report = reports.find(({ faults }) => faults.length > 0) ?? reports[0] ?? unansweredReload;
      logReload(this.#logger, report);
      onReport(report);
    });
  }

  /** Stops all workers because of a signal. */
  stopOn(signal: NodeJS.Signals): void {
    if (!this.#isStopping) this.#logger.info({ signal }, "stopping");
    this.#stop();
  }

  #stop(): void {
    this.#isStopping = true;
    for (const timer of this.#restarts) clearTimeout(timer);
    for (const worker of this.#workers.values()) worker.process.kill("SIGTERM");
    if (this.#workers.size === 0) this.#onEnded(this.#exitCode);
    setTimeout(() => {
      for (const worker of this.#workers.values()) worker.process.kill("SIGKILL");
    }, this.#options.shutdownTimeoutMs + killAfterMs).unref();
  }

  #fork(): void {
    const start: WorkerStart = { ...this.#options.start, changes: this.#passing.entries() };
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(start) });
    this.#workers.set(worker.id, worker);
    worker.on("message", (message: FromWorker) => this.#receive(worker, message));
    worker.on("error", (fault) =>
      this.#logger.warn({ worker: worker.process.pid, err: fault }, "a worker can't be reached"),
    );
    worker.on("exit", (code, signal) => {
      this.#workers.delete(worker.id);
      this.#questions.removeWorker(worker);
      this.#callers.removeWorker(worker.id);
      if (!this.#isStopping) this.#replace(worker, code, signal);
      if (this.#isStopping && this.#workers.size === 0) this.#onEnded(this.#exitCode);
    });
  }

  #replace(worker: Worker, code: number | null, signal: string | null): void {
    const hadListened = this.#listening.delete(worker.id);
    const fields = { worker: worker.process.pid, code, signal };
    if (!this.#hasStarted && !hadListened) {
      this.#logger.error(fields, "a worker ended before it listened; startup is aborted");
      this.#exitCode = 1;
      this.#stop();
      return;
    }
    const delayMs = this.#delays.next(hadListened);
    const message = hadListened
      ? "a worker ended; its connections are lost and it is replaced"
      : "a worker ended before it listened; another one is started later";
    this.#logger.error({ ...fields, delayMs }, message);
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#fork();
    }, delayMs);
    this.#restarts.add(timer);
  }

  #receive(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case "listening":
        this.#onListening(worker, message.lines, message.warnings);
        break;
      case "refused":
        this.#onRefused(worker, message);
        break;
      case "spent":
        for (const other of this.#othersThan(worker)) send(other, message);
        break;
      case "limit-asked": {
        const { id, question } = message;
        this.#callers
          .answer(worker.id, question)
          .then((answer) => send(worker, { kind: "limit-answer", id, answer }))
          .catch((fault: unknown) => this.#logger.warn({ err: fault }, "a limit can't be counted"));
        break;
      }
      case "use-ended":
        this.#callers.end(worker.id, message.caller, message.use);
        break;
      case "network-change": {
        const { id, changed } = message;
        this.#passing.apply(changed);
        this.#questions.ask(this.#othersThan(worker), { kind: "change-network", changed }, () =>
          send(worker, { kind: "network-is-changed", id }),
        );
        break;
      }
      case "metrics-wanted":
        this.#questions.ask([...this.#workers.values()], { kind: "collect-metrics" }, (metrics) => {
          answerMetrics(worker, message.id, metrics).catch((fault: unknown) =>
            this.#logger.warn({ err: fault }, "the metrics of the workers can't be summed"),
          );
        });
        break;
      case "reload-wanted":
        this.reload((report) => send(worker, { kind: "reload-report", id: message.id, report }));
        break;
      case "reloaded":
        this.#questions.answer(message.id, worker, [message.report]);
        break;
      case "network-changed":
        this.#questions.answer(message.id, worker, []);
        break;
      case "metrics":
        this.#questions.answer(message.id, worker, message.metrics);
        break;
    }
  }

  #onListening(worker: Worker, lines: readonly string[], warnings: readonly string[]): void {
    this.#listening.add(worker.id);
    this.#delays.reset();
    this.#logger.info({ worker: worker.process.pid }, "a worker is listening");
    if (this.#listening.size < this.#options.count || this.#hasStarted) return;
    this.#hasStarted = true;
    this.#options.onListening(lines, warnings);
  }

  /** At the first start all workers are refused for the same reason: it is printed once. */
  #onRefused(worker: Worker, { text, exitCode }: Refusal): void {
    if (this.#hasStarted)
      this.#logger.error({ worker: worker.process.pid, reason: text.trim() }, "a worker can't start");
    else if (!this.#isStopping) {
      this.#exitCode = exitCode;
      this.#options.onRefused(text);
      this.#stop();
    }
    worker.process.kill();
  }

  #othersThan(worker: Worker): readonly Worker[] {
    return [...this.#workers.values()].filter((other) => other !== worker);
  }
}

async function answerMetrics(worker: Worker, id: number, metrics: readonly WorkerMetrics[]): Promise<void> {
  const registry = AggregatorRegistry.aggregate(metrics as unknown as object[]);
  send(worker, { kind: "metrics-text", id, text: await registry.metrics() });
}

const firstMs = 250;
const maxMs = 30_000;

/** How long to wait before a dead worker is replaced: longer each time that a replacement died before it listened. */
export class RestartDelays {
  #deaths = 0;

  /** The wait before the next one, in milliseconds: 0 after a worker that had listened. */
  next(hadListened: boolean): number {
    if (hadListened) return 0;
    this.#deaths += 1;
    return Math.min(maxMs, firstMs * 2 ** Math.min(this.#deaths - 1, 16));
  }

  /** A worker is listening: what kept the others from it is over. */
  reset(): void {
    this.#deaths = 0;
  }
}
