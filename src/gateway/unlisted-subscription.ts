import type { MethodDescription, SubscriptionRule } from "../contract/method-description.ts";
import { createMethodPlan, type MethodPlan } from "./params/method-plan.ts";

/**
 * The plan of a subscription that the document does not list, if its name follows the ledger's custom: `xSubscribe`,
 * `xUnsubscribe` and `xNotification` belong together. Its parameters pass as they are. Undefined for any other name.
 */
export function unlistedSubscription(name: string): MethodPlan | undefined {
  const [, stem, verb] = /^(\w{1,48}?)(Subscribe|Unsubscribe)$/.exec(name) ?? [];
  if (stem === undefined) return undefined;
  const isSubscribe = verb === "Subscribe";
  const rule: SubscriptionRule = {
    notification: `${stem}Notification`,
    pair: `${stem}Unsubscribe`,
    slowReader: "close",
    oneShot: false,
    steady: false,
    polledAs: undefined,
  };
  const method: MethodDescription = {
    ...unlisted,
    name,
    kind: isSubscribe ? "subscribe" : "unsubscribe",
    upstreamNames: [name],
    subscription: isSubscribe ? rule : undefined,
  };
  return createMethodPlan(method);
}

/** The subscribe method that an unlisted name belongs to: operators allow both by that name. */
export function allowedNameOf(name: string): string {
  return name.replace(/Unsubscribe$/, "Subscribe");
}

/** The description of a method that the document does not list: nothing in it changes a call on its way. */
const unlisted: Omit<MethodDescription, "name" | "kind" | "upstreamNames" | "subscription"> = {
  aliases: [],
  category: "Subscription",
  effect: "read",
  origin: undefined,
  params: [
    {
      name: "params",
      required: false,
      aliases: [],
      place: { at: "list" },
      validate: () => null,
      expected: "an array",
      example: undefined,
    },
  ],
  config: undefined,
  commitment: undefined,
  legacyWord: undefined,
  exactlyOneOf: undefined,
  atLeastOneOf: undefined,
  refuses: undefined,
  wrapped: false,
  resultKinds: "0",
  paramsByName: false,
  cache: { class: "never" },
  merge: undefined,
  from: undefined,
  givesSignature: false,
  givesLifetime: false,
  slotAt: undefined,
  history: undefined,
  takesMinContextSlot: false,
  heavy: true,
  networks: undefined,
  providers: undefined,
};
