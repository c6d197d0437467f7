// Generated from openrpc.json by codegen/emit-subscriptions.ts; do not edit. Run: npm run generate
// Subscriptions as the hub runs them, by their subscribe method. Parameters and their checks are those of methods.ts.

import type { SubscriptionDescription } from "../src/contract/method-description.ts";
import { type SubscribeMethodName, methods } from "./methods.ts";

/** Names of the notifications. */
export type NotificationName =
  | "accountNotification"
  | "programNotification"
  | "logsNotification"
  | "signatureNotification"
  | "slotNotification"
  | "rootNotification"
  | "slotsUpdatesNotification"
  | "voteNotification"
  | "blockNotification";

/** Every subscription, by its subscribe method. */
export const subscriptions: Readonly<Record<SubscribeMethodName, SubscriptionDescription>> = {
  accountSubscribe: {
    subscribe: methods.accountSubscribe,
    unsubscribe: methods.accountUnsubscribe,
    notification: "accountNotification",
    slowReader: "newest",
    oneShot: false,
    synthesis: "account",
    hasContext: true,
  },
  programSubscribe: {
    subscribe: methods.programSubscribe,
    unsubscribe: methods.programUnsubscribe,
    notification: "programNotification",
    slowReader: "close",
    oneShot: false,
    synthesis: "program",
    hasContext: true,
  },
  logsSubscribe: {
    subscribe: methods.logsSubscribe,
    unsubscribe: methods.logsUnsubscribe,
    notification: "logsNotification",
    slowReader: "close",
    oneShot: false,
    synthesis: "logs",
    hasContext: true,
  },
  signatureSubscribe: {
    subscribe: methods.signatureSubscribe,
    unsubscribe: methods.signatureUnsubscribe,
    notification: "signatureNotification",
    slowReader: "close",
    oneShot: true,
    synthesis: "signature",
    hasContext: true,
  },
  slotSubscribe: {
    subscribe: methods.slotSubscribe,
    unsubscribe: methods.slotUnsubscribe,
    notification: "slotNotification",
    slowReader: "newest",
    oneShot: false,
    synthesis: "slot",
    hasContext: false,
  },
  rootSubscribe: {
    subscribe: methods.rootSubscribe,
    unsubscribe: methods.rootUnsubscribe,
    notification: "rootNotification",
    slowReader: "newest",
    oneShot: false,
    synthesis: "root",
    hasContext: false,
  },
  slotsUpdatesSubscribe: {
    subscribe: methods.slotsUpdatesSubscribe,
    unsubscribe: methods.slotsUpdatesUnsubscribe,
    notification: "slotsUpdatesNotification",
    slowReader: "close",
    oneShot: false,
    synthesis: "slotsUpdates",
    hasContext: false,
  },
  voteSubscribe: {
    subscribe: methods.voteSubscribe,
    unsubscribe: methods.voteUnsubscribe,
    notification: "voteNotification",
    slowReader: "close",
    oneShot: false,
    synthesis: undefined,
    hasContext: false,
  },
  blockSubscribe: {
    subscribe: methods.blockSubscribe,
    unsubscribe: methods.blockUnsubscribe,
    notification: "blockNotification",
    slowReader: "close",
    oneShot: false,
    synthesis: "block",
    hasContext: true,
  },
};
