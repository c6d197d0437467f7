import { Agent } from "undici";
import { depths } from "../ledger/model-ledger.ts";
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

/** What a client saw of one call. */
export interface SeenCall {
  readonly request: MixedRequest;
  /** When it was made, and how long its answer took. */
  readonly startedAt: number;
  readonly ms: number;
  /** What came; undefined when the connection failed. */
  readonly answer: string | undefined;
  /** Slots that the slot named by the answer is behind the newest when the call was made. */
  readonly staleSlots: number | undefined;
  /** The answer was not true at the slot that it names. */
  readonly isWrong: boolean;
}

/** What the clients saw. */
export interface TrafficResult {
  readonly calls: number;
  /** As they were made: fewer than asked for if the machine is too slow. */
  readonly callsPerSecond: number;
  readonly failed: number;
  /** Answers that were not true at the slot that they name. */
  readonly wrong: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Slots that the slot named by an answer is behind the newest when the call was made. */
  readonly meanStaleSlots: number;
  readonly maxStaleSlots: number;
}

type Callers = Pick<TrafficSetUp, "ledger" | "source" | "random">;

/** Lets clients call, and sums up what they saw. */
export async function runTraffic(setUp: Callers, options: TrafficOptions): Promise<TrafficResult> {
  const times: number[] = [];
  const stale: number[] = [];
  const counts = { calls: 0, failed: 0, wrong: 0 };
  const startedAt = performance.now();
  await sendTraffic(setUp, options, ({ ms, answer, staleSlots, isWrong }) => {
    counts.calls += 1;
    if (answer !== undefined) times.push(ms);
    if (!hasResult(answer)) counts.failed += 1;
    if (isWrong) counts.wrong += 1;
    if (staleSlots !== undefined) stale.push(staleSlots);
  });
  return {
    ...counts,
    callsPerSecond: (counts.calls * 1000) / (performance.now() - startedAt),
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    meanStaleSlots: stale.reduce((sum, each) => sum + each, 0) / Math.max(stale.length, 1),
    maxStaleSlots: stale.reduce((most, each) => Math.max(most, each), 0),
  };
}

/** Lets clients call at random moments, at a steady rate whatever the answers take, and records each call when it has ended. */
export async function sendTraffic(
  { ledger, source, random }: Callers,
  { urls, clients, callsPerSecond, slotMs, seconds }: TrafficOptions,
  record: (seen: SeenCall) => void,
): Promise<void> {
  const agent = new Agent({ connections: Math.ceil(clients / urls.length) });
  const running = new Set<Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  const end = performance.now() + seconds * 1000;

  function start(request: MixedRequest, url: string): void {
    const called: Promise<void> = call(request, url).finally(() => running.delete(called));
    running.add(called);
  }

  async function call(request: MixedRequest, url: string): Promise<void> {
    const startedAt = performance.now();
    const newest = ledger.head - depths[request.commitment];
    // A connection that failed is a call without an answer.
    const answer = await ask(request, url).catch(() => undefined);
    const { slot, isWrong } =
      answer === undefined ? { slot: undefined, isWrong: false } : checkAnswer(ledger, request, answer);
    record({
      request,
      startedAt,
      ms: performance.now() - startedAt,
      answer,
      staleSlots: slot === undefined ? undefined : newest - slot,
      isWrong,
    });
    if (performance.now() >= end) return;
    for (const [index, next] of (request.follows ?? []).entries()) {
      // A wallet asks about once a slot whether its transaction has landed.
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          start(next, url);
        },
        slotMs * (index + 0.5 + random()),
      );
      timers.add(timer);
    }
  }

  async function ask({ method, params }: MixedRequest, origin: string): Promise<string> {
    const { body } = await agent.request({
      origin,
      path: "/networks/bench",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return body.text();
  }

  let next = performance.now();
  while (next < end) {
    await waitUntil(next);
    start(source.next(), urls[Math.floor(random() * urls.length)] ?? "");
    next += (-Math.log(1 - random()) * 1000 * RequestSource.requestsPerDraw) / callsPerSecond;
  }
  for (const timer of timers) clearTimeout(timer);
  await Promise.all(running);
  await agent.close();
}

/** Waits until `performance.now()` is `at`. Late, it only lets others run: a timer takes a millisecond or more, and more calls than that are due. */
async function waitUntil(at: number): Promise<void> {
  const ms = at - performance.now();
  await new Promise((resolve) => (ms > 0 ? setTimeout(resolve, ms) : setImmediate(resolve)));
}

/** Whether an answer has a result rather than an error. */
export function hasResult(answer: string | undefined): answer is string {
  return answer?.includes('"result":') === true;
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}
