import { ledgerErrors } from "../../../generated/methods.ts";
import { isRepeatable, sendsTransaction } from "../../call/upstream-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isUpstreamError } from "../http/upstream-errors.ts";
import { isRateLimitError, methodNotFoundCode, preflightRefusedCode } from "../node/ledger-codes.ts";

/** `give-up`: fail with this error. `retry`: any upstream may be tried, this one too. `try-others`: try each other upstream once. */
type RetryDecision = "give-up" | "retry" | "try-others";

const overloadWords = /too many|exceeded|quota|throttl|busy|overload/i;
const callerErrorWords = /simulat|blockhash|signature|not found/i;
/** Messages of -32602 that blame the upstream: it lacks data, or a field, filter or commitment that others support. */
const upstreamLacksWords =
  /leader schedule|bigtable|unknown field|unknown variant .valueCmp|not supported on this node|processed|firedancer error/i;

/** Decides by the call's effect, the progress of the attempt and the error. */
export function decideRetry(attempt: Attempt, error: RpcError): RetryDecision {
  if (error.kind === "cancelled" || error.kind === "internal" || error.kind === "shuttingDown")
    return "give-up";
  const { method } = attempt.call;
  // A call that changes the ledger, or of an undocumented method, is repeated only if nothing was sent, or the upstream did not forward
  // the transaction.
  if (!isRepeatable(method)) {
    const wasNotForwarded = isUnknownBlockhash(error) || isRateLimitError(error);
    if (sendsTransaction(method) && wasNotForwarded) return "try-others";
    return attempt.phase === "connect" ? "retry" : "give-up";
  }
  if (isUpstreamError(error)) return "retry";
  return error.kind === "ledger" ? afterLedgerError(error) : "give-up";
}

/** Returns true if preflight did not know the blockhash; a lagging upstream lacks a recent one. */
export function isUnknownBlockhash({ kind, code, message }: RpcError): boolean {
  return kind === "ledger" && code === preflightRefusedCode && /blockhash not found/i.test(message);
}

/** The decision after a ledger error, for a call that is safe to repeat. */
export function afterLedgerError(error: RpcError): RetryDecision {
  const { code, message } = error;
  // Providers use HTTP statuses as codes.
  if (isRateLimitError(error) || (code >= 500 && code < 600)) return "retry";
  if (code === -32000) return afterServerError(message);
  if (code === -32602 && upstreamLacksWords.test(message)) return "try-others";
  // This upstream would repeat the error, so a later retry is left to the client.
  return ledgerErrors.get(code) === true ? "try-others" : "give-up";
}

/** The decision for -32000, a catch-all of providers where only the message helps. */
function afterServerError(message: string): RetryDecision {
  if (overloadWords.test(message)) return "retry";
  return callerErrorWords.test(message) ? "give-up" : "try-others";
}

/** The more informative error: that of the ledger, else that of the attempt that got further. */
export function clearerError(first: RpcError | undefined, second: RpcError): RpcError {
  return first !== undefined && clarity(first) >= clarity(second) ? first : second;
}

function clarity(error: RpcError): number {
  switch (error.kind) {
    case "ledger":
      return error.code === methodNotFoundCode || isRateLimitError(error) ? 4 : 5;
    case "responseTooLarge":
      return 3;
    case "upstreamInvalid":
      return 2;
    case "upstreamTimeout":
      return 1;
    default:
      return 0;
  }
}
