import { getOrAdd } from "../get-or-add.ts";
import { FailureReporter } from "../log/failure-reporter.ts";
import { addCounts, keptDays, type UsageField, usageFields, utcDay } from "./usage-counts.ts";
import type { UsageStorage } from "./usage-storages.ts";

/** Calls, errors and credits of one caller on one day. */
export type CallerUsage = Readonly<Record<UsageField, number>> & { readonly key: string };

/** Calls, errors and credits of one caller on one day for one method. */
export interface UsageRow extends CallerUsage {
  readonly day: string;
  readonly method: string;
}

const saveEveryMs = 2000;
const maxToday = 20;
const nothing = { calls: 0, errors: 0, credits: 0 };

/** Counts calls, errors and credits by day, caller and method. */
export class Usage {
  readonly #storage: UsageStorage;
  readonly #failures: FailureReporter;
  readonly #timer: NodeJS.Timeout;
  #counts = new Map<string, number>();
  #lastSave: Promise<void> = Promise.resolve();

  constructor(storage: UsageStorage, onFailed: (error: unknown) => void) {
    this.#storage = storage;
    this.#failures = new FailureReporter(onFailed);
    this.#timer = setInterval(() => void this.#save(), saveEveryMs).unref();
  }

  record(id: string, method: string, isError: boolean): void {
    this.#count(id, method, "calls", 1);
    if (isError) this.#count(id, method, "errors", 1);
  }

  recordCredits(id: string, method: string, credits: number): void {
    if (credits > 0) this.#count(id, method, "credits", credits);
  }

  #count(id: string, method: string, field: UsageField, count: number): void {
    addCounts(this.#counts, [[`${utcDay(0)} ${id} ${method} ${field}`, count]]);
  }

  /** Usage of one caller or all, sorted by day, caller and method. */
  async rows(id?: string, days = keptDays): Promise<readonly UsageRow[]> {
    await this.#save();
    const rows = new Map<string, UsageRow>();
    const oldest = utcDay(days - 1);
    for (const [name, count] of await this.#storage.read(days)) {
      if (name < oldest) continue;
      const [day = "", key = "", method = "", field = ""] = name.split(" ");
      if (id !== undefined && key !== id) continue;
      const rowKey = `${day} ${key} ${method}`;
      rows.set(rowKey, { ...(rows.get(rowKey) ?? { day, key, method, ...nothing }), [field]: count });
    }
    return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }

  /** Callers with the most calls today, in descending order; undefined if usage can't be read. */
  today(): Promise<readonly CallerUsage[] | undefined> {
    return this.#readToday().catch((caught: unknown) => {
      this.#failures.fail(caught);
      return undefined;
    });
  }

  async #readToday(): Promise<readonly CallerUsage[]> {
    const callers = new Map<string, Record<UsageField, number> & { readonly key: string }>();
    for (const row of await this.rows(undefined, 1)) {
      const sum = getOrAdd(callers, row.key, (key) => ({ key, ...nothing }));
      for (const field of usageFields) sum[field] += row[field];
    }
    return [...callers.values()].sort((one, other) => other.calls - one.calls).slice(0, maxToday);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#save();
  }

  /** Saves new counts, one batch at a time. Never rejects: counts that can't be saved are retried with the next batch. */
  #save(): Promise<void> {
    this.#lastSave = this.#lastSave.then(async () => {
      const counts = this.#counts;
      if (counts.size === 0) return;
      this.#counts = new Map();
      try {
        addCounts(this.#counts, await this.#storage.add(counts));
        this.#failures.succeed();
      } catch (caught) {
        addCounts(this.#counts, counts);
        this.#failures.fail(caught);
      }
    });
    return this.#lastSave;
  }
}

/** The columns of a report, in order. */
export const usageColumns = ["day", "key", "method", ...usageFields] as const;

/** Usage as comma-separated values, with a header line. */
export function usageAsCsv(rows: readonly UsageRow[]): string {
  const lines = rows.map((row) => usageColumns.map((column) => row[column]).join(","));
  return `${[usageColumns.join(","), ...lines].join("\n")}\n`;
}
