import { RpcError } from "../rpc/rpc-error.ts";
import { providerNames } from "./provider-names.ts";

/** The error for a provider's method that no upstream of the network serves. */
export function notServedError(method: string, providers: readonly string[], network: string): RpcError {
  return RpcError.of(
    "methodNotFound",
    `${method} is served by ${providerNames(providers)}, but by no upstream of network ${network}: add one that serves it.`,
    { data: { providers } },
  );
}
