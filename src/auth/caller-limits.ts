import type { SpentCredits } from "../upstream/plan/credit-meter.ts";

/** One client address of a key in a web page has this part of its limits. */
const clientPart = 10;

/** How much a caller may do; a limit that is undefined is none. */
export interface MeterLimits {
  readonly rateLimit: number | undefined;
  readonly creditsPerDay: number | undefined;
  readonly creditsPerMonth: number | undefined;
  readonly maxConcurrent: number | undefined;
  readonly maxSubscriptions: number | undefined;
  readonly maxSockets: number | undefined;
}

/** What is in use for as long as it lasts. */
export type Use = "calls" | "subscriptions" | "sockets";

/** Why a caller must wait, and for how long: a limit was reached, or what all gateways spent is not known. */
export interface MeterRefusal {
  readonly limit: "rate_limit" | "credits" | "unknown";
  readonly waitMs: number;
}

/** Whose limits are asked for. */
export interface SharedCaller {
  readonly id: string;
  /** Its client address, if each one has a part of the limits. */
  readonly client: string | undefined;
  readonly limits: MeterLimits;
}

/** What is asked of the shared counts. */
export interface SharedSpending extends SharedCaller {
  readonly points: number;
  readonly credits: number;
  /** What is known to be spent of the current day and month. */
  readonly spent: readonly (readonly [period: string, credits: number])[];
  /** It was spent already, whether there was enough or not. */
  readonly isForced: boolean;
}

/** What was spent of a second, and how long that lasts. */
export interface SpentRate {
  readonly points: number;
  readonly ms: number;
}

/** What the shared counts answered: what all spent together, or which limit was reached. */
export type SharedOutcome =
  | { readonly totals: SpentCredits; readonly rates: readonly (SpentRate | undefined)[] }
  | MeterRefusal;

/** Counts what all gateways on one Redis, or all workers of one gateway, spend and use together. */
export interface SharedLimits {
  /** It keeps credits itself, over the end of the process. */
  readonly keepsCredits: boolean;
  /** Takes from the shared counts, or nothing if there is too little; undefined without an answer in time. */
  spend(spending: SharedSpending): Promise<SharedOutcome | undefined>;
  /** Begins a use; false if there are as many as there may be, undefined without an answer in time. */
  begin(caller: SharedCaller, use: Use): Promise<boolean | undefined>;
  /** Ends a use: further calls of `begin` no longer count it. */
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

/** The limits of one client address of a web page. */
export function clientLimits(limits: MeterLimits): MeterLimits {
  const part = (limit: number | undefined) => limit && Math.max(1, Math.floor(limit / clientPart));
  return {
    rateLimit: part(limits.rateLimit),
    creditsPerDay: part(limits.creditsPerDay),
    creditsPerMonth: part(limits.creditsPerMonth),
    maxConcurrent: part(limits.maxConcurrent),
    maxSubscriptions: part(limits.maxSubscriptions),
    maxSockets: part(limits.maxSockets),
  };
}
