import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type ServeMode, serveInProcess } from "../../src/app/serve-in-process.ts";
import { listenerUrl } from "../../src/transports/shared/listener.ts";
import { createLiveGateway } from "../gateway/live-gateway.ts";

/** The whole gateway, listening in this process. */
export interface ServedService {
  readonly url: string;
  /** POSTs a body as JSON and returns the text of the answer. */
  post(path: string, body: string | Uint8Array): Promise<string>;
  /** A raw connection, for what a client library would not send. */
  connect(): Promise<Socket>;
  close(): Promise<void>;
}

/** Assembles the gateway over nodes by network id, the first one the default, and listens on a free port. */
export async function serveService(
  upstreams: Readonly<Record<string, string>>,
  serverConfig: object = {},
  mode: ServeMode = "rpc",
): Promise<ServedService> {
  const { service } = await createLiveGateway(upstreams, {
    server_config: { port: 0, rate_limit: { enabled: false }, ...serverConfig },
  });
  const { listeners, close } = await serveInProcess(mode, service);
  const url = listenerUrl(listeners, "http") ?? "";
  return {
    url,
    async post(path, body) {
      const headers = { "content-type": "application/json" };
      return (await fetch(url + path, { method: "POST", body, headers })).text();
    },
    async connect() {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      await once(socket, "connect");
      return socket;
    },
    close,
  };
}
