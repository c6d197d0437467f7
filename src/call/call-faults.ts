import { RpcError } from "../rpc/rpc-error.ts";

/** The caller went away. */
export function cancelled(): RpcError {
  return RpcError.of("cancelled", "The call was cancelled before its answer came.");
}

/** The call's time ran out while it waited for an answer that others wait for too. */
export function outOfTime(): RpcError {
  return RpcError.of("upstreamTimeout", "The upstream gave no answer in the time that this call had.", {
    data: { phase: "headers" },
  });
}
