import type { Metric, MetricValueWithName, Registry } from "prom-client";
import { getOrAdd } from "../get-or-add.ts";

/** Row limit of one metric, since ledgers can return any number of error codes. */
const maxRows = 20_000;

/** Upper bucket bounds in seconds, from cached answers to timeouts. */
const secondsBuckets = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
] as const;

type Value = MetricValueWithName<string>;

const newMap = <Row>(): Map<string, Row> => new Map();

/** A metric updated on every call. Nested maps find a row faster than prom-client's label hashing. */
abstract class Series<Row> {
  abstract readonly type: "counter" | "histogram";
  readonly name: string;
  readonly help: string;
  readonly aggregator = "sum";
  readonly labelNames: readonly string[];
  readonly #rows = new Map<string, Map<string, Map<string, Row>>>();
  #size = 0;

  constructor(registry: Registry, name: string, help: string, labels: readonly string[]) {
    this.name = name;
    this.help = help;
    this.labelNames = labels;
    registry.registerMetric(this as unknown as Metric);
  }

  protected abstract newRow(): Row;
  protected abstract valuesOf(row: Row, labels: Value["labels"]): Value[];

  /** The row of these label values; undefined if a new row would exceed the limit. */
  protected findOrAddRow(first: string, second: string, third: string): Row | undefined {
    const byThird = getOrAdd(getOrAdd(this.#rows, first, newMap<Map<string, Row>>), second, newMap<Row>);
    let row = byThird.get(third);
    if (row === undefined && this.#size < maxRows) {
      this.#size += 1;
      row = this.newRow();
      byThird.set(third, row);
    }
    return row;
  }

  async get() {
    const { name, help, type, aggregator } = this;
    const values: Value[] = [];
    for (const [first, bySecond] of this.#rows)
      for (const [second, byThird] of bySecond)
        for (const [third, row] of byThird) {
          const texts = [first, second, third];
          const labels = Object.fromEntries(
            this.labelNames.map((label, index) => [label, texts[index] ?? ""]),
          );
          values.push(...this.valuesOf(row, labels));
        }
    return { name, help, type, aggregator, values };
  }
}

/** A counter with up to three labels. */
export class LabelledCounter extends Series<{ value: number }> {
  override readonly type = "counter";

  /** Adds to the row of these label values. Unused labels are "". */
  add(amount: number, first = "", second = "", third = ""): void {
    const row = this.findOrAddRow(first, second, third);
    if (row !== undefined) row.value += amount;
  }

  protected override newRow() {
    return { value: 0 };
  }

  protected override valuesOf({ value }: { value: number }, labels: Value["labels"]): Value[] {
    return [{ metricName: this.name, labels, value }];
  }
}

interface Durations {
  /** Calls per bucket; the last bucket has no upper bound. */
  readonly counts: Float64Array;
  sum: number;
}

/** A histogram of durations by method and network. */
export class SecondsHistogram extends Series<Durations> {
  override readonly type = "histogram";

  constructor(registry: Registry, name: string, help: string) {
    super(registry, name, help, ["method", "network"]);
  }

  observe(method: string, network: string, seconds: number): void {
    const row = this.findOrAddRow(method, network, "");
    if (row === undefined) return;
    let bucket = 0;
    while (bucket < secondsBuckets.length && seconds > (secondsBuckets[bucket] as number)) bucket += 1;
    row.counts[bucket] = (row.counts[bucket] as number) + 1;
    row.sum += seconds;
  }

  protected override newRow(): Durations {
    return { counts: new Float64Array(secondsBuckets.length + 1), sum: 0 };
  }

  protected override valuesOf({ counts, sum }: Durations, labels: Value["labels"]): Value[] {
    let value = 0;
    const buckets = Array.from(counts, (inBucket, index): Value => {
      value += inBucket;
      const le = secondsBuckets[index] ?? "+Inf";
      return { metricName: `${this.name}_bucket`, labels: { ...labels, le }, value };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value },
    ];
  }
}
