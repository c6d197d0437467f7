import { once } from "node:events";
import type { SharedCaller, Use } from "../auth/caller-limits.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { AnnouncedChange, OtherWorkers } from "../networks/network-change.ts";
import type {
  FromWorker,
  LimitAnswer,
  LimitQuestion,
  Refusal,
  Spending,
  ToWorker,
  WorkerMetrics,
} from "./worker-message.ts";

/** What a worker asks of the first process, and does when the first process asks. */
export interface WorkerLink extends Omit<OtherWorkers, "passing"> {
  /** Metrics of all workers, summed, as text. */
  allMetrics(): Promise<string>;
  /** Has every worker read the configuration again; resolves with the result. */
  reloadAll(): Promise<ReloadReport>;
  /** Sets what reads the configuration again. */
  onReload(reload: () => ReloadReport): void;
  /** Reports to the other workers what clients spent here. */
  reportSpending(spent: Spending): void;
  /** Asks the first process about the limits of a known caller; undefined if it does not answer. */
  askLimit(question: LimitQuestion): Promise<LimitAnswer | undefined>;
  /** Reports that a use of a known caller has ended. */
  endUse(caller: SharedCaller, use: Use): void;
  /** Adds what charges clients for what they spent at other workers. */
  onSpending(charge: (spent: Spending) => void): void;
  /** Reports where the worker listens, and its warnings. */
  reportListening(lines: readonly string[], warnings: readonly string[]): void;
  /** Sets what collects this worker's metrics. */
  onCollect(collect: () => Promise<WorkerMetrics>): void;
}

/** The channel between a worker and the first process. */
export interface WorkerChannel {
  send(message: FromWorker): void;
  listen(listener: (message: ToWorker) => void): void;
}

/** The channel of a forked process. */
const processChannel: WorkerChannel = {
  // A message that can't be sent is lost with the first process, and this one ends with it.
  send: (message) => void process.send?.(message, undefined, undefined, () => undefined),
  listen: (listener) => void process.on("message", (message) => listener(message as ToWorker)),
};

/** Reports that this worker can't start, and waits for the first process to print why and end this one. */
export async function reportRefusal(refusal: Refusal): Promise<void> {
  processChannel.send({ kind: "refused", ...refusal });
  await once(process, "disconnect");
}

/** What the first process answers. */
type Answers = string | ReloadReport | LimitAnswer | undefined;

/** A first process that does not answer within this time is gone, and the worker will soon be too. */
const answerTimeoutMs = 5000;

/** The report when no worker answered. */
export const unansweredReload: ReloadReport = {
  faults: [{ at: "workers", message: "no worker answered in time; look at the log" }],
  applied: [],
  needsRestart: [],
};

/** Links a worker to the first process. `onFailure` gets errors of answering a message. */
export function createWorkerLink(
  onFailure: (fault: unknown) => void,
  channel: WorkerChannel = processChannel,
): WorkerLink {
  const waiting = new Map<number, (answer: Answers) => void>();
  let lastId = 0;
  let makeChange = async (_changed: AnnouncedChange): Promise<void> => undefined;
  const chargers: ((spent: Spending) => void)[] = [];
  let collectMetrics = async (): Promise<WorkerMetrics> => [];

  let reload = (): ReloadReport => unansweredReload;

  function ask<Answer extends Answers>(
    message: (id: number) => FromWorker,
    unanswered: Answer,
  ): Promise<Answer> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => settle(unanswered), answerTimeoutMs);
      const settle = (answer: Answers) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer as Answer);
      };
      waiting.set(id, settle);
      channel.send(message(id));
    });
  }

  async function answer(message: ToWorker): Promise<void> {
    if (message.kind === "spent") {
      for (const charge of chargers) charge(message.spent);
      return;
    }
    const { id } = message;
    switch (message.kind) {
      case "change-network":
        // Answered even after a failure: a worker that can't read must not hold up the change.
        await makeChange(message.changed).catch(onFailure);
        channel.send({ kind: "network-changed", id });
        break;
      case "collect-metrics":
        channel.send({ kind: "metrics", id, metrics: await collectMetrics() });
        break;
      case "reload":
        channel.send({ kind: "reloaded", id, report: reload() });
        break;
      case "limit-answer":
        waiting.get(id)?.(message.answer);
        break;
      case "reload-report":
        waiting.get(id)?.(message.report);
        break;
      case "network-is-changed":
        waiting.get(id)?.("");
        break;
      case "metrics-text":
        waiting.get(id)?.(message.text);
        break;
    }
  }

  channel.listen((message) => {
    answer(message).catch(onFailure);
  });
  return {
    announceChange: async (changed) =>
      void (await ask((id) => ({ kind: "network-change", id, changed }), "")),
    allMetrics: () => ask((id) => ({ kind: "metrics-wanted", id }), ""),
    reloadAll: () => ask((id) => ({ kind: "reload-wanted", id }), unansweredReload),
    onReload: (run) => {
      reload = run;
    },
    askLimit: (question) =>
      ask<LimitAnswer | undefined>((id) => ({ kind: "limit-asked", id, question }), undefined),
    endUse: (caller, use) => channel.send({ kind: "use-ended", caller, use }),
    reportSpending: (spent) => channel.send({ kind: "spent", spent }),
    onSpending: (charge) => void chargers.push(charge),
    reportListening: (lines, warnings) => channel.send({ kind: "listening", lines, warnings }),
    onChange: (make) => {
      makeChange = make;
    },
    onCollect: (collect) => {
      collectMetrics = collect;
    },
  };
}
