import { LRUCache } from "lru-cache";
import {
  type CallerMeter,
  findOrCreateMeter,
  type SharedCaller,
  type SharedOutcome,
  type SharedSpending,
} from "../auth/caller-meter.ts";
import type { LimitedResource } from "../auth/meter-counts.ts";
import { getOrAdd } from "../get-or-add.ts";

/** More than the keys and tokens that can be in use. */
const maxCallers = 100_000;

interface Permit {
  readonly meter: CallerMeter;
  readonly clientAddress: string | undefined;
  readonly resource: LimitedResource;
}

/** Enforces the limits of authenticated callers over all workers; runs in the first process. */
export class CallerCounts {
  readonly #callers = new LRUCache<string, CallerMeter>({ max: maxCallers });
  /** Permits of each worker, by resource, caller and client address; released when it exits. */
  readonly #permits = new Map<number, Map<string, Permit[]>>();

  /** Acquires a permit for a worker; false if the limit is reached. */
  async acquire(worker: number, caller: SharedCaller, resource: LimitedResource): Promise<boolean> {
    if (this.#tryAcquire(worker, caller, resource)) return true;
    // Other workers' release messages may still be queued.
    await new Promise((resolve) => setImmediate(resolve));
    return this.#tryAcquire(worker, caller, resource);
  }

  release(worker: number, caller: SharedCaller, resource: LimitedResource): void {
    const permit = this.#permits.get(worker)?.get(resourceKey(caller, resource))?.pop();
    permit?.meter.release(permit.resource, permit.clientAddress);
  }

  removeWorker(worker: number): void {
    for (const list of this.#permits.get(worker)?.values() ?? [])
      for (const { meter, resource, clientAddress } of list) meter.release(resource, clientAddress);
    this.#permits.delete(worker);
  }

  /** Spends or charges a caller's points and credits. */
  spend(spending: SharedSpending): SharedOutcome {
    const { mode, points, credits, clientAddress: address, spent } = spending;
    const meter = this.#getMeter(spending);
    // Workers load earlier spending at startup; this process does not.
    meter.credits.raise(new Map(spent));
    // Synchronous: the worker would count later calls twice if these totals already had them.
    const refusal = meter.spendLocally({ mode, points, credits, address });
    if (refusal !== undefined) return refusal;
    return {
      totals: meter.credits.counts.map(({ name, spent: total }) => [name, total] as const),
      rates: meter.rateSpendings(address),
    };
  }

  #tryAcquire(worker: number, caller: SharedCaller, resource: LimitedResource): boolean {
    const meter = this.#getMeter(caller);
    const { clientAddress } = caller;
    if (meter.acquire(resource, clientAddress) !== true) return false;
    const ofWorker = getOrAdd(this.#permits, worker, () => new Map<string, Permit[]>());
    getOrAdd(ofWorker, resourceKey(caller, resource), () => []).push({ meter, clientAddress, resource });
    return true;
  }

  #getMeter({ id, clientAddress, limits }: SharedCaller): CallerMeter {
    return findOrCreateMeter(this.#callers, id, limits, clientAddress !== undefined);
  }
}

function resourceKey({ id, clientAddress = "" }: SharedCaller, resource: LimitedResource): string {
  return `${resource} ${id} ${clientAddress}`;
}
