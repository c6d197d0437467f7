import { outOfTime } from "../../call/call-faults.ts";
import type { Send } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { GatheredRead } from "./gathered-read.ts";
import type { MergedCall } from "./merged-call.ts";

/** A merged call that takes longer is compared with its reads, sent by themselves one after the other. */
const leastPatienceMs = 500;
/** Where reads by themselves turn out to be no faster, the next comparison waits longer, up to this. */
const mostPatienceMs = 4000;

/** Reads that a merged call is compared with at most: one may be slow by itself. */
const maxComparisons = 3;

interface UnderWay {
  readonly startedAt: number;
  readonly compared: Set<GatheredRead>;
}

/**
 * Ends merged calls that reads sent later overtake: some upstreams answer lists slowly, or never, but single reads at once, and one
 * slow item must not hold up the others.
 */
export class OvertakenCalls {
  readonly #next: Send;
  /** The oldest first. */
  readonly #underWay = new Map<MergedCall, UnderWay>();
  #patienceMs = leastPatienceMs;
  #timer: NodeJS.Timeout | undefined;

  constructor(next: Send) {
    this.#next = next;
  }

  /** A merged call goes out. */
  add(merged: MergedCall): void {
    this.#underWay.set(merged, { startedAt: performance.now(), compared: new Set() });
    this.#timer ??= setTimeout(this.#onTimer, this.#patienceMs);
  }

  /** A merged call was answered, or failed. */
  delete(merged: MergedCall): void {
    this.#underWay.delete(merged);
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    const now = performance.now();
    let delayMs = this.#patienceMs;
    for (const [merged, { startedAt, compared }] of this.#underWay) {
      const leftMs = this.#patienceMs - (now - startedAt);
      delayMs = leftMs > 0 ? leftMs : this.#patienceMs;
      if (leftMs > 0) break;
      const read = compared.size < maxComparisons ? merged.waitingBut(compared) : undefined;
      if (read === undefined) continue;
      compared.add(read);
      void this.#compare(merged, read, now);
      break;
    }
    if (this.#underWay.size > 0) this.#timer = setTimeout(this.#onTimer, delayMs);
  };

  async #compare(merged: MergedCall, read: GatheredRead, begunAt: number): Promise<void> {
    try {
      read.resolve(await this.#next(read.call));
    } catch (caught) {
      const fault = RpcError.from(caught);
      // Another read takes the place of one whose caller left.
      if (fault.kind === "cancelled") this.#underWay.get(merged)?.compared.delete(read);
      // What the ledger refuses is answered, too. Other faults say nothing about the merged call.
      if (fault.kind !== "ledger") return;
      read.fail(fault);
    }
    const isOvertaken = this.#underWay.has(merged);
    this.#patienceMs = isOvertaken ? leastPatienceMs : Math.min(2 * this.#patienceMs, mostPatienceMs);
    if (!isOvertaken) return;
    for (const [each, { startedAt }] of this.#underWay)
      if (begunAt - startedAt >= leastPatienceMs) each.cancel(outOfTime());
  }
}
