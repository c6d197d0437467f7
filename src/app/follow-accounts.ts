import { BoundParams } from "../gateway/params/bound-params.ts";
import type { MethodPlan } from "../gateway/params/method-plan.ts";
import { quote } from "../json/join.ts";
import type { FollowAccount } from "../live/account-feed.ts";
import type { SubscriptionHub } from "../subscriptions/hub/subscription-hub.ts";

/** Follows accounts through the hub's subscriptions, shared with clients that subscribe to the same. */
export function createFollowAccount(
  hub: Pick<SubscriptionHub, "subscribe">,
  plans: ReadonlyMap<string, MethodPlan>,
): FollowAccount {
  return ({ network, subscribe, address, commitment, encoding }, onState) => {
    const plan = plans.get(subscribe);
    if (plan === undefined) throw new Error(`the document lists no ${subscribe}`);
    const raws: (string | undefined)[] = plan.method.params.map(() => undefined);
    // The address is the one required parameter of a subscription of accounts.
    raws[plan.method.params.findIndex(({ required }) => required)] = address;
    raws[plan.commitmentIndex] = quote(commitment);
    raws[plan.indexByField.get("encoding") ?? -1] = quote(encoding);
    return hub.subscribe(network, new BoundParams(plan, raws, []), {
      catchesUp: true,
      deliver: ({ payload }) => onState(payload),
    });
  };
}
