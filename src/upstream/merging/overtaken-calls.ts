import { outOfTime } from "../../call/call-faults.ts";
import type { Send } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { MergedCall } from "./merged-call.ts";

/** A merged call that takes longer is compared with one of its reads, sent by itself. */
const leastPatienceMs = 500;
/** Where reads by themselves turn out to be no faster, the next comparison waits longer, up to this. */
const mostPatienceMs = 4000;

interface UnderWay {
  readonly startedAt: number;
  isCompared: boolean;
}

/**
 * Ends merged calls that a read sent later overtakes: some upstreams answer lists slowly, or never, but single reads at once. At most
 * one read is on its way for this, and one for each merged call.
 */
export class OvertakenCalls {
  readonly #next: Send;
  /** The oldest first. */
  readonly #underWay = new Map<MergedCall, UnderWay>();
  #isComparing = false;
  #patienceMs = leastPatienceMs;
  #timer: NodeJS.Timeout | undefined;

  constructor(next: Send) {
    this.#next = next;
  }

  /** A merged call goes out. */
  add(merged: MergedCall): void {
    this.#underWay.set(merged, { startedAt: performance.now(), isCompared: false });
    this.#timer ??= setTimeout(this.#onTimer, this.#patienceMs);
  }

  /** A merged call was answered, or failed. */
  delete(merged: MergedCall): void {
    this.#underWay.delete(merged);
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    const [oldest] = this.#underWay;
    if (oldest === undefined) return;
    const [merged, state] = oldest;
    const now = performance.now();
    const left = this.#patienceMs - (now - state.startedAt);
    if (left <= 0 && !state.isCompared && !this.#isComparing) {
      state.isCompared = true;
      void this.#compare(merged, now);
    }
    this.#timer = setTimeout(this.#onTimer, left > 0 ? left : this.#patienceMs);
  };

  async #compare(merged: MergedCall, begunAt: number): Promise<void> {
    const read = merged.firstWaiting;
    if (read === undefined) return;
    this.#isComparing = true;
    try {
      read.resolve(await this.#next(read.call));
    } catch (caught) {
      const fault = RpcError.from(caught);
      // What the ledger refuses is answered, too. Other faults say nothing about the merged call.
      if (fault.kind !== "ledger") return;
      read.fail(fault);
    } finally {
      this.#isComparing = false;
    }
    const isOvertaken = this.#underWay.has(merged);
    this.#patienceMs = isOvertaken ? leastPatienceMs : Math.min(2 * this.#patienceMs, mostPatienceMs);
    if (!isOvertaken) return;
    for (const [each, { startedAt }] of this.#underWay) if (startedAt < begunAt) each.cancel(outOfTime());
  }
}
