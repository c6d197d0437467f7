import type { Deadlines } from "../../call/deadlines.ts";
import type { SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import type { MethodDescription } from "../../contract/method-description.ts";
import type { UpstreamSets } from "../node/upstream-sets.ts";
import type { Carrier } from "./carrier.ts";
import { MergeLane } from "./merge-lane.ts";
import type { MergeableReads } from "./mergeable-read.ts";

/** What the step needs. */
export interface MergingOptions {
  readonly sets: UpstreamSets;
  readonly deadlines: Deadlines;
  readonly reads: MergeableReads;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
  readonly windowMs: number;
  /** Adds frequently read items to calls; without it nothing is carried. */
  readonly carrier?: Carrier | undefined;
  /** Called with the number of reads that one call answered. */
  readonly onMerged: (call: UpstreamCall, reads: number) => void;
}

/** Sends reads of one kind that arrive at the same time as one call. */
export function withMerging(options: MergingOptions): SendWrapper {
  const { sets, deadlines, reads, methods, windowMs, carrier, onMerged } = options;

  return (next) => {
    /** By the merged method, then by network: as many as there are networks. */
    const lanes = new Map<string, Map<string, MergeLane>>();
    for (const { merge } of Object.values(methods)) if (merge !== undefined) lanes.set(merge.into, new Map());

    function laneOf(into: string, network: string): MergeLane | undefined {
      const ofMethod = lanes.get(into);
      const known = ofMethod?.get(network);
      const method = methods[into];
      if (known !== undefined || ofMethod === undefined || method === undefined) return known;
      const lane = new MergeLane({ next, sets, deadlines, method, windowMs, carrier, onMerged });
      ofMethod.set(network, lane);
      return lane;
    }

    return (call) => {
      const rule = call.method?.merge;
      if (rule === undefined || call.isFresh === true || call.floor !== undefined) return next(call);
      const lane = laneOf(rule.into, call.network.id);
      if (lane === undefined) return next(call);
      const now = performance.now();
      if (!lane.merges(call, now)) return lane.sendAlone(call);
      const read = reads.of(call);
      if (read === undefined) return lane.sendAlone(call);
      // A read that asks for a slot that is not reached yet would delay or fail the others.
      const isAhead = read.minContextSlot !== undefined && read.minContextSlot >= sets.get(call.network).head;
      return isAhead ? lane.sendAlone(call) : lane.gather(call, read, now);
    };
  };
}
