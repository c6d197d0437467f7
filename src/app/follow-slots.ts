import { BoundParams } from "../gateway/params/bound-params.ts";
import { methodPlans } from "../gateway/params/method-plan.ts";
import { member } from "../json/cut-members.ts";
import { wholeNumber } from "../json/raw-json.ts";
import type { FollowSlots } from "../reads/known/known-ledgers.ts";
import type { Subscriber } from "../subscriptions/feed/subscriber.ts";
import type { SubscriptionHub } from "../subscriptions/subscription-hub.ts";

/** Follows slots through the hub's slot subscription, which is polled if no upstream offers it. */
export function createFollowSlots(hub: Pick<SubscriptionHub, "subscribe">): FollowSlots {
  const plan = [...methodPlans.values()].find(({ method }) => method.subscription?.polledAs === "slot");
  if (plan === undefined) throw new Error("the document lists no subscription of slots");
  const params = new BoundParams(plan, [], []);
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
