import type { UpstreamCall } from "../../call/upstream-call.ts";
import { type RawJson, wholeNumber } from "../../json/raw-json.ts";
import type { Needs } from "../node/call-needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import { chooseUpstream } from "./choose-upstream.ts";

const none: readonly Upstream[] = [];

/** The upstreams that reported the call's oldest slot as missing; if all did, all except the one that goes back furthest. */
export function upstreamsLackingSlot({ upstreams }: UpstreamSet, needs: Needs): readonly Upstream[] {
  const { oldestSlot } = needs;
  if (oldestSlot === undefined) return none;
  const lacking = upstreams.filter(({ history }) => history.reportedMissing(oldestSlot));
  if (lacking.length === 0) return none;
  for (const { history } of lacking) history.scheduleRecheck();
  if (upstreams.some((upstream) => !lacking.includes(upstream) && upstream.allows(needs))) return lacking;
  const allowing = lacking.filter((upstream) => upstream.allows(needs));
  const furthest = allowing.toSorted((a, b) => a.history.firstSlot - b.history.firstSlot)[0];
  return lacking.filter((upstream) => upstream !== furthest);
}

/** Learns from a result how far back upstreams go. `lackingBlock`: the upstreams that reported the block as missing. */
export function recordHistory(
  { method }: UpstreamCall,
  { oldestSlot }: Needs,
  { history }: Upstream,
  lackingBlock: readonly Upstream[] | undefined,
  result: RawJson,
): void {
  if (method?.history === "first") {
    const slot = wholeNumber(result);
    if (slot !== undefined) history.recordFirst(slot, performance.now());
  }
  // A list may begin later than requested, and null means that nothing is known.
  if (oldestSlot === undefined || result.isNull || result.leadingText(1) === "[") return;
  history.recordFound(oldestSlot);
  for (const other of lackingBlock ?? []) other.history.recordMissing(oldestSlot, performance.now());
}

/** The best upstream that is configured with full history. */
export function chooseFullHistory(set: UpstreamSet, needs: Needs, now: number): Upstream | undefined {
  const others = set.upstreams.filter(({ history }) => !history.isFull);
  return chooseUpstream(set, others, needs, now);
}
