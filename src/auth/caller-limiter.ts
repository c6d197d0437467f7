import { retryAfterSeconds } from "../rpc/rpc-error.ts";
import type { MeterRefusal } from "./caller-limits.ts";
import type { KnownCaller } from "./known-caller.ts";

/** Which limit was reached, and after how many whole seconds there is more. */
interface LimitReached {
  readonly limit: MeterRefusal["limit"];
  readonly retryAfterSeconds: number;
}

/** Charges known callers: a call costs points of the rate, and the credits of its method. */
export class CallerLimiter {
  readonly #costs: Readonly<Record<string, number>>;
  readonly #default: number;
  readonly #onSpent: (id: string, method: string | undefined, credits: number) => void;

  /** `costs` are credits by method, `default` for all others. `onSpent` gets no method for further work of a call. */
  constructor(
    costs: Readonly<Record<string, number>>,
    onSpent: (id: string, method: string | undefined, credits: number) => void = () => undefined,
  ) {
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
      if (refusal === undefined) this.#onSpent(meter.id, method, credits);
      return refusal && { limit: refusal.limit, retryAfterSeconds: retryAfterSeconds(refusal.waitMs) };
    };
    const refusal = meter.spendTogether(points, credits, address);
    return refusal instanceof Promise ? refusal.then(answer) : answer(refusal);
  }

  /** Takes what further work of an admitted call cost. */
  debit({ meter }: KnownCaller, address: string | undefined, points: number): void {
    const credits = points * this.#default;
    void meter.spendTogether(points, credits, address, true);
    this.#onSpent(meter.id, undefined, credits);
  }

  /** Credits of one call of a method. Pages and lists, which are not calls, cost none. */
  #costOf(method: string | undefined): number {
    if (method === undefined) return 0;
    return Object.hasOwn(this.#costs, method) ? (this.#costs[method] ?? this.#default) : this.#default;
  }
}
