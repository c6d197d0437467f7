import { once } from "node:events";
import type { SharedCaller, SharedLimits, SharedSpending } from "../auth/caller-meter.ts";
import type { LimitedResource, MeterRefusal } from "../auth/meter-counts.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import type { WindowState } from "../limits/window-counter.ts";
import type { LocalLedger } from "../localnet/start-embedded-ledgers.ts";
import type { AnnouncedChange, NetworkChange } from "../networks/network-change.ts";
import type { Listener } from "../transports/shared/listener.ts";
import { type Message, ProcessLink } from "./process-link.ts";

/** What a known caller spent at all workers, or why it must wait. A form that survives JSON: no maps, and null for undefined. */
export type SpendingAnswer =
  | MeterRefusal
  | {
      readonly totals: readonly (readonly [period: string, credits: number])[];
      readonly rates: readonly (WindowState | undefined | null)[];
    };

/** Why a command or worker can't start: the text to print, and the exit code. */
export interface StartRefusal {
  readonly text: string;
  readonly exitCode: number;
}

/** Points that clients spent, by address. */
type Points = readonly (readonly [address: string, points: number])[];

/** The functions of the first process that workers call. */
export interface FirstProcessFunctions {
  listening(listeners: readonly Listener[], warnings: readonly string[]): void;
  refused(refusal: StartRefusal): void;
  /** Charges clients at the other workers for what they spent at this one. */
  charge(spent: Points): void;
  /** Takes points and credits from a known caller's limits. */
  spend(spending: SharedSpending): Promise<SpendingAnswer>;
  begin(caller: SharedCaller, use: LimitedResource): Promise<boolean>;
  end(caller: SharedCaller, use: LimitedResource): void;
  /** Applies a change of a network at the other workers. */
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** The metrics of all workers in prom-client's form for aggregation. */
  metrics(): Promise<object[]>;
  reload(): Promise<ReloadReport>;
}

/** The functions of a worker that the first process calls. */
export interface WorkerFunctions {
  charge(spent: Points): void;
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** The worker's metrics in prom-client's form for aggregation. */
  metrics(): Promise<object>;
  reload(): ReloadReport;
}

/** Says that nothing was changed, as no worker answered. */
export const unansweredReload: ReloadReport = {
  faults: [{ at: "workers", message: "no worker answered in time; look at the log" }],
  applied: [],
  needsRestart: [],
};

/** What the first process gives each worker when it starts. */
export interface WorkerStart {
  /** Local ledgers that the first process runs. */
  readonly localLedgers: readonly LocalLedger[];
  /** Answers come from the document's examples. */
  readonly mock: boolean;
  /** Changes of networks that the first process keeps in memory. */
  readonly changes?: readonly (readonly [string, NetworkChange])[];
}

/** A worker's link to the first process. */
export type WorkerLink = ProcessLink<FirstProcessFunctions, WorkerFunctions>;

/** If the first process does not answer within this time, it has ended, and this worker ends soon. */
const answerTimeoutMs = 5000;
/** How often workers report to each other what clients spent: a client can exceed its limit for at most this long. */
const reportMs = 50;

/** Links this worker to the first process. `onFailure` receives errors of handling its messages. */
export function createWorkerLink(onFailure: (error: unknown) => void): WorkerLink {
  // Ignores failures to send: they mean that the first process has ended, and this one ends with it.
  const send = (message: Message) => void process.send?.(message, undefined, undefined, () => undefined);
  const link: WorkerLink = new ProcessLink(send, { timeoutMs: answerTimeoutMs, onFailure });
  process.on("message", (message) => void link.receive(message as Message));
  return link;
}

/** Reports to the first process why this worker can't start, and waits until it ends this worker. */
export async function reportRefusal(refusal: StartRefusal): Promise<void> {
  createWorkerLink(() => undefined).notify("refused", refusal);
  await once(process, "disconnect");
}

/** Creates limits of known callers that the first process counts for all workers. */
export function createWorkerLimits(link: WorkerLink): SharedLimits {
  return {
    keepsCredits: false,
    async spend(spending) {
      const answer = await link.ask("spend", spending);
      if (answer === undefined || "limit" in answer) return answer;
      return { totals: new Map(answer.totals), rates: answer.rates.map((rate) => rate ?? undefined) };
    },
    begin: (caller, use) => link.ask("begin", caller, use),
    end: (caller, use) => link.notify("end", caller, use),
    close: () => undefined,
  };
}

/** Wraps a rate limiter so that what a client spends at one worker is charged at the others too. */
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
