import { once } from "node:events";
import type { SharedLimits } from "../auth/caller-limits.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { type Message, OtherProcess } from "./other-process.ts";
import type { FirstProcessFunctions, Refusal, WorkerFunctions } from "./worker-message.ts";

/** A worker's link to the first process. */
export type WorkerLink = OtherProcess<FirstProcessFunctions, WorkerFunctions>;

/** If the first process does not answer within this time, it has ended, and this worker ends soon. */
const answerTimeoutMs = 5000;
/** How often workers tell each other what clients spent: a client can exceed its limit for at most this long. */
const reportMs = 50;

/** Links this worker to the first process. `onFailure` receives errors of handling its messages. */
export function createWorkerLink(onFailure: (fault: unknown) => void): WorkerLink {
  // Ignores failures to send: they mean that the first process has ended, and this one ends with it.
  const send = (message: Message) => void process.send?.(message, undefined, undefined, () => undefined);
  const link: WorkerLink = new OtherProcess(send, { timeoutMs: answerTimeoutMs, onFailure });
  process.on("message", (message) => void link.receive(message as Message));
  return link;
}

/** Tells the first process why this worker can't start, and waits until it ends this worker. */
export async function reportRefusal(refusal: Refusal): Promise<void> {
  createWorkerLink(() => undefined).tell("refused", refusal);
  await once(process, "disconnect");
}

/** Creates limits of known callers that the first process counts for all workers. */
export function createWorkerLimits(link: WorkerLink): SharedLimits {
  return {
    keepsCredits: false,
    async spend(spending) {
      const answer = await link.ask("spend", spending);
      if (answer === undefined || "limit" in answer) return answer;
      return { totals: new Map(answer.totals), rates: answer.rates.map((rate) => rate ?? undefined) };
    },
    begin: (caller, use) => link.ask("begin", caller, use),
    end: (caller, use) => link.tell("end", caller, use),
    close: () => undefined,
  };
}

/** Wraps a rate limiter so that what a client spends at one worker is charged at the others too. */
export function shareSpending(limiter: RateLimiter, link: WorkerLink): RateLimiter {
  let unreported = new Map<string, number>();

  function reportLater(address: string, points: number): void {
    if (unreported.size === 0) setTimeout(reportNow, reportMs).unref();
    unreported.set(address, (unreported.get(address) ?? 0) + points);
  }

  function reportNow(): void {
    link.tell("charge", [...unreported]);
    unreported = new Map();
  }

  link.offer({
    charge(spent) {
      for (const [address, points] of spent) limiter.charge(address, points);
    },
  });
  return {
    ...limiter,
    consume(address, points) {
      const refusal = limiter.consume(address, points);
      if (refusal === undefined) reportLater(address, points);
      return refusal;
    },
    debit(address, points) {
      limiter.debit(address, points);
      reportLater(address, points);
    },
  };
}
