import { type Commitment, commitments } from "../../contract/method-description.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isLedgerAnswer } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { ProbeQueries } from "./probe-queries.ts";

/** Rounds between two queries for health and the finalized slot, which routing needs less urgently than slots. */
const healthEvery = 5;

/** One round of probes over the upstreams of a network. */
export interface ProbeRound {
  readonly set: UpstreamSet;
  readonly queries: ProbeQueries;
  /** Counted from 1; the first round queries everything. */
  readonly number: number;
  /** Whether to query everything, even what responses to calls have just shown. */
  readonly isComplete: boolean;
  /** True if the network is idle; then a healthy upstream is queried for its slot only. */
  readonly isIdle: boolean;
  /** What responses to calls showed within this time is not queried again. */
  readonly recentMs: number;
}

/** Probes an upstream. Returns whether it is healthy: as it reports, or true if it need not be asked. Undefined if nothing is known. */
export async function probeUpstream(round: ProbeRound, upstream: Upstream): Promise<boolean | undefined> {
  const { queries, isComplete, number } = round;
  const now = performance.now();
  if (upstream.route !== undefined) return skipRoute(upstream, now);
  const since = now - round.recentMs;
  // While the rate limit leaves no room, slots come from responses to calls. An unhealthy upstream waits only for its own pause.
  const isFit = upstream.health === "healthy";
  const isHeldBack = isFit ? !upstream.hasProbeRoom(now) : now < upstream.probesPausedUntil;
  if (isHeldBack && !isComplete && number > 1) return isFit ? true : undefined;
  try {
    if (upstream.mustCheckGenesis) await probeGenesis(queries, upstream);
    const isResting = round.isIdle && upstream.health === "healthy" && !upstream.breaker.isOpen;
    const isThorough =
      !isResting && (isComplete || upstream.finalizedSlot === undefined || number % healthEvery === 0);
    const isAssumedHealthy = isResting || (upstream.lastSuccessAt > since && upstream.health === "healthy");
    const [isHealthy] = await Promise.all([
      !isThorough && isAssumedHealthy ? true : queries.isHealthy(upstream),
      probeSlots(round, upstream, isComplete ? Number.POSITIVE_INFINITY : since),
      isThorough ? probeFinalized(queries, upstream) : undefined,
      !isResting && upstream.history.isRecheckDue(now) ? probeFirstBlock(queries, upstream) : undefined,
    ]);
    return isHealthy;
  } catch (caught) {
    // The attempt is already recorded in breaker, score and log.
    return isLedgerAnswer(RpcError.from(caught)) ? true : undefined;
  }
}

/** Routes are not probed; sends reveal their health. The breaker allows a trial some time after a failed one. */
function skipRoute(upstream: Upstream, now: number): true {
  upstream.recordGenesis(undefined);
  upstream.breaker.recordProbeSuccess(now);
  return true;
}

/** Queries the slots at the commitments in use, unless a response to a call has shown them since. */
async function probeSlots(round: ProbeRound, upstream: Upstream, since: number): Promise<void> {
  const { set } = round;
  const now = performance.now();
  const due = commitments.filter(
    (commitment) =>
      upstream.slots.respondedAt(commitment) <= since &&
      (commitment === "processed" ||
        (round.number === 1 && set.upstreams.length > 1) ||
        set.isCommitmentInUse(commitment, now)),
  );
  await Promise.all(due.map((commitment) => probeSlot(round.queries, upstream, commitment)));
}

async function probeSlot(queries: ProbeQueries, upstream: Upstream, commitment: Commitment): Promise<number> {
  const sentAt = performance.now();
  const slot = await queries.slot(upstream, commitment);
  upstream.slots.record(commitment, slot, sentAt, performance.now());
  return slot;
}

/** Queries the oldest slot, which changes when a node is restored. An upstream that does not report it counts as complete. */
async function probeFirstBlock(queries: ProbeQueries, upstream: Upstream): Promise<void> {
  const slot = await queries.firstBlock(upstream);
  if (slot === undefined) upstream.history.clear(performance.now());
  else upstream.history.recordFirst(slot, performance.now());
}

async function probeGenesis(queries: ProbeQueries, upstream: Upstream): Promise<void> {
  try {
    upstream.recordGenesis(await queries.genesisHash(upstream));
  } catch (caught) {
    // Without the method, the address alone decides. After a rate limit, the next round tries again.
    if (!isLedgerAnswer(RpcError.from(caught))) throw caught;
    upstream.recordGenesis(undefined);
  }
}

async function probeFinalized(queries: ProbeQueries, upstream: Upstream): Promise<void> {
  const slot = await probeSlot(queries, upstream, "finalized");
  // The finalized slot of one node never goes back, but several nodes may share the address: a small step back means nothing.
  if (slot < (upstream.finalizedSlot ?? 0)) await probeGenesis(queries, upstream);
  upstream.recordFinalized(slot);
}
