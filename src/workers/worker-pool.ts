import cluster, { type Worker } from "node:cluster";
import { workerVariable } from "../config/environment.ts";
import { logReload, type ReloadReport } from "../config/reload-report.ts";
import type { Logger } from "../log/logger.ts";
import { TemporaryChanges } from "../networks/network-change.ts";
import type { Listener } from "../transports/shared/listener.ts";
import { CallerCounts } from "./caller-counts.ts";
import { ConnectionsInTransit } from "./connections-in-transit.ts";
import { type Message, ProcessLink } from "./process-link.ts";
import {
  type FirstProcessFunctions,
  type StartRefusal,
  unansweredReload,
  type WorkerFunctions,
  type WorkerStart,
} from "./worker-link.ts";

interface WorkerPoolOptions {
  readonly count: number;
  readonly start: WorkerStart;
  readonly logger: Logger;
  /** Time for workers to finish calls in flight. */
  readonly shutdownTimeoutMs: number;
  /** Signals that stop the gateway. SIGHUP reloads the configuration unless it is among them. */
  readonly stopSignals: readonly NodeJS.Signals[];
  /** Called once all workers are listening. */
  readonly onListening: (listeners: readonly Listener[], warnings: readonly string[]) => void;
  /** Called once if a worker can't start, which aborts startup. */
  readonly onRefused: (text: string) => void;
}

/** Runs workers on one port until a signal stops them; resolves with the exit code. This process serves no clients itself. */
export function runWorkers(options: WorkerPoolOptions): Promise<number> {
  const pool = new WorkerPool(options);
  if (!options.stopSignals.includes("SIGHUP")) process.on("SIGHUP", () => void pool.reload());
  for (const signal of options.stopSignals) process.on(signal, () => pool.stopOn(signal));
  return pool.run();
}

/** A worker that still runs this long after the shutdown timeout is killed. */
const killAfterMs = 2000;
const replyTimeoutMs = 2000;

/** Initial and longest backoff before replacing a worker that died before it listened. */
const firstDelayMs = 250;
const maxDelayMs = 30_000;

type LinkToWorker = ProcessLink<WorkerFunctions, FirstProcessFunctions>;

/**
 * Starts workers, replaces those that die, and forwards messages between them. Backs off if replacements die before they listen,
 * while the other workers keep serving.
 */
