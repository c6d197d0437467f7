import { outOfTimeError } from "../../call/call-wait.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import { withinTime } from "../../call/within-time.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isRateLimitError } from "../../upstream/node/ledger-codes.ts";
import type { Item } from "../state/item.ts";
import { FailurePauses } from "./failure-pauses.ts";
import { type MergedCall, maxMergedBytes, type Outcome, type WaitingRead } from "./merged-call.ts";

/** After a merged call or a source failed, a read is sent by itself if it has at least this much time left. */
export const minTimeLeftMs = 500;
/** A call that takes longer is slow: a merged one is compared with its reads, and a read by itself is late. */
const slowMs = 500;
const maxComparisons = 3;
/** Faults of the upstreams: each read would get them by itself, too. */
const faultsOfAll: ReadonlySet<string> = new Set(["upstreamUnreachable", "shuttingDown", "atCapacity"]);
/** Faults of a read: the ledger refused it, or its own answer was too large. */
const faultsOfRead: ReadonlySet<string> = new Set(["ledger", "responseTooLarge"]);

/** Reads of merged calls that fail or are slow are sent by themselves, and what was at fault is not merged for a while. */
export class MergeRecovery {
  readonly #send: Send;
  /** Of what is not merged: "merge" is all reads, "fill" the items that no read asked for, others are an item or a client's address. */
  readonly pauses = new FailurePauses();

  /** `send` sends a read by itself. */
  constructor(send: Send) {
    this.#send = send;
  }

  /** Whether a client's read may be sent with others. */
  mayMerge(call: UpstreamCall, items: readonly Item[], now: number): boolean {
    const { pauses } = this;
    if (pauses.isPaused("merge", now) || pauses.isPaused(clientOf(call), now)) return false;
    return !items.some(({ key }) => pauses.isPaused(key, now));
  }

  /** Sends a merged call's reads by themselves, one after the other, while it is slow; until the returned function is called. */
  watch(merged: MergedCall): () => void {
    const timer = setInterval(() => void this.#compare(merged), slowMs);
    return () => clearInterval(timer);
  }

  /** Records that a merged call was answered with so many bytes. `bytesOf`: those of a read's own answer. */
  recordAnswer(
    { reads, sentAt, isFilled }: MergedCall,
    bytes: number,
    bytesOf: (read: WaitingRead) => number,
  ): void {
    const now = performance.now();
    if (now - sentAt < slowMs) {
      this.pauses.recordSuccess("merge");
      if (isFilled) this.pauses.recordSuccess("fill");
    }
    if (bytes <= maxMergedBytes) return;
    const clients = new Set(reads.filter((read) => bytesOf(read) > maxMergedBytes).map(clientOfRead));
    // Long answers are at fault only if others had to wait for them.
    if (reads.some((read) => !clients.has(clientOfRead(read))))
      for (const client of clients) this.pauses.recordFailure(client, now);
  }

  /** Sends each read of a merged call that failed by itself. */
  async recover(merged: MergedCall, error: RpcError): Promise<void> {
    const now = performance.now();
    const waiting: WaitingRead[] = [];
    for (const read of merged.reads) {
      read.calls.delete(merged);
      if (failsToo(read, error, now)) read.fail(error);
      else if (!read.hasEnded) waiting.push(read);
    }
    const sendAlone = (read: WaitingRead) => {
      const answer = this.#send(read.call);
      read.resolve(answer);
      return recordOutcome(merged, read, answer);
    };
    const [trial] = waiting;
    // Providers limit each method by itself. If all are limited, one read shows it, and the others must not add to the load.
    if (trial !== undefined && isRateLimitError(error))
      if ((await withinTime(sendAlone(trial), slowMs)) === "failed") {
        for (const read of waiting) read.fail(error);
        return;
      }
    const sent = waiting.flatMap((read) => (read.hasEnded ? [] : [sendAlone(read)]));
    await withinTime(Promise.all(sent), slowMs);
    this.#pauseWhatIsAtFault(merged);
  }

  /** Sends one read of a slow call by itself. If that is answered first, the call ends, and the others are sent by themselves, too. */
  async #compare(merged: MergedCall): Promise<void> {
    const { outcomes, reads } = merged;
    if (outcomes.size >= maxComparisons) return;
    const tried = new Set([...outcomes.keys()].flatMap(({ items }) => items));
    const [read] = reads
      .filter(({ hasEnded, items }) => !hasEnded && !items.some((item) => tried.has(item)))
      .sort((a, b) => a.items.length - b.items.length);
    if (read === undefined) return;
    const answer = this.#send(read.call);
    const outcome = await recordOutcome(merged, read, answer);
    // If its caller has left, or no upstream answers it, that says nothing about the merged call.
    if (outcome !== "answered" && outcome !== "atFault") return;
    // It leaves its other calls; this one is cancelled below, with a reason that sends its other reads.
    read.calls.delete(merged);
    read.resolve(answer);
    merged.cancel(outOfTimeError());
  }

  /** Finds what made a call fail, by how its reads ended that were sent by themselves. If none was answered, the upstreams did. */
  #pauseWhatIsAtFault({ outcomes, isFilled }: MergedCall): void {
    const now = performance.now();
    const readsThat = (outcome: Outcome) =>
      [...outcomes.keys()].filter((read) => outcomes.get(read) === outcome);
    const answered = readsThat("answered").length;
    const clients = new Set(readsThat("atFault").map(clientOfRead));
    // Anyone may read a slow item.
    const late = new Set(
      readsThat("late").map((read) => (read.items.length === 1 && read.items[0]?.key) || clientOfRead(read)),
    );
    // If most are late, the upstreams are slow.
    if (late.size > answered) late.clear();
    for (const client of clients) this.pauses.recordFailure(client, now);
    for (const name of late) this.pauses.pause(name, now);
    // Without items that no read asked for, the next call may well be answered.
    if (clients.size + late.size === 0 && answered > 0)
      this.pauses.recordFailure(isFilled ? "fill" : "merge", now);
  }
}

function clientOf({ clientAddress }: UpstreamCall): string {
  return clientAddress ?? "";
}

function clientOfRead({ call }: WaitingRead): string {
  return clientOf(call);
}

/** Whether a read fails with its merged call: by itself it would do so, too. */
function failsToo({ call, query }: WaitingRead, error: RpcError, now: number): boolean {
  if (isRateLimitError(error)) return query.rule.into === call.method?.name;
  const { kind, data } = error;
  if (kind === "upstreamTimeout") return call.deadline - now < minTimeLeftMs;
  const { phase } = (data ?? {}) as { phase?: unknown };
  // Some upstreams refuse lists with an HTTP status, or break off, but answer single reads.
  return faultsOfAll.has(kind) && phase !== "headers" && phase !== "body";
}

/** Records how a read ends that was sent by itself: undefined if its caller leaves. */
async function recordOutcome(
  { outcomes }: MergedCall,
  read: WaitingRead,
  answer: Promise<RawJson>,
): Promise<Outcome | undefined> {
  outcomes.set(read, "late");
  const outcome = await outcomeOf(answer);
  if (outcome === undefined) outcomes.delete(read);
  else outcomes.set(read, outcome);
  return outcome;
}

async function outcomeOf(answer: Promise<RawJson>): Promise<Outcome | undefined> {
  try {
    return (await answer).byteLength > maxMergedBytes ? "atFault" : "answered";
  } catch (caught) {
    const error = RpcError.from(caught);
    if (error.kind === "cancelled") return undefined;
    return faultsOfRead.has(error.kind) && !isRateLimitError(error) ? "atFault" : "failed";
  }
}
