// The gateway with nothing but its WebSocket side. Argument: the upstream's http address.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assemble } from "../../src/cli/assemble.ts";
import { methodPlans } from "../../src/cli/method-plans.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createLogger } from "../../src/observability/logger.ts";
import { announceFeeds } from "../../src/subscriptions/announce-feeds.ts";
import { createSubscriptionHub } from "../../src/subscriptions/subscription-hub.ts";
import { createWebSocketTransport } from "../../src/transports/websocket/websocket-transport.ts";

const [upstream = ""] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "svm-gateway-bench-"));
const file = join(folder, "svm-gateway.json");
writeFileSync(
  file,
  JSON.stringify({
    svm_networks: {
      bench: { name: "bench", rpc_url: upstream, ws_url: upstream.replace("http", "ws"), type: "localnet" },
    },
    default_network: "bench",
    websocket: { max_connections: 20_000 },
  }),
);
const logger = createLogger({ level: "warn" });
const service = await assemble({
  loaded: loadConfig({ flags: { config: file }, env: {}, cwd: folder }),
  logger,
  local: false,
  mock: false,
});
const { websocket, serverConfig, upstream: upstreamConfig } = service.config;
const hub = createSubscriptionHub({
  plans: methodPlans,
  send: service.upstreams.send,
  store: service.store,
  websocket,
  requestTimeoutMs: serverConfig.requestTimeoutMs,
  maxFrameBytes: upstreamConfig.maxResponseBytes,
  listener: announceFeeds(logger),
});
const transport = createWebSocketTransport({
  hub,
  gateway: service.gateway,
  plans: methodPlans,
  store: service.store,
  server: serverConfig,
  websocket,
  onInternalFault: (fault) => logger.error({ err: fault.cause ?? fault }, "a call failed"),
});
const url = new URL(await transport.listen("127.0.0.1", 0));
process.stdout.write(`listening ${JSON.stringify({ port: Number(url.port) })}\n`);
