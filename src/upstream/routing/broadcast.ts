import type { Deadlines } from "../../call/deadlines.ts";
import type { SendWrapper } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../node/attempt.ts";
import { waitForFirstProbe } from "../node/first-probe.ts";
import type { UpstreamSets } from "../node/upstream-sets.ts";
import { clearerFault } from "./next-step.ts";

/**
 * Sends a signed transaction to every upstream of its network at once and answers with the first success, else with the
 * clearest error. The same signed bytes are one transaction on the ledger however often they come; each upstream gets them once,
 * and each after the first is charged to the client.
 */
export function withBroadcast(
  sets: UpstreamSets,
  deadlines: Deadlines,
  send: SendAttempt,
  charge: (client: string | undefined, calls: number) => void,
): SendWrapper {
  return (next) =>
    async (call): Promise<RawJson> => {
      const set = sets.getForCall(call.network, performance.now());
      if (set.isBeforeFirstProbe) await waitForFirstProbe(set, call, deadlines);
      const now = performance.now();
      const upstreams = set.upstreams.filter(
        (upstream) =>
          set.isVerified(upstream) &&
          upstream.admits({ method: call.upstreamMethod, use: "sends" }) &&
          !upstream.isLimited(call.upstreamMethod, now),
      );
      if (upstreams.length < 2) return next(call);
      charge(call.client, upstreams.length - 1);
      return firstSuccess(
        upstreams.map((upstream) =>
          send(new Attempt(call, upstream, call.upstreamMethod, call.deadline, undefined)),
        ),
      );
    };
}

function firstSuccess(answers: readonly Promise<RawJson>[]): Promise<RawJson> {
  return new Promise((resolve, reject) => {
    let left = answers.length;
    let clearest: RpcError | undefined;
    for (const answer of answers) {
      answer.then(resolve, (caught: unknown) => {
        left -= 1;
        clearest = clearerFault(clearest, RpcError.from(caught));
        if (left === 0) reject(clearest);
      });
    }
  });
}
