import type { Service } from "../../../src/app/assemble.ts";
import { createFollowSlots } from "../../../src/app/create-hub.ts";
import type { RpcError } from "../../../src/rpc/rpc-error.ts";
import type { FeedListener, SubscriptionTimes } from "../../../src/subscriptions/feed/feed-options.ts";
import { SubscriptionHub } from "../../../src/subscriptions/subscription-hub.ts";
import { UnreadBytes } from "../../../src/transports/shared/unread-bytes.ts";
import { WebSocketTransport } from "../../../src/transports/websocket/websocket-transport.ts";
import { createLiveGateway, type LiveGateway } from "../../gateway/live-gateway.ts";
import { SocketClient } from "./socket-client.ts";

/** Events inside the gateway, in order, as short texts. */
export class RecordedEvents implements FeedListener {
  readonly polled: string[] = [];
  readonly silent: string[] = [];
  readonly ended: string[] = [];
  readonly failures: string[] = [];
  readonly slow: string[] = [];
  deliveries = 0;

  onSocketEnded(network: string, _host: string, reason: string): void {
    this.ended.push(`${network}: ${reason}`);
  }

  onPolled(_network: string, method: string): void {
    this.polled.push(method);
  }

  onSilent(_network: string, method: string): void {
    this.silent.push(method);
  }

  onFetchFailed(_network: string, method: string, error: unknown): void {
    this.failures.push(`${method}: ${String(error)}`);
  }

  onBlockLost(_network: string, slot: number, error: RpcError): void {
    this.failures.push(`block ${slot}: ${error.code}`);
  }

  onPublished(_network: string, deliveries: number): void {
    this.deliveries += deliveries;
  }
}

/** Addresses of one network. */
export interface UpstreamLayer {
  readonly rpcUrl: string;
  readonly wsUrls: readonly string[];
  readonly allowMethods?: readonly string[];
}

/** The hub of a service, with other times and a listener that records. */
function createTestHub(
  { config, upstreams, isMock, store, shares, ledgers }: Service,
  listener: FeedListener,
  times: Partial<SubscriptionTimes>,
): SubscriptionHub {
  const { pollIntervalMs } = config.upstream;
  const hub = new SubscriptionHub({
    send: upstreams.send,
    clock: upstreams.clock,
    opensSockets: !isMock,
    store,
    websocket: config.websocket,
    requestTimeoutMs: config.serverConfig.requestTimeoutMs,
    maxFrameBytes: shares.response,
    listener,
    onSlot: (network, commitment, slot) =>
      ledgers?.get(network)?.head.recordNotification(commitment, slot, performance.now()),
    times: { ...(pollIntervalMs === undefined ? {} : { pollMs: pollIntervalMs }), ...times },
  });
  ledgers?.followWith(createFollowSlots(hub));
  return hub;
}

/** The whole gateway behind a WebSocket port. */
export class SocketGateway {
  readonly url: string;
  readonly hub: SubscriptionHub;
  readonly transport: WebSocketTransport;
  readonly events: RecordedEvents;
  readonly live: LiveGateway;
  readonly #clients: SocketClient[] = [];

  private constructor(
    url: string,
    hub: SubscriptionHub,
    transport: WebSocketTransport,
    events: RecordedEvents,
    live: LiveGateway,
  ) {
    this.url = url;
    this.hub = hub;
    this.transport = transport;
    this.events = events;
    this.live = live;
  }

  static async start(
    networks: Readonly<Record<string, UpstreamLayer>>,
    settings: {
      readonly websocket?: object;
      readonly upstream?: object;
      readonly server_config?: object;
    } = {},
    times: Partial<SubscriptionTimes> = {},
    options: { readonly mock?: boolean } = {},
  ): Promise<SocketGateway> {
    const svmNetworks = Object.fromEntries(
      Object.entries(networks).map(([id, { rpcUrl, wsUrls, allowMethods = [] }]) => [
        id,
        { name: id, rpc_url: rpcUrl, ws_urls: wsUrls, type: "localnet", allow_methods: allowMethods },
      ]),
    );
    const [first = ""] = Object.keys(networks);
    const live = await createLiveGateway(
      {},
      { svm_networks: svmNetworks, default_network: first, ...settings },
      options,
    );
    const { service } = live;
    const events = new RecordedEvents();
    const hub = createTestHub(service, events, times);
    const observed: Service = {
      ...service,
      reportError(error) {
        if (error.kind === "internal") events.failures.push(String(error.cause ?? error));
      },
      metrics: { ...service.metrics, countSlowReader: (outcome) => void events.slow.push(outcome) },
    };
    const unread = new UnreadBytes({
      sendTimeoutMs: service.config.serverConfig.sendTimeoutMs,
      maxUnreadBytes: service.shares.unread,
    });
    const transport = new WebSocketTransport({ ...observed, hub, unread });
    const url = await transport.listen("127.0.0.1", 0);
    return new SocketGateway(url, hub, transport, events, live);
  }

  /** A new client of the default network, or of the one named by a path. */
  async connect(path = "/", headers: Record<string, string> = {}): Promise<SocketClient> {
    const client = await SocketClient.connect(`${this.url}${path}`, headers);
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.transport.close();
    this.hub.close();
    await this.live.service.close();
  }
}
