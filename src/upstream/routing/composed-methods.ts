import type { SendWrapper } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";

/** Sends a method that the gateway can compose of others only if an upstream may serve it, because each refusal would cost a call. */
export function withComposedMethods(sets: Pick<UpstreamSets, "get">): SendWrapper {
  return (next) => (call) => {
    const { network, upstreamMethod, method } = call;
    const now = performance.now();
    const mayServe = sets
      .get(network)
      .upstreams.some(
        (upstream) =>
          upstream.allows({ upstreamMethod, purpose: "reads" }) &&
          !upstream.lacksMethod(upstreamMethod, now) &&
          upstream.isKnownToServe(upstreamMethod, method?.providers),
      );
    if (mayServe) return next(call);
    const message = `No upstream of network ${network.id} serves ${upstreamMethod}: add one that does, or use another network.`;
    return Promise.reject(RpcError.of("methodNotFound", message));
  };
}
