import type { MeterRefusal, SharedCaller, SharedSpending, SpentRate, Use } from "../auth/caller-limits.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { EmbeddedNode } from "../localnet/start-embedded-networks.ts";
import type { AnnouncedChange, NetworkChange } from "../networks/network-change.ts";

/** What a known caller spent at all workers, or why it must wait. Between processes, maps become lists and undefined becomes null. */
export type SpendingAnswer =
  | MeterRefusal
  | {
      readonly totals: readonly (readonly [period: string, credits: number])[];
      readonly rates: readonly (SpentRate | undefined | null)[];
    };

/** Why a worker can't start: the text to print, and the exit code. */
export interface Refusal {
  readonly text: string;
  readonly exitCode: number;
}

/** Points that clients spent, by address. */
type Points = readonly (readonly [address: string, points: number])[];

/** What workers call in the first process. */
export interface FirstProcessFunctions {
  /** The worker listens. */
  listening(lines: readonly string[], warnings: readonly string[]): void;
  refused(refusal: Refusal): void;
  /** Charges clients at the other workers for what they spent at this one. */
  charge(spent: Points): void;
  /** Takes from the limits of a known caller. */
  spend(spending: SharedSpending): SpendingAnswer;
  begin(caller: SharedCaller, use: Use): Promise<boolean>;
  end(caller: SharedCaller, use: Use): void;
  /** Makes a change of a network at the other workers. */
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** Metrics of every worker, as prom-client writes them for aggregation. */
  metrics(): Promise<object[]>;
  /** Has every worker read the configuration again. */
  reload(): Promise<ReloadReport>;
}

/** What the first process calls in a worker. */
export interface WorkerFunctions {
  charge(spent: Points): void;
  changeNetwork(changed: AnnouncedChange): Promise<void>;
  /** Its metrics, as prom-client writes them for aggregation. */
  metrics(): Promise<object>;
  reload(): ReloadReport;
}

/** The reload's result where no worker answered. */
export const unansweredReload: ReloadReport = {
  faults: [{ at: "workers", message: "no worker answered in time; look at the log" }],
  applied: [],
  needsRestart: [],
};

/** Environment variable with a worker's `WorkerStart`, as JSON. */
export const workerVariable = "SVM_GATEWAY_WORKER";

/** What all workers share from the start. */
export interface WorkerStart {
  /** Embedded ledgers that the first process runs. */
  readonly nodes: readonly EmbeddedNode[];
  /** Answers come from the document's examples. */
  readonly mock: boolean;
  /** Changes of networks that end with the first process. */
  readonly changes?: readonly (readonly [string, NetworkChange])[];
}
