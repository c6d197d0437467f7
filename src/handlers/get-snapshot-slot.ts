import type { GetSnapshotSlotResult } from "../../generated/types.ts";
import type { HandlerContext } from "../gateway/handler-context.ts";
import { RawJson } from "../json/raw-json.ts";
import { askAndRead } from "./read-answer.ts";

/** getSnapshotSlot: the full snapshot's slot, which nodes now give as part of getHighestSnapshotSlot. */
export async function getSnapshotSlot(context: HandlerContext): Promise<RawJson<GetSnapshotSlotResult>> {
  const answer = await askAndRead(context, "getHighestSnapshotSlot", "[]");
  return RawJson.write<GetSnapshotSlotResult>(answer.at("full").integer());
}
