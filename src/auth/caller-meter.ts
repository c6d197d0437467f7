import { LRUCache } from "lru-cache";
import { getOrAdd } from "../get-or-add.ts";
import type { CreditMeter } from "../limits/credit-meter.ts";
import type { SpendMode } from "../limits/shared-counter.ts";
import type { WindowState } from "../limits/window-counter.ts";
import { clientBlock } from "../net/client-address.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import {
  clientLimits,
  concurrencyLimit,
  type LimitedResource,
  limitedResources,
  MeterCounts,
  type MeterLimits,
  type MeterRefusal,
  pickLimits,
} from "./meter-counts.ts";

/** A caller as identified in the shared counts. */
export interface SharedCaller {
  readonly id: string;
  /** Its address, if each address has its own share of the limits. */
  readonly clientAddress: string | undefined;
  readonly limits: MeterLimits;
}

/** Points and credits for a call. */
export interface CallCost {
  readonly mode: SpendMode;
  readonly points: number;
  readonly credits: number;
  readonly address: string | undefined;
}

/** Points and credits for the shared counts. */
export interface SharedSpending extends SharedCaller, Pick<CallCost, "mode" | "points" | "credits"> {
  /** As known to this process. */
  readonly spent: PeriodCredits;
}

/** Credits spent in the current day and month. */
type PeriodCredits = readonly (readonly [period: string, credits: number])[];

/** Result of the shared counts: the new totals and points spent in the current second, or the limit that was reached. */
export type SharedOutcome =
  | { readonly totals: PeriodCredits; readonly rates: readonly WindowState[] }
  | MeterRefusal;

/** Limits that all gateways on one Redis, or all workers of one gateway, share. */
export interface SharedLimits {
  /** True if its credit totals outlive the process. */
  readonly keepsCredits: boolean;
  /** Takes all points and credits or none; undefined on timeout. */
  spend(spending: SharedSpending): Promise<SharedOutcome | undefined>;
  /** Acquires a permit for a resource; false if the limit is reached, undefined on timeout. */
  acquire(caller: SharedCaller, resource: LimitedResource): Promise<boolean | undefined>;
  release(caller: SharedCaller, resource: LimitedResource): void;
  close(): void;
}

/** Most client addresses with counts of their own, per key. */
const maxClients = 10_000;
/** While Redis does not respond, this process admits 1/100 of the credits. */
const fallbackDivisor = 100;
/** Retry delay for callers above that share. */
const fallbackWaitMs = 1000;

/** Enforces the limits of one key or token: rate, credits and resources in use. */
export class CallerMeter {
  readonly id: string;
  readonly #whole: MeterCounts;
  /** Counts per client address, for a key for web pages. */
  #clients: LRUCache<string, MeterCounts> | undefined;
  #limits: MeterLimits;
  readonly #shared: SharedLimits | undefined;

  /** Without `shared`, counts in this process only. */
  constructor(id: string, limits: MeterLimits, isForPages: boolean, shared?: SharedLimits) {
    this.id = id;
    this.#shared = shared;
    this.#limits = pickLimits(limits);
    this.#whole = new MeterCounts(this.#limits);
    this.#clients = isForPages ? new LRUCache({ max: maxClients }) : undefined;
  }

  get credits(): CreditMeter {
    return this.#whole.credits;
  }

