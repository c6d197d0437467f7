import { LRUCache } from "lru-cache";
import type { SharedCaller, SharedSpending, Use } from "../auth/caller-limits.ts";
import { type CallerMeter, meterIn } from "../auth/caller-meter.ts";
import type { WallClock } from "../upstream/plan/credit-meter.ts";
import type { SpendingAnswer } from "./worker-message.ts";

/** Callers that are kept in mind: more than there can be keys and known tokens. */
const maxCallers = 100_000;

/** A use that a worker began. */
interface Begun {
  readonly meter: CallerMeter;
  readonly client: string | undefined;
  readonly use: Use;
}

/** What known callers spend and use at all workers of this gateway, counted once, in the first process. */
export class CallerCounts {
  readonly #callers = new LRUCache<string, CallerMeter>({ max: maxCallers });
  /** What each worker began, by use, caller and client address: it ends with the worker. */
  readonly #begun = new Map<number, Map<string, Begun[]>>();
  readonly #clock: WallClock;

  constructor(clock: WallClock = Date.now) {
    this.#clock = clock;
  }

  /** A worker began a use; false if the limit is reached. */
  async begin(worker: number, caller: SharedCaller, use: Use): Promise<boolean> {
    if (this.#begin(worker, caller, use)) return true;
    // The end of another use may have come from another worker at the same moment.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#begin(worker, caller, use);
  }

  /** A worker ended a use. */
  end(worker: number, caller: SharedCaller, use: Use): void {
    const begun = this.#begun.get(worker)?.get(useName(caller, use))?.pop();
    begun?.meter.end(begun.use, begun.client);
  }

  /** A worker is gone, and with it all that it began. */
  removeWorker(worker: number): void {
    for (const list of this.#begun.get(worker)?.values() ?? [])
      for (const { meter, use, client } of list) meter.end(use, client);
    this.#begun.delete(worker);
  }

  /** Takes from the limits of a caller. */
  spend(spending: SharedSpending): SpendingAnswer {
    const { points, credits, client, spent, isForced } = spending;
    const meter = this.#meterOf(spending);
    // What the workers read at their start was spent before this process counted.
    meter.credits.raise(new Map(spent));
    const refusal = meter.spend(points, credits, client, isForced);
    if (refusal !== undefined) return refusal;
    return {
      totals: meter.credits.counts.map(({ name, spent: total }) => [name, total] as const),
      rates: meter.spentRates(client),
    };
  }

  #begin(worker: number, caller: SharedCaller, use: Use): boolean {
    const meter = this.#meterOf(caller);
    const { client } = caller;
    if (meter.begin(use, client) !== true) return false;
    const ofWorker = this.#begun.get(worker) ?? new Map<string, Begun[]>();
    this.#begun.set(worker, ofWorker);
    const name = useName(caller, use);
    const list = ofWorker.get(name) ?? [];
    list.push({ meter, client, use });
    ofWorker.set(name, list);
    return true;
  }

  #meterOf({ id, client, limits }: SharedCaller): CallerMeter {
    return meterIn(this.#callers, id, limits, client !== undefined, { clock: this.#clock });
  }
}

function useName({ id, client = "" }: SharedCaller, use: Use): string {
  return `${use} ${id} ${client}`;
}
