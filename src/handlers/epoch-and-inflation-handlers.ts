import type { EpochAndInflationHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { forward } from "./forward.ts";

/** Epoch and inflation methods. */
export const epochAndInflationHandlers: EpochAndInflationHandlers<HandlerContext> = {
  getEpochInfo: forward,
  getEpochSchedule: forward,
  getInflationGovernor: forward,
  getInflationRate: forward,
  getInflationReward: forward,
};
