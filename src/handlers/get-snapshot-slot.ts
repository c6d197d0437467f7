import type { HandlerContext } from "../gateway/handler-context.ts";
import { RawJson } from "../json/raw-json.ts";

/** getSnapshotSlot: the full snapshot's slot, which nodes now give as part of getHighestSnapshotSlot. */
export async function getSnapshotSlot(context: HandlerContext): Promise<RawJson<never>> {
  const answer = await context.ask<{ full: number }>("getHighestSnapshotSlot", "[]");
  return RawJson.fromText(String(answer.parse().full));
}
