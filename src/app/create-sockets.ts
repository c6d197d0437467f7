import { methodPlans } from "../gateway/params/method-plan.ts";
import { announceFeeds } from "../observability/announce-feeds.ts";
import { SubscriptionHub, type SubscriptionHubOptions } from "../subscriptions/subscription-hub.ts";
import type { UnreadBytes } from "../transports/shared/unread-bytes.ts";
import { createWebSocketTransport } from "../transports/websocket/websocket-transport.ts";
import type { Service } from "./assemble.ts";
import { createFollowSlots } from "./follow-slots.ts";

/** The subscriptions of a service and the WebSocket transport that delivers them. */
export type Sockets = ReturnType<typeof createSockets>;

/** Creates the subscription hub of a service. The service also follows the heads of its networks through it. */
export function createHub(
  service: Service,
  { listener, times }: Partial<Pick<SubscriptionHubOptions, "listener" | "times">> = {},
): SubscriptionHub {
  const { serverConfig, upstream, websocket } = service.config;
  const { ledgers } = service;
  const hub = new SubscriptionHub({
    plans: methodPlans,
    send: service.upstreams.send,
    clock: service.upstreams.clock,
    opensSockets: !service.isMock,
    store: service.store,
    websocket,
    requestTimeoutMs: serverConfig.requestTimeoutMs,
    maxFrameBytes: service.shares.response,
    listener: listener ?? announceFeeds(service.logger, service.metrics),
    onSlot: (network, commitment, slot) =>
      ledgers?.get(network)?.head.recordNotification(commitment, slot, performance.now()),
    times: {
      ...(upstream.pollIntervalMs === undefined ? {} : { pollMs: upstream.pollIntervalMs }),
      ...times,
    },
  });
  ledgers?.followWith(createFollowSlots(hub));
  return hub;
}

/** Creates the WebSocket transport of a service. */
export function createSockets(service: Service, hub: SubscriptionHub, unread: UnreadBytes) {
  const { shares } = service;
  const transport = createWebSocketTransport({
    hub,
    gateway: service.gateway,
    store: service.store,
    serverConfig: service.config.serverConfig,
    checks: service.checks,
    maxBufferedBytes: shares.socket,
    maxAnswerBytes: shares.batch,
    unread,
    authenticator: service.auth?.authenticator,
    reportFault: service.reportFault,
    onSlowReader: service.metrics.countSlowReader,
  });
  return {
    transport,
    async close() {
      await transport.close();
      hub.close();
    },
  };
}
