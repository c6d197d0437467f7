import type { Commitment } from "../../contract/method-description.ts";
import { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { slotNotReachedCode } from "../node/ledger-codes.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";

/** No upstream has reached the slot that a call needs: the ledger's own error, as a single upstream would give it. */
export function slotNotReached(set: UpstreamSet, floor: number, commitment: Commitment): RpcError {
  const message = `Minimum context slot has not been reached: no upstream of network ${set.network.id} is at slot ${floor} (${commitment}) now.`;
  const contextSlot = Math.min(set.believed.at(commitment, performance.now()), Math.max(floor - 1, 0));
  const wire = { code: slotNotReachedCode, message, data: { contextSlot } };
  return RpcError.fromLedger(slotNotReachedCode, message, RawJson.fromText(JSON.stringify(wire)));
}
