import type { UpstreamCall } from "../../call/upstream-call.ts";
import { LatencyQuantile } from "./latency-quantile.ts";

/** Most estimates that are kept: one for each method on each network. */
const maxEstimates = 4096;

/** How long each method usually takes on each network. */
export class MethodLatencies {
  readonly #quantile: number;
  readonly #networks = new Map<string, Map<string, LatencyQuantile>>();
  #size = 0;

  constructor(quantile: number) {
    this.#quantile = quantile;
  }

  /** The estimate for a call's method; empty before the method was called. */
  estimateFor({ network, upstreamMethod }: UpstreamCall): LatencyQuantile {
    return this.#networks.get(network.id)?.get(upstreamMethod) ?? this.#add(network.id, upstreamMethod);
  }

  #add(network: string, method: string): LatencyQuantile {
    if (this.#size >= maxEstimates) {
      this.#networks.clear();
      this.#size = 0;
    }
    const methods = this.#networks.get(network) ?? new Map<string, LatencyQuantile>();
    const estimate = new LatencyQuantile(this.#quantile);
    this.#networks.set(network, methods.set(method, estimate));
    this.#size += 1;
    return estimate;
  }
}
