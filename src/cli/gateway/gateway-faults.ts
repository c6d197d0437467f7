import { redactUrl } from "../../log/redact.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** Nothing answers at the address of a gateway. */
export function noGateway(url: string, cause: unknown): RpcError {
  return RpcError.of("upstreamUnreachable", `no gateway answers at ${redactUrl(url)}; is it running?`, {
    cause,
  });
}

/** Something answers at the address of a gateway, but not as one. */
export function notAGateway(url: string, cause?: unknown): RpcError {
  return RpcError.of("upstreamInvalid", `what answers at ${redactUrl(url)} is not a gateway`, { cause });
}
