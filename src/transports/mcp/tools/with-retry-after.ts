import { RpcError } from "../../../rpc/rpc-error.ts";

/** Copies the seconds to wait into the fault's data, since a model sees no headers. */
export function withRetryAfter(caught: unknown): RpcError {
  const fault = RpcError.from(caught);
  const { kind, message, data, cause, retryAfterSeconds } = fault;
  if (retryAfterSeconds === undefined || kind === "ledger") return fault;
  const seconds = Math.ceil(retryAfterSeconds);
  return RpcError.of(kind, message, {
    data: { ...data, retryAfterSeconds: seconds },
    cause,
    retryAfterSeconds,
  });
}
