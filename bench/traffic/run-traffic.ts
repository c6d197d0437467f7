import { Agent } from "undici";
import type { KnownLedger } from "../ledger/known-ledger.ts";
import { checkAnswer } from "./check-answer.ts";
import type { MixedRequest, RequestSource } from "./request-mix.ts";

/** Where the traffic goes and what it is made of. */
export interface TrafficOptions {
  readonly url: string;
  readonly ledger: KnownLedger;
  readonly source: RequestSource;
  readonly random: () => number;
  readonly seconds: number;
}

/** What the clients saw. */
export interface TrafficResult {
  readonly calls: number;
  readonly failed: number;
  /** Answers that were not true at the slot that they name. */
  readonly wrong: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Slots since what an answer says was last true. */
  readonly meanOutdatedSlots: number;
  readonly p99OutdatedSlots: number;
  /** Slots that the slot named by an answer is behind. */
  readonly meanSlotsBehind: number;
  /** Answers of accounts that are followed, and slots since what the oldest of them said was last true. */
  readonly live: number;
  readonly maxLiveOutdatedSlots: number;
}

const clients = 50;
const callsPerSecond = 400;

/** Lets clients call at random moments, at a steady rate whatever the answers take. */
export async function runTraffic(options: TrafficOptions): Promise<TrafficResult> {
  const { url, ledger, source, random, seconds } = options;
  const agent = new Agent({ connections: clients });
  const times: number[] = [];
  const behind: number[] = [];
  const outdated: number[] = [];
  let failed = 0;
  let wrong = 0;
  let live = 0;
  let maxLiveOutdatedSlots = 0;

  async function call(request: MixedRequest): Promise<void> {
    const started = performance.now();
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: request.method, params: request.params });
    try {
      const headBefore = ledger.head;
      const { body: answer, headers } = await agent.request({
        origin: url,
        path: "/networks/bench",
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const text = await answer.text();
      times.push(performance.now() - started);
      if (!text.includes('"result":')) failed += 1;
      const { staleSlots, outdatedSlots, isWrong } = checkAnswer(ledger, request, text);
      if (staleSlots !== undefined) behind.push(staleSlots);
      if (outdatedSlots !== undefined) outdated.push(outdatedSlots);
      if (isWrong) wrong += 1;
      if (headers["x-cache"] !== "live") return;
      live += 1;
      // What changed while the answer was on its way is not its fault.
      const outdatedThen = (outdatedSlots ?? 0) - (ledger.head - headBefore);
      maxLiveOutdatedSlots = Math.max(maxLiveOutdatedSlots, outdatedThen);
    } catch {
      failed += 1; // Counted and printed: the table shows it.
    }
  }

  const running: Promise<void>[] = [];
  const end = performance.now() + seconds * 1000;
  let next = performance.now();
  while (next < end) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(next - performance.now(), 0)));
    running.push(call(source.next()));
    next += (-Math.log(1 - random()) * 1000) / callsPerSecond;
  }
  await Promise.all(running);
  await agent.close();
  return {
    calls: running.length,
    failed,
    wrong,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    meanOutdatedSlots: mean(outdated),
    p99OutdatedSlots: quantile(outdated, 0.99),
    meanSlotsBehind: mean(behind),
    live,
    maxLiveOutdatedSlots,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / Math.max(values.length, 1);
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
