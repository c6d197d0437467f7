import { slotSubscription } from "../call/known-methods.ts";
import { BoundParams } from "../gateway/params/bound-params.ts";
import { buildMethodIndex } from "../gateway/params/method-index.ts";
import { member } from "../json/cut-raw.ts";
import { wholeNumber } from "../json/raw-json.ts";
import { createFeedListener } from "../observability/event-listeners.ts";
import type { FollowSlots } from "../reads/state/ledger-states.ts";
import type { Subscriber } from "../subscriptions/feed/subscriber.ts";
import { SubscriptionHub } from "../subscriptions/subscription-hub.ts";
import type { Service } from "./assemble.ts";

/** Creates the subscription hub of a service, which also follows the heads of its networks. */
export function createHub(service: Service): SubscriptionHub {
  const { serverConfig, upstream, websocket } = service.config;
  const { ledgers } = service;
  const hub = new SubscriptionHub({
    send: service.upstreams.send,
    clock: service.upstreams.clock,
    opensSockets: !service.isMock,
    store: service.store,
    websocket,
    requestTimeoutMs: serverConfig.requestTimeoutMs,
    maxFrameBytes: service.shares.response,
    listener: createFeedListener(service.logger, service.metrics),
    onSlot: (network, commitment, slot) =>
      ledgers?.get(network)?.head.recordNotification(commitment, slot, performance.now()),
    times: upstream.pollIntervalMs === undefined ? {} : { pollMs: upstream.pollIntervalMs },
  });
  ledgers?.followWith(createFollowSlots(hub));
  return hub;
}

/** Follows slots through the hub's slot subscription, which falls back to polling. */
export function createFollowSlots(hub: Pick<SubscriptionHub, "subscribe">): FollowSlots {
  const params = new BoundParams(buildMethodIndex(slotSubscription.method), [], []);
  return async (network, onSlot) => {
    const subscriber: Subscriber = {
      ignoresGaps: true,
      deliver(_notification, payload) {
        const slot = wholeNumber(member(payload, "slot"));
        if (slot === undefined) return;
        onSlot(slot, wholeNumber(member(payload, "parent")) ?? slot);
      },
    };
    const shared = await hub.subscribe(network, params, subscriber);
    return () => shared.leave(subscriber);
  };
}
