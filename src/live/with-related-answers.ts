import type { Send, SendWrapper, UpstreamCall } from "../call/upstream-call.ts";
import type { MethodDescription } from "../contract/method-description.ts";
import type { FromRule } from "../contract/read-rules.ts";
import { jsonKind } from "../json/json-kind.ts";
import type { RawJson } from "../json/raw-json.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import type { UpstreamSets } from "../upstream/node/upstream-sets.ts";
import { CallForSource } from "./call-for-source.ts";
import { CutOnce } from "./cut-once.ts";
import { isReusable } from "./is-reusable.ts";
import type { NetworkHeads } from "./network-heads.ts";
import type { RelatedQuestions } from "./related-questions.ts";

/** Parameters that are asked for often are shorter. */
const maxParamsLength = 200;
/** A call with at least this much time left when its source failed is sent as itself. */
const worthSendingMs = 500;
/** When a source takes longer, the method itself is sent in the remaining time. */
const sourceTimeMs = 1000;
/** Kinds of failure that may be about the source alone. */
const faultsOfSource: ReadonlySet<string> = new Set([
  "ledger",
  "upstreamInvalid",
  "upstreamTimeout",
  "responseTooLarge",
]);

/** What the step needs. */
export interface RelatedAnswerOptions {
  readonly heads: NetworkHeads;
  readonly sets: Pick<UpstreamSets, "get">;
  /** The methods of the document, by name. */
  readonly methods: Readonly<Record<string, MethodDescription>>;
}

/** One call of a method whose answer its source contains. */
interface Asking {
  readonly method: MethodDescription;
  readonly source: MethodDescription;
  readonly from: FromRule;
  readonly related: RelatedQuestions;
  readonly cuts: CutOnce;
}

/**
 * Sends one call whose answer contains those of several methods (`x-from` in the document), if more than one of them is asked for
 * while the head is followed. The next step keeps the answer until the head moves, and so answers all of them from it.
 */
export function withRelatedAnswers({ heads, sets, methods }: RelatedAnswerOptions): SendWrapper {
  const sources = sourcesOf(methods);
  const cuts = new CutOnce();

  return (next) => (call) => {
    const { method, network, params } = call;
    if (method === undefined) return next(call);
    const source = sources.get(method);
    if (source === undefined || !isReusable(call) || params.length > maxParamsLength) return next(call);
    const now = performance.now();
    const head = heads.get(network.id);
    if (head?.isFollowed(now) !== true) return next(call);
    const { related } = head;
    const hasOthers = related.record(source.name, params, method.name, now);
    if (method.from === undefined || !hasOthers || related.isPaused(method.name, now)) return next(call);
    if (!isAsGood(sets.get(network), source, method, now)) return next(call);
    return askSource(next, call, { method, source, from: method.from, related, cuts });
  };
}

/** The source of each method that has one; each source is its own. */
function sourcesOf(
  methods: Readonly<Record<string, MethodDescription>>,
): ReadonlyMap<MethodDescription, MethodDescription> {
  const sources = new Map<MethodDescription, MethodDescription>();
  for (const method of Object.values(methods)) {
    const source = method.from && methods[method.from.method];
    if (source !== undefined) sources.set(method, source).set(source, source);
  }
  return sources;
}

/** Whether each upstream that may be asked for a method serves its source too, at no higher cost. */
function isAsGood(
  { upstreams }: UpstreamSet,
  source: MethodDescription,
  method: MethodDescription,
  now: number,
): boolean {
  return upstreams.every((upstream) => {
    if (!upstream.admits({ method: method.name, use: "reads" })) return true;
    return (
      upstream.admits({ method: source.name, use: "reads" }) &&
      !upstream.lacksMethod(source.name, now) &&
      upstream.costOf(source.name) <= upstream.costOf(method.name)
    );
  });
}

/** Cuts the method's answer out of its source's; if it is not there, the method itself is sent, now and for a while. */
async function askSource(
  next: Send,
  call: UpstreamCall,
  { method, source, from, related, cuts }: Asking,
): Promise<RawJson> {
  const begunAt = performance.now();
  related.begin(method.name, begunAt);
  try {
    const asked = new CallForSource(call, source, begunAt + sourceTimeMs);
    const found = cuts.member(await next(asked), from.member);
    if (found !== undefined && method.resultKinds.includes(jsonKind(found.startText(1)))) {
      if (call.notes.cache !== "head") call.notes.cache = "merged";
      return found;
    }
  } catch (caught) {
    const { kind } = RpcError.from(caught);
    const now = performance.now();
    if (kind === "upstreamTimeout") related.pause(method.name, now);
    if (!faultsOfSource.has(kind) || call.deadline - now < worthSendingMs) throw caught;
  } finally {
    related.end(method.name);
  }
  const result = await next(call);
  // It was not the call's own fault.
  related.pause(method.name, performance.now());
  return result;
}
