import { Agent } from "undici";
import { depths } from "../ledger/known-ledger.ts";
import { checkAnswer } from "./check-answer.ts";
import { type MixedRequest, RequestSource } from "./request-mix.ts";
import type { TrafficSetUp } from "./traffic-set-up.ts";

/** How much traffic there is, and where it goes. */
export interface TrafficOptions {
  /** Each client calls another one of these. */
  readonly urls: readonly string[];
  readonly clients: number;
  readonly callsPerSecond: number;
  readonly slotMs: number;
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
  /** Slots that the slot named by an answer is behind the newest when the call was made. */
  readonly meanStaleSlots: number;
  readonly maxStaleSlots: number;
}

/** Lets clients call at random moments, at a steady rate whatever the answers take. */
export async function runTraffic(
  { ledger, source, random }: Pick<TrafficSetUp, "ledger" | "source" | "random">,
  { urls, clients, callsPerSecond, slotMs, seconds }: TrafficOptions,
): Promise<TrafficResult> {
  const agent = new Agent({ connections: Math.ceil(clients / urls.length) });
  const times: number[] = [];
  const stale: number[] = [];
  const running: Promise<void>[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let failed = 0;
  let wrong = 0;

  async function call(request: MixedRequest, url: string): Promise<void> {
    const started = performance.now();
    const { method, params, level } = request;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
    try {
      const newest = ledger.head - depths[level];
      const { body: answer } = await agent.request({
        origin: url,
        path: "/networks/bench",
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      const text = await answer.text();
      times.push(performance.now() - started);
      if (!text.includes('"result":')) failed += 1;
      const { slot, isWrong } = checkAnswer(ledger, request, text);
      if (slot !== undefined) stale.push(newest - slot);
      if (isWrong) wrong += 1;
    } catch {
      failed += 1; // Counted and printed: the table shows it.
    }
    for (const [index, next] of (request.follows ?? []).entries()) {
      // A wallet asks about once a slot whether its transaction has landed.
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          running.push(call(next, url));
        },
        slotMs * (index + 0.5 + random()),
      );
      timers.add(timer);
    }
  }

  const end = performance.now() + seconds * 1000;
  let next = performance.now();
  while (next < end) {
    await new Promise((resolve) => setTimeout(resolve, Math.max(next - performance.now(), 0)));
    const url = urls[Math.floor(random() * urls.length)] ?? "";
    running.push(call(source.next(), url));
    next += (-Math.log(1 - random()) * 1000 * RequestSource.requestsPerDraw) / callsPerSecond;
  }
  for (const timer of timers) clearTimeout(timer);
  await Promise.all(running);
  await agent.close();
  return {
    calls: running.length,
    failed,
    wrong,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    meanStaleSlots: stale.reduce((sum, each) => sum + each, 0) / Math.max(stale.length, 1),
    maxStaleSlots: stale.reduce((most, each) => Math.max(most, each), 0),
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
