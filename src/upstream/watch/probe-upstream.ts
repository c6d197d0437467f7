import { type Commitment, commitments } from "../../contract/method-description.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { isLedgerAnswer } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { ProbeQuestions } from "./probe-questions.ts";

/** Health and the finalized slot are asked for in every fifth round only: slots are what routing needs at once. */
const healthEvery = 5;

/** One round of probes over the upstreams of a network. */
export interface ProbeRound {
  readonly set: UpstreamSet;
  readonly probe: ProbeQuestions;
  /** Counted from 1: the first asks for everything. */
  readonly number: number;
  /** Asks for everything, even what the answers to calls have just shown. */
  readonly isComplete: boolean;
  /** No one calls the network: a healthy upstream is asked for its slot only. */
  readonly isIdle: boolean;
  /** What the answers to calls showed within this time is not asked for again. */
  readonly recentMs: number;
}

/** Asks an upstream for what is not known yet. Returns whether it says that it keeps up; undefined if it did not answer. */
export async function probeUpstream(round: ProbeRound, upstream: Upstream): Promise<boolean | undefined> {
  const { probe, isComplete, number } = round;
  const askedAt = performance.now();
  if (upstream.route !== undefined) return skipRoute(upstream, askedAt);
  const since = askedAt - round.recentMs;
  // The rest of its limit is for calls: until there is room again, only their answers show its slots. One that seems unfit is asked sooner.
  const isFit = upstream.health === "healthy";
  const isHeldBack = isFit ? !upstream.hasProbeRoom(askedAt) : askedAt < upstream.probesPausedUntil;
  if (isHeldBack && !isComplete && number > 1) return isFit || undefined;
  try {
    if (upstream.mustCheckGenesis) await probeGenesis(probe, upstream);
    const isResting = round.isIdle && upstream.health === "healthy" && !upstream.breaker.isOpen;
    const isThorough =
      !isResting && (isComplete || upstream.finalizedSlot === undefined || number % healthEvery === 0);
    const answersCalls = isResting || (upstream.lastSuccessAt > since && upstream.health === "healthy");
    const [isHealthy] = await Promise.all([
      !isThorough && answersCalls ? true : probe.isHealthy(upstream),
      probeSlots(round, upstream, isComplete ? Number.POSITIVE_INFINITY : since),
      isThorough ? probeFinalized(probe, upstream) : undefined,
      !isResting && upstream.history.isRecheckDue(askedAt) ? probeFirstBlock(probe, upstream) : undefined,
    ]);
    return isHealthy;
  } catch (caught) {
    // The probe was recorded like every attempt: breaker, score and log have the fault already.
    return isLedgerAnswer(RpcError.from(caught)) || undefined;
  }
}

/** A route is not probed: transactions show whether it works. Some time after one failed, the next may try it. */
function skipRoute(upstream: Upstream, now: number): true {
  upstream.recordGenesis(undefined);
  upstream.breaker.recordProbeSuccess(now);
  return true;
}

/** Asks for the slots at the commitments in use, unless the answer to a call showed them since then. */
async function probeSlots(round: ProbeRound, upstream: Upstream, since: number): Promise<void> {
  const { set } = round;
  const now = performance.now();
  const asked = commitments.filter(
    (commitment) =>
      upstream.slots.answeredAt(commitment) <= since &&
      (commitment === "processed" ||
        (round.number === 1 && set.upstreams.length > 1) ||
        set.isCommitmentInUse(commitment, now)),
  );
  await Promise.all(asked.map((commitment) => probeSlot(round.probe, upstream, commitment)));
}

async function probeSlot(probe: ProbeQuestions, upstream: Upstream, commitment: Commitment): Promise<number> {
  const askedAt = performance.now();
  const slot = await probe.slot(upstream, commitment);
  upstream.slots.record(commitment, slot, askedAt, performance.now());
  return slot;
}

/** Asks for the oldest slot: a restored node may have older ones again. An upstream that does not say counts as having all. */
async function probeFirstBlock(probe: ProbeQuestions, upstream: Upstream): Promise<void> {
  const slot = await probe.firstBlock(upstream);
  if (slot === undefined) upstream.history.clear(performance.now());
  else upstream.history.recordFirst(slot, performance.now());
}

async function probeGenesis(probe: ProbeQuestions, upstream: Upstream): Promise<void> {
  try {
    upstream.recordGenesis(await probe.genesisHash(upstream));
  } catch (caught) {
    // An upstream that does not serve the method is judged by its address alone. One that gets too many calls is asked again.
    if (!isLedgerAnswer(RpcError.from(caught))) throw caught;
    upstream.recordGenesis(undefined);
  }
}

async function probeFinalized(probe: ProbeQuestions, upstream: Upstream): Promise<void> {
  const slot = await probeSlot(probe, upstream, "finalized");
  // A finalized slot does not go back, but the nodes behind one address are not all equally far: a small step back says nothing.
  if (slot < (upstream.finalizedSlot ?? 0)) await probeGenesis(probe, upstream);
  upstream.recordFinalized(slot);
}
