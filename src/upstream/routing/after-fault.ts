import type { Effect, LedgerErrorDescription } from "../../contract/method-description.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Attempt } from "../node/attempt.ts";
import { methodNotFoundCode, nodeUnhealthyCode } from "../node/ledger-codes.ts";

/**
 * What may be done after an attempt failed. `stop`: the fault is the answer. `other`: another node may answer, this one
 * again later. `sweep`: each other node once, without waiting; this one will say the same again.
 */
export type AfterFault = "stop" | "other" | "sweep";

/** The ledger's errors by code, as the document describes them. */
export type LedgerErrors = ReadonlyMap<number, LedgerErrorDescription>;

const rateLimitWords = /rate.?limit|too many|exceeded|quota|throttl|busy|overload/i;
const callersFaultWords = /simulat|blockhash|signature|not found/i;
/** Bad parameters for this node only: it lacks what they name, another may have it. */
const nodesLackWords = /leader schedule|bigtable/i;

/** Decides by what the call does, how far it came and what came back. */
export function afterFault(
  effect: Effect,
  attempt: Attempt,
  fault: RpcError,
  ledgerErrors: LedgerErrors,
): AfterFault {
  if (fault.kind === "cancelled" || fault.kind === "internal" || fault.kind === "shuttingDown") return "stop";
  // What changes the ledger goes out once: again only while no byte of it can have left.
  if (effect !== "read" && effect !== "simulate") return attempt.phase === "connect" ? "other" : "stop";
  switch (fault.kind) {
    case "ledger":
      return attempt.status === 429 || attempt.status >= 500
        ? "other"
        : afterLedgerError(fault, ledgerErrors);
    case "upstreamUnreachable":
    case "upstreamInvalid":
    case "upstreamTimeout":
      return "other";
    default:
      return "stop";
  }
}

function afterLedgerError(fault: RpcError, ledgerErrors: LedgerErrors): AfterFault {
  const { code, message } = fault;
  // Providers write HTTP statuses as codes.
  if (code === 429 || (code >= 500 && code < 600)) return "other";
  if (code === -32000) return afterServerError(message);
  if (code === -32602 && nodesLackWords.test(message)) return "sweep";
  switch (ledgerErrors.get(code)?.otherNode) {
    case "yes":
    case "sweep":
      // Waiting changes nothing that one node alone says: the client knows best whether to ask again.
      return "sweep";
    default:
      return "stop";
  }
}

/** The providers' own code for everything: only its words tell. */
function afterServerError(message: string): AfterFault {
  if (rateLimitWords.test(message)) return "other";
  return callersFaultWords.test(message) ? "stop" : "sweep";
}

/**
 * The node says no to this question; others may say the same, so that to ask them costs more than it brings when it happens often.
 * A node that lags says so to every question and is taken out at once: to go on to another is what the others are for.
 */
export function isWordOnQuestion(after: AfterFault, { code }: RpcError): boolean {
  return after === "sweep" && code !== nodeUnhealthyCode;
}

/** Which of two faults tells the caller more: the ledger's own word first, then the one that came furthest. */
export function moreTelling(first: RpcError | undefined, second: RpcError): RpcError {
  return first !== undefined && weight(first) >= weight(second) ? first : second;
}

function weight(fault: RpcError): number {
  switch (fault.kind) {
    case "ledger":
      return fault.code === methodNotFoundCode ? 4 : 5;
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
