import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { logReload } from "../config/log-reload.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { Logger } from "../log/logger.ts";
import { RestartDelays } from "./restart-delays.ts";
import { WorkerAnswers } from "./worker-answers.ts";
import { unansweredReload } from "./worker-link.ts";
import {
  type FromWorker,
  type Refusal,
  type ToWorker,
  type WorkerMetrics,
  type WorkerStart,
  workerVariable,
} from "./worker-message.ts";

/** What the first process does with its workers. */
export interface RunWorkersOptions {
  readonly count: number;
  readonly start: WorkerStart;
  readonly logger: Logger;
  /** Time for workers to finish what is in flight. */
  readonly shutdownTimeoutMs: number;
  /** SIGHUP stops it, too; otherwise the workers read the configuration again. */
  readonly stopsOnHangup: boolean;
  /** Called once, when every worker listens. */
  readonly onListening: (lines: readonly string[], warnings: readonly string[]) => void;
  /** Called once, where a worker can't start: the start is given up. */
  readonly onRefused: (text: string) => void;
}

const answerTimeoutMs = 2000;
/** Workers end by themselves within the shutdown time; one that has not some time later hangs. */
const killAfterMs = 2000;

/**
 * Runs workers on one port until a signal stops them; gives the exit code. A worker that dies is replaced and takes
 * only its own connections with it; a replacement that dies before it listens is tried again, later each time, while the
 * others go on. This process serves no client: it passes on changes of networks and sums metrics.
 */
export async function runWorkers(options: RunWorkersOptions): Promise<number> {
  const { count, logger } = options;
  const workers = new Map<number, Worker>();
  const openAnswers = new Map<number, WorkerAnswers<WorkerMetrics>>();
  const listening = new Set<number>();
  const restarts = new Set<NodeJS.Timeout>();
  const delays = new RestartDelays();
  let lastId = 0;
  let stopping = false;
  let announced = false;
  let exitCode = 0;
  let ended: () => void = () => undefined;
  const allEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });

  function fork(): void {
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(options.start) });
    workers.set(worker.id, worker);
    worker.on("message", (message: FromWorker) => receive(worker, message));
    worker.on("error", (fault) =>
      logger.warn({ worker: worker.process.pid, err: fault }, "a worker can't be reached"),
    );
    worker.on("exit", (code, signal) => {
      workers.delete(worker.id);
      for (const answers of openAnswers.values()) answers.removeWorker(worker.id);
      if (!stopping) replace(worker, code, signal);
      if (stopping && workers.size === 0) ended();
    });
  }

  function replace(worker: Worker, code: number | null, signal: string | null): void {
    const hadListened = listening.delete(worker.id);
    const fields = { worker: worker.process.pid, code, signal };
    if (!announced && !hadListened) {
      logger.error(fields, "a worker ended before it listened; the start is given up");
      exitCode = 1;
      stop();
      return;
    }
    const delayMs = delays.next(hadListened);
    const message = hadListened
      ? "a worker ended; its connections are lost and it is replaced"
      : "a worker ended before it listened; another one is started later";
    logger.error({ ...fields, delayMs }, message);
    const timer = setTimeout(() => {
      restarts.delete(timer);
      fork();
    }, delayMs);
    restarts.add(timer);
  }

  function receive(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case "listening":
        listening.add(worker.id);
        delays.reset();
        logger.info({ worker: worker.process.pid }, "a worker listens");
        if (listening.size === count && !announced) {
          announced = true;
          options.onListening(message.lines, message.warnings);
        }
        break;
      case "refused":
        refused(worker, message);
        break;
      case "spent":
        for (const other of workers.values()) if (other !== worker) send(other, message);
        break;
      case "networks-changed": {
        const others = [...workers.keys()].filter((id) => id !== worker.id);
        askAll(others, "read-networks", () => send(worker, { kind: "networks-are-read", id: message.id }));
        break;
      }
      case "metrics-wanted":
        askAll(workers.keys(), "collect-metrics", (metrics) => {
          answerMetrics(worker, message.id, metrics).catch((fault: unknown) =>
            logger.warn({ err: fault }, "the metrics of the workers can't be summed"),
          );
        });
        break;
      case "reload-wanted":
        reload((report) => send(worker, { kind: "reload-report", id: message.id, report }));
        break;
      case "reloaded":
        openAnswers.get(message.id)?.add(worker.id, [message.report]);
        break;
      case "networks-read":
        openAnswers.get(message.id)?.add(worker.id, []);
        break;
      case "metrics":
        openAnswers.get(message.id)?.add(worker.id, message.metrics);
        break;
    }
  }

  /** At the first start all workers are refused for one reason: it is printed once. */
  function refused(worker: Worker, { text, exitCode: code }: Refusal): void {
    if (announced) logger.error({ worker: worker.process.pid, reason: text.trim() }, "a worker can't start");
    else if (!stopping) {
      exitCode = code;
      options.onRefused(text);
      stop();
    }
    worker.process.kill();
  }

  function askAll(
    asked: Iterable<number>,
    kind: "read-networks" | "collect-metrics" | "reload",
    onComplete: (answers: readonly WorkerMetrics[]) => void,
  ): void {
    lastId += 1;
    const id = lastId;
    const ids = [...asked];
    const answers = new WorkerAnswers<WorkerMetrics>(ids, answerTimeoutMs, (complete) => {
      openAnswers.delete(id);
      onComplete(complete);
    });
    if (ids.length > 0) openAnswers.set(id, answers);
    for (const worker of ids) send(workers.get(worker), { kind, id });
  }

  /** Every worker reads the configuration again; what is wrong with it, each finds out for itself. */
  function reload(onReport: (report: ReloadReport) => void): void {
    askAll(workers.keys(), "reload", (answers) => {
      const reports = answers.flat() as ReloadReport[];
      const report = reports.find(({ faults }) => faults.length > 0) ?? reports[0] ?? unansweredReload;
      logReload(logger, report);
      onReport(report);
    });
  }

  function stop(): void {
    stopping = true;
    for (const timer of restarts) clearTimeout(timer);
    for (const worker of workers.values()) worker.process.kill("SIGTERM");
    if (workers.size === 0) ended();
    setTimeout(() => {
      for (const worker of workers.values()) worker.process.kill("SIGKILL");
    }, options.shutdownTimeoutMs + killAfterMs).unref();
  }

  if (!options.stopsOnHangup) process.on("SIGHUP", () => reload(() => undefined));
  for (const name of stopSignals(options.stopsOnHangup)) {
    process.on(name, () => {
      if (!stopping) logger.info({ signal: name }, "stopping");
      stop();
    });
  }
  for (let index = 0; index < count; index += 1) fork();
  await allEnded;
  return exitCode;
}

/** Signals that end a gateway. Who closes the terminal that it was started on wants it to end. */
export function stopSignals(stopsOnHangup: boolean): readonly NodeJS.Signals[] {
  return stopsOnHangup ? ["SIGTERM", "SIGINT", "SIGHUP"] : ["SIGTERM", "SIGINT"];
}

async function answerMetrics(worker: Worker, id: number, metrics: readonly WorkerMetrics[]): Promise<void> {
  const registry = AggregatorRegistry.aggregate(metrics as unknown as object[]);
  send(worker, { kind: "metrics-text", id, text: await registry.metrics() });
}

function send(worker: Worker | undefined, message: ToWorker): void {
  if (worker?.isConnected() === true) worker.send(message);
}
