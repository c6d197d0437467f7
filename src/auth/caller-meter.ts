import { LRUCache } from "lru-cache";
import { getOrAdd } from "../get-or-add.ts";
import type { SpendMode } from "../limits/shared-counter.ts";
import type { WindowState } from "../limits/window-counter.ts";
import { clientBlock } from "../net/client-address.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { CreditMeter, SpentCredits } from "../upstream/quota/credit-meter.ts";
import {
  clientLimits,
  concurrencyLimit,
  concurrentUses,
  type LimitedResource,
  MeterCounts,
  type MeterLimits,
  type MeterRefusal,
  pickLimits,
} from "./meter-counts.ts";

/** A caller in the shared counts. */
export interface SharedCaller {
  readonly id: string;
  /** Its address, if each has its own part of the limits. */
  readonly clientAddress: string | undefined;
  readonly limits: MeterLimits;
}

/** What a call costs its caller. */
export interface Charge {
  readonly act: SpendMode;
  readonly points: number;
  readonly credits: number;
  readonly address: string | undefined;
}

/** A charge by the shared counts. */
export interface SharedSpending extends SharedCaller, Pick<Charge, "act" | "points" | "credits"> {
  /** Credits spent in the current day and month, as far as this process knows. */
  readonly spent: readonly (readonly [period: string, credits: number])[];
}

/** The answer of the shared counts: the new totals, or the limit that was reached. */
export type SharedOutcome =
  | { readonly totals: SpentCredits; readonly rates: readonly (WindowState | undefined)[] }
  | MeterRefusal;

/** Limits that all gateways on one Redis, or all workers of one gateway, share. */
export interface SharedLimits {
  /** Whether its totals of credits outlive the process. */
  readonly keepsCredits: boolean;
  /** Takes all of the points and credits, or nothing; undefined if no answer came in time. */
  spend(spending: SharedSpending): Promise<SharedOutcome | undefined>;
  /** Begins a use; false if the limit is reached, undefined if no answer came in time. */
  begin(caller: SharedCaller, use: LimitedResource): Promise<boolean | undefined>;
  end(caller: SharedCaller, use: LimitedResource): void;
  close(): void;
}

/** Most client addresses to count for a key that web pages may use. */
const maxClients = 10_000;
/** If Redis does not answer, this process admits 1/100 of the credits. */
const unansweredDivisor = 100;
/** Wait of a caller that asks for more than this part. */
const unansweredWaitMs = 1000;

/** Counts what one key or token has spent and has in use, and refuses what is above its limits. */
export class CallerMeter {
  readonly id: string;
  readonly #whole: MeterCounts;
  /** The counts of each client address, for a key that web pages may use. */
  #clients: LRUCache<string, MeterCounts> | undefined;
  #limits: MeterLimits;
  readonly #shared: SharedLimits | undefined;

  /** Without `shared`, this process counts alone. */
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

