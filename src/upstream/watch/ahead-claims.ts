import { RpcError } from "../../rpc/rpc-error.ts";
import { isLedgerAnswer } from "../node/ledger-codes.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import type { ReachedSlot } from "../node/upstream-slots.ts";
import type { BlockhashReport, ProbeQueries } from "./probe-queries.ts";

/** Minimum time between two claims of one upstream. */
const renewMs = 3000;
/** Minimum time between two checks of claims, in polling intervals. */
const checkAfterPolls = 1.5;
/** Most judges of a claim: the other upstreams with the newest slots. */
const maxJudges = 3;
/** Age in slots at which a claim ends, well before its blockhash expires (150 blocks). */
const maxClaimSlots = 100;

/**
 * An upstream's claim to be ahead of all others: a blockhash from a slot that they have not reached. Another upstream proves the claim if
 * it first knows the blockhash at that slot, and refutes it if it knows the blockhash earlier, which shows that it is an old one.
 */
class AheadClaim {
  readonly hash: string;
  /** The claimed slot of the blockhash, and the time of the claim. */
  readonly claimed: ReachedSlot;
  /** The upstreams that can still judge, by the newest slot at which each did not know the blockhash; -1 before the first query. */
  readonly #judges: Map<Upstream, number>;
  #isRefuted = false;
  #provenSlot: number | undefined = undefined;

  constructor(hash: string, claimed: ReachedSlot, judges: readonly Upstream[]) {
    this.hash = hash;
    this.claimed = claimed;
    this.#judges = new Map(judges.map((upstream) => [upstream, -1]));
  }

  get judges(): readonly Upstream[] {
    return [...this.#judges.keys()];
  }

  /** Records a judge's response about the blockhash. */
  record(judge: Upstream, { slot, isValid }: BlockhashReport): void {
    const unknownAt = this.#judges.get(judge);
    if (unknownAt === undefined) return;
    const isReached = slot >= this.claimed.slot;
    if (!isValid && !isReached) {
      this.#judges.set(judge, Math.max(unknownAt, slot));
      return;
    }
    this.#judges.delete(judge);
    // A judge that was past the slot at its first query can't date the blockhash.
    if (isValid && isReached && unknownAt < 0) return;
    // The blockhash is newer than the last slot at which it was unknown.
    if (isValid && isReached) this.#provenSlot = unknownAt + 1;
    else this.#isRefuted = true;
  }

  /** Removes a judge that is unavailable or does not serve the method. */
  removeJudge(judge: Upstream): void {
    this.#judges.delete(judge);
  }

  /** The proven slot, or how the claim failed (`unchecked`: no judge could decide); undefined while judges are left. */
  get outcome(): ReachedSlot | "refuted" | "unchecked" | undefined {
    if (this.#provenSlot !== undefined) return { slot: this.#provenSlot, at: this.claimed.at };
    if (this.#judges.size > 0) return undefined;
    return this.#isRefuted ? "refuted" : "unchecked";
  }
}

/** Verifies, by a blockhash, the claim of an upstream to be ahead of all others. Sends nothing while none is ahead. */
export class AheadClaims {
  readonly #set: UpstreamSet;
  readonly #queries: ProbeQueries;
  #claims = new WeakMap<Upstream, AheadClaim>();
  readonly #endedAt = new WeakMap<Upstream, number>();
  #generation: number;
  #isChecking = false;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(set: UpstreamSet, queries: ProbeQueries) {
    this.#set = set;
    this.#queries = queries;
    this.#generation = set.generation;
  }

  async check(now: number): Promise<void> {
    if (this.#isChecking || now - this.#checkedAt < checkAfterPolls * this.#set.pollMs) return;
    if (this.#generation !== this.#set.generation) this.#claims = new WeakMap();
    this.#generation = this.#set.generation;
    const frontRunner = this.#set.believed.frontRunner(now);
    const claiming = this.#set.upstreams.filter((upstream) => this.#claims.has(upstream));
    const mayBegin =
      frontRunner !== undefined &&
      !claiming.includes(frontRunner) &&
      now - (this.#endedAt.get(frontRunner) ?? Number.NEGATIVE_INFINITY) >= renewMs;
    if (claiming.length === 0 && !mayBegin) return;
    this.#isChecking = true;
    this.#checkedAt = now;
    try {
      await Promise.all(claiming.map((upstream) => this.#follow(upstream)));
      if (mayBegin) await this.#begin(frontRunner);
    } finally {
      this.#isChecking = false;
    }
  }

  async #begin(upstream: Upstream): Promise<void> {
    try {
      const { hash, slot } = await this.#queries.latestBlockhash(upstream);
      const judges = this.#set.upstreams
        .filter((other) => other !== upstream && this.#canJudge(other))
        .toSorted((a, b) => (b.slots.newest("processed") ?? 0) - (a.slots.newest("processed") ?? 0));
      const claimed = { slot, at: performance.now() };
      this.#claims.set(upstream, new AheadClaim(hash, claimed, judges.slice(0, maxJudges)));
      await this.#follow(upstream);
    } catch {
      // The failed attempt is already recorded; without a blockhash there is no claim.
      this.#endedAt.set(upstream, performance.now());
    }
  }

  async #follow(upstream: Upstream): Promise<void> {
    const claim = this.#claims.get(upstream);
    if (claim === undefined) return;
    await Promise.all(claim.judges.map((judge) => this.#ask(claim, judge)));
    const now = performance.now();
    const hasExpired = now - claim.claimed.at > maxClaimSlots * this.#set.clock.slotMs;
    const { outcome } = claim;
    if (outcome === undefined && !hasExpired) return;
    this.#claims.delete(upstream);
    this.#endedAt.set(upstream, now);
    if (typeof outcome === "object") this.#set.believed.prove(outcome);
    else if (outcome !== "unchecked") this.#set.believed.discardProof();
  }

  async #ask(claim: AheadClaim, judge: Upstream): Promise<void> {
    if (!this.#canJudge(judge)) {
      claim.removeJudge(judge);
      return;
    }
    try {
      claim.record(judge, await this.#queries.blockhashValidity(judge, claim.hash));
    } catch (caught) {
      // A judge without the method never answers; one that failed or is rate limiting may answer the next query.
      if (isLedgerAnswer(RpcError.from(caught))) claim.removeJudge(judge);
    }
  }

  #canJudge(other: Upstream): boolean {
    return this.#set.isVerified(other) && !other.breaker.isOpen && other.hasProbeRoom(performance.now());
  }
}