  /** Takes points and credits, or none if there are too few. Returns a promise only if limits are shared. */
  spend(spending: CallCost): MeterRefusal | undefined | Promise<MeterRefusal | undefined> {
    const isShared = this.#limits.rateLimit !== undefined || this.credits.isBounded;
    if (this.#shared === undefined || !isShared) return this.spendLocally(spending);
    return this.#refusal(spending) ?? this.#askShared(this.#shared, spending);
  }

  /** Spends in the counts of this process only. */
  spendLocally(spending: CallCost): MeterRefusal | undefined {
    const refusal = this.#refusal(spending);
    if (refusal !== undefined) return refusal;
    for (const counts of this.#countsOf(spending.address)) counts.take(spending.points, spending.credits);
    return undefined;
  }

  /** Checks the counts of this process only. */
  #refusal({ mode, points, credits, address }: CallCost): MeterRefusal | undefined {
    if (mode === "charge") return undefined;
    for (const counts of this.#countsOf(address)) {
      const refusal = counts.refusal(points, credits);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  async #askShared(shared: SharedLimits, spending: CallCost): Promise<MeterRefusal | undefined> {
    const { mode, points, credits, address } = spending;
    const spent = this.credits.counts.map(({ name, spent: count }) => [name, count] as const);
    const outcome = await shared.spend({ ...this.#sharedCaller(address), mode, points, credits, spent });
    if (outcome === undefined) {
      // Falls back to the local rate and a hundredth of the credits, which are reported later.
      const exceedsShare = this.credits.counts.some(
        ({ limit, unsaved }) => unsaved + credits > limit / fallbackDivisor,
      );
      const isRefused = mode === "spend" && credits > 0 && exceedsShare;
      return isRefused ? { limit: "unknown", waitMs: fallbackWaitMs } : this.spendLocally(spending);
    }
    const [whole, client] = this.#countsOf(address);
    if ("limit" in outcome) {
      const { rateLimit } = this.#limits;
      // Refuses calls locally until the wait is over.
      if (outcome.limit === "rate_limit" && rateLimit !== undefined && client === undefined)
        whole.setRateSpending({ points: rateLimit, ms: outcome.waitMs });
      return outcome.limit === "credits"
        ? { ...outcome, waitMs: Math.max(1, this.credits.msToNextPeriod) }
        : outcome;
    }
    const totals = new Map(outcome.totals);
    if (shared.keepsCredits) this.credits.setSaved(totals);
    else {
      this.credits.spend(credits);
      this.credits.raise(totals);
    }
    client?.credits.spend(credits);
    const [ofWhole, ofClient] = outcome.rates;
    whole.setRateSpending(ofWhole);
    client?.setRateSpending(ofClient);
    return undefined;
  }

  /** Replaces the limits, but not the counts. */
  setLimits(settings: MeterLimits, isForPages: boolean): void {
    const limits = pickLimits(settings);
    const areLimitsSame = JSON.stringify(limits) === JSON.stringify(this.#limits);
    if (areLimitsSame && isForPages === (this.#clients !== undefined)) return;
    this.#limits = limits;
    this.#whole.setLimits(limits);
    if (!isForPages) this.#clients = undefined;
    else this.#clients ??= new LRUCache({ max: maxClients });
    const ofClient = clientLimits(limits);
    this.#clients?.forEach((counts) => {
      counts.setLimits(ofClient);
    });
  }

  /** Acquires a permit for a resource, such as a call. Returns false at the limit; a promise only if that is shared. */
  acquire(resource: LimitedResource, address: string | undefined): boolean | Promise<boolean> {
    if (!this.#countsOf(address).every((counts) => counts.hasRoom(resource))) return false;
    this.#changeInUse(resource, address, 1);
    if (this.#shared === undefined) return true;
    if (concurrencyLimit(this.#limits, resource) === undefined) {
      this.#unsharedPermitsOf(address)[resource] += 1;
      return true;
    }
    return this.#shared.acquire(this.#sharedCaller(address), resource).then((isTaken) => {
      // On timeout, the local count decides.
      if (isTaken === false) this.#changeInUse(resource, address, -1);
      return isTaken !== false;
    });
  }

  /** Releases a permit. The limit may have come or gone since `acquire`, so unshared permits are released first. */
  release(resource: LimitedResource, address: string | undefined): void {
    this.#changeInUse(resource, address, -1);
    if (this.#shared === undefined) return;
    const unsharedPermits = this.#unsharedPermitsOf(address);
    if (unsharedPermits[resource] > 0) unsharedPermits[resource] -= 1;
    else this.#shared.release(this.#sharedCaller(address), resource);
  }

  #unsharedPermitsOf(address: string | undefined): Record<LimitedResource, number> {
    const [whole, client = whole] = this.#countsOf(address);
    return client.unsharedPermits;
  }

  #changeInUse(resource: LimitedResource, address: string | undefined, by: number): void {
    // The counts of an evicted address restart at 0.
    for (const { inUse } of this.#countsOf(address)) inUse[resource] = Math.max(0, inUse[resource] + by);
  }

  #sharedCaller(address: string | undefined): SharedCaller {
    const clientAddress = this.#clients === undefined ? undefined : clientBlock(address);
    return { id: this.id, clientAddress, limits: this.#limits };
  }

  /** Points spent in the current second, by the key and by one client address; empty without a rate limit. */
  rateSpendings(address: string | undefined): readonly WindowState[] {
    return this.#countsOf(address).flatMap(({ rateSpending }) => rateSpending ?? []);
  }

  /** The error for a resource at its limit. */
  limitError(resource: LimitedResource): RpcError {
    const { text, setting } = limitedResources[resource];
    const limit = concurrencyLimit(this.#limits, resource);
    const share = this.#clients === undefined ? "" : ", and a tenth of that for each client of a web page";
    return RpcError.of(
      "rateLimited",
      `This key or token is at its limit of ${limit} ${text} (${setting}${share}): end one, then try again.`,
      { data: { limit: setting }, retryAfterSeconds: 1 },
    );
  }

  /** Names and values of the rate limit headers. */
  headers(address: string | undefined): readonly string[] {
    const [whole, client = whole] = this.#countsOf(address);
    return client.headers();
  }

  /** The counts of the key, and those of the client address if each has its own. */
  #countsOf(address: string | undefined): readonly [whole: MeterCounts, ...client: MeterCounts[]] {
    if (this.#clients === undefined) return [this.#whole];
    const make = () => new MeterCounts(clientLimits(this.#limits));
    return [this.#whole, getOrAdd<string, MeterCounts>(this.#clients, clientBlock(address), make)];
  }
}

/** Returns the caller's existing meter with these limits, or a new one. */
export function findOrCreateMeter(
  meters: { get(id: string): CallerMeter | undefined; set(id: string, meter: CallerMeter): unknown },
  ...args: ConstructorParameters<typeof CallerMeter>
): CallerMeter {
  const [id, limits, isForPages] = args;
  const existing = meters.get(id);
  existing?.setLimits(limits, isForPages);
  const meter = existing ?? new CallerMeter(...args);
  meters.set(id, meter);
  return meter;
}
