import { retryAfterSeconds } from "../rpc/retry-after.ts";
import type { MeterRefusal } from "./caller-limits.ts";
import type { KnownCaller } from "./known-caller.ts";

/** Which limit was reached, and in how many whole seconds there is more. */
export interface LimitReached {
  readonly limit: MeterRefusal["limit"];
  readonly retryAfterSeconds: number;
}

/** Credits of a call by method; `default` is that of all others. */
export type Costs = Readonly<Record<string, number>>;

/** Takes the credits that a caller spent on a method; undefined is further work of a call, or no call. */
export type OnSpent = (id: string, method: string | undefined, credits: number) => void;

/** Charges known callers: a call costs points of the rate, and the credits of its method. */
export class CallerLimiter {
  readonly #costs: Costs;
  readonly #default: number;
  readonly #onSpent: OnSpent;

  /** `onSpent` is called with the credits that a caller spent. */
  constructor(costs: Costs, onSpent: OnSpent = () => undefined) {
    this.#costs = costs;
    this.#onSpent = onSpent;
    this.#default = costs.default ?? 1;
  }

  /** Takes the points and credits of a call; undefined if there were enough. A promise only if gateways count together. */
  consume(
    { meter }: KnownCaller,
    address: string | undefined,
    points: number,
    method: string | undefined,
  ): LimitReached | undefined | Promise<LimitReached | undefined> {
    const credits = points * this.#costOf(method);
    const answer = (refusal: MeterRefusal | undefined): LimitReached | undefined => {
      if (refusal !== undefined) return reached(refusal);
      this.#onSpent(meter.id, method, credits);
      return undefined;
    };
    const refusal = meter.spendTogether(points, credits, address);
    return refusal instanceof Promise ? refusal.then(answer) : answer(refusal);
  }

  /** Takes what an admitted call cost besides. */
  debit({ meter }: KnownCaller, address: string | undefined, points: number): void {
    const credits = points * this.#default;
    meter.chargeTogether(points, credits, address);
    this.#onSpent(meter.id, undefined, credits);
  }

  /** Credits of one call of a method. What is no call, such as a page or a list, costs none. */
  #costOf(method: string | undefined): number {
    if (method === undefined) return 0;
    return Object.hasOwn(this.#costs, method) ? (this.#costs[method] ?? this.#default) : this.#default;
  }
}

function reached({ limit, waitMs }: MeterRefusal): LimitReached {
  return { limit, retryAfterSeconds: retryAfterSeconds(waitMs) };
}
