import { outOfTimeError } from "../../call/call-wait.ts";
import type { Send, UpstreamCall } from "../../call/upstream-call.ts";
import { withinTime } from "../../call/within-time.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isRateLimitError } from "../../upstream/node/ledger-codes.ts";
import type { Item } from "../state/item.ts";
import type { ResponseItems } from "../state/response-items.ts";
import { FailurePause, FailurePauses } from "./failure-pauses.ts";
import { type MergedCall, maxMergedBytes, type Outcome, type WaitingRead } from "./merged-call.ts";

/** Least time that a read must have left to be sent alone after its merged call or source failed. */
export const minTimeLeftMs = 500;
/** After this time a merged call is slow, and a single read late. */
const slowMs = 500;
const maxRacingReads = 3;
/** After `maxRacingReads` races without a win the upstream may be slow as a whole: then one race may start per this time. */
const raceIntervalMs = 1000;
/** Errors that single reads would get as well. */
const sharedErrors: ReadonlySet<string> = new Set(["upstreamUnreachable", "shuttingDown", "atCapacity"]);
/** Errors that blame the read: the ledger refused it, or its own answer was too large. */
const readErrors: ReadonlySet<string> = new Set(["ledger", "responseTooLarge"]);

/** Sends the reads of failed or slow merged calls alone, and stops merging the cause for a while. README.md has the rules. */
export class MergeRecovery {
  readonly #send: Send;
  readonly #merging = new FailurePause();
  readonly filling = new FailurePause();
  /** Pauses by item key and by client address. */
  readonly causes = new FailurePauses();
  /** Races since one was won, in all merged calls. */
  #races = 0;
  #racedAt = Number.NEGATIVE_INFINITY;
  /** Races in flight, by client. */
  readonly #racing = new Map<string, number>();

  /** `send` sends a single read. */
  constructor(send: Send) {
    this.#send = send;
  }

