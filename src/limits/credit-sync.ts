import { FailureReporter } from "../log/failure-reporter.ts";
import type { CreditMeter } from "./credit-meter.ts";

/** Stores spent credits across restarts, and adds up those of all processes that share it. */
export interface CreditStorage {
  /** Label of the storage in the failure metric. */
  readonly place: "state_file" | "redis";
  /** Adds spent credits by key, and returns the totals of at least these keys. */
  add(spent: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

/** The storage key for the credits of one period. */
export function creditKey(scope: string, name: string, period: string): string {
  return `${scope} ${name} ${period}`;
}

/** The period at the end of a storage key. */
export function periodIn(key: string): string {
  return key.slice(key.lastIndexOf(" ") + 1);
}

/** A credit meter and the names that make up its storage key. */
export interface StoredCredits {
  /** Network id of an upstream; a fixed word for callers. */
  readonly scope: string;
  /** Name of an upstream, or id of a caller. */
  readonly name: string;
  readonly credits: CreditMeter;
}

interface CreditSyncOptions {
  readonly storage: CreditStorage;
  readonly list: () => readonly StoredCredits[];
  readonly everyMs: number;
  /** Called once when the storage begins to fail. */
  readonly onFailed: (error: unknown) => void;
}

/** Periodically adds this process's spent credits to the storage, and adopts the totals of all processes. */
export class CreditSync {
  readonly #options: CreditSyncOptions;
  readonly #timer: NodeJS.Timeout;
  readonly #failures: FailureReporter;
  #last: Promise<void> = Promise.resolve();

  constructor(options: CreditSyncOptions) {
    this.#options = options;
    this.#failures = new FailureReporter(options.onFailed);
    this.#timer = setInterval(() => void this.syncNow(), options.everyMs);
    this.#timer.unref();
    void this.syncNow();
  }

  /** Syncs after any sync in progress. Never rejects. */
  syncNow(): Promise<void> {
    this.#last = this.#last.then(() => this.#sync());
    return this.#last;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.syncNow();
  }

  async #sync(): Promise<void> {
    const kept = this.#options.list();
    if (kept.length === 0) return;
    const taken = kept.map(({ scope, name, credits }) => ({
      credits,
      unsaved: credits.takeUnsaved(),
      keyOf: (period: string) => creditKey(scope, name, period),
    }));
    const spent = taken.flatMap(({ unsaved, keyOf }) =>
      [...unsaved].map(([period, count]) => [keyOf(period), count] as const),
    );
    try {
      const totals = await this.#options.storage.add(new Map(spent));
      for (const { credits, unsaved, keyOf } of taken)
        credits.setSaved(
          new Map([...unsaved.keys()].map((period) => [period, totals.get(keyOf(period)) ?? 0])),
        );
      this.#failures.succeed();
    } catch (caught) {
      for (const { credits, unsaved } of taken) credits.putBack(unsaved);
      this.#failures.fail(caught);
    }
  }
}
