import type { Agreement } from "../call/upstream-call.ts";
import { wrapValue } from "../json/join.ts";
import type { RawJson } from "../json/raw-json.ts";
import { matchesMethod, type Network } from "../networks/network.ts";
import { answerSubscription, subscribeNameOf, undocumentedSubscription } from "./answer-subscription.ts";
import { CallContext, type ClientCall, networkCall } from "./call-context.ts";
import { unknownMethodError } from "./missing-method.ts";
import { bindParams } from "./params/bind-params.ts";
import type { MethodIndex } from "./params/method-index.ts";

/** Answers a prepared call on one of its networks, with the agreement that it needs there. */
export type AnswerOnNetwork = (network: Network, agreement: Agreement | undefined) => Promise<RawJson>;

/** Binds and checks the parameters of a documented method. The returned function runs its handler. */
export function prepareDocumented(call: ClientCall, methodIndex: MethodIndex): AnswerOnNetwork {
  const { options, request } = call;
  const { method } = methodIndex;
  if (method.kind === "subscribe" || method.kind === "unsubscribe")
    return answerSubscription(methodIndex, request);
  const handler = options.ledgerHandlers.get(method.name);
  // In the ledger dialect, only methods that nodes do not serve run a handler. Others are forwarded unchanged.
  if (request.dialect === "ledger" && (handler === undefined || method.origin === "extended")) {
    const sent = { method, params: request.params ?? "" };
    return (network, agreement) => options.send(networkCall(call, network, sent, agreement));
  }
  const params = bindParams(methodIndex, request.params);
  return (network, agreement) => {
    const context = new CallContext(call, network, params, agreement);
    const result = handler === undefined ? context.forward() : handler(context);
    return method.isWrapped && request.dialect === "gateway" ? result.then(wrapValue) : result;
  };
}

/** Prepares a call to an undocumented method. It is forwarded only if the operator allows it on the network. */
export function prepareUndocumented(call: ClientCall): AnswerOnNetwork {
  const { options, request } = call;
  if (request.dialect !== "ledger") throw unknownMethodError(request);
  const subscription =
    request.subscriber === undefined ? undefined : undocumentedSubscription(request.method);
  const allowedName = subscription === undefined ? request.method : subscribeNameOf(request.method);
  const subscribe = subscription && answerSubscription(subscription, request);
  return (network) => {
    const { isLoopback, isCrossOrigin } = request.caller;
    const isOpen = !network.allowMethodsFromLoopbackOnly || (isLoopback && !isCrossOrigin);
    if (!isOpen || !matchesMethod(network.allowMethods, allowedName)) throw unknownMethodError(request);
    if (subscribe !== undefined) return subscribe(network);
    const sent = { method: undefined, undocumentedMethod: request.method, params: request.params ?? "" };
    return options.send(networkCall(call, network, sent));
  };
}
