import type { Metric, MetricValueWithName, Registry } from "prom-client";

/** Upper ends of the buckets in seconds, from a cached answer to a call that timed out. */
const secondsBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

/** Durations of one method on one network. */
class Durations {
  /** One more than there are ends: the last holds everything longer. */
  readonly counts = new Float64Array(secondsBuckets.length + 1);
  sum = 0;

  add(seconds: number): void {
    let bucket = 0;
    while (bucket < secondsBuckets.length && seconds > (secondsBuckets[bucket] as number)) bucket += 1;
    this.counts[bucket] = (this.counts[bucket] as number) + 1;
    this.sum += seconds;
  }
}

type Labels = "method" | "network";

/** A histogram in prom-client's form. */
export interface PrintedHistogram {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly aggregator: string;
  readonly values: readonly MetricValueWithName<Labels | "le">[];
}

/**
 * A histogram by method and network that is written on every call: unlike prom-client's own, it hashes no labels then. The printed
 * form is made when the metrics are asked for.
 */
export class SecondsHistogram {
  readonly name: string;
  readonly help: string;
  readonly type = "histogram";
  readonly aggregator = "sum";
  readonly #rows = new Map<string, Map<string, Durations>>();

  constructor(name: string, help: string) {
    this.name = name;
    this.help = help;
  }

  /** Adds it to a registry. prom-client needs no more of a metric than this class has. */
  register(registry: Registry): this {
    registry.registerMetric(this as unknown as Metric);
    return this;
  }

  observe(method: string, network: string, seconds: number): void {
    let networks = this.#rows.get(method);
    if (networks === undefined) {
      networks = new Map();
      this.#rows.set(method, networks);
    }
    let durations = networks.get(network);
    if (durations === undefined) {
      durations = new Durations();
      networks.set(network, durations);
    }
    durations.add(seconds);
  }

  /** What prom-client prints, or sums over several processes. */
  async get(): Promise<PrintedHistogram> {
    const values: MetricValueWithName<Labels | "le">[] = [];
    for (const [method, networks] of this.#rows) {
      for (const [network, { counts, sum }] of networks) {
        let count = 0;
        counts.forEach((inBucket, index) => {
          count += inBucket;
          const le = secondsBuckets[index] ?? "+Inf";
          values.push({ metricName: `${this.name}_bucket`, labels: { method, network, le }, value: count });
        });
        values.push({ metricName: `${this.name}_sum`, labels: { method, network }, value: sum });
        values.push({ metricName: `${this.name}_count`, labels: { method, network }, value: count });
      }
    }
    const { name, help, type, aggregator } = this;
    return { name, help, type, aggregator, values };
  }

  /** Resets the histogram, for prom-client. */
  reset(): void {
    this.#rows.clear();
  }
}
