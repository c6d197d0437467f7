import type { RpcError } from "../../rpc/rpc-error.ts";
import type { Item } from "../known/item.ts";
import { type MergedCall, maxMergedBytes, type WaitingRead } from "./merged-call.ts";

/** Faults of the upstreams, not of this call: each read would get them by itself, too. */
export const sharedFaults: ReadonlySet<string> = new Set([
  "upstreamUnreachable",
  "shuttingDown",
  "atCapacity",
]);
/** Faults of reads that were sent by themselves: the ledger refused, or their own answer was too large. */
export const refusals: ReadonlySet<string> = new Set(["ledger", "responseTooLarge"]);

/** How a read that was sent by itself ended. */
export interface Outcome {
  readonly bytes: number;
  readonly fault?: string;
}

/** How the reads that have ended did so. */
export type Outcomes = ReadonlyMap<WaitingRead, Outcome>;

type Clients = ReadonlySet<string | undefined>;

/** What made a merged call fail. */
export interface Causes {
  readonly slowItems: readonly Item[];
  readonly longClients: Clients;
  readonly refusedClients: Clients;
  /** What is suspected if none of these is the cause. */
  readonly suspect: "fill" | "merge" | undefined;
}

/**
 * Finds what made a merged call fail, by how its reads ended when they were sent by themselves; undefined if that was not the call's fault.
 *
 * | Cause                                                            | What is paused                                |
 * | ---------------------------------------------------------------- | --------------------------------------------- |
 * | No upstream can be reached, for any of the reads                 | Nothing                                       |
 * | A read is refused also by itself, or has the largest answer      | Its client, if that happens again             |
 * | The call was overtaken, and an item is slow also by itself       | The item                                      |
 * | The call was overtaken, and a client's answers delay the others  | That client, if that happens again            |
 * | None of these, and the call was filled with unasked items        | Filling                                       |
 * | None of these, and it was not                                    | Merging, if that happens again                |
 */
export function findCauses(
  merged: MergedCall,
  fault: RpcError,
  alone: readonly WaitingRead[],
  outcomes: Outcomes,
): Causes | undefined {
  const faultOf = (read: WaitingRead) => outcomes.get(read)?.fault ?? "";
  // Only a call that was overtaken shows that the upstreams are faster, even if it answered no other read.
  const isOvertaken = merged.ending === "overtaken";
  if (!(isOvertaken && alone.length === 0) && alone.every((read) => sharedFaults.has(faultOf(read))))
    return undefined;
  const refused = alone.filter((read) => refusals.has(faultOf(read)));
  if (fault.kind === "responseTooLarge") refused.push(...largestOf(alone, outcomes));
  const slowItems = isOvertaken ? slowItemsOf(alone, outcomes) : [];
  const longClients = isOvertaken ? clientsThatDelay(merged.reads, bytesIn(outcomes)) : new Set<undefined>();
  const hasCause = refused.length + slowItems.length + longClients.size > 0;
  // Items that no read asked for are suspected first: without them the call may well be answered.
  const suspect = merged.isFilled ? "fill" : "merge";
  return {
    slowItems,
    longClients,
    refusedClients: new Set(refused.map(({ call }) => call.clientAddress)),
    suspect: hasCause ? undefined : suspect,
  };
}

export function bytesIn(outcomes: Outcomes): (read: WaitingRead) => number {
  return (read) => outcomes.get(read)?.bytes ?? 0;
}

/**
 * The clients whose accounts, of a size that was not known, are large and delay the reads of other clients; none if there are no others.
 * `bytesOf`: the length of a read's own answer.
 */
export function clientsThatDelay(
  reads: readonly WaitingRead[],
  bytesOf: (read: WaitingRead) => number,
): Clients {
  const long = reads.filter((read) => bytesOf(read) > maxMergedBytes);
  const clients = new Set(long.map(({ call }) => call.clientAddress));
  return reads.some(({ call }) => !clients.has(call.clientAddress)) ? clients : new Set();
}

/** The items of single reads that have no answer yet; none if most have none: then the upstreams are slow, not the items. */
function slowItemsOf(reads: readonly WaitingRead[], outcomes: Outcomes): readonly Item[] {
  const late = reads.filter((read) => !outcomes.has(read));
  const single = new Set(late.flatMap(({ items }) => (items.length === 1 ? items : [])));
  // The read that overtook the call was answered, too.
  return single.size <= reads.length - late.length + 1 ? [...single] : [];
}

/** The read whose own answer was the largest. */
function largestOf(reads: readonly WaitingRead[], outcomes: Outcomes): readonly WaitingRead[] {
  const bytes = reads.map(bytesIn(outcomes));
  const largest = bytes.indexOf(Math.max(...bytes));
  return reads.slice(largest, largest + 1);
}
