import type { SpentCredits } from "../upstream/plan/credit-meter.ts";

/** One client address gets a tenth of the limits of a key that web pages may use. */
const clientPart = 10;

/** The limits of a caller; undefined is no limit. */
export interface MeterLimits {
  readonly rateLimit: number | undefined;
  readonly creditsPerDay: number | undefined;
  readonly creditsPerMonth: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly maxSubscriptions: number | undefined;
  readonly maxSockets: number | undefined;
}

/** What a caller holds for a while, limited by number. */
export type Use = "calls" | "subscriptions" | "sockets";

/** Why a caller must wait, and for how long. "unknown": the shared counts do not answer. */
export interface MeterRefusal {
  readonly limit: "rate_limit" | "credits" | "unknown";
  readonly waitMs: number;
}

/** A caller in the shared counts. */
export interface SharedCaller {
  readonly id: string;
  /** Its client address, if each address has its own part of the limits. */
  readonly client: string | undefined;
  readonly limits: MeterLimits;
}

/** Points and credits that a caller wants to spend. */
export interface SharedSpending extends SharedCaller {
  readonly points: number;
  readonly credits: number;
  /** Credits spent in the current day and month, as far as this process knows. */
  readonly spent: readonly (readonly [period: string, credits: number])[];
  /** Whether to take them even above the limit, as the work is already done. */
  readonly isForced: boolean;
}

/** Points spent in the current window of the rate limit, and the time until it ends. */
export interface SpentRate {
  readonly points: number;
  readonly ms: number;
}

/** The answer of the shared counts: the new totals, or the limit that was reached. */
export type SharedOutcome =
  | { readonly totals: SpentCredits; readonly rates: readonly (SpentRate | undefined)[] }
  | MeterRefusal;

/** Limits that all gateways on one Redis, or all workers of one gateway, share. */
export interface SharedLimits {
  /** Whether its totals of credits outlive the process. */
  readonly keepsCredits: boolean;
  /** Takes all of the points and credits or nothing; undefined if no answer came in time. */
  spend(spending: SharedSpending): Promise<SharedOutcome | undefined>;
  /** Begins a use; false if the limit is reached, undefined if no answer came in time. */
  begin(caller: SharedCaller, use: Use): Promise<boolean | undefined>;
  end(caller: SharedCaller, use: Use): void;
  close(): void;
}

/** The limit of a use; undefined is no limit. */
export function useLimit(
  { maxConcurrent, maxSubscriptions, maxSockets }: MeterLimits,
  use: Use,
): number | undefined {
  return { calls: maxConcurrent, subscriptions: maxSubscriptions, sockets: maxSockets }[use];
}

/** The limits among the rights of a key or token. */
export function limitsIn(rights: MeterLimits): MeterLimits {
  const { rateLimit, creditsPerDay, creditsPerMonth, maxConcurrent, maxSubscriptions, maxSockets } = rights;
  return { rateLimit, creditsPerDay, creditsPerMonth, maxConcurrent, maxSubscriptions, maxSockets };
}

/** The part of a caller's limits that one client address gets, at least 1 of each. */
export function clientLimits(limits: MeterLimits): MeterLimits {
  const parts = Object.entries(limits).map(([name, limit]) => [
    name,
    limit && Math.max(1, Math.floor(limit / clientPart)),
  ]);
  return Object.fromEntries(parts);
}
