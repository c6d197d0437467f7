import { RawJson } from "../../json/raw-json.ts";
import type { SendAttempt } from "./attempt.ts";

type CountCredits = (network: string, upstream: string, method: string, credits: number) => void;

/** Sends an attempt to its upstream and counts it against the quota. The innermost step of a call. */
export function sendCounted(kind: "call" | "probe", countCredits: CountCredits): SendAttempt {
  return (attempt) => {
    const { call, upstream } = attempt;
    const fixedResult = upstream.fixedResults?.get(attempt.servedName);
    if (fixedResult !== undefined) return Promise.resolve(RawJson.fromText(fixedResult));
    if (upstream.quota !== undefined) {
      upstream.quota.count(kind, call.upstreamMethod, performance.now());
      const cost = upstream.costOf(call.upstreamMethod);
      countCredits(call.network.id, upstream.name, call.method?.name ?? "other", cost);
    }
    return upstream.http.send(attempt);
  };
}
