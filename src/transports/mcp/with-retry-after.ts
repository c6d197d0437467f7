import { RpcError } from "../../rpc/rpc-error.ts";

/** Throws the fault again with the seconds to wait in its data: a model sees no headers. */
export function withRetryAfter(caught: unknown): never {
  const fault = RpcError.from(caught);
  const { kind, message, data, cause, retryAfterSeconds } = fault;
  if (retryAfterSeconds === undefined || kind === "ledger") throw fault;
  const seconds = Math.ceil(retryAfterSeconds);
  throw RpcError.of(kind, message, {
    data: { ...data, retryAfterSeconds: seconds },
    cause,
    retryAfterSeconds,
  });
}
