import { withinTime } from "../../call/within-time.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { bytesIn, clientsThatDelay, findCauses, type Outcome, sharedFaults } from "./fault-causes.ts";
import type { MergePauses } from "./merge-pauses.ts";
import type { MergedCall, WaitingRead } from "./merged-call.ts";

/** After a merged call or a source failed, a read is sent by itself if it has at least this much time left. */
export const minTimeLeftMs = 500;
/** What the reads show by themselves within this time decides what caused the fault. */
const verdictAfterMs = 500;

/** Sends each read of a failed call by itself, with `send`, and then pauses what caused the failure. */
export function sendEachAlone(
  merged: MergedCall,
  fault: RpcError,
  send: (read: WaitingRead) => Promise<RawJson>,
  pauses: MergePauses,
): void {
  const now = performance.now();
  const alone: WaitingRead[] = [];
  for (const read of merged.reads) {
    read.calls.delete(merged);
    const isLate = fault.kind === "upstreamTimeout" && read.call.deadline - now < minTimeLeftMs;
    if (isShared(fault) || isLate) read.fail(fault);
    else if (!read.hasEnded) alone.push(read);
  }
  const sent = alone.map(send);
  // A call whose callers have left says nothing about the upstreams.
  if (fault.kind === "cancelled" || alone.length === 0) return;
  void pauseCauses(merged, fault, alone, sent, pauses);
}

async function pauseCauses(
  merged: MergedCall,
  fault: RpcError,
  alone: readonly WaitingRead[],
  sent: readonly Promise<RawJson>[],
  pauses: MergePauses,
): Promise<void> {
  const outcomes = new Map<WaitingRead, Outcome>();
  const settled = Promise.all(
    alone.map(async (read, index) => {
      try {
        outcomes.set(read, { bytes: (await sent[index])?.byteLength ?? 0 });
      } catch (caught) {
        outcomes.set(read, { bytes: 0, fault: RpcError.from(caught).kind });
      }
    }),
  );
  await withinTime(settled, verdictAfterMs);
  const causes = findCauses(merged, fault, alone, outcomes);
  if (causes === undefined) return;
  pauses.recordCauses(causes, performance.now());
  if (causes.longClients.size > 0 || merged.ending !== "overtaken") return;
  // The longest answers also take longest by themselves.
  await settled;
  pauses.recordClients(clientsThatDelay(merged.reads, bytesIn(outcomes)), performance.now());
}

/** Some upstreams refuse lists with an HTTP status, or break off, but answer single reads; too many requests are too many for those, too. */
function isShared({ kind, data }: RpcError): boolean {
  const { phase, status } = (data ?? {}) as { phase?: unknown; status?: unknown };
  const isOfCall = kind === "upstreamUnreachable" && (phase === "headers" || phase === "body");
  return sharedFaults.has(kind) && (!isOfCall || status === 429);
}
