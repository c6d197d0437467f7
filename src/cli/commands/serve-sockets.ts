import { assemble } from "../../app/assemble.ts";
import { serveHere } from "../../app/serve-here.ts";
import type { Setting } from "../../config/config-source.ts";
import type { LoadedConfig } from "../../config/load-config.ts";
import { startLocalLedgers } from "../../localnet/local-ledgers.ts";
import { createLogger } from "../../log/logger.ts";
import { unknownNetwork } from "../../networks/network-errors.ts";
import type { Flags } from "../options/arguments.ts";
import type { CommandIo } from "../terminal/command-io.ts";

interface ServedSockets {
  readonly url: string;
  close(): Promise<void>;
}

/** Adds settings to the flags so that WebSocket listens on a free port of this machine. */
export function onFreePort(flags: Flags): Flags {
  const source = { kind: "flag", name: "subscribe" } as const;
  const place: readonly Setting[] = [
    { path: "server_config.host", value: "127.0.0.1", source },
    { path: "server_config.ws_port", value: "0", source },
  ];
  return { ...flags, settings: [...flags.settings, ...place] };
}

/** Serves subscriptions to the configured networks from this process. Throws an RpcError if the chosen network is unknown. */
export async function serveSockets(
  loaded: LoadedConfig,
  flags: Flags,
  io: CommandIo,
): Promise<ServedSockets> {
  const logger = createLogger({ level: "error" });
  const service = await assemble({ loaded, logger, ...(await startLocalLedgers(flags, io.env.PATH)) });
  const { network } = flags;
  if (network !== undefined && service.store.get(network) === undefined) {
    await service.close();
    throw unknownNetwork(network, service.store.nearest(network));
  }
  const served = await serveHere("ws", service);
  const [line = ""] = served.lines;
  return {
    url: line.replace(/^listening ws ws:/, "http:"),
    async close() {
      for (const close of served.closers) await close();
      await service.close();
    },
  };
}
