import { once } from "node:events";
import type { SharedCaller, SharedLimits, SharedOutcome, SharedSpending } from "../auth/caller-meter.ts";
import type { LimitedResource } from "../auth/meter-counts.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { LocalLedger } from "../localnet/start-embedded-ledgers.ts";
import type { AnnouncedChange, NetworkChange } from "../networks/network-change.ts";
import type { Listener } from "../transports/shared/listener.ts";
import { type Message, ProcessLink } from "./process-link.ts";

/** Failure of a command or worker to start: the text to print and the exit code. */
export interface StartRefusal {
  readonly text: string;
  readonly exitCode: number;
}

/** Points spent by client address. */
type Points = readonly (readonly [address: string, points: number])[];

/** Functions that the first process exposes to workers. */
export interface FirstProcessFunctions {
  listening(listeners: readonly Listener[], warnings: readonly string[]): void;
  refused(refusal: StartRefusal): void;
  /** Charges clients at the other workers for points spent at this one. */
  charge(spent: Points): void;
  /** Takes points and credits of an authenticated caller. */
  spend(spending: SharedSpending): SharedOutcome;
  acquire(caller: SharedCaller, resource: LimitedResource): Promise<boolean>;
  release(caller: SharedCaller, resource: LimitedResource): void;
  /** Applies a network's change at the other workers. */
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** Metrics of all workers, as prom-client aggregates them. */
  metrics(): Promise<object[]>;
  reload(): Promise<ReloadReport>;
}

/** Functions that a worker exposes to the first process. */
export interface WorkerFunctions {
  charge(spent: Points): void;
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** Metrics of the worker, as prom-client aggregates them. */
  metrics(): Promise<object>;
  reload(): ReloadReport;
}

/** Report of a reload that no worker replied to. */
export const unansweredReload: ReloadReport = {
  faults: [{ at: "workers", message: "no worker replied in time; check the log" }],
  applied: [],
  needsRestart: [],
};

/** Startup data that the first process passes to each worker. */
export interface WorkerStart {
  /** Local ledgers that the first process runs. */
  readonly localLedgers: readonly LocalLedger[];
  /** Answer with the document's examples. */
  readonly mock: boolean;
  /** Changes of networks that the first process holds in memory. */
  readonly changes?: readonly (readonly [string, NetworkChange])[];
}

/** A worker's link to the first process. */
export type WorkerLink = ProcessLink<FirstProcessFunctions, WorkerFunctions>;

/** A first process that does not reply within this time has exited, and this worker soon will. */
const replyTimeoutMs = 5000;
/** Interval of reports of spent points between workers: a client can exceed its limit for at most this long. */
const reportMs = 50;

/** Links this worker to the first process. `onFailure` receives errors from handling its messages. */
export function createWorkerLink(onFailure: (error: unknown) => void): WorkerLink {
  // Ignores send failures: the first process has exited, and this one exits with it.
  const send = (message: Message) => void process.send?.(message, undefined, undefined, () => undefined);
  const link: WorkerLink = new ProcessLink(send, { timeoutMs: replyTimeoutMs, onFailure });
  process.on("message", (message) => void link.receive(message as Message));
  return link;
}

/** Reports to the first process that this worker can't start, and waits to be stopped. */
export async function reportRefusal(refusal: StartRefusal): Promise<void> {
  createWorkerLink(() => undefined).notify("refused", refusal);
  await once(process, "disconnect");
}

/** Creates limits of authenticated callers that the first process enforces over all workers. */
export function createWorkerLimits(link: WorkerLink): SharedLimits {
  return {
    keepsCredits: false,
    spend: (spending) => link.ask("spend", spending),
    acquire: (caller, resource) => link.ask("acquire", caller, resource),
    release: (caller, resource) => link.notify("release", caller, resource),
    close: () => undefined,
  };
}

/** Wraps a rate limiter so that points spent at one worker are also charged at the others. */
export function shareSpending(limiter: RateLimiter, link: WorkerLink): RateLimiter {
  let unreported = new Map<string, number>();

  function reportLater(address: string, points: number): void {
    if (unreported.size === 0) setTimeout(reportNow, reportMs).unref();
    unreported.set(address, (unreported.get(address) ?? 0) + points);
  }

  function reportNow(): void {
    link.notify("charge", [...unreported]);
    unreported = new Map();
  }

  link.expose({
    charge(spent) {
      for (const [address, points] of spent) limiter.addPeerSpending(address, points);
    },
  });
  return {
    ...limiter,
    spend(address, points) {
      const waitMs = limiter.spend(address, points);
      if (waitMs === 0) reportLater(address, points);
      return waitMs;
    },
    charge(address, points) {
      limiter.charge(address, points);
      reportLater(address, points);
    },
  };
}
