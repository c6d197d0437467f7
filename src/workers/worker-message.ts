import type { MeterRefusal, SharedCaller, SharedSpending, SpentRate, Use } from "../auth/caller-limits.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { EmbeddedNode } from "../localnet/start-embedded-networks.ts";
import type { AnnouncedChange, NetworkChange } from "../networks/network-change.ts";

/** What a known caller spent at all workers, or why it must wait. A form that survives JSON: no maps, and null for undefined. */
export type SpendingAnswer =
  | MeterRefusal
  | {
      readonly totals: readonly (readonly [period: string, credits: number])[];
      readonly rates: readonly (SpentRate | undefined | null)[];
    };

/** Why a command or worker can't start: the text to print, and the exit code. */
export interface Refusal {
  readonly text: string;
  readonly exitCode: number;
}

/** Points that clients spent, by address. */
type Points = readonly (readonly [address: string, points: number])[];

/** The functions of the first process that workers call. */
export interface FirstProcessFunctions {
  /** Reports that the worker is listening. */
  listening(lines: readonly string[], warnings: readonly string[]): void;
  refused(refusal: Refusal): void;
  /** Charges clients at the other workers for what they spent at this one. */
  charge(spent: Points): void;
  /** Takes points and credits from a known caller's limits. */
  spend(spending: SharedSpending): SpendingAnswer;
  begin(caller: SharedCaller, use: Use): Promise<boolean>;
  end(caller: SharedCaller, use: Use): void;
  /** Applies a change of a network at the other workers. */
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** The metrics of all workers in prom-client's form for aggregation. */
  metrics(): Promise<object[]>;
  /** Reloads the configuration in all workers. */
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

/** The report of a reload that no worker answered. */
export const unansweredReload: ReloadReport = {
  faults: [{ at: "workers", message: "no worker answered in time; look at the log" }],
  applied: [],
  needsRestart: [],
};

/** Environment variable with a worker's `WorkerStart` as JSON; only workers have it. */
export const workerVariable = "SVM_GATEWAY_WORKER";

/** What the first process gives each worker when it starts. */
export interface WorkerStart {
  /** Local ledgers that the first process runs. */
  readonly nodes: readonly EmbeddedNode[];
  /** Answers come from the document's examples. */
  readonly mock: boolean;
  /** Changes of networks that the first process keeps in memory. */
  readonly changes?: readonly (readonly [string, NetworkChange])[];
}
