import type { SpentCredits } from "../upstream/plan/credit-meter.ts";

/** Each client address has this part of the limits of a key that web pages may use. */
const clientPart = 10;

/** How much a caller may do; undefined is no limit. */
export interface MeterLimits {
  readonly rateLimit: number | undefined;
  readonly creditsPerDay: number | undefined;
  readonly creditsPerMonth: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly maxSubscriptions: number | undefined;
  readonly maxSockets: number | undefined;
}

/** What a caller uses for as long as it lasts. */
export type Use = "calls" | "subscriptions" | "sockets";

/** Why a caller must wait, and for how long: a limit was reached, or it is not known what all gateways spent. */
export interface MeterRefusal {
  readonly limit: "rate_limit" | "credits" | "unknown";
  readonly waitMs: number;
}

/** A caller whose spending is counted together. */
export interface SharedCaller {
  readonly id: string;
  /** Its client address, if each one has a part of the limits. */
  readonly client: string | undefined;
  readonly limits: MeterLimits;
}

/** What a caller wants to spend from the shared counts. */
export interface SharedSpending extends SharedCaller {
  readonly points: number;
  readonly credits: number;
  /** What this process knows to be spent in the current day and month. */
  readonly spent: readonly (readonly [period: string, credits: number])[];
  /** It was spent already, even if there was too little. */
  readonly isForced: boolean;
}

/** What was spent of a second, and the milliseconds until that ends. */
export interface SpentRate {
  readonly points: number;
  readonly ms: number;
}

/** The answer of the shared counts: what all spent together, or which limit was reached. */
export type SharedOutcome =
  | { readonly totals: SpentCredits; readonly rates: readonly (SpentRate | undefined)[] }
  | MeterRefusal;

/** Counts what all gateways on one Redis, or all workers of one gateway, spend and use together. */
export interface SharedLimits {
  /** It keeps credits itself, beyond the end of the process. */
  readonly keepsCredits: boolean;
  /** Takes from the shared counts, or nothing if there is too little; undefined if no answer came in time. */
  spend(spending: SharedSpending): Promise<SharedOutcome | undefined>;
  /** Begins a use; false if the limit is reached, undefined if no answer came in time. */
  begin(caller: SharedCaller, use: Use): Promise<boolean | undefined>;
  end(caller: SharedCaller, use: Use): void;
  close(): void;
}

/** How many of a use there may be. */
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

/** The limits of one client address of a web page. */
export function clientLimits(limits: MeterLimits): MeterLimits {
  const parts = Object.entries(limits).map(([name, limit]) => [
    name,
    limit && Math.max(1, Math.floor(limit / clientPart)),
  ]);
  return Object.fromEntries(parts);
}
