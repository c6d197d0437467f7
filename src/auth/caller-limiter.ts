import type { MeterRefusal } from "./caller-limits.ts";
import type { KnownCaller } from "./known-caller.ts";

/** Which limit was reached, and in how many whole seconds there is more. */
export interface LimitReached {
  readonly limit: MeterRefusal["limit"];
  readonly retryAfterSeconds: number;
}

/** Credits of a call by method; `default` is that of all others. */
export type Costs = Readonly<Record<string, number>>;

/** Charges known callers: a call costs points of the rate, and the credits of its method. */
export class CallerLimiter {
  readonly #costs: Costs;
  readonly #default: number;

  constructor(costs: Costs) {
    this.#costs = costs;
    this.#default = costs.default ?? 1;
  }

  /** Takes the points and credits of a call; undefined if there were enough. A promise only if gateways count together. */
  consume(
    { meter }: KnownCaller,
    address: string | undefined,
    points: number,
    method: string | undefined,
  ): LimitReached | undefined | Promise<LimitReached | undefined> {
    const refusal = meter.spendTogether(points, points * this.costOf(method), address);
    return refusal instanceof Promise ? refusal.then(reached) : reached(refusal);
  }

  /** Takes what an admitted call cost besides. */
  debit({ meter }: KnownCaller, address: string | undefined, points: number): void {
    meter.chargeTogether(points, points * this.#default, address);
  }

  /** Credits of one call of a method. What is no call, such as a page or a list, costs none. */
  costOf(method: string | undefined): number {
    if (method === undefined) return 0;
    return Object.hasOwn(this.#costs, method) ? (this.#costs[method] ?? this.#default) : this.#default;
  }
}

function reached(refusal: MeterRefusal | undefined): LimitReached | undefined {
  if (refusal === undefined) return undefined;
  return { limit: refusal.limit, retryAfterSeconds: Math.max(1, Math.ceil(refusal.waitMs / 1000)) };
}
