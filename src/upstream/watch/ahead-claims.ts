import { RpcError } from "../../rpc/rpc-error.ts";
import { isLedgerAnswer } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { ReachedSlot } from "../node/upstream-slots.ts";
import type { HashReport, ProbeQuestions } from "./probe-questions.ts";

/** Time between two proofs of one upstream. */
const renewMs = 3000;
/** Time between two rounds of questions about claims, in intervals of probes. */
const askAfterPolls = 1.5;
/** Most other upstreams that are asked about one claim: those with the newest slots. */
const maxOthers = 3;
/** A blockhash is valid for 150 blocks: later answers prove nothing. */
const maxClaimSlots = 100;

/**
 * An upstream's claim to be ahead of all others: a blockhash of a slot that they have not reached. Another upstream proves it by knowing
 * the blockhash at that slot and not before, and refutes it by knowing it at a lower slot: then it is copied from an older one.
 */
class AheadClaim {
  readonly hash: string;
  /** The slot that it says the blockhash is of, and when it said so. */
  readonly claimed: ReachedSlot;
  /** The upstreams that can still judge, each with the newest slot at which it did not know the blockhash; -1 before it was asked. */
  readonly #unanswered: Map<Upstream, number>;
  #isRefuted = false;
  #provenSlot: number | undefined = undefined;

  constructor(hash: string, claimed: ReachedSlot, others: readonly Upstream[]) {
    this.hash = hash;
    this.claimed = claimed;
    this.#unanswered = new Map(others.map((upstream) => [upstream, -1]));
  }

  get toAsk(): readonly Upstream[] {
    return [...this.#unanswered.keys()];
  }

  /** Records what another upstream says of the blockhash. */
  record(upstream: Upstream, { slot, isValid }: HashReport): void {
    const unknownAt = this.#unanswered.get(upstream);
    if (unknownAt === undefined) return;
    const isReached = slot >= this.claimed.slot;
    if (!isValid && !isReached) {
      this.#unanswered.set(upstream, Math.max(unknownAt, slot));
      return;
    }
    this.#unanswered.delete(upstream);
    // An upstream that had reached the slot when it was first asked can't judge whether the blockhash is of that slot.
    if (isValid && isReached && unknownAt < 0) return;
    // The blockhash is of a slot above the one at which it was not known.
    if (isValid && isReached) this.#provenSlot = unknownAt + 1;
    else this.#isRefuted = true;
  }

  /** An upstream can't judge: it failed, or does not serve the method. */
  recordNoAnswer(upstream: Upstream): void {
    this.#unanswered.delete(upstream);
  }

  /** The slot that is proven, or how the claim failed (`unchecked`: no other could judge it); undefined until the others have answered. */
  get outcome(): ReachedSlot | "refuted" | "unchecked" | undefined {
    if (this.#provenSlot !== undefined) return { slot: this.#provenSlot, at: this.claimed.at };
    if (this.#unanswered.size > 0) return undefined;
    return this.#isRefuted ? "refuted" : "unchecked";
  }
}

/** Lets an upstream that claims to be ahead of all others prove it by a blockhash. Asks nothing while none claims that. */
export class AheadClaims {
  readonly #set: UpstreamSet;
  readonly #probe: ProbeQuestions;
  #claims = new WeakMap<Upstream, AheadClaim>();
  readonly #endedAt = new WeakMap<Upstream, number>();
  #generation: number;
  #isUnderWay = false;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(set: UpstreamSet, probe: ProbeQuestions) {
    this.#set = set;
    this.#probe = probe;
    this.#generation = set.generation;
  }

  async check(now: number): Promise<void> {
    if (this.#isUnderWay || now - this.#checkedAt < askAfterPolls * this.#set.pollMs) return;
    if (this.#generation !== this.#set.generation) this.#claims = new WeakMap();
    this.#generation = this.#set.generation;
    const frontRunner = this.#set.believed.frontRunner(now);
    const claiming = this.#set.upstreams.filter((upstream) => this.#claims.has(upstream));
    const mayBegin =
      frontRunner !== undefined &&
      !claiming.includes(frontRunner) &&
      now - (this.#endedAt.get(frontRunner) ?? Number.NEGATIVE_INFINITY) >= renewMs;
    if (claiming.length === 0 && !mayBegin) return;
    this.#isUnderWay = true;
    this.#checkedAt = now;
    try {
      await Promise.all(claiming.map((upstream) => this.#follow(upstream)));
      if (mayBegin) await this.#begin(frontRunner);
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #begin(upstream: Upstream): Promise<void> {
    try {
      const { hash, slot } = await this.#probe.latestBlockhash(upstream);
      const others = this.#set.upstreams
        .filter((other) => other !== upstream && this.#canJudge(other))
        .toSorted((a, b) => (b.slots.newest("processed") ?? 0) - (a.slots.newest("processed") ?? 0));
      const claimed = { slot, at: performance.now() };
      this.#claims.set(upstream, new AheadClaim(hash, claimed, others.slice(0, maxOthers)));
      await this.#follow(upstream);
    } catch {
      // The probe was recorded like every attempt; without a blockhash it is not believed.
      this.#endedAt.set(upstream, performance.now());
    }
  }

  async #follow(upstream: Upstream): Promise<void> {
    const claim = this.#claims.get(upstream);
    if (claim === undefined) return;
    await Promise.all(claim.toAsk.map((other) => this.#ask(claim, other)));
    const now = performance.now();
    const isOver = now - claim.claimed.at > maxClaimSlots * this.#set.clock.slotMs;
    const { outcome } = claim;
    if (outcome === undefined && !isOver) return;
    this.#claims.delete(upstream);
    this.#endedAt.set(upstream, now);
    if (typeof outcome === "object") this.#set.believed.prove(outcome);
    else if (outcome !== "unchecked") this.#set.believed.distrust();
  }

  async #ask(claim: AheadClaim, other: Upstream): Promise<void> {
    if (!this.#canJudge(other)) {
      claim.recordNoAnswer(other);
      return;
    }
    try {
      claim.record(other, await this.#probe.blockhashValidity(other, claim.hash));
    } catch (caught) {
      // One that does not serve the method never will; one that failed, or gets too many calls, may answer the next time.
      if (isLedgerAnswer(RpcError.from(caught))) claim.recordNoAnswer(other);
    }
  }

  #canJudge(other: Upstream): boolean {
    return this.#set.isVerified(other) && !other.breaker.isOpen && other.hasProbeRoom(performance.now());
  }
}
