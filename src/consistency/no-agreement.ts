import type { Agreement } from "../call/upstream-call.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Upstream } from "../upstream/node/upstream.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { AgreementRound } from "./agreement-round.ts";

/** The fault for too few equal answers; says which upstream gave what. */
export function noAgreement(set: UpstreamSet, { agree }: Agreement, round: AgreementRound): RpcError {
  const answers = round.groups.all.map(({ upstreams, answer }) => ({
    count: upstreams.length,
    upstreams: names(upstreams),
    ...(answer instanceof RpcError ? { error: answer.code } : {}),
  }));
  const parts = answers.map(
    ({ count, upstreams, error }) =>
      `${count} (${upstreams.join(", ")}) gave ${error === undefined ? "one result" : `error ${error}`}`,
  );
  if (round.silent.length > 0) parts.push(`${round.silent.length} (${names(round.silent).join(", ")}) none`);
  return RpcError.of(
    "noAgreement",
    `No agreement on network ${set.network.id}: ${agree} upstreams must give the same answer, and ${parts.join(", ")}. ` +
      "Ask again, or for state that no longer changes (commitment finalized).",
    { data: { agree, answers, silent: names(round.silent) } },
  );
}

/** The fault for fewer available upstreams than must agree. */
export function tooFewToAsk(
  set: UpstreamSet,
  { agree }: Agreement,
  upstreams: readonly Upstream[],
): RpcError {
  return RpcError.of(
    "noAgreement",
    `No agreement on network ${set.network.id}: ${agree} upstreams must give the same answer, and ${upstreams.length} can be asked now. Ask again later.`,
    { data: { agree, answers: [], silent: [] } },
  );
}

function names(upstreams: readonly Upstream[]): string[] {
  return upstreams.map(({ name }) => name);
}
