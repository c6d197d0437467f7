import { retryAfterSeconds } from "../rpc/retry-after.ts";
import type { CallerMeter, MeterRefusal } from "./caller-meter.ts";
import type { KnownCaller } from "./known-caller.ts";
import type { SharedLimits } from "./shared-limits.ts";

/** Which limit was reached, and in how many whole seconds there is more. */
export interface LimitReached {
  readonly limit: MeterRefusal["limit"];
  readonly retryAfterSeconds: number;
}

/** Credits of a call by method; `default` is that of all others. */
export type Costs = Readonly<Record<string, number>>;

/** What the limits of callers depend on. */
export interface CallerLimiterOptions {
  readonly costs: Costs;
  /** What all gateways count together; undefined if each counts alone. */
  readonly shared?: SharedLimits | undefined;
  /** Called with the points that a caller spent of its rate here, for other workers. */
  readonly onSpent?: (id: string, points: number) => void;
}

/** Charges known callers: a call costs points of the rate, and the credits of its method. */
export class CallerLimiter {
  readonly #options: CallerLimiterOptions;
  readonly #default: number;

  constructor(options: CallerLimiterOptions) {
    this.#options = options;
    this.#default = options.costs.default ?? 1;
  }

  /** Takes the points and credits of a call; undefined if there were enough. A promise only if gateways count together. */
  consume(
    { meter }: KnownCaller,
    address: string | undefined,
    points: number,
    method: string | undefined,
  ): LimitReached | undefined | Promise<LimitReached | undefined> {
    const { shared, onSpent } = this.#options;
    const credits = points * this.costOf(method);
    const isShared = shared?.isUp === true && meter.isBounded;
    // What is too much here is too much for all of them together.
    const refusal = meter.spend(points, credits, address, isShared);
    if (refusal !== undefined) return reached(refusal);
    if (isShared) return spendShared(shared, meter, points, credits);
    onSpent?.(meter.id, points);
    return undefined;
  }

  /** Takes what an admitted call cost besides. */
  debit({ meter }: KnownCaller, address: string | undefined, points: number): void {
    meter.charge(points, points * this.#default, address);
    this.#options.onSpent?.(meter.id, points);
  }

  /** Whether gateways count together now. */
  get isShared(): boolean {
    return this.#options.shared?.isUp === true;
  }

  /** Credits of one call of a method. What is no call, such as a page or a list, costs none. */
  costOf(method: string | undefined): number {
    const { costs } = this.#options;
    if (method === undefined) return 0;
    return Object.hasOwn(costs, method) ? (costs[method] ?? this.#default) : this.#default;
  }
}

async function spendShared(
  shared: SharedLimits,
  meter: CallerMeter,
  points: number,
  credits: number,
): Promise<LimitReached | undefined> {
  const { credits: counted } = meter;
  const [day, month] = counted.counts;
  if (day === undefined || month === undefined) return undefined;
  const { id, rateLimit } = meter;
  const outcome = await shared.spend({ id, points, rateLimit, credits, day, month });
  if (outcome === undefined) {
    // Counted here, and added to the shared count once it is there again.
    counted.addUnsaved(credits);
    return undefined;
  }
  if ("totals" in outcome) {
    counted.setSaved(outcome.totals);
    return undefined;
  }
  counted.refund(credits);
  const waitMs = outcome.limit === "credits" ? Math.max(1, counted.msToNextPeriod) : outcome.waitMs;
  return reached({ limit: outcome.limit, waitMs });
}

function reached({ limit, waitMs }: MeterRefusal): LimitReached {
  return { limit, retryAfterSeconds: retryAfterSeconds(waitMs) };
}
