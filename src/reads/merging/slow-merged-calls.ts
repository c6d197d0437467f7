import type { Send } from "../../call/upstream-call.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isLedgerAnswer } from "../../upstream/node/ledger-codes.ts";
import type { MergedCall, WaitingRead } from "./merged-call.ts";

/** A merged call that takes longer is compared with some of its reads, sent by themselves one after the other. */
export const compareAfterMs = { least: 500, most: 4000 };
const maxComparisons = 3;

/** Compares slow merged calls with their reads: a call that one of its reads overtakes ends, and the others are sent by themselves. */
export class SlowMergedCalls {
  readonly #next: Send;
  #compareAfterMs = compareAfterMs.least;

  constructor(next: Send) {
    this.#next = next;
  }

  /** Sends some of a merged call's reads by themselves while it is slow, until the returned function is called. */
  watch(merged: MergedCall): () => void {
    const compared = new Set<WaitingRead>();
    const timer = setInterval(() => {
      if (compared.size < maxComparisons) void this.#compare(merged, compared);
    }, this.#compareAfterMs);
    return () => clearInterval(timer);
  }

  /** Some upstreams answer lists slowly, or never, but single reads at once; and one slow item must not hold up the others. */
  async #compare(merged: MergedCall, compared: Set<WaitingRead>): Promise<void> {
    const items = new Set([...compared].flatMap((each) => each.items));
    // The smallest read first, without items that were tried before.
    const [read] = merged.reads
      .filter((each) => !each.hasEnded && !each.items.some((item) => items.has(item)))
      .sort((a, b) => a.items.length - b.items.length);
    if (read === undefined) return;
    compared.add(read);
    const answer = this.#next(read.call);
    try {
      await answer;
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.kind === "cancelled") compared.delete(read);
      // A refusal by the ledger is an answer, too. Other faults say nothing about the merged call.
      if (!isLedgerAnswer(fault)) return;
    }
    // It leaves the other calls that it waits for. This one is overtaken below, also if no one else waits for it.
    read.calls.delete(merged);
    read.resolve(answer);
    // Another read has overtaken the call before, or all its callers have left.
    if (merged.cancelled) return;
    const isOvertaken = merged.ending === undefined;
    // A list that is slow by itself does not show how fast single reads are.
    if (!isOvertaken && read.items.length > 1) return;
    this.#compareAfterMs = isOvertaken
      ? compareAfterMs.least
      : Math.min(2 * this.#compareAfterMs, compareAfterMs.most);
    if (isOvertaken) merged.overtake();
  }
}