  /** Takes points and credits, or nothing if there are too few. Returns a promise only if the limits are shared. */
  spend(charge: Charge): MeterRefusal | undefined | Promise<MeterRefusal | undefined> {
    const isShared = this.#limits.rateLimit !== undefined || this.credits.isBounded;
    if (this.#shared === undefined || !isShared) return this.#spendLocally(charge);
    return this.#refusal(charge) ?? this.#askShared(this.#shared, charge);
  }

  /** Spends by the counts of this process alone. */
  #spendLocally(charge: Charge): MeterRefusal | undefined {
    const refusal = this.#refusal(charge);
    if (refusal !== undefined) return refusal;
    for (const counts of this.#findCounts(charge.address)) counts.take(charge.points, charge.credits);
    return undefined;
  }

  /** The refusal that follows from the counts of this process alone. */
  #refusal({ act, points, credits, address }: Charge): MeterRefusal | undefined {
    if (act === "charge") return undefined;
    for (const counts of this.#findCounts(address)) {
      const refusal = counts.refusal(points, credits);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  }

  async #askShared(shared: SharedLimits, charge: Charge): Promise<MeterRefusal | undefined> {
    const { act, points, credits, address } = charge;
    const spent = this.credits.counts.map(({ name, spent: known }) => [name, known] as const);
    const outcome = await shared.spend({ ...this.#sharedCaller(address), act, points, credits, spent });
    if (outcome === undefined) {
      // Goes on alone, by its own rate and a hundredth of the credits, which are reported later.
      const isTooMuch = this.credits.counts.some(
        ({ limit, unsaved }) => unsaved + credits > limit / unansweredDivisor,
      );
      const isRefused = act === "spend" && credits > 0 && isTooMuch;
      return isRefused ? { limit: "unknown", waitMs: unansweredWaitMs } : this.#spendLocally(charge);
    }
    const [whole, client] = this.#findCounts(address);
    if ("limit" in outcome) {
      const { rateLimit } = this.#limits;
      // Until the wait is over, calls are refused without asking.
      if (outcome.limit === "rate_limit" && rateLimit !== undefined && client === undefined)
        whole.setSpentRate({ points: rateLimit, ms: outcome.waitMs });
      return outcome.limit === "credits"
        ? { ...outcome, waitMs: Math.max(1, this.credits.msToNextPeriod) }
        : outcome;
    }
    if (shared.keepsCredits) this.credits.setSaved(outcome.totals);
    else {
      this.credits.spend(credits);
      this.credits.raise(outcome.totals);
    }
    client?.credits.spend(credits);
    const [ofWhole, ofClient] = outcome.rates;
    whole.setSpentRate(ofWhole);
    client?.setSpentRate(ofClient);
    return undefined;
  }

  /** Replaces the limits, and keeps what was spent and is in use. */
  setLimits(settings: MeterLimits, isForPages: boolean): void {
    const limits = pickLimits(settings);
    const isSame = JSON.stringify(limits) === JSON.stringify(this.#limits);
    if (isSame && isForPages === (this.#clients !== undefined)) return;
    this.#limits = limits;
    this.#whole.setLimits(limits);
    if (!isForPages) this.#clients = undefined;
    else this.#clients ??= new LRUCache({ max: maxClients });
    const ofClient = clientLimits(limits);
    this.#clients?.forEach((counts) => {
      counts.setLimits(ofClient);
    });
  }

  /** Begins a use, such as a running call. Returns false if the limit is reached, a promise only if the limit is shared. */
  begin(use: LimitedResource, address: string | undefined): boolean | Promise<boolean> {
    if (!this.#findCounts(address).every((counts) => counts.hasRoom(use))) return false;
    this.#changeInUse(use, address, 1);
    if (this.#shared === undefined) return true;
    if (concurrencyLimit(this.#limits, use) === undefined) {
      this.#findUnshared(address)[use] += 1;
      return true;
    }
    return this.#shared.begin(this.#sharedCaller(address), use).then((isBegun) => {
      // Without an answer, this process counts alone.
      if (isBegun === false) this.#changeInUse(use, address, -1);
      return isBegun !== false;
    });
  }

  /** Ends a use for which `begin` returned true. The limit may have come or gone since then: uses that are not shared end first. */
  end(use: LimitedResource, address: string | undefined): void {
    this.#changeInUse(use, address, -1);
    if (this.#shared === undefined) return;
    const unshared = this.#findUnshared(address);
    if (unshared[use] > 0) unshared[use] -= 1;
    else this.#shared.end(this.#sharedCaller(address), use);
  }

  #findUnshared(address: string | undefined): Record<LimitedResource, number> {
    const [whole, client = whole] = this.#findCounts(address);
    return client.unshared;
  }

  #changeInUse(use: LimitedResource, address: string | undefined, by: number): void {
    // An address that was evicted starts again at 0.
    for (const { inUse } of this.#findCounts(address)) inUse[use] = Math.max(0, inUse[use] + by);
  }

  #sharedCaller(address: string | undefined): SharedCaller {
    const clientAddress = this.#clients === undefined ? undefined : clientBlock(address);
    return { id: this.id, clientAddress, limits: this.#limits };
  }

  /** Points spent in the current second, by the whole key and by one client address. */
  spentRates(address: string | undefined): readonly (WindowState | undefined)[] {
    return this.#findCounts(address).map(({ spentRate }) => spentRate);
  }

  /** The error if the limit of a use is reached. */
  limitError(use: LimitedResource): RpcError {
    const { text, setting } = concurrentUses[use];
    const limit = concurrencyLimit(this.#limits, use);
    const share = this.#clients === undefined ? "" : ", and a tenth of that for each client of a web page";
    return RpcError.of(
      "rateLimited",
      `This key or token has as many ${text} as its ${setting} allows (${limit}${share}): end one, then try again.`,
      { data: { limit: setting }, retryAfterSeconds: 1 },
    );
  }

  /** Header names and values that show the caller what is left of its limits. */
  headers(address: string | undefined): readonly string[] {
    const [whole, client = whole] = this.#findCounts(address);
    return client.headers();
  }

  /** The counts of the whole key, and those of a client address if each has its own. */
  #findCounts(address: string | undefined): readonly [whole: MeterCounts, ...client: MeterCounts[]] {
    if (this.#clients === undefined) return [this.#whole];
    const make = () => new MeterCounts(clientLimits(this.#limits));
    return [this.#whole, getOrAdd<string, MeterCounts>(this.#clients, clientBlock(address), make)];
  }
}

/** Returns the meter of a caller with these limits: a known one with its counts, or a new one. */
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
