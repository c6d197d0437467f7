import type { AuthenticatedCaller } from "./authenticated-caller.ts";
import type { MeterRefusal } from "./meter-counts.ts";

/** Charges callers for calls: rate limit points, and credits by method. */
export class CallCharges {
  readonly #costs: Readonly<Record<string, number>>;
  readonly #default: number;
  readonly #onSpent: (id: string, method: string | undefined, credits: number) => void;

  /** `costs`: credits by method, and `default` for the others. `onSpent` gets no method for a later charge. */
  constructor(
    costs: Readonly<Record<string, number>>,
    onSpent: (id: string, method: string | undefined, credits: number) => void,
  ) {
    this.#costs = costs;
    this.#onSpent = onSpent;
    this.#default = costs.default ?? 1;
  }

  /** Takes a call's points and credits. Returns undefined if there are enough; a promise only if limits are shared. */
  spend(
    { meter }: AuthenticatedCaller,
    address: string | undefined,
    points: number,
    method: string | undefined,
  ): MeterRefusal | undefined | Promise<MeterRefusal | undefined> {
    const credits = points * this.#methodCost(method);
    const outcome = meter.spend({ mode: "spend", points, credits, address });
    if (!(outcome instanceof Promise)) return this.#recordSpent(outcome, meter.id, method, credits);
    return outcome.then((refusal) => this.#recordSpent(refusal, meter.id, method, credits));
  }

  #recordSpent(refusal: MeterRefusal | undefined, id: string, method: string | undefined, credits: number) {
    if (refusal === undefined) this.#onSpent(id, method, credits);
    return refusal;
  }

  /** Charges an admitted call for more work, even above the limit. */
  charge({ meter }: AuthenticatedCaller, address: string | undefined, points: number): void {
    const credits = points * this.#default;
    void meter.spend({ mode: "charge", points, credits, address });
    this.#onSpent(meter.id, undefined, credits);
  }

  /** Credits for one call of a method. Pages and lists have no method and cost none. */
  #methodCost(method: string | undefined): number {
    if (method === undefined) return 0;
    return Object.hasOwn(this.#costs, method) ? (this.#costs[method] ?? this.#default) : this.#default;
  }
}
