// The gateway with nothing but its WebSocket side. Argument: the upstream's http address.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assemble } from "../../src/app/assemble.ts";
import { createHub } from "../../src/app/create-hub.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { createLogger } from "../../src/log/logger.ts";
import { UnreadBytes } from "../../src/transports/shared/unread-bytes.ts";
import { WebSocketTransport } from "../../src/transports/websocket/websocket-transport.ts";

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
    server_config: { max_connections: 40_000 },
  }),
);
const logger = createLogger({ level: "warn" });
const service = await assemble({
  loaded: loadConfig({ flags: { config: file }, env: {}, cwd: folder }),
  logger,
  mock: false,
});
const unread = new UnreadBytes({
  sendTimeoutMs: service.config.serverConfig.sendTimeoutMs,
  maxUnreadBytes: service.shares.unread,
});
const transport = new WebSocketTransport({ ...service, hub: createHub(service), unread });
const url = new URL(await transport.listen("127.0.0.1", 0));
process.stdout.write(`listening ${JSON.stringify({ port: Number(url.port) })}\n`);
