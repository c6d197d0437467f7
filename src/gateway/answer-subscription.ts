import type { MethodDescription, SubscriptionRule } from "../contract/method-description.ts";
import { compact } from "../json/canonical.ts";
import { cutArray } from "../json/cut-text.ts";
import type { RawJson } from "../json/raw-json.ts";
import { parseWholeNumber } from "../json/whole-number.ts";
import type { Network } from "../networks/network.ts";
import { invalidParamsError } from "../rpc/invalid-params.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { detachText } from "../text/detached-text.ts";
import { counted } from "../text/wording.ts";
import type { GatewayCall } from "./gateway-call.ts";
import { bindParams } from "./params/bind-params.ts";
import { BoundParams } from "./params/bound-params.ts";
import { buildMethodIndex, type MethodIndex } from "./params/method-index.ts";

/** Longest params of a subscription, which stay in memory while it lives. The longest useful filters take a tenth of this. */
const maxParamsBytes = 8192;

/** Answers a call that subscribes or unsubscribes, on one network. Only a client that can receive notifications may make it. */
export function answerSubscription(
  methodIndex: MethodIndex,
  { params, subscriber }: GatewayCall,
): (network: Network) => Promise<RawJson> {
  const { method } = methodIndex;
  if (subscriber === undefined) {
    throw RpcError.of(
      "methodNotFound",
      `${method.name} is a subscription method: call it over WebSocket, where its notifications can be delivered.`,
    );
  }
  if (method.kind === "unsubscribe") {
    const id = subscriptionId(params);
    return () => subscriber.unsubscribe(id);
  }
  const bound = bindSubscription(methodIndex, params);
  return (network) => subscriber.subscribe(network, bound);
}

/** Binds by position only, as ledger nodes do. Copies the text, because a slice would keep the whole frame in memory. */
function bindSubscription(methodIndex: MethodIndex, params: string | undefined): BoundParams {
  const { name } = methodIndex.method;
  if (params === undefined) return bindParams(methodIndex, methodIndex.isList ? "[]" : undefined);
  if (!params.startsWith("["))
    throw invalidParamsError(name, "they must be an array: subscriptions take their parameters by position");
  const text = compact(params);
  if (text.length > maxParamsBytes) {
    throw invalidParamsError(
      name,
      `they have ${text.length} characters; a subscription may have ${maxParamsBytes}`,
    );
  }
  // Only the upstream knows the parameters of an undocumented method.
  if (methodIndex.isList) return new BoundParams(methodIndex, [detachText(text)], []);
  const maxCount = positionCount(methodIndex.method);
  const count = cutArray(text).length;
  if (count > maxCount)
    throw invalidParamsError(name, `it takes at most ${counted(maxCount, "parameter")}, but got ${count}`);
  return bindParams(methodIndex, detachText(text));
}

function positionCount({ params, config }: MethodDescription): number {
  let positions = config === undefined ? 0 : config.index + 1;
  for (const { place } of params)
    if (place.at === "position") positions = Math.max(positions, place.index + 1);
  return positions;
}

/** The subscription id; -1 for anything that can't be one, which no client has. */
function subscriptionId(params: string | undefined): number {
  const items = params?.startsWith("[") ? cutArray(params) : [];
  const [id = ""] = items;
  return (items.length === 1 ? parseWholeNumber(id) : undefined) ?? -1;
}

/** Describes an undocumented method `xSubscribe` or `xUnsubscribe`, with the notification `xNotification`. Undefined for other names. */
export function undocumentedSubscription(name: string): MethodIndex | undefined {
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
    ...undocumented,
    name,
    kind: isSubscribe ? "subscribe" : "unsubscribe",
    upstreamNames: [name],
    subscription: isSubscribe ? rule : undefined,
  };
  return buildMethodIndex(method);
}

/** The subscribe method of an undocumented pair. Operators allow both methods by its name. */
export function subscribeNameOf(name: string): string {
  return name.replace(/Unsubscribe$/, "Subscribe");
}

/** The description of an undocumented method. Nothing in it changes the call. */
const undocumented: Omit<MethodDescription, "name" | "kind" | "upstreamNames" | "subscription"> = {
  aliases: [],
  category: "Subscription",
  effect: "read",
  params: [
    {
      name: "params",
      required: false,
      aliases: [],
      place: { at: "list" },
      validate: () => null,
      expected: "an array",
    },
  ],
  isWrapped: false,
  resultKinds: "0",
  hasNamedParams: false,
  cache: { class: "never" },
  answerIsSignature: false,
  answerHasBlockhash: false,
  takesMinContextSlot: false,
  isHeavy: true,
};
