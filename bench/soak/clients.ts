import { Agent } from "undici";
import { methods } from "../../generated/methods.ts";
import type { MethodDescription } from "../../src/contract/method-description.ts";
import { delay, wrongResult } from "../../test/faults/random-faults.ts";
import { hasResult, type SeenCall, sendTraffic } from "../traffic/run-traffic.ts";
import type { Scene, Seen } from "./scene.ts";
import { keepSubscribers } from "./subscribers.ts";

/** Calls a second: those of the mix, and beside them a batch and some tools. */
const mixed = 480;
const batchLength = 10;
const tools = 10;
/** All calls of a second. */
export const callsPerSecond: number = mixed + batchLength + tools;
/** Sockets with subscriptions. */
export const socketCount = 50;
/** Enough that no call waits for one: a call at an upstream that hangs keeps its own for seconds. */
export const connections = 1000;

/** What the gateway gives a call. */
export const timeoutMs = 8000;
/** A read may share a call that began this much before it. */
const sharedMs = 1000;
/** How much later a call may end: what a busy machine may add. */
const lateMs = 500;

/** Lets clients of all kinds call and listen until then. */
export async function runClients(scene: Scene, endsAt: number, seen: Seen): Promise<void> {
  const { url, ledger, source, random, slotMs, faults } = scene;
  const agent = new Agent({ connections: 20 });

  function record({ request, startedAt, ms, answer, isWrong }: SeenCall): void {
    seen.calls += 1;
    if (isWrong || answer?.includes(`"result":${wrongResult}`))
      seen.wrong.push(`${request.method}: ${answer}`);
    if (ms > timeoutMs + lateMs) seen.late.push(`${request.method} took ${Math.round(ms)} ms: ${answer}`);
    if (hasResult(answer)) return;
    if (hasOneAttempt(request.method)) seen.failedAtOnce += 1;
    else fail(request.method, startedAt, answer ?? "no answer");
  }

  function fail(what: string, startedAt: number, answer: string): void {
    if (!faults.wasOneUpSince(startedAt - sharedMs)) seen.failedInTheDark += 1;
    else seen.failed.push(`${what} after ${Math.round(performance.now() - startedAt)} ms: ${answer}`);
  }

  async function post(what: string, path: string, body: unknown, isGood: (answer: string) => boolean) {
    const startedAt = performance.now();
    const asked = agent.request({
      origin: url,
      path,
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await asked.then(({ body: received }) => received.text()).catch(String);
    if (!isGood(answer)) fail(what, startedAt, answer);
  }

  function callTool(): void {
    seen.calls += 1;
    const params = { name: "getBalance", arguments: { pubkey: source.account() } };
    const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    void post("a tool", "/api/mcp", call, (answer) => answer.includes("context"));
  }

  function callBatch(): void {
    seen.calls += batchLength;
    const calls = Array.from({ length: batchLength }, (_, id) => {
      const { method, params } = source.next();
      return { jsonrpc: "2.0", id, method, params };
    });
    void post("a batch", "/networks/bench", calls, (answer) => {
      const ids = [...answer.matchAll(/"id":(\d+)\}[,\]]/g)].map(([, id]) => Number(id));
      return ids.join() === calls.map(({ id }) => id).join();
    });
  }

  await Promise.all([
    sendTraffic(
      { ledger, source, random },
      {
        urls: [url],
        clients: connections,
        callsPerSecond: mixed,
        slotMs,
        seconds: (endsAt - performance.now()) / 1000,
      },
      record,
    ),
    keepSubscribers(scene, socketCount, endsAt, seen),
    repeat(1000 / tools, callTool, endsAt),
    repeat(1000, callBatch, endsAt),
  ]);
  await agent.close();
}

/** Whether a call is sent once, or gives all its time to one attempt: sends, simulations and heavy reads. */
function hasOneAttempt(name: string): boolean {
  const { effect, isHeavy } = methods[name as keyof typeof methods] as MethodDescription;
  return effect !== "read" || isHeavy;
}

/** Does it every so many milliseconds until then, whatever it takes. */
export async function repeat(ms: number, act: () => void, endsAt: number): Promise<void> {
  for (let next = performance.now(); next < endsAt; next += ms) {
    await delay(Math.max(next - performance.now(), 0));
    act();
  }
}
