import type { Send, SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { providerNames } from "../../providers/provider-names.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { methodNotFoundCode } from "../node/ledger-codes.ts";

/** Names the providers that serve a method, if no upstream of the network does. */
export const withProviderAdvice: SendWrapper = (next) => (call) => advised(call, next);

async function advised(call: UpstreamCall, next: Send): Promise<RawJson> {
  try {
    return await next(call);
  } catch (caught) {
    const fault = RpcError.from(caught);
    if (fault.code !== methodNotFoundCode || fault.kind !== "ledger") throw fault;
    const providers = call.method?.providers ?? [];
    throw RpcError.of(
      "methodNotFound",
      `${call.upstreamMethod} is served by ${providerNames(providers)}; this network's upstreams do not serve it.`,
      { data: { providers } },
    );
  }
}
