import { type CallMembers, UpstreamCall } from "../call/upstream-call.ts";
import type { Network } from "../networks/network.ts";
import type { Caller, GatewayCall } from "./gateway-call.ts";

/** What is sent upstream for a client's call, in the ledger's own form. */
type Sent = Pick<CallMembers, "method" | "upstreamMethod" | "params" | "agreement" | "maxValues">;

/** How a caller is charged for calls beyond those that it was admitted for. */
export interface Charging {
  readonly charge: (caller: Caller, points: number) => void;
}

/** What a client's call becomes on one network. */
export function networkCall(
  { charge }: Charging,
  { caller, session, minSlot, cancellation, notes, isFresh, span, sending }: GatewayCall,
  network: Network,
  deadline: number,
  { method, upstreamMethod, params, agreement, maxValues }: Sent,
): UpstreamCall {
  return new UpstreamCall({
    network,
    method,
    upstreamMethod,
    params,
    cancellation,
    deadline,
    notes,
    client: caller.address,
    charge: (calls) => charge(caller, calls),
    session,
    minSlot,
    agreement,
    isFresh,
    maxValues,
    span,
    sending,
  });
}
