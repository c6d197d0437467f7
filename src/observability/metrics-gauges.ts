import { type Aggregator, Gauge, type Registry } from "prom-client";
import type { NetworkStatus } from "../upstream/node/upstream-status.ts";

/** Functions that return the current values of gauges. */
export interface MetricSources {
  readonly inFlight?: () => number;
  readonly queued?: () => number;
  readonly cacheBytes?: () => number;
  readonly connections?: () => Readonly<Record<string, number>>;
  readonly subscriptions?: () => Readonly<Record<string, number>>;
  readonly sharedSubscriptions?: () => Readonly<Record<string, number>>;
  /** The part of them that is polled over HTTP. */
  readonly polledSubscriptions?: () => Readonly<Record<string, number>>;
  readonly networks?: () => readonly NetworkStatus[];
}

/** Registers the gauges, and returns the sources that they read at each scrape, to be filled in. */
export function createGauges(registry: Registry): MetricSources {
  const sources: MetricSources = {};
  const number = (name: string, help: string, read: () => number | undefined) =>
    gauge(registry, name, help, [], "sum", (set) => {
      const value = read();
      if (value !== undefined) set({}, value);
    });
  const table = (
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>> | undefined,
  ) =>
    gauge(registry, name, help, [label], "sum", (set) => {
      for (const [key, value] of Object.entries(read() ?? {})) set({ [label]: key }, value);
    });
  const perUpstream = (
    name: string,
    help: string,
    // Every worker measures every upstream, so their values must not be summed.
    aggregator: Aggregator,
    read: (upstream: NetworkStatus["upstreams"][number]) => number | undefined,
  ) =>
    gauge(registry, name, help, ["network", "upstream"], aggregator, (set) => {
      for (const { network, upstreams } of sources.networks?.() ?? []) {
        for (const upstream of upstreams) {
          const value = read(upstream);
          if (value !== undefined) set({ network, upstream: upstream.name }, value);
        }
      }
    });

  const perNetwork = (name: string, help: string, read: (network: NetworkStatus) => number | undefined) =>
    gauge(registry, name, help, ["network"], "average", (set) => {
      for (const status of sources.networks?.() ?? []) {
        const value = read(status);
        if (value !== undefined) set({ network: status.network }, value);
      }
    });

  table("upstream_calls", "Calls to upstreams that run or wait for their turn.", "state", () => ({
    ...(sources.inFlight && { running: sources.inFlight() }),
    ...(sources.queued && { waiting: sources.queued() }),
  }));
  number("cache_bytes", "Bytes of the answers kept in memory.", () => sources.cacheBytes?.());
  table("connections", "Client sockets.", "transport", () => sources.connections?.());
  table("subscriptions", "Subscriptions of clients.", "method", () => sources.subscriptions?.());
  gauge(
    registry,
    "shared_subscriptions",
    "Distinct subscriptions, each shared by all clients with the same one: sent by an upstream (socket), or polled over HTTP (poll).",
    ["network", "source"],
    "sum",
    (set) => {
      const polled = sources.polledSubscriptions?.() ?? {};
      for (const [network, all] of Object.entries(sources.sharedSubscriptions?.() ?? {})) {
        const poll = polled[network] ?? 0;
        set({ network, source: "socket" }, all - poll);
        set({ network, source: "poll" }, poll);
      }
    },
  );
  perNetwork("slot_seconds", "Time of a slot, as measured.", ({ pace }) =>
    pace?.slotMs === undefined ? undefined : pace.slotMs / 1000,
  );
  perNetwork(
    "finality_slots",
    "Measured lag of finalized behind processed, in slots.",
    ({ pace }) => pace?.finalized,
  );
  perUpstream("upstream_healthy", "1 when the upstream is healthy.", "min", ({ state }) =>
    state === "healthy" ? 1 : 0,
  );
  perUpstream("upstream_slot", "Highest slot that the upstream was seen at.", "max", ({ slot }) => slot);
  perUpstream(
    "upstream_credits_left",
    "Credits that the plan of the upstream still has, in the period with the fewest left.",
    "min",
    ({ creditsLeft }) => creditsLeft,
  );
  perUpstream(
    "upstream_error_ratio",
    "Share of recent attempts that failed.",
    "average",
    ({ errorRate }) => errorRate,
  );
  return sources;
}

type SetValue = (labels: Readonly<Record<string, string>>, value: number) => void;

function gauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  aggregator: Aggregator,
  collect: (set: SetValue) => void,
): void {
  new Gauge({
    name: `svm_gateway_${name}`,
    help,
    labelNames: [...labelNames],
    aggregator,
    registers: [registry],
    collect() {
      this.reset();
      collect((labels, value) => this.set({ ...labels }, value));
    },
  });
}
