import { outOfTimeFault } from "../../call/call-wait.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import { withinTime } from "../../call/within-time.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import type { Item } from "../known/item.ts";
import { FailurePauses } from "./failure-pauses.ts";
import { type MergedCall, maxMergedBytes, type WaitingRead } from "./merged-call.ts";

/** After a merged call or a source failed, a read is sent by itself if it has at least this much time left. */
export const minTimeLeftMs = 500;
/** A merged call that takes longer is compared with some of its reads, sent by themselves one after the other. */
const compareAfterMs = { least: 500, most: 4000 };
const maxComparisons = 3;
/** An item that is slow also by itself is not merged for this long. */
const slowItemMs = 60_000;
/** Faults of the upstreams, not of this call: each read would get them by itself, too. */
const sharedFaults: ReadonlySet<string> = new Set(["upstreamUnreachable", "shuttingDown", "atCapacity"]);

/** Faults of reads that were sent by themselves: the ledger refused, or their own answer was too large. */
const refusals: ReadonlySet<string> = new Set(["ledger", "responseTooLarge"]);

/** How a read that was sent by itself ended. */
interface Outcome {
  readonly bytes: number;
  readonly fault?: string;
}

/** How the reads that have ended did so. */
type Outcomes = ReadonlyMap<WaitingRead, Outcome>;

/** Handles merged calls that fail or are slow: sends their reads by themselves, and for a while merges nothing that caused it. */
export class MergedCallFaults {
  readonly #next: Send;
  readonly #pauses = new FailurePauses();
  /** Pauses of items: separate, so that they can't evict the others. */
  readonly #itemPauses = new FailurePauses();
  #compareAfterMs = compareAfterMs.least;

  constructor(next: Send) {
    this.#next = next;
  }

  /** Whether a client's read may be sent with others. */
  mayMerge({ clientAddress }: UpstreamCall, items: readonly Item[], now: number): boolean {
    return (
      this.#pauses.isOver("merged", now) &&
      this.#pauses.isOver(`client ${clientAddress}`, now) &&
      items.every((item) => this.mayAdd(item, now))
    );
  }

  /** Whether calls may be filled up with items that no read asked for. */
  mayFill(now: number): boolean {
    return this.#pauses.isOver("filled", now);
  }

  /** Whether an item may be asked for together with others. */
  mayAdd({ key }: Item, now: number): boolean {
    return this.#itemPauses.isOver(key, now);
  }

  recordSuccess(): void {
    this.#pauses.recordSuccess("merged");
  }

  /**
   * Accounts of unknown size may be large, and delay the reads of other clients. A client whose accounts do so repeatedly gets its
   * reads sent by themselves. Returns whether some did. `bytesOf`: the length of a read's own answer.
   */
  recordLong(reads: readonly WaitingRead[], bytesOf: (read: WaitingRead) => number, now: number): boolean {
    const long = new Set(
      reads.filter((read) => bytesOf(read) > maxMergedBytes).map(({ call }) => call.clientAddress),
    );
    const isDelayed = reads.some(({ call }) => !long.has(call.clientAddress));
    for (const client of isDelayed ? long : []) this.#pauses.recordFailure(`client ${client}`, now);
    return isDelayed && long.size > 0;
  }

  /** Sends some of a merged call's reads by themselves while it is slow, until the returned function is called. */
  watch(merged: MergedCall): () => void {
    const compared = new Set<WaitingRead>();
    const timer = setInterval(() => {
      if (compared.size < maxComparisons) void this.#compare(merged, compared);
    }, this.#compareAfterMs);
    return () => clearInterval(timer);
  }

  /** Sends each read of a failed call by itself, with `send`, and then pauses what caused the failure. */
  sendEachAlone(merged: MergedCall, fault: RpcError, send: (read: WaitingRead) => Promise<RawJson>): void {
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
    void this.#pauseCauses(merged, fault, alone, sent);
  }

  async #pauseCauses(
    merged: MergedCall,
    fault: RpcError,
    alone: readonly WaitingRead[],
    sent: readonly Promise<RawJson>[],
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
    await withinTime(settled, compareAfterMs.least);
    const now = performance.now();
    const faultOf = (read: WaitingRead) => outcomes.get(read)?.fault ?? "";
    // Upstreams that answer nothing are not at fault because the call was merged.
    if (alone.every((read) => sharedFaults.has(faultOf(read)))) return;
    const refused = alone.filter((read) => refusals.has(faultOf(read)));
    if (fault.kind === "responseTooLarge") refused.push(...largestOf(alone, outcomes));
    // Only a call that was overtaken shows that the upstreams are faster.
    const slow = merged.cancelled ? slowItems(alone, outcomes) : [];
    for (const { key } of slow) this.#itemPauses.begin(key, now, slowItemMs);
    const bytesOf = (read: WaitingRead) => outcomes.get(read)?.bytes ?? 0;
    const hasLong = merged.cancelled && this.recordLong(merged.reads, bytesOf, now);
    const hasCause = hasLong || refused.length + slow.length > 0;
    // Items that no read asked for are suspected first: without them the call may well be answered.
    if (!hasCause && merged.isFilled) this.#pauses.begin("filled", now);
    else if (!hasCause) this.#pauses.recordFailure("merged", now);
    for (const client of new Set(refused.map(({ call }) => call.clientAddress)))
      this.#pauses.recordFailure(`client ${client}`, now);
    if (hasLong || !merged.cancelled) return;
    // The longest answers also take longest by themselves.
    await settled;
    this.recordLong(merged.reads, bytesOf, performance.now());
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
    try {
      read.resolve(await this.#next(read.call));
    } catch (caught) {
      const fault = RpcError.from(caught);
      if (fault.kind === "cancelled") compared.delete(read);
      // A refusal by the ledger is an answer, too. Other faults say nothing about the merged call.
      if (fault.kind !== "ledger") return;
      read.fail(fault);
    }
    // Another read has overtaken the call before.
    if (merged.cancelled) return;
    const isOvertaken = merged.isUnderWay;
    // A list that is slow by itself does not show how fast single reads are.
    if (!isOvertaken && read.items.length > 1) return;
    this.#compareAfterMs = isOvertaken
      ? compareAfterMs.least
      : Math.min(2 * this.#compareAfterMs, compareAfterMs.most);
    if (isOvertaken) merged.cancel(outOfTimeFault());
  }
}

/** Some upstreams refuse lists with an HTTP status, or break off, but answer single reads; too many requests are too many for those, too. */
function isShared({ kind, data }: RpcError): boolean {
  const { phase, status } = (data ?? {}) as { phase?: unknown; status?: unknown };
  const isOfCall = kind === "upstreamUnreachable" && (phase === "headers" || phase === "body");
  return sharedFaults.has(kind) && (!isOfCall || status === 429);
}

/** The items of single reads that have no answer yet; none if most have none: then the upstreams are slow, not the items. */
function slowItems(reads: readonly WaitingRead[], outcomes: Outcomes): readonly Item[] {
  const late = reads.filter((read) => !outcomes.has(read));
  const single = new Set(late.flatMap(({ items }) => (items.length === 1 ? items : [])));
  // The read that overtook the call was answered, too.
  return single.size <= reads.length - late.length + 1 ? [...single] : [];
}

/** The read whose own answer was the largest. */
function largestOf(reads: readonly WaitingRead[], outcomes: Outcomes): WaitingRead[] {
  const bytes = reads.map((read) => outcomes.get(read)?.bytes ?? 0);
  const largest = bytes.indexOf(Math.max(...bytes));
  return reads.slice(largest, largest + 1);
}
