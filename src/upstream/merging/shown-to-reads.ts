import { callCommitment } from "../../call/call-commitment.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { contextSlot } from "../../json/context-slot.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { clientOfCall } from "../node/client-of-call.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSets } from "../node/upstream-sets.ts";
import type { GatheredRead } from "./gathered-read.ts";

/** The slots that the callers of merged reads were shown before, and are shown by the answer. */
export class ShownToReads {
  readonly #reads: readonly GatheredRead[];
  readonly #set: UpstreamSet | undefined;
  readonly #commitment: Commitment;
  /** The newest slot that any of them was shown at their commitment; 0 if there is no choice of upstreams. */
  readonly slot: number;

  constructor(reads: readonly GatheredRead[], sets: Pick<UpstreamSets, "get">) {
    const call = reads[0]?.call;
    const set = call === undefined ? undefined : sets.get(call.network);
    const hasChoice = set !== undefined && set.upstreams.length > 1;
    this.#reads = reads;
    this.#set = hasChoice ? set : undefined;
    this.#commitment = (hasChoice && callCommitment(call?.method, call?.params ?? "")) || "processed";
    this.slot = 0;
    for (const read of reads) this.slot = Math.max(this.slot, this.shownTo(read.call));
  }

  /** Records it for callers without a session; a session's own step records its answers. */
  learn(result: RawJson): void {
    const set = this.#set;
    const slot = set === undefined ? undefined : contextSlot(result);
    if (set === undefined || slot === undefined) return;
    for (const { call } of this.#reads)
      if (call.session === undefined) clientOfCall(call, set)?.shown.raise(this.#commitment, slot);
  }

  /** The newest slot that the caller of a read was shown. */
  shownTo(call: UpstreamCall): number {
    if (this.#set === undefined) return call.shownSlot ?? 0;
    return Math.max(call.shownSlot ?? 0, clientOfCall(call, this.#set)?.shown[this.#commitment] ?? 0);
  }
}
