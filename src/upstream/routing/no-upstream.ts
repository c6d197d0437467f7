import type { Commitment } from "../../contract/method-description.ts";
import { RawJson } from "../../json/raw-json.ts";
import { RpcError, retryAfterSeconds } from "../../rpc/rpc-error.ts";
import { truncate } from "../../text/wording.ts";
import type { Needs } from "../node/call-needs.ts";
import { slotNotReachedCode } from "../node/ledger-codes.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import { isAtFloor } from "./choose-upstream.ts";

/** The error for a call that no upstream can take. */
export function noUpstreamError(set: UpstreamSet, needs: Needs): RpcError {
  const { floor, commitment, upstreamMethod } = needs;
  const allowing = set.upstreams.filter((upstream) => upstream.allows(needs));
  if (allowing.length === 0) return excludedError(set, needs);
  const isBelow = floor !== undefined && !allowing.some((upstream) => isAtFloor(upstream, needs));
  if (isBelow) return slotNotReachedError(set, floor, commitment);
  const now = performance.now();
  const isLimited = allowing.some((upstream) => upstream.isLimited(upstreamMethod, now));
  return isLimited ? limitedError(set, needs, now) : allFailingError(set);
}

/** The error if every upstream of a network is failing and none is due for a trial. */
function allFailingError(set: UpstreamSet): RpcError {
  const { id } = set.network;
  const reasons = set.upstreams.map((upstream) => {
    const { name, lastError } = upstream;
    const why = set.foreignReason(upstream);
    if (why !== undefined) return `${name} is on another ledger, since ${why}.`;
    return lastError ?? `${name} has not been tried yet.`;
  });
  return RpcError.of("upstreamUnreachable", `No upstream of network ${id} works now: ${reasons.join(" ")}`, {
    data: { phase: "connect" },
    retryAfterSeconds: 1,
  });
}

/** The error if the operator's settings exclude a method from every upstream of a network. */
function excludedError(set: UpstreamSet, { upstreamMethod, purpose }: Needs): RpcError {
  const { id } = set.network;
  return RpcError.of(
    "notAllowed",
    `No upstream of network ${id} is configured for ${truncate(upstreamMethod)} (${purpose}): check the settings "for" and "methods" of its upstreams.`,
    { data: { network: id } },
  );
}

/** The error if every upstream that could take a call is out of quota. `now` is `performance.now()`. */
export function limitedError(set: UpstreamSet, { upstreamMethod }: Needs, now: number): RpcError {
  const waits = set.upstreams.flatMap(({ name, quota }) => {
    const waitMs = quota?.waitMs(upstreamMethod, now) ?? 0;
    return waitMs > 0 ? [{ name, waitMs, left: quota?.credits.left }] : [];
  });
  const reasons = waits.map(
    ({ name, left }) => `${name} ${left === 0 ? "has spent its credits" : "is at its limit"}`,
  );
  const seconds = retryAfterSeconds(Math.min(...waits.map(({ waitMs }) => waitMs)));
  return RpcError.of(
    "upstreamsLimited",
    `Every upstream of network ${set.network.id} is at a limit of its plan: ${reasons.join(", ")}; try again in ${seconds} s.`,
    { data: { network: set.network.id }, retryAfterSeconds: seconds },
  );
}

/** The error if no upstream has reached the call's slot or height, in the form that a node would use. */
export function slotNotReachedError(
  set: UpstreamSet,
  floor: number,
  commitment: Commitment,
  height = 0,
): RpcError {
  const needed = height > 0 ? `block height ${height}` : `slot ${floor}`;
  const message = `Minimum context slot has not been reached: no upstream of network ${set.network.id} is at ${needed} (${commitment}) now.`;
  const head = set.headAt(commitment, performance.now());
  const contextSlot = height > 0 ? head : Math.min(head, Math.max(floor - 1, 0));
  const wire = { code: slotNotReachedCode, message, data: { contextSlot } };
  return RpcError.fromLedger(slotNotReachedCode, message, RawJson.fromText(JSON.stringify(wire)));
}
