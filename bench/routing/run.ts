import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Config } from "../../generated/config.ts";
import { methods } from "../../generated/methods.ts";
import { createUpstreams } from "../../src/app/calls/create-upstreams.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { UpstreamCall } from "../../src/call/upstream-call.ts";
import { configSchema } from "../../src/config/config-schema.ts";
import { fillDefaults } from "../../src/config/effective-values.ts";
import { resolveNetworks } from "../../src/networks/resolve-networks.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { upstreamSettings } from "../../src/upstream/node/upstream-settings.ts";

/** The dearer, the faster. */
const plans = [
  { price: 1, latencyMs: 30 },
  { price: 5, latencyMs: 12 },
  { price: 10, latencyMs: 4 },
] as const;
const calls = 3000;
const atOnce = 16;

/** Three upstreams with prices 1, 5 and 10: what the same reads cost and how long they take with each preference. */
export async function benchRouting(): Promise<void> {
  const servers = await Promise.all(plans.map(({ latencyMs }) => serve(latencyMs)));
  try {
    console.log(`${calls} reads, ${atOnce} at once; prices ${plans.map(({ price }) => price).join(", ")}`);
    console.log("prefer   cost   per read   p50 ms   p99 ms   calls by price");
    for (const prefer of ["speed", "cost", "even"] as const) console.log(await measure(prefer, servers));
  } finally {
    for (const server of servers) server.close();
  }
}

async function measure(prefer: "speed" | "cost" | "even", servers: readonly Server[]): Promise<string> {
  const upstreams = servers.map((server, index) => ({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    costs: { default: plans[index]?.price },
  }));
  const config = fillDefaults(configSchema, { upstreams, routing: { prefer } }, () => undefined) as Config;
  const { networks, defaultId } = resolveNetworks({ config, registry: [] });
  const network = networks.get(defaultId);
  if (network === undefined) throw new Error("the configuration names no network");
  const sent = createUpstreams({
    upstream: upstreamSettings(config.upstream, {
      maxResponseBytes: 1e8,
      maxIncomingBytes: 1e9,
      maxConcurrentRequests: 100,
    }),
    cache: { enabled: false, maxBytes: 0 },
    routing: config.routing,
    sending: config.sending,
    processes: 1,
    store: {
      defaultNetwork: () => network,
      enabled: () => [],
      get: () => network,
      onChange: () => () => undefined,
    },
    limits: config.serverConfig,
    landing: config.landing,
    metrics: createMetrics(),
    log: { info: () => undefined, warn: () => undefined },
  });
  for (const server of servers) askedOf.set(server, 0);
  const times: number[] = [];
  let next = 0;
  const caller = async () => {
    while (next < calls) {
      next += 1;
      const startedAt = performance.now();
      const call = new UpstreamCall({
        network,
        method: methods.getBlockTime,
        params: `[${next}]`,
        cancellation: new Cancellation(),
        deadline: startedAt + 10_000,
        notes: {},
      });
      await sent.send(call);
      times.push(performance.now() - startedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, caller));
  } finally {
    await sent.close();
  }
  times.sort((a, b) => a - b);
  const counts = servers.map((server) => askedOf.get(server) ?? 0);
  const cost = counts.reduce((sum, count, index) => sum + count * (plans[index]?.price ?? 0), 0);
  const quantile = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1).padStart(6);
  const columns = [
    String(cost).padStart(6),
    (cost / calls).toFixed(2).padStart(8),
    quantile(0.5),
    quantile(0.99),
  ];
  return `${prefer.padEnd(6)} ${columns.join("   ")}   ${counts.join(" ")}`;
}

/** Reads that each upstream answered. */
const askedOf = new Map<Server, number>();

/** An upstream that answers each request after the same time. */
async function serve(latencyMs: number): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { id, method } = JSON.parse(body) as { id: number; method: string };
    const facts: Record<string, string> = { getGenesisHash: '"G"', getHealth: '"ok"', getSlot: "1000" };
    const result = facts[method] ?? "1700000000";
    if (!(method in facts)) askedOf.set(server, (askedOf.get(server) ?? 0) + 1);
    setTimeout(() => {
      response.setHeader("content-type", "application/json");
      response.end(`{"jsonrpc":"2.0","result":${result},"id":${id}}`);
    }, latencyMs);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}
