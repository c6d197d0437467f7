import { LRUCache } from "lru-cache";
import {
  type CallerMeter,
  findOrCreateMeter,
  type SharedCaller,
  type SharedSpending,
} from "../auth/caller-meter.ts";
import type { LimitedResource } from "../auth/meter-counts.ts";
import { getOrAdd } from "../get-or-add.ts";
import type { SpendingAnswer } from "./worker-link.ts";

/** More than the number of keys and tokens that can be in use. */
const maxCallers = 100_000;

interface RunningUse {
  readonly meter: CallerMeter;
  readonly clientAddress: string | undefined;
  readonly use: LimitedResource;
}

/** Counts in the first process what known callers spend and use at all workers. */
export class CallerCounts {
  readonly #callers = new LRUCache<string, CallerMeter>({ max: maxCallers });
  /** Uses that each worker began, by use, caller and client address. They end with the worker. */
  readonly #begun = new Map<number, Map<string, RunningUse[]>>();

  /** Begins a use for a worker; false if the limit is reached. */
  async begin(worker: number, caller: SharedCaller, use: LimitedResource): Promise<boolean> {
    if (this.#tryToBegin(worker, caller, use)) return true;
    // Messages of other workers that end a use may be waiting to be read.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#tryToBegin(worker, caller, use);
  }

  end(worker: number, caller: SharedCaller, use: LimitedResource): void {
    const begun = this.#begun.get(worker)?.get(useName(caller, use))?.pop();
    begun?.meter.end(begun.use, begun.clientAddress);
  }

  removeWorker(worker: number): void {
    for (const list of this.#begun.get(worker)?.values() ?? [])
      for (const { meter, use, clientAddress } of list) meter.end(use, clientAddress);
    this.#begun.delete(worker);
  }

  /** Spends points and credits of a caller, or charges them. */
  async spend(spending: SharedSpending): Promise<SpendingAnswer> {
    const { act, points, credits, clientAddress: address, spent } = spending;
    const meter = this.#getMeter(spending);
    // Workers read at their start what was spent before this process began to count.
    meter.credits.raise(new Map(spent));
    const refusal = await meter.spend({ act, points, credits, address });
    if (refusal !== undefined) return refusal;
    return {
      totals: meter.credits.counts.map(({ name, spent: total }) => [name, total] as const),
      rates: meter.spentRates(address),
    };
  }

  #tryToBegin(worker: number, caller: SharedCaller, use: LimitedResource): boolean {
    const meter = this.#getMeter(caller);
    const { clientAddress } = caller;
    if (meter.begin(use, clientAddress) !== true) return false;
    const ofWorker = getOrAdd(this.#begun, worker, () => new Map<string, RunningUse[]>());
    getOrAdd(ofWorker, useName(caller, use), () => []).push({ meter, clientAddress, use });
    return true;
  }

  #getMeter({ id, clientAddress, limits }: SharedCaller): CallerMeter {
    return findOrCreateMeter(this.#callers, id, limits, clientAddress !== undefined);
  }
}

function useName({ id, clientAddress = "" }: SharedCaller, use: LimitedResource): string {
  return `${use} ${id} ${clientAddress}`;
}
