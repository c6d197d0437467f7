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

/** Whether a fault is the error of an upstream that lacks the method. */
export function isMethodMissing({ kind, code }: RpcError): boolean {
  return kind === "ledger" && code === methodNotFoundCode;
}
