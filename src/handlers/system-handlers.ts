import type { SystemHandlers } from "../../generated/handlers.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { forward } from "./forward.ts";
import { getSnapshotSlot } from "./get-snapshot-slot.ts";
import { getVersion } from "./get-version.ts";

/** System methods. */
export const systemHandlers: SystemHandlers<HandlerContext> = {
  getHealth: forward,
  getVersion,
  getIdentity: forward,
  getClusterNodes: forward,
  getLeaderSchedule: forward,
  getVoteAccounts: forward,
  getHighestSnapshotSlot: forward,
  getMaxRetransmitSlot: forward,
  getMaxShredInsertSlot: forward,
  getRecentPerformanceSamples: forward,
  getSnapshotSlot,
  getAgGenesisCert: forward,
  getRankMap: forward,
};
