import { RpcError } from "../../../rpc/rpc-error.ts";
import { didYouMean, nearest } from "../../../text/did-you-mean.ts";
import { truncate } from "../../../text/wording.ts";

/** Longest excerpt of an unknown name in a message. */
const maxNameLength = 80;

/** The error for one invalid parameter of the tool protocol. */
export function invalidParamError(param: string, message: string): RpcError {
  const end = message.endsWith("?") ? "" : ".";
  return RpcError.of("invalidParams", `Invalid params: ${param} ${message}${end}`, {
    data: { faults: [{ param, message }] },
  });
}

/** Builds the error for an unknown name, which suggests the nearest known one. */
export function unknownNameError(
  problem: string,
  param: string,
  name: string,
  known: Iterable<string>,
  fallbackHint: string,
  kind: "invalidParams" | "methodNotFound" = "invalidParams",
): RpcError {
  const hint = didYouMean(nearest(name, known, 1), fallbackHint);
  return RpcError.of(kind, `${problem}: ${JSON.stringify(truncate(name, maxNameLength))}; ${hint}`, {
    data: { faults: [{ param, message: "is unknown" }] },
  });
}