  /** True if a read of these items may be merged. */
  mayMerge(call: UpstreamCall, items: readonly Item[], now: number): boolean {
    const { causes } = this;
    if (this.#merging.isPaused(now) || causes.isPaused(clientOf({ call }), now)) return false;
    return !items.some(({ key }) => causes.isPaused(key, now));
  }

  /** Races a merged call against its single reads while it is slow. The returned function stops this. */
  watch(merged: MergedCall): () => void {
    const timer = setInterval(() => void this.#raceRead(merged), slowMs);
    return () => clearInterval(timer);
  }

  /** Records the response to a merged call, and its size. */
  recordResponse({ reads, sentAt, isFilled }: MergedCall, bytes: number, response: ResponseItems): void {
    const now = performance.now();
    if (now - sentAt < slowMs) {
      this.#merging.recordSuccess();
      if (isFilled) this.filling.recordSuccess();
    }
    if (bytes <= maxMergedBytes) return;
    const clients = new Set(
      reads.filter(({ items }) => response.byteLengthOf(items) > maxMergedBytes).map(clientOf),
    );
    // Long answers matter only if other clients had to wait for them.
    if (reads.some((read) => !clients.has(clientOf(read))))
      for (const client of clients) this.causes.recordFailure(client, now);
  }

  /** Splits a failed merged call: sends each of its reads alone. */
  async recover(merged: MergedCall, error: RpcError): Promise<void> {
    const now = performance.now();
    const waiting: WaitingRead[] = [];
    for (const read of merged.reads) {
      read.calls.delete(merged);
      if (wouldFailAlone(read, error, now)) read.fail(error);
      else if (!read.hasEnded) waiting.push(read);
    }
    const sendAlone = (read: WaitingRead) => {
      const answer = this.#send(read.call);
      read.resolve(answer);
      return recordOutcome(merged, read, answer);
    };
    const [trial] = waiting;
    // Providers limit each method separately. One read finds out if all are limited, so that the others don't add to the load.
    if (trial !== undefined && isRateLimitError(error))
      if ((await withinTime(sendAlone(trial), slowMs)) === "failed") {
        for (const read of waiting) read.fail(error);
        return;
      }
    const sent = waiting.flatMap((read) => (read.hasEnded ? [] : [sendAlone(read)]));
    await withinTime(Promise.all(sent), slowMs);
    this.#pauseCause(merged);
  }

  /** Sends one read of a slow merged call alone. If it is answered first, the merged call is cancelled, which splits it. */
  async #raceRead(merged: MergedCall): Promise<void> {
    const { outcomes, reads } = merged;
    const now = performance.now();
    if (outcomes.size >= maxRacingReads) return;
    if (this.#races >= maxRacingReads && now - this.#racedAt < raceIntervalMs) return;
    const tried = new Set([...outcomes.keys()].flatMap(({ items }) => items));
    const waiting = reads.filter(
      ({ hasEnded, items }) => !hasEnded && !items.some((item) => tried.has(item)),
    );
    // Starts at another position each time: that of a hanging item may be the same in each call.
    const first = this.#races % Math.max(waiting.length, 1);
    // All hanging items may be of one client, so clients with fewer races go first.
    const racing = (read: WaitingRead) => this.#racing.get(clientOf(read)) ?? 0;
    const [read] = [...waiting.slice(first), ...waiting.slice(0, first)].sort(
      (a, b) => racing(a) - racing(b) || a.items.length - b.items.length,
    );
    if (read === undefined) return;
    this.#races += 1;
    this.#racedAt = now;
    const client = clientOf(read);
    this.#racing.set(client, racing(read) + 1);
    const answer = this.#send(read.call);
    const outcome = await recordOutcome(merged, read, answer);
    if (racing(read) > 1) this.#racing.set(client, racing(read) - 1);
    else this.#racing.delete(client);
    // A read whose caller left, or that no upstream answered, shows nothing about the merged call.
    if (outcome !== "answered" && outcome !== "atFault") return;
    if (!read.hasEnded) this.#races = 0;
    // Detach the read first: `cancel` must fail the merged call for the other reads only.
    read.calls.delete(merged);
    read.resolve(answer);
    merged.cancel(outOfTimeError());
  }

  /** Infers the cause of a failure from the outcomes of single reads. If none was answered, the upstreams are to blame. */
  #pauseCause({ outcomes, isFilled }: MergedCall): void {
    const now = performance.now();
    const readsThat = (outcome: Outcome) =>
      [...outcomes.keys()].filter((read) => outcomes.get(read) === outcome);
    const answered = readsThat("answered").length;
    const clients = new Set(readsThat("atFault").map(clientOf));
    // Blame a slow item rather than its client: anyone may read it.
    const late = new Set(
      readsThat("late").map((read) => (read.items.length === 1 && read.items[0]?.key) || clientOf(read)),
    );
    // If most are late, the upstreams are slow.
    if (late.size > answered) late.clear();
    for (const client of clients) this.causes.recordFailure(client, now);
    for (const name of late) this.causes.pause(name, now);
    // Blame filling first: without it, the next merged call may succeed.
    if (clients.size + late.size === 0 && answered > 0)
      (isFilled ? this.filling : this.#merging).recordFailure(now);
  }
}

function clientOf({ call }: Pick<WaitingRead, "call">): string {
  return call.clientAddress ?? "";
}

/** True if a read would fail alone as well. */
function wouldFailAlone({ call, query }: WaitingRead, error: RpcError, now: number): boolean {
  if (isRateLimitError(error)) return query.rule.into === call.method?.name;
  const { kind, data } = error;
  if (kind === "upstreamTimeout") return call.deadline - now < minTimeLeftMs;
  const { phase } = (data ?? {}) as { phase?: unknown };
  // Some upstreams reject lists with an HTTP error or a closed connection, but answer single reads.
  return sharedErrors.has(kind) && phase !== "headers" && phase !== "body";
}

/** Records the outcome of a single read; undefined if its caller leaves. */
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
    return readErrors.has(error.kind) && !isRateLimitError(error) ? "atFault" : "failed";
  }
}
