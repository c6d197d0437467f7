import { withinTime } from "../../call/within-time.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isTooManyCalls } from "../../upstream/node/ledger-codes.ts";
import {
  bytesIn,
  clientsThatDelay,
  findCauses,
  type Outcome,
  refusals,
  sharedFaults,
} from "./fault-causes.ts";
import type { MergePauses } from "./merge-pauses.ts";
import type { MergedCall, WaitingRead } from "./merged-call.ts";

/** After a merged call or a source failed, a read is sent by itself if it has at least this much time left. */
export const minTimeLeftMs = 500;
/** What the reads show by themselves within this time decides what caused the fault. */
const verdictAfterMs = 500;

/** Sends a read by itself. */
type SendRead = (read: WaitingRead) => Promise<RawJson>;

/** Sends each read of a failed call by itself, with `send`, and then pauses what caused the failure. */
export async function sendEachAlone(
  merged: MergedCall,
  fault: RpcError,
  send: SendRead,
  pauses: MergePauses,
): Promise<void> {
  const now = performance.now();
  const isLimited = isTooManyCalls(fault);
  const waiting: WaitingRead[] = [];
  for (const read of merged.reads) {
    read.calls.delete(merged);
    const isLate = fault.kind === "upstreamTimeout" && read.call.deadline - now < minTimeLeftMs;
    const isSameMethod = read.query.rule.into === read.call.method?.name;
    if (isShared(fault) || isLate || (isLimited && isSameMethod)) read.fail(fault);
    else if (!read.hasEnded) waiting.push(read);
  }
  const sent = new Map(waiting.slice(0, 1).map((read) => [read, send(read)]));
  const [trial] = sent.values();
  // Providers limit each method by itself. If all are limited, one read shows it, and the others must not add to the load.
  const isTrialLost = isLimited && trial && (await withinTime(isLost(trial), verdictAfterMs)) !== false;
  for (const read of waiting.slice(1)) {
    if (isTrialLost) read.fail(fault);
    if (!read.hasEnded) sent.set(read, send(read));
  }
  // A call whose callers have left says nothing about the upstreams, and one too many nothing about what it asked for.
  if (fault.kind !== "cancelled" && isTrialLost !== true) await pauseCauses(merged, fault, sent, pauses);
}

/** Whether a read failed because of the upstreams: neither its caller left, nor was it answered or refused for what it asks. */
async function isLost(sent: Promise<RawJson>): Promise<boolean> {
  const { fault } = await outcomeOf(sent);
  return fault !== undefined && fault !== "cancelled" && !refusals.has(fault);
}

async function outcomeOf(sent: Promise<RawJson>): Promise<Outcome> {
  try {
    return { bytes: (await sent).byteLength };
  } catch (caught) {
    const fault = RpcError.from(caught);
    // Too many calls is no answer of the ledger, whatever the form: the read's client is not at fault.
    return { bytes: 0, fault: isTooManyCalls(fault) ? "upstreamUnreachable" : fault.kind };
  }
}

async function pauseCauses(
  merged: MergedCall,
  fault: RpcError,
  sent: ReadonlyMap<WaitingRead, Promise<RawJson>>,
  pauses: MergePauses,
): Promise<void> {
  const outcomes = new Map<WaitingRead, Outcome>();
  const settled = Promise.all(
    Array.from(sent, async ([read, answer]) => {
      outcomes.set(read, await outcomeOf(answer));
    }),
  );
  await withinTime(settled, verdictAfterMs);
  const causes = findCauses(merged, fault, [...sent.keys()], outcomes);
  if (causes === undefined) return;
  pauses.recordCauses(causes, performance.now());
  if (causes.longClients.size > 0 || merged.ending !== "overtaken") return;
  // The longest answers also take longest by themselves.
  await settled;
  pauses.recordClients(clientsThatDelay(merged.reads, bytesIn(outcomes)), performance.now());
}

/** Some upstreams refuse lists with an HTTP status, or break off, but answer single reads. */
function isShared({ kind, data }: RpcError): boolean {
  const { phase } = (data ?? {}) as { phase?: unknown };
  const isOfCall = kind === "upstreamUnreachable" && (phase === "headers" || phase === "body");
  return sharedFaults.has(kind) && !isOfCall;
}
