import type { SendWrapper, UpstreamCall } from "../../call/upstream-call.ts";
import { notServedError } from "../../providers/not-served.ts";
import { type SentContents, unmetDemand } from "../../providers/route-profile.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { readSent, sentTexts } from "../../transaction/sent-transaction.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { UpstreamSets } from "../watch/upstream-sets.ts";

/** Excludes upstreams that would refuse a send: routes with unmet demands, and those not known to serve the method. */
export function withRoutes(sets: Pick<UpstreamSets, "get">): SendWrapper {
  return (next) => (call) => {
    const set = sets.get(call.network);
    if (!set.hasRoutes && call.method?.providers === undefined) return next(call);
    const unfitReasons = findUnfitReasons(set, call, readContents(call.params));
    if (unfitReasons.size === 0) return next(call);
    const error = explainRefusal(set, call, unfitReasons);
    return error === undefined ? next(call.with({ unfitReasons })) : Promise.reject(error);
  };
}

/** Reasons why upstreams would refuse a send, by upstream name, as predicates such as "demands a tip". */
export function findUnfitReasons(
  set: UpstreamSet,
  { method, upstreamMethod }: Pick<UpstreamCall, "method" | "upstreamMethod">,
  sent: SentContents,
): ReadonlyMap<string, string> {
  const unfitReasons = new Map<string, string>();
  for (const upstream of set.upstreams) {
    if (!upstream.allows({ upstreamMethod, purpose: "sends" })) continue;
    const why = upstream.isKnownToServe(upstreamMethod, method?.providers)
      ? upstream.route && unmetDemand(upstream.route, sent)
      : "is not known to serve the method";
    if (why !== undefined) unfitReasons.set(upstream.name, why);
  }
  return unfitReasons;
}

/** The error for a send that every upstream would refuse; undefined if one would accept it. */
function explainRefusal(
  set: UpstreamSet,
  call: UpstreamCall,
  unfitReasons: ReadonlyMap<string, string>,
): RpcError | undefined {
  const { upstreamMethod, method, network } = call;
  const allowing = set.upstreams.filter((upstream) => upstream.allows({ upstreamMethod, purpose: "sends" }));
  if (allowing.some(({ name }) => !unfitReasons.has(name))) return undefined;
  const routes = allowing.filter((upstream) => upstream.isKnownToServe(upstreamMethod, method?.providers));
  if (routes.length === 0) return notServedError(upstreamMethod, method?.providers ?? [], network.id);
  const demands = routes.map((upstream) => ({
    name: upstream.name,
    ...(upstream.provider !== undefined && { route: upstream.provider }),
    demand: unfitReasons.get(upstream.name) ?? "",
  }));
  const list = demands.map(({ name, demand }) => `${name} ${demand}`).join("; ");
  return RpcError.of(
    "noRoute",
    `No upstream of network ${network.id} accepts this call: ${list}. Meet one of these demands, or add an upstream that has none.`,
    { data: { network: network.id, routes: demands } },
  );
}

/** Reads what routes have demands on: transfers, bundle size, preflight. An unreadable transaction counts as one without transfers. */
export function readContents(params: string): SentContents {
  const sent = sentTexts(params);
  const { transactions = [], isBundle = false, config = new Map<string, string>() } = sent ?? {};
  return {
    transfers: transactions.flatMap((text) => readSent(text, config)?.transaction.transfers ?? []),
    bundleSize: isBundle ? transactions.length : undefined,
    wantsPreflight: config.get("skipPreflight") === "false",
  };
}
