import type { RpcError } from "../../rpc/rpc-error.ts";

/** JSON-RPC code for a method that the upstream lacks. */
export const methodNotFoundCode = -32601;
/** The code for a transaction that failed preflight and was not sent. */
export const preflightRefusedCode = -32002;
/** The code by which an upstream reports that it lags. */
export const nodeUnhealthyCode = -32005;
/** The code for a block that an upstream has pruned. */
export const blockCleanedUpCode = -32001;
/** The codes for a block that an upstream lacks and others may have. */
export const missingBlockCodes: ReadonlySet<number> = new Set([blockCleanedUpCode, -32007, -32009]);
/** The code for a `minContextSlot` that is not reached yet. */
export const slotNotReachedCode = -32016;
/** The code for an invalid signature; on a read, for a server without processed state. */
export const processedRefusedCode = -32003;

/** How providers word rate limit errors, often under a code that means something else on a node. */
const rateLimitPattern = /rate.?limit|too many request|(request|rps) limit/i;

/** Returns true if an upstream rate limited a call, by its HTTP status or by the JSON-RPC error. */
export function isRateLimitError({ kind, code, message, upstreamStatus }: RpcError): boolean {
  if (kind !== "ledger" || upstreamStatus === 429) return upstreamStatus === 429;
  if (code === 429 || code === -32429) return true;
  // Nodes use no positive codes, but some providers do.
  return (code > 0 || (code > -32100 && code <= -32000)) && rateLimitPattern.test(message);
}

/** Returns true if an error is the ledger's answer to the request. A rate limit error is not. */
export function isLedgerAnswer(error: RpcError): boolean {
  return error.kind === "ledger" && !isRateLimitError(error);
}

/** Returns true if an upstream reports that it lags. */
export function isNodeUnhealthy(error: RpcError): boolean {
  return error.code === nodeUnhealthyCode && isLedgerAnswer(error);
}

/** Returns true if an upstream would refuse any call for now, because it lags or is rate limiting. */
export function refusesAllCalls(error: RpcError): boolean {
  return isNodeUnhealthy(error) || isRateLimitError(error);
}

/** Returns true if an upstream reports that it lacks the method. */
export function isMethodMissing({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === methodNotFoundCode;
}

/** True if an upstream, or the gateway for all of them, reports that the call's slot is not reached. */
export function isSlotNotReached({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === slotNotReachedCode;
}
