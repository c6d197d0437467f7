import type { SystemHandlers } from "../../generated/handlers.ts";
import type { GetSnapshotSlotResult } from "../../generated/types.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { getVersion } from "./composed/get-version.ts";
import { askAndRead } from "./composed/read-answer.ts";
import { forward } from "./forward.ts";

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

/** getSnapshotSlot: the full snapshot's slot, which nodes now give as part of getHighestSnapshotSlot. */
export async function getSnapshotSlot(context: HandlerContext): Promise<RawJson<GetSnapshotSlotResult>> {
  const answer = await askAndRead(context, "getHighestSnapshotSlot", "[]");
  return RawJson.write<GetSnapshotSlotResult>(answer.at("full").integer());
}
