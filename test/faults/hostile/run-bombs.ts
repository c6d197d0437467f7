import { configFor, type ServedGateway, startGateway } from "../../gateway-process.ts";
import type { BombUpstream } from "./bomb-upstream.ts";

/** Starts a gateway with 256 MiB of heap over networks of a hostile upstream, one of them with two upstreams. */
export function startBombed(upstream: BombUpstream, settings: object = {}): Promise<ServedGateway> {
  const { url, wsUrl } = upstream;
  const config = configFor(
    {
      bad: { rpc_url: url, ws_url: wsUrl },
      pair: { rpc_urls: [url, url.replace("127.0.0.1", "localhost")] },
    },
    {
      // An answer may have 64 MiB.
      server_config: { memory_mb: 512, rate_limit: { enabled: false } },
      upstream: { max_attempts: 1, hedge: false },
      ...settings,
    },
  );
  return startGateway(["serve", "--ws-port", "0"], {
    config,
    env: { NODE_OPTIONS: "--max-old-space-size=256" },
  });
}
