import type { UpstreamCall } from "../call/upstream-call.ts";
import type { RawJson } from "../json/raw-json.ts";
import type { RpcError } from "../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../upstream/attempt/attempt.ts";
import { firstSuccess, upstreamsForSends } from "../upstream/routing/broadcast.ts";
import { afterLedgerError, isUnknownBlockhash, type LedgerErrors } from "../upstream/routing/next-step.ts";
import type { UpstreamSets } from "../upstream/watch/upstream-sets.ts";

/**
 * Sends a call to all upstreams that take transactions, as its client wrote it, after the first one failed: the same bytes are one
 * transaction however often they come. Where all refuse, or the first refusal is about the transaction itself, that is the answer.
 */
export function createSendElsewhere(
  sets: UpstreamSets,
  send: SendAttempt,
  ledgerErrors: LedgerErrors,
): (call: UpstreamCall, fault: RpcError) => Promise<RawJson> {
  return async (call, fault) => {
    const upstreams = mayBeTaken(fault, ledgerErrors) ? upstreamsForSends(sets.get(call.network), call) : [];
    if (upstreams.length < 2) throw fault;
    const attempts = upstreams.map((upstream) =>
      send(new Attempt(call, upstream, call.upstreamMethod, call.deadline, undefined)),
    );
    return firstSuccess(attempts).catch(() => {
      throw fault;
    });
  };
}

function mayBeTaken(fault: RpcError, ledgerErrors: LedgerErrors): boolean {
  switch (fault.kind) {
    case "upstreamUnreachable":
    case "upstreamInvalid":
    case "upstreamTimeout":
    case "upstreamsLimited":
      return true;
    case "ledger":
      return isUnknownBlockhash(fault) || afterLedgerError(fault, ledgerErrors) !== "give-up";
    default:
      return false;
  }
}
