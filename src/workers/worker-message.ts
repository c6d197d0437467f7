import type { MeterRefusal, SharedCaller, SharedSpending, SpentRate, Use } from "../auth/caller-limits.ts";
import type { ReloadReport } from "../config/reload-report.ts";
import type { EmbeddedNode } from "../localnet/start-embedded-networks.ts";
import type { AnnouncedChange, NetworkChange } from "../networks/network-change.ts";

/** A metric of one worker, as prom-client writes it for aggregation. */
export type WorkerMetrics = readonly object[];

/** Points that clients spent at a worker, by address. */
export type Spending = readonly (readonly [address: string, points: number])[];

/** What a worker asks of the first process about the limits of a known caller. */
export type LimitQuestion =
  | ({ readonly what: "spend" } & SharedSpending)
  | ({ readonly what: "begin"; readonly use: Use } & SharedCaller);

/** The answer: what all workers spent together, by name and count, or why not; or whether a use began. */
export type LimitAnswer =
  | MeterRefusal
  | {
      readonly totals: readonly (readonly [period: string, credits: number])[];
      /** Between processes, what is undefined becomes null. */
      readonly rates: readonly (SpentRate | undefined | null)[];
    }
  | boolean;

/** Why a worker can't start: the text to print, and the exit code. */
export interface Refusal {
  readonly text: string;
  readonly exitCode: number;
}

/** Messages from a worker to the first process. `id` pairs a question with its answer. */
export type FromWorker =
  | {
      readonly kind: "listening";
      readonly lines: readonly string[];
      readonly warnings: readonly string[];
    }
  | ({ readonly kind: "refused" } & Refusal)
  | { readonly kind: "spent"; readonly spent: Spending }
  | { readonly kind: "limit-asked"; readonly id: number; readonly question: LimitQuestion }
  | { readonly kind: "use-ended"; readonly caller: SharedCaller; readonly use: Use }
  | { readonly kind: "network-change"; readonly id: number; readonly changed: AnnouncedChange }
  | { readonly kind: "network-changed"; readonly id: number }
  | { readonly kind: "metrics-wanted"; readonly id: number }
  | { readonly kind: "reload-wanted"; readonly id: number }
  | { readonly kind: "reloaded"; readonly id: number; readonly report: ReloadReport }
  | { readonly kind: "metrics"; readonly id: number; readonly metrics: WorkerMetrics };

/** Messages from the first process to a worker. */
export type ToWorker =
  | { readonly kind: "spent"; readonly spent: Spending }
  | { readonly kind: "limit-answer"; readonly id: number; readonly answer: LimitAnswer }
  | { readonly kind: "change-network"; readonly id: number; readonly changed: AnnouncedChange }
  | { readonly kind: "network-is-changed"; readonly id: number }
  | { readonly kind: "collect-metrics"; readonly id: number }
  | { readonly kind: "reload"; readonly id: number }
  | { readonly kind: "reload-report"; readonly id: number; readonly report: ReloadReport }
  | { readonly kind: "metrics-text"; readonly id: number; readonly text: string };

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
