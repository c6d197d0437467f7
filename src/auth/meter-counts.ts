import type { TokenRights } from "../../generated/config.ts";
import { ClientWindows, rateLimitHeaders, type Window, type WindowState } from "../limits/window-counter.ts";
import { CreditMeter } from "../upstream/quota/credit-meter.ts";

/** A client address gets 1/10 of the limits of a key that web pages may use. */
const clientDivisor = 10;

/** What a caller has in use for a while, limited by number: what messages call it, and its limit. */
export const concurrentUses = {
  calls: { text: "calls in flight", limit: "maxConcurrent", setting: "max_concurrent" },
  subscriptions: { text: "subscriptions", limit: "maxSubscriptions", setting: "max_subscriptions" },
  sockets: { text: "open sockets", limit: "maxSockets", setting: "max_sockets" },
} as const;

/** One of these uses. */
export type LimitedResource = keyof typeof concurrentUses;

const useLimits = Object.values(concurrentUses).map(({ limit }) => limit);
const limitNames = ["rateLimit", "creditsPerDay", "creditsPerMonth", ...useLimits] as const;

/** The limits of a caller; undefined is no limit. */
export type MeterLimits = Partial<Pick<TokenRights, (typeof limitNames)[number]>>;

/** Why a caller must wait, and for how long. "unknown": the shared counts do not answer. */
export interface MeterRefusal {
  readonly limit: "rate_limit" | "credits" | "unknown";
  readonly waitMs: number;
}

/** The limit of a use; undefined is no limit. */
export function concurrencyLimit(limits: MeterLimits, use: LimitedResource): number | undefined {
  return limits[concurrentUses[use].limit];
}

/** A caller's limits without its other rights. */
export function pickLimits(rights: MeterLimits): MeterLimits {
  return Object.fromEntries(limitNames.map((name) => [name, rights[name]])) as MeterLimits;
}

/** The part of a caller's limits that one client address gets, at least 1 of each. */
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

/** The counts of a whole key or of one client address. */
export class MeterCounts {
  readonly credits = new CreditMeter({ day: undefined, month: undefined });
  readonly inUse: Record<LimitedResource, number> = { calls: 0, subscriptions: 0, sockets: 0 };
  /** Uses that began without a limit, and so are not in the shared counts. */
  readonly unshared: Record<LimitedResource, number> = { calls: 0, subscriptions: 0, sockets: 0 };
  #rate: ClientWindows | undefined;
  #limits: MeterLimits = {};
  #formatHeaders: (left: readonly WindowState[]) => readonly string[] = () => [];

  constructor(limits: MeterLimits) {
    this.setLimits(limits);
  }

  /** Replaces the limits, and keeps what was spent and is in use. */
  setLimits(limits: MeterLimits): void {
    const { rateLimit, creditsPerDay, creditsPerMonth } = limits;
    const windows = [
      { name: "second", points: rateLimit, durationMs: secondMs },
      { name: "day", points: creditsPerDay, durationMs: daySeconds * secondMs },
      { name: "month", points: creditsPerMonth, durationMs: monthSeconds * secondMs },
    ].filter((window): window is Window => window.points !== undefined);
    // A change of another limit must not give a fresh second.
    if (rateLimit !== this.#limits.rateLimit)
      this.#rate = rateLimit === undefined ? undefined : new ClientWindows(windows.slice(0, 1));
    this.credits.setLimits({ day: creditsPerDay, month: creditsPerMonth });
    this.#limits = limits;
    this.#formatHeaders = windows.length === 0 ? () => [] : rateLimitHeaders(windows);
  }

  /** Why these points and credits can't be taken; undefined if they can. Spent credits do not stop what costs none. */
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

  /** Points spent in the current second; undefined without a limit. */
  get spentRate(): WindowState | undefined {
    return this.#rate?.spent(performance.now());
  }

  /** Sets what was spent of the current second to the shared count, whose end allows for points above the limit. */
  setSpentRate(spent: WindowState | undefined): void {
    if (spent === undefined) return;
    const points = Math.min(spent.points, this.#limits.rateLimit ?? 0);
    this.#rate?.setSpent({ points, ms: spent.ms }, performance.now());
  }

  hasRoom(use: LimitedResource): boolean {
    return this.inUse[use] < (concurrencyLimit(this.#limits, use) ?? Number.POSITIVE_INFINITY);
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
