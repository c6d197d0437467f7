import type { MeterRefusal } from "./caller-meter.ts";
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

  /** Takes the points and credits of a call; undefined if there were enough. */
  consume(
    { meter }: KnownCaller,
    address: string | undefined,
    points: number,
    method: string | undefined,
  ): LimitReached | undefined {
    const refusal = meter.spend(points, points * this.costOf(method), address);
    if (refusal === undefined) return undefined;
    return { limit: refusal.limit, retryAfterSeconds: Math.max(1, Math.ceil(refusal.waitMs / 1000)) };
  }

  /** Takes what an admitted call cost besides. */
  debit({ meter }: KnownCaller, points: number): void {
    meter.charge(points, points * this.#default);
  }

  /** Credits of one call of a method; undefined is what is no call. */
  costOf(method: string | undefined): number {
    return method !== undefined && Object.hasOwn(this.#costs, method)
      ? (this.#costs[method] ?? this.#default)
      : this.#default;
  }
}
