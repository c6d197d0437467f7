import type { OtherHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { getPriorityFeeEstimate } from "./composed/priority-fee-estimate.ts";
import { forward } from "./forward.ts";

/** The methods without a category of their own. */
export const otherHandlers: OtherHandlers<HandlerContext> = {
  getFeeForMessage: forward,
  getPriorityFeeEstimate,
  getLatestBlockhash: forward,
  isBlockhashValid: forward,
  getStakeMinimumDelegation: forward,
  getSupply: forward,
  requestAirdrop: forward,
};
