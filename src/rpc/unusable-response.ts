import { RpcError } from "./rpc-error.ts";

/** Error for a response that does not match the method's description. */
export function unusableResponseError(method: string, reason: string): RpcError {
  return RpcError.of(
    "upstreamInvalid",
    `The upstream's response to ${method} can't be used: ${reason}; try another upstream or network.`,
  );
}
