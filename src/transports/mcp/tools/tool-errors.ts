import { RpcError } from "../../../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../../../text/did-you-mean.ts";
import { truncate } from "../../../text/wording.ts";

/** Longest part of an unknown name that a message shows. */
const maxShown = 80;

export function invalidParamError(param: string, message: string): RpcError {
  const end = message.endsWith("?") ? "" : ".";
  return RpcError.of("invalidParams", `Invalid params: ${param} ${message}${end}`, {
    data: { faults: [{ param, message }] },
  });
}

/** The error for an unknown name. It suggests the nearest known one. */
export function unknownNameError(
  what: string,
  param: string,
  name: string,
  known: Iterable<string>,
  listed: string,
  kind: "invalidParams" | "methodNotFound" = "invalidParams",
): RpcError {
  const hint = didYouMean(nearest(name, known, 1), listed);
  return RpcError.of(kind, `${what}: ${JSON.stringify(truncate(name, maxShown))}; ${hint}`, {
    data: { faults: [{ param, message: "is unknown" }] },
  });
}