class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #logger: Logger;
  readonly #workers = new Map<Worker, LinkToWorker>();
  readonly #listening = new Set<Worker>();
  readonly #callers = new CallerCounts();
  readonly #inTransit = new ConnectionsInTransit();
  readonly #restarts = new Set<NodeJS.Timeout>();
  /** Consecutive workers that died before they listened. */
  #failedStarts = 0;
  /** Changes of networks for workers that start later. */
  readonly #temporaryChanges = new TemporaryChanges();
  #isStopping = false;
  /** True once all workers have listened. Until then, a worker that dies before it listens aborts startup. */
  #hasStarted = false;
  #exitCode = 0;
  #onEnded: (exitCode: number) => void = () => undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#logger = options.logger;
  }

  /** Starts the workers. Resolves with the exit code when all have ended. */
  run(): Promise<number> {
    return new Promise((resolve) => {
      this.#onEnded = resolve;
      for (let index = 0; index < this.#options.count; index += 1) this.#fork();
    });
  }

  async reload(): Promise<ReloadReport> {
    const reports = await this.#askAll((link) => link.ask("reload"));
    const report = reports.find(({ faults }) => faults.length > 0) ?? reports[0] ?? unansweredReload;
    logReload(this.#logger, report);
    return report;
  }

  stopOn(signal: NodeJS.Signals): void {
    if (!this.#isStopping) this.#logger.info({ signal }, "stopping");
    this.#stop();
  }

  #stop(): void {
    this.#isStopping = true;
    for (const timer of this.#restarts) clearTimeout(timer);
    for (const worker of this.#workers.keys()) worker.process.kill("SIGTERM");
    if (this.#workers.size === 0) this.#onEnded(this.#exitCode);
    setTimeout(() => {
      for (const worker of this.#workers.keys()) worker.process.kill("SIGKILL");
    }, this.#options.shutdownTimeoutMs + killAfterMs).unref();
  }

  #fork(): void {
    const start: WorkerStart = { ...this.#options.start, changes: this.#temporaryChanges.entries() };
    const worker = cluster.fork({ [workerVariable]: JSON.stringify(start) });
    const log = { worker: worker.process.pid };
    const send = (message: Message) => {
      if (worker.isConnected()) worker.send(message);
    };
    const link: LinkToWorker = new ProcessLink(send, {
      timeoutMs: replyTimeoutMs,
      onFailure: (err) => this.#logger.warn({ ...log, err }, "a message from a worker could not be handled"),
    });
    link.expose(this.#functionsFor(worker));
    this.#workers.set(worker, link);
    this.#inTransit.follow(worker);
    worker.on("message", (message: Message) => void link.receive(message));
    worker.on("error", (err) => this.#logger.warn({ ...log, err }, "communication with a worker failed"));
    worker.on("exit", (code, signal) => {
      this.#workers.delete(worker);
      link.close();
      this.#callers.removeWorker(worker.id);
      this.#inTransit.closeUnclaimed(worker);
      if (!this.#isStopping) this.#replace(worker, code, signal);
      if (this.#isStopping && this.#workers.size === 0) this.#onEnded(this.#exitCode);
    });
  }

  #replace(worker: Worker, code: number | null, signal: string | null): void {
    const hadListened = this.#listening.delete(worker);
    const fields = { worker: worker.process.pid, code, signal };
    if (!this.#hasStarted && !hadListened) {
      this.#logger.error(fields, "a worker ended before it listened: startup is aborted");
      this.#exitCode = 1;
      this.#stop();
      return;
    }
    const delayMs = hadListened ? 0 : Math.min(maxDelayMs, firstDelayMs * 2 ** this.#failedStarts);
    if (!hadListened) this.#failedStarts += 1;
    const message = hadListened
      ? "a worker ended; its connections are lost and it is replaced"
      : "a worker ended before it listened; it is replaced after a delay";
    this.#logger.error({ ...fields, delayMs }, message);
    const timer = setTimeout(() => {
      this.#restarts.delete(timer);
      this.#fork();
    }, delayMs);
    this.#restarts.add(timer);
  }

  #functionsFor(worker: Worker): FirstProcessFunctions {
    return {
      listening: (listeners, warnings) => this.#onListening(worker, listeners, warnings),
      refused: (refusal) => this.#onRefused(worker, refusal),
      charge: (spent) => {
        for (const [other, link] of this.#workers) if (other !== worker) link.notify("charge", spent);
      },
      spend: (spending) => this.#callers.spend(spending),
      acquire: (caller, resource) => this.#callers.acquire(worker.id, caller, resource),
      release: (caller, resource) => this.#callers.release(worker.id, caller, resource),
      changeNetwork: async (changed) => {
        this.#temporaryChanges.record(changed);
        await this.#askAll((link) => link.ask("changeNetwork", changed), worker);
      },
      metrics: () => this.#askAll((link) => link.ask("metrics")),
      reload: () => this.reload(),
    };
  }

  /** Calls a function in all workers, optionally except one. Returns the replies that arrived. */
  async #askAll<Reply>(
    ask: (link: LinkToWorker) => Promise<Reply | undefined>,
    exceptFor?: Worker,
  ): Promise<Reply[]> {
    const asked = [...this.#workers].filter(([worker]) => worker !== exceptFor);
    const replies = await Promise.all(asked.map(([, link]) => ask(link)));
    return replies.filter((reply) => reply !== undefined);
  }

  #onListening(worker: Worker, listeners: readonly Listener[], warnings: readonly string[]): void {
    this.#listening.add(worker);
    this.#failedStarts = 0;
    this.#logger.info({ worker: worker.process.pid }, "a worker is listening");
    if (this.#listening.size < this.#options.count || this.#hasStarted) return;
    this.#hasStarted = true;
    this.#options.onListening(listeners, warnings);
  }

  /** During startup, all workers fail for the same reason, so it is printed once. */
  #onRefused(worker: Worker, { text, exitCode }: StartRefusal): void {
    if (this.#hasStarted)
      this.#logger.error({ worker: worker.process.pid, reason: text.trim() }, "a worker can't start");
    else if (!this.#isStopping) {
      this.#exitCode = exitCode;
      this.#options.onRefused(text);
      this.#stop();
    }
    worker.process.kill();
  }
}
