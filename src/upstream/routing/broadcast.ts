import { effectiveSending, type SendWrapper, type UpstreamCall } from "../../call/upstream-call.ts";
import type { RawJson } from "../../json/raw-json.ts";
import type { Sending } from "../../networks/network.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { Attempt, type SendAttempt } from "../attempt/attempt.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";
import { clearerError } from "./retry-decision.ts";

/** Sends a transaction to every upstream at once; the first result wins, else the clearest error. The caller pays for the extra sends. */
export function withBroadcast(sets: UpstreamSets, send: SendAttempt, defaultSending: Sending): SendWrapper {
  return (next) =>
    async (call): Promise<RawJson> => {
      if (effectiveSending(call, defaultSending) !== "broadcast") return next(call);
      const set = sets.use(call.network, performance.now());
      await set.waitForFirstProbe(call);
      const upstreams = upstreamsForSends(set, call);
      if (upstreams.length < 2) return next(call);
      call.charge?.(upstreams.length - 1);
      return sendToEach(call, upstreams, send);
    };
}

/** Sends a call to several upstreams at once. Resolves with the first result, else rejects with the clearest error. */
export function sendToEach(call: UpstreamCall, to: readonly Upstream[], send: SendAttempt): Promise<RawJson> {
  const attempts = to.map((upstream) => send(new Attempt(call, upstream)));
  return Promise.any(attempts).catch(({ errors }: AggregateError) => {
    throw errors.map((caught) => RpcError.from(caught)).reduce((one, other) => clearerError(one, other));
  });
}

/** The upstreams of a network that accept transactions now. */
export function upstreamsForSends(
  set: UpstreamSet,
  { upstreamMethod, unfitReasons }: Pick<UpstreamCall, "upstreamMethod" | "unfitReasons">,
): Upstream[] {
  const now = performance.now();
  const needs = { upstreamMethod, purpose: "sends", unfitReasons } as const;
  return set.upstreams.filter((upstream) => set.mayAsk(upstream, needs, now));
}
