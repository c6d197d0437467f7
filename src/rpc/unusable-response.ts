import { RpcError } from "./rpc-error.ts";

/** The error for an upstream's answer that is not what the document says. */
export function unusableResponseError(method: string, reason: string): RpcError {
  return RpcError.of(
    "upstreamInvalid",
    `The upstream's answer to ${method} can't be used: ${reason}; try another upstream or network.`,
  );
}
