import { Counter, type Registry } from "prom-client";

/** Most rows of one counter: label values come from closed sets, except the error codes of ledgers. */
const maxRows = 20_000;

/**
 * A counter with up to three labels that is written on every call: plain numbers in nested maps, handed to prom-client when
 * the metrics are asked for.
 */
export class LabelledCounter<Label extends string> {
  readonly #rows = new Map<string, Map<string, Map<string, number>>>();
  readonly #labels: readonly Label[];
  #size = 0;

  constructor(registry: Registry, name: string, help: string, labels: readonly [Label, Label?, Label?]) {
    const used = labels.flatMap((label) => label ?? []);
    this.#labels = used;
    const fill = (counter: Counter<Label>) => this.#fill(counter);
    new Counter<Label>({
      name,
      help,
      labelNames: used,
      registers: [registry],
      collect() {
        fill(this);
      },
    });
  }

  /** Adds to the row of these label values; labels that the counter lacks are "". */
  add(first: string, second = "", third = "", amount = 1): void {
    let seconds = this.#rows.get(first);
    if (seconds === undefined) {
      seconds = new Map();
      this.#rows.set(first, seconds);
    }
    let thirds = seconds.get(second);
    if (thirds === undefined) {
      thirds = new Map();
      seconds.set(second, thirds);
    }
    const before = thirds.get(third);
    if (before === undefined) {
      if (this.#size >= maxRows) return;
      this.#size += 1;
    }
    thirds.set(third, (before ?? 0) + amount);
  }

  #fill(counter: Counter<Label>): void {
    counter.reset();
    for (const [first, seconds] of this.#rows) {
      for (const [second, thirds] of seconds) {
        for (const [third, value] of thirds) counter.inc(this.#labelled([first, second, third]), value);
      }
    }
  }

  #labelled(values: readonly string[]): Record<Label, string> {
    return Object.fromEntries(this.#labels.map((label, index) => [label, values[index] ?? ""])) as Record<
      Label,
      string
    >;
  }
}
