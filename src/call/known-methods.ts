import { methods } from "../../generated/methods.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import { sendsTransaction } from "./upstream-call.ts";

/** All methods of openrpc.json. */
export const methodsByName: Readonly<Record<string, MethodDescription>> = methods;

/** The method that sends transactions. */
export const sendMethod = firstOf("method that sends transactions", (method) =>
  sendsTransaction(method) ? method : undefined,
);

/** Rule of the method that reads the status of transactions. */
export const statusRule = firstOf("method that reads the status of transactions", ({ merge }) =>
  merge?.sent === true ? merge : undefined,
);

/** The subscription of slots, and the method that ends it. */
export const slotSubscription = firstOf("subscription of slots", (method) =>
  method.subscription?.polledAs === "slot" ? { method, pair: method.subscription.pair } : undefined,
);

function firstOf<Found>(what: string, find: (method: MethodDescription) => Found | undefined): Found {
  for (const method of Object.values(methodsByName)) {
    const found = find(method);
    if (found !== undefined) return found;
  }
  throw new Error(`the document has no ${what}`);
}
