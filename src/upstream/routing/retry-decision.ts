import { isRepeatable, sendsTransaction } from "../../call/upstream-call.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { isUpstreamError } from "../http/upstream-errors.ts";
import { isRateLimitError, methodNotFoundCode, preflightRefusedCode } from "../node/ledger-codes.ts";

/**
 * What follows a failed attempt: `give-up` answers with its fault, `retry` asks others or the same upstream again, and `try-others` asks
 * each other upstream once.
 */
type RetryDecision = "give-up" | "retry" | "try-others";

/** Whether another upstream may answer a call, by the code of the ledger's error: then each is tried once, without waiting. */
export type LedgerErrors = ReadonlyMap<number, boolean>;

const overloadWords = /too many|exceeded|quota|throttl|busy|overload/i;
const callersFaultWords = /simulat|blockhash|signature|not found/i;
/**
 * Messages of -32602 that are about the upstream: it lacks what the parameters name, or a field, filter or commitment that others take.
 */
const upstreamLacksWords =
  /leader schedule|bigtable|unknown field|unknown variant .valueCmp|not supported on this node|processed|firedancer error/i;

/** Decides by what the call does, how far the attempt got and what came back. */
export function decideRetry(attempt: Attempt, error: RpcError, ledgerErrors: LedgerErrors): RetryDecision {
  if (error.kind === "cancelled" || error.kind === "internal" || error.kind === "shuttingDown")
    return "give-up";
  const { method } = attempt.call;
  // A call that changes the ledger, or of a method that the document does not list, is sent once: it is repeated only if no byte of it
  // can have left, or a transaction was held back.
  if (!isRepeatable(method)) {
    const isHeldBack = isUnknownBlockhash(error) || isRateLimitError(error);
    if (sendsTransaction(method) && isHeldBack) return "try-others";
    return attempt.phase === "connect" ? "retry" : "give-up";
  }
  if (isUpstreamError(error)) return "retry";
  return error.kind === "ledger" ? afterLedgerError(error, ledgerErrors) : "give-up";
}

/** Whether preflight did not know the transaction's blockhash: an upstream that is behind does not have a new one yet. */
export function isUnknownBlockhash({ kind, code, message }: RpcError): boolean {
  return kind === "ledger" && code === preflightRefusedCode && /blockhash not found/i.test(message);
}

/** What may be done after the ledger's own error to a call that can be repeated. */
export function afterLedgerError(error: RpcError, ledgerErrors: LedgerErrors): RetryDecision {
  const { code, message } = error;
  // Providers write HTTP statuses as codes.
  if (isRateLimitError(error) || (code >= 500 && code < 600)) return "retry";
  if (code === -32000) return afterServerError(message);
  if (code === -32602 && upstreamLacksWords.test(message)) return "try-others";
  // Waiting would not change what this upstream says: the client knows best whether to ask again.
  return ledgerErrors.get(code) === true ? "try-others" : "give-up";
}

/** Providers use this code for everything: only the message says what happened. */
function afterServerError(message: string): RetryDecision {
  if (overloadWords.test(message)) return "retry";
  return callersFaultWords.test(message) ? "give-up" : "try-others";
}

/** The fault that says more to the caller: the ledger's own error, else that of the attempt that got further. */
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
