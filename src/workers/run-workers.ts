import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import type { Logger } from "../log/logger.ts";
import {
  type FromWorker,
  type ToWorker,
  type WorkerMetrics,
  type WorkerStart,
  workerVariable,
} from "./worker-message.ts";
import { WorkerRound } from "./worker-round.ts";

/** What the first process does with its workers. */
export interface RunWorkersOptions {
  readonly count: number;
  readonly start: WorkerStart;
  readonly logger: Logger;
  /** Time for workers to finish what is in flight. */
  readonly shutdownTimeoutMs: number;
  /** Told once, when every worker listens. */
  readonly onListening: (lines: readonly string[]) => void;
}

/** A worker that dies sooner than this after its start is not replaced at once: it would die again. */
const quickDeathMs = 1000;
const roundTimeoutMs = 2000;
/** Workers end by themselves within the shutdown time; one that has not some time later hangs. */
const killAfterMs = 2000;

/**
 * Runs workers on one port until a signal stops them; gives the exit code. A worker that dies is replaced and takes
 * only its own connections with it. This process serves nobody: it passes on changes of networks and sums metrics.
 */
export async function runWorkers(options: RunWorkersOptions): Promise<number> {
  const { count, logger } = options;
  const workers = new Map<number, Worker>();
  const rounds = new Map<number, WorkerRound<WorkerMetrics>>();
  const listening = new Set<number>();
  let lastRound = 0;
  let stopping = false;
  let announced = false;
  let failed = false;
  let ended: () => void = () => undefined;
  const allEnded = new Promise<void>((resolve) => {
    ended = resolve;
  });

  function fork(): void {
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(options.start) });
    const startedAt = performance.now();
    workers.set(worker.id, worker);
    worker.on("message", (message: FromWorker) => hear(worker, message));
    worker.on("exit", (code, signal) => {
      workers.delete(worker.id);
      for (const round of rounds.values()) round.forget(worker.id);
      if (!stopping) replace(worker, startedAt, code, signal);
      if (workers.size === 0) ended();
    });
  }

  function replace(worker: Worker, startedAt: number, code: number | null, signal: string | null): void {
    logger.error(
      { worker: worker.process.pid, code, signal },
      "a worker ended; its connections are lost and it is replaced",
    );
    const isHopeless = !announced || performance.now() - startedAt < quickDeathMs;
    if (!listening.delete(worker.id) && isHopeless) {
      // It never listened: the port is taken or the configuration is wrong, and it has said so.
      failed = true;
      stop();
      return;
    }
    fork();
  }

  function hear(worker: Worker, message: FromWorker): void {
    switch (message.kind) {
      case "listening":
        listening.add(worker.id);
        if (listening.size === count && !announced) {
          announced = true;
          options.onListening(message.lines);
        }
        break;
      case "spent":
        for (const other of workers.values()) if (other !== worker) tell(other, message);
        break;
      case "networks-changed": {
        const others = [...workers.keys()].filter((id) => id !== worker.id);
        askAll(others, "read-networks", () => tell(worker, { kind: "networks-are-read", id: message.id }));
        break;
      }
      case "metrics-wanted":
        askAll(
          workers.keys(),
          "collect-metrics",
          (metrics) => void answerMetrics(worker, message.id, metrics),
        );
        break;
      case "networks-read":
        rounds.get(message.id)?.answer(worker.id, []);
        break;
      case "metrics":
        rounds.get(message.id)?.answer(worker.id, message.metrics);
        break;
    }
  }

  function askAll(
    asked: Iterable<number>,
    kind: "read-networks" | "collect-metrics",
    done: (answers: readonly WorkerMetrics[]) => void,
  ): void {
    lastRound += 1;
    const id = lastRound;
    const ids = [...asked];
    const round = new WorkerRound<WorkerMetrics>(ids, roundTimeoutMs, (answers) => {
      rounds.delete(id);
      done(answers);
    });
    if (ids.length > 0) rounds.set(id, round);
    for (const worker of ids) tell(workers.get(worker), { kind, id });
  }

  function stop(): void {
    stopping = true;
    for (const worker of workers.values()) worker.process.kill("SIGTERM");
    if (workers.size === 0) ended();
    setTimeout(() => {
      for (const worker of workers.values()) worker.process.kill("SIGKILL");
    }, options.shutdownTimeoutMs + killAfterMs).unref();
  }

  for (const name of ["SIGTERM", "SIGINT"] as const) {
    process.on(name, () => {
      if (!stopping) logger.info({ signal: name }, "stopping");
      stop();
    });
  }
  for (let index = 0; index < count; index += 1) fork();
  await allEnded;
  return failed ? 1 : 0;
}

async function answerMetrics(worker: Worker, id: number, metrics: readonly WorkerMetrics[]): Promise<void> {
  const registry = AggregatorRegistry.aggregate(metrics as unknown as object[]);
  tell(worker, { kind: "metrics-text", id, text: await registry.metrics() });
}

function tell(worker: Worker | undefined, message: ToWorker): void {
  if (worker?.isConnected() === true) worker.send(message);
}
