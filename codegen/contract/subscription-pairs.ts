import type { SubscriptionRule } from "../../src/contract/method-description.ts";
import type { Contract, Method } from "./contract.ts";
import type { JsonObject } from "./json-value.ts";

/** A subscribe method with its unsubscribe method. */
export interface SubscriptionPair {
  /** `account` for accountSubscribe. */
  readonly stem: string;
  readonly subscribe: Method;
  readonly unsubscribe: Method;
  readonly rule: SubscriptionRule & { readonly payload: JsonObject };
}

/** Every subscription of the document, in its order. */
export function subscriptionPairs(contract: Contract): readonly SubscriptionPair[] {
  const pairs: SubscriptionPair[] = [];
  for (const subscribe of contract.methods) {
    const { subscription } = subscribe;
    if (subscribe.kind !== "subscribe" || subscription === undefined) continue;
    const unsubscribe = contract.methods.find((method) => method.name === subscription.pair);
    if (unsubscribe === undefined) continue;
    const { notification = "", pair, slowReader = "close", oneShot = false, steady = false } = subscription;
    const { polledAs, payload = {} } = subscription;
    pairs.push({
      stem: subscribe.name.replace(/Subscribe$/, ""),
      subscribe,
      unsubscribe,
      rule: { notification, pair, slowReader, oneShot, steady, polledAs, payload },
    });
  }
  return pairs;
}
