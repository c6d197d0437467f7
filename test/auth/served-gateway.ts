import { request as httpRequest, type IncomingMessage } from "node:http";
import type { Service } from "../../src/app/assemble.ts";
import { type ServeMode, serveInProcess } from "../../src/app/serve-in-process.ts";
import { listenerUrl } from "../../src/transports/shared/listener.ts";
import { type EchoUpstream, startEchoUpstream } from "../faults/hostile/echo-upstream.ts";
import { createLiveGateway } from "../gateway/live-gateway.ts";

/** What a request was answered with. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look inside whatever arrives.
  readonly json: any;
}

/** How a request differs from a POST of `getSlot`. */
export interface Asking {
  readonly method?: string;
  /** Several values of one header are sent as several headers. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** The method that is called, or the whole body. */
  readonly call?: string;
  readonly body?: string;
}

/** What a healthy upstream says of its ledger. */
const genesisHash = "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d";

/** A gateway with known callers, over two networks `one` and `two` that answer what an echo does. */
export interface ServedGateway {
  readonly url: string;
  readonly wsUrl: string;
  readonly service: Service;
  readonly upstream: EchoUpstream;
  /** Sends a request as it is: paths are not normalised. */
  ask(path: string, asking?: Asking): Promise<Answered>;
  close(): Promise<void>;
}

/** Serves with these settings of `auth`, and others. */
export async function serveCallers(
  auth: object,
  settings: { readonly server_config?: object; readonly [key: string]: unknown } = {},
  mode: ServeMode = "serve",
): Promise<ServedGateway> {
  const upstream = await startEchoUpstream();
  upstream.result = (method) => (method === "getGenesisHash" ? `"${genesisHash}"` : "7");
  const { service } = await createLiveGateway(
    { one: upstream.url, two: upstream.url },
    {
      auth,
      reads: { enabled: false },
      ...settings,
      server_config: { port: 0, ws_port: 0, rate_limit: { enabled: false }, ...settings.server_config },
    },
  );
  const { listeners, close } = await serveInProcess(mode, service);
  const url = listenerUrl(listeners, "http") ?? "";
  return {
    url,
    wsUrl: listenerUrl(listeners, "ws") ?? "",
    service,
    upstream,
    ask: (path, asking) => ask(url, path, asking),
    async close() {
      await close();
      upstream.close();
    },
  };
}

/** Sends one request and reads its answer. */
export function ask(url: string, path: string, asking: Asking = {}): Promise<Answered> {
  const { method = "POST", call = "getSlot" } = asking;
  const body =
    method === "POST"
      ? (asking.body ?? `{"jsonrpc":"2.0","id":1,"method":"${call}","params":[]}`)
      : undefined;
  const headers = {
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(body) }),
    ...(asking.headers as Record<string, string | string[]>),
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        const isJson = response.headers["content-type"]?.startsWith("application/json") === true;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: isJson && text !== "" ? JSON.parse(text) : undefined,
        });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
