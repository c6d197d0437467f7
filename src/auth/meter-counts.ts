import type { TokenRights } from "../../generated/config.ts";
import { CreditMeter } from "../limits/credit-meter.ts";
import { ClientWindows, rateLimitHeaders, type Window, type WindowState } from "../limits/window-counter.ts";

/** Each client address gets 1/10 of the limits of a key for web pages. */
const clientDivisor = 10;

/** Resources whose number in use is limited: their names in messages, and their limits. */
export const limitedResources = {
  calls: { text: "calls in flight", limit: "maxConcurrent", setting: "max_concurrent" },
  subscriptions: { text: "subscriptions", limit: "maxSubscriptions", setting: "max_subscriptions" },
  sockets: { text: "open sockets", limit: "maxSockets", setting: "max_sockets" },
} as const;

/** A resource whose number in use is limited. */
export type LimitedResource = keyof typeof limitedResources;

const resourceLimits = Object.values(limitedResources).map(({ limit }) => limit);
const limitNames = ["rateLimit", "creditsPerDay", "creditsPerMonth", ...resourceLimits] as const;

/** The limits of a caller; undefined means unlimited. */
export type MeterLimits = Partial<Pick<TokenRights, (typeof limitNames)[number]>>;

/** The limit that a caller has reached, and its retry delay. "unknown": the shared counts do not respond. */
export interface MeterRefusal {
  readonly limit: "rate_limit" | "credits" | "unknown";
  readonly waitMs: number;
}

/** The limit of a resource; undefined means unlimited. */
export function concurrencyLimit(limits: MeterLimits, resource: LimitedResource): number | undefined {
  return limits[limitedResources[resource].limit];
}

/** Picks the limits from a caller's rights. */
export function pickLimits(rights: MeterLimits): MeterLimits {
  return Object.fromEntries(limitNames.map((name) => [name, rights[name]])) as MeterLimits;
}

/** One client address's share of a caller's limits, at least 1 of each. */
export function clientLimits(limits: MeterLimits): MeterLimits {
  const parts = Object.entries(limits).map(([name, limit]) => [
    name,
    limit && Math.max(1, Math.floor(limit / clientDivisor)),
  ]);
  return Object.fromEntries(parts);
}

const secondMs = 1000;
const daySeconds = 86_400;
const monthSeconds = 31 * daySeconds;

/** Counts of a key or of one client address. */
export class MeterCounts {
  readonly credits = new CreditMeter({ day: undefined, month: undefined });
  readonly inUse: Record<LimitedResource, number> = { calls: 0, subscriptions: 0, sockets: 0 };
  /** Permits that were acquired without a limit, and so are missing from the shared counts. */
  readonly unsharedPermits: Record<LimitedResource, number> = { calls: 0, subscriptions: 0, sockets: 0 };
  #rate: ClientWindows | undefined;
  #limits: MeterLimits = {};
  #formatHeaders: (left: readonly WindowState[]) => readonly string[] = () => [];

  constructor(limits: MeterLimits) {
    this.setLimits(limits);
  }

  /** Replaces the limits, but not the counts. */
  setLimits(limits: MeterLimits): void {
    const { rateLimit, creditsPerDay, creditsPerMonth } = limits;
    const windows = [
      { name: "second", points: rateLimit, durationMs: secondMs },
      { name: "day", points: creditsPerDay, durationMs: daySeconds * secondMs },
      { name: "month", points: creditsPerMonth, durationMs: monthSeconds * secondMs },
    ].filter((window): window is Window => window.points !== undefined);
    // A change of another limit must not reset the current second.
    if (rateLimit !== this.#limits.rateLimit)
      this.#rate = rateLimit === undefined ? undefined : new ClientWindows(windows.slice(0, 1));
    this.credits.setLimits({ day: creditsPerDay, month: creditsPerMonth });
    this.#limits = limits;
    this.#formatHeaders = windows.length === 0 ? () => [] : rateLimitHeaders(windows);
  }

  /** Refusal of these points and credits, if any. Exhausted credits do not stop calls that cost none. */
  refusal(points: number, credits: number): MeterRefusal | undefined {
    const creditWaitMs = credits === 0 ? 0 : this.credits.waitMs(credits);
    if (creditWaitMs > 0) return { limit: "credits", waitMs: creditWaitMs };
    const waitMs = this.#rate?.waitMs(points, performance.now()) ?? 0;
    return waitMs > 0 ? { limit: "rate_limit", waitMs } : undefined;
  }

  take(points: number, credits: number): void {
    this.#rate?.charge(points, performance.now());
    this.credits.spend(credits);
  }

  /** Points spent in the current second; undefined if unlimited. */
  get rateSpending(): WindowState | undefined {
    return this.#rate?.spent(performance.now());
  }

  /** Sets the points spent in the current second to the shared count, which may exceed the limit. */
  setRateSpending(spent: WindowState | undefined): void {
    if (spent === undefined) return;
    const points = Math.min(spent.points, this.#limits.rateLimit ?? 0);
    this.#rate?.setSpent({ points, ms: spent.ms }, performance.now());
  }

  hasRoom(resource: LimitedResource): boolean {
    return this.inUse[resource] < (concurrencyLimit(this.#limits, resource) ?? Number.POSITIVE_INFINITY);
  }

  headers(): readonly string[] {
    const credits = this.credits.counts
      .filter(({ limit }) => limit !== Number.POSITIVE_INFINITY)
      .map(({ limit, spent, endsAt }) => ({
        points: Math.max(0, Math.floor(limit - spent)),
        ms: endsAt - Date.now(),
      }));
    return this.#formatHeaders([...(this.#rate?.remaining(performance.now()) ?? []), ...credits]);
  }
}
