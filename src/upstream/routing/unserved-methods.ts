import type { SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import { providerNames } from "../../providers/provider-names.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isMethodMissing } from "../node/ledger-codes.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";

/** Names the providers that serve a method, if no upstream of the network does. */
export const withProviderAdvice: SendWrapper = (next) => (call) =>
  next(call).catch((caught: unknown) => {
    const fault = RpcError.from(caught);
    throw isMethodMissing(fault) ? notServed(call) : fault;
  });

/** The error for a method of some providers that no upstream of the network serves. */
export function notServed({ method, upstreamMethod, network }: UpstreamCall): RpcError {
  const { providers = [] } = method ?? {};
  return RpcError.of(
    "methodNotFound",
    `${upstreamMethod} is served by ${providerNames(providers)}, but by no upstream of network ${network.id}: add one that serves it.`,
    { data: { providers } },
  );
}

/** Sends a method that the gateway can compose of others only while an upstream may serve it, since each refusal would cost a call. */
export function withComposedMethods(sets: Pick<UpstreamSets, "get">): SendWrapper {
  return (next) => (call) => {
    const { network, upstreamMethod, method } = call;
    const now = performance.now();
    const mayServe = sets
      .get(network)
      .upstreams.some(
        (upstream) =>
          upstream.allows({ method: upstreamMethod, use: "reads" }) &&
          !upstream.lacksMethod(upstreamMethod, now) &&
          (method?.providers === undefined ||
            upstream.servesProviderMethod(method.providers, upstreamMethod)),
      );
    if (mayServe) return next(call);
    return Promise.reject(
      RpcError.of(
        "methodNotFound",
        `No upstream of network ${network.id} serves ${upstreamMethod}: add one that does, or ask another network.`,
      ),
    );
  };
}
