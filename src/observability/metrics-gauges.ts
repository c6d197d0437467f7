import { type Aggregator, Gauge, type Registry } from "prom-client";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";

/** Functions that read the current values of gauges. */
export interface MetricSources {
  readonly inFlight?: () => number;
  readonly queued?: () => number;
  readonly cacheBytes?: () => number;
  readonly connections?: () => number;
  readonly subscriptions?: () => Readonly<Record<string, number>>;
  readonly sharedSubscriptions?: () => Readonly<Record<string, number>>;
  /** The part of `sharedSubscriptions` that is polled over HTTP. */
  readonly polledSubscriptions?: () => Readonly<Record<string, number>>;
  readonly networks?: () => readonly NetworkStatus[];
}

/** One gauge value; undefined if unknown. */
type Row = readonly [labels: Readonly<Record<string, string>>, value: number | undefined];

/** Registers the gauges. Returns the sources that they read on each scrape, for the caller to fill in. */
export function createGauges(registry: Registry): MetricSources {
  const sources: MetricSources = {};
  const networks = () => sources.networks?.() ?? [];
  const gauge = (
    name: string,
    help: string,
    labelNames: readonly string[],
    rows: () => Iterable<Row>,
    aggregator: Aggregator = "sum",
  ) =>
    new Gauge({
      name: `svm_gateway_${name}`,
      help,
      labelNames: [...labelNames],
      aggregator,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of rows()) if (value !== undefined) this.set({ ...labels }, value);
      },
    });
  const table = (
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>> | undefined,
  ) =>
    gauge(name, help, [label], () =>
      Object.entries(read() ?? {}).map(([key, value]): Row => [{ [label]: key }, value]),
    );
  const perUpstream = (
    name: string,
    help: string,
    // Every worker measures every upstream, so values must not be summed over workers.
    aggregator: Aggregator,
    read: (upstream: NetworkStatus["upstreams"][number]) => number | undefined,
  ) => {
    const toRows = ({ network, upstreams }: NetworkStatus) =>
      upstreams.map((upstream): Row => [{ network, upstream: upstream.name }, read(upstream)]);
    gauge(name, help, ["network", "upstream"], () => networks().flatMap(toRows), aggregator);
  };
  const perNetwork = (name: string, help: string, read: (network: NetworkStatus) => number | undefined) => {
    const toRow = (status: NetworkStatus): Row => [{ network: status.network }, read(status)];
    gauge(name, help, ["network"], () => networks().map(toRow), "average");
  };

  table(
    "upstream_calls",
    "Number of calls to upstreams. States: running, waiting (queued).",
    "state",
    () => ({
      ...(sources.inFlight && { running: sources.inFlight() }),
      ...(sources.queued && { waiting: sources.queued() }),
    }),
  );
  gauge("cache_bytes", "Size in bytes of the answers and the ledger state held in memory.", [], () => [
    [{}, sources.cacheBytes?.()],
  ]);
  gauge("connections", "Number of open WebSocket connections of clients.", [], () => [
    [{}, sources.connections?.()],
  ]);
  table("subscriptions", "Number of client subscriptions.", "method", () => sources.subscriptions?.());
  gauge(
    "shared_subscriptions",
    "Number of distinct subscriptions, each shared by all clients that have it. Sources: socket (an upstream sends it), poll (it is polled over HTTP).",
    ["network", "source"],
    () => {
      const polled = sources.polledSubscriptions?.() ?? {};
      return Object.entries(sources.sharedSubscriptions?.() ?? {}).flatMap(([network, all]): Row[] => {
        const poll = polled[network] ?? 0;
        return [
          [{ network, source: "socket" }, all - poll],
          [{ network, source: "poll" }, poll],
        ];
      });
    },
  );
  perNetwork("slot_seconds", "Duration of a slot, as measured.", ({ pace }) =>
    pace?.slotMs === undefined ? undefined : pace.slotMs / 1000,
  );
  perNetwork(
    "finality_slots",
    "Number of slots by which finalized lags behind processed, as measured.",
    ({ pace }) => pace?.finalized,
  );
  perUpstream(
    "upstream_healthy",
    "Whether an upstream is healthy: 1 if it is, else 0.",
    "min",
    ({ state }) => (state === "healthy" ? 1 : 0),
  );
  perUpstream("upstream_slot", "Newest slot that an upstream has reached.", "max", ({ slot }) => slot);
  perUpstream(
    "upstream_credits_left",
    "Number of credits left in an upstream's plan for the day or for the month, whichever is lower.",
    "min",
    ({ creditsLeft }) => creditsLeft,
  );
  perUpstream(
    "upstream_error_ratio",
    "Share of an upstream's recent attempts that failed, from 0 to 1.",
    "average",
    ({ errorRate }) => errorRate,
  );
  return sources;
}
