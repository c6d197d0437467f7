import type { UpstreamCall } from "../../call/upstream-call.ts";
import { getOrAdd } from "../../get-or-add.ts";

/** Growth factor of the buckets, and so the largest relative error of the estimate. */
const growth = 1.2;
const firstMs = 0.5;
const bucketCount = 64;
/** Sample count at which all weights are halved, which favors the newest thousand or so. */
const halveAt = 1024;
const quantile = 0.95;
const minSamples = 20;
const samplesPerEstimate = 16;

const logGrowth = Math.log(growth);

/** Estimates a high percentile of recent latencies in constant space and time. */
export class LatencyQuantile {
  readonly #counts = new Float64Array(bucketCount);
  #total = 0;
  #sinceEstimate = 0;
  /** Upper bound of the bucket that holds the quantile; undefined until there are enough samples. */
  estimateMs: number | undefined = undefined;

  add(ms: number): void {
    const bucket =
      ms <= firstMs ? 0 : Math.min(Math.ceil(Math.log(ms / firstMs) / logGrowth), bucketCount - 1);
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#total += 1;
    if (this.#total >= halveAt) this.#halve();
    this.#sinceEstimate += 1;
    if (this.#sinceEstimate >= samplesPerEstimate && this.#total >= minSamples) this.#updateEstimate();
  }

  #halve(): void {
    for (let index = 0; index < bucketCount; index += 1) {
      this.#counts[index] = (this.#counts[index] ?? 0) / 2;
    }
    this.#total /= 2;
  }

  #updateEstimate(): void {
    this.#sinceEstimate = 0;
    let remaining = this.#total * quantile;
    let bucket = 0;
    while (bucket < bucketCount - 1) {
      remaining -= this.#counts[bucket] ?? 0;
      if (remaining <= 0) break;
      bucket += 1;
    }
    this.estimateMs = firstMs * growth ** bucket;
  }
}

/** Most estimates, one for each method on each network. */
const maxEstimates = 4096;

/** How long each method usually takes on each network. */
export class MethodLatencies {
  readonly #networks = new Map<string, Map<string, LatencyQuantile>>();
  #size = 0;

  /** The estimate for a call's method, created on first use. */
  estimateFor({ network, upstreamMethod }: UpstreamCall): LatencyQuantile {
    return this.#networks.get(network.id)?.get(upstreamMethod) ?? this.#add(network.id, upstreamMethod);
  }

  #add(network: string, method: string): LatencyQuantile {
    if (this.#size >= maxEstimates) {
      this.#networks.clear();
      this.#size = 0;
    }
    const estimate = new LatencyQuantile();
    getOrAdd(this.#networks, network, () => new Map<string, LatencyQuantile>()).set(method, estimate);
    this.#size += 1;
    return estimate;
  }
}
