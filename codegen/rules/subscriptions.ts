import type { ContractSubscription } from "../contract/contract.ts";
import type { Rule } from "./rule.ts";

const fields = ["notification", "slowReader", "oneShot", "payload"] as const;

/** Subscribe and unsubscribe methods come in pairs that name each other. */
export const subscriptions: Rule = function* ({ contract }) {
  const notifications = new Map<string, string>();
  for (const method of contract.methods) {
    const { name: subject, kind, subscription } = method;
    if (subscription === undefined) continue;
    const partner = contract.methods.find((other) => other.name === subscription.pair);
    const wanted = kind === "subscribe" ? "unsubscribe" : "subscribe";
    if (partner?.kind !== wanted) {
      const message = `is ${JSON.stringify(subscription.pair)}, which is not a method of the kind ${wanted}`;
      yield { subject, path: "x-subscription.pair", message };
    } else if (partner.subscription?.pair !== subject) {
      const message = `is ${partner.name}, whose pair is ${JSON.stringify(partner.subscription?.pair)}`;
      yield { subject, path: "x-subscription.pair", message };
    }
    if (kind !== "subscribe") continue;
    for (const field of missing(subscription)) {
      yield {
        subject,
        path: `x-subscription.${field}`,
        message: "is missing; every subscribe method has it",
      };
    }
    if (!subject.endsWith("Subscribe")) {
      yield { subject, path: "name", message: "must end with Subscribe, as on the ledger" };
    }
    const { notification = "" } = subscription;
    const other = notifications.get(notification);
    if (other !== undefined) {
      yield {
        subject,
        path: "x-subscription.notification",
        message: `is ${notification}, like that of ${other}`,
      };
    }
    notifications.set(notification, subject);
  }
};

function missing(subscription: ContractSubscription): readonly string[] {
  return fields.filter((field) => subscription[field] === undefined);
}
