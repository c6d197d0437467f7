import type { RpcError } from "../../rpc/rpc-error.ts";

/** The code that says that an upstream lacks the method. */
export const methodNotFoundCode = -32601;
/** The code of a transaction that preflight refused, which was therefore not sent. */
export const preflightRefusedCode = -32002;
/** The code of an upstream that says it is behind. */
export const nodeUnhealthyCode = -32005;
/** The code for a block that an upstream has pruned. */
export const blockCleanedUpCode = -32001;
/** The codes for a block that an upstream does not have and others may have. */
export const missingBlockCodes: ReadonlySet<number> = new Set([blockCleanedUpCode, -32007, -32009]);
/** The code for a `minContextSlot` that is not reached yet. */
export const slotNotReachedCode = -32016;
/** The code for a wrong signature; on a read it says that the server knows no processed state. */
export const processedRefusedCode = -32003;

/** Words by which providers refuse calls because they get too many, often with a code that means something else on a node. */
const rateLimitPattern = /rate.?limit|too many requests|request limit/i;

/** Whether an upstream refused a call because it gets too many: by the HTTP status of its answer, or by its error. */
export function isRateLimitError({ kind, code, message, upstreamStatus }: RpcError): boolean {
  if (kind !== "ledger" || upstreamStatus === 429) return upstreamStatus === 429;
  if (code === 429 || code === -32429) return true;
  return code > -32100 && code <= -32000 && rateLimitPattern.test(message);
}

/** Whether a fault is the ledger's answer to what was asked. That a call was one too many says nothing about that. */
export function isLedgerAnswer(error: RpcError): boolean {
  return error.kind === "ledger" && !isRateLimitError(error);
}

/** Whether an upstream says that it is behind. */
export function isNodeUnhealthy(error: RpcError): boolean {
  return error.code === nodeUnhealthyCode && isLedgerAnswer(error);
}

/** Whether an upstream refuses all calls for now, whatever they ask: it is behind, or gets too many. */
export function refusesAllCalls(error: RpcError): boolean {
  return isNodeUnhealthy(error) || isRateLimitError(error);
}

/** Whether a fault is the error of an upstream that lacks the method. */
export function isMethodMissing({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === methodNotFoundCode;
}
