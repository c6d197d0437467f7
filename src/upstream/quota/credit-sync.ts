import { FailureReporter } from "../../log/failure-reporter.ts";
import type { CreditMeter } from "./credit-meter.ts";

/** Keeps spent credits across restarts, and adds up those of all processes that share it. */
export interface CreditStorage {
  /** Where it keeps them, as the metric of failures names it. */
  readonly place: "state_file" | "redis";
  /** Adds what was spent, by key, and returns the totals, at least those of the same keys. */
  add(spent: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>;
}

/** The key of the credits of one period. */
export function creditKey(scope: string, name: string, period: string): string {
  return `${scope} ${name} ${period}`;
}

/** The period, which ends a key. */
export function periodIn(key: string): string {
  return key.slice(key.lastIndexOf(" ") + 1);
}

/** A count of credits with the names that it is kept under. */
export interface KeptCredits {
  /** The id of an upstream's network; for the credits of callers, one fixed word. */
  readonly scope: string;
  /** The name of an upstream, or the id of a caller. */
  readonly name: string;
  readonly credits: CreditMeter;
}

interface CreditSyncOptions {
  readonly storage: CreditStorage;
  readonly list: () => readonly KeptCredits[];
  readonly everyMs: number;
  /** Called once when the keeper begins to fail. */
  readonly onFailed: (error: unknown) => void;
}

/** At intervals, adds what this process spent to the keeper's totals, and adopts these. */
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

  /** Exchanges once the exchange before has ended. Never rejects. */
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
