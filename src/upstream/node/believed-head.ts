import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { ReachedSlot } from "./known-slots.ts";
import type { Upstream } from "./upstream.ts";

/** A ledger may be this much faster than was measured. */
const fasterBy = 1.2;
/** Slots above what the ledger's rate allows that are believed, also of a network's only upstream, whose address may lead to several nodes. */
const room = { several: 3, alone: 32 };
/** Counted from long ago, a small error of the rate would become a large one. */
const keptMs = 5000;
/** An upstream that has proven a slot was this much further at most: others are asked only now and then. */
const proofSlack = 3;

/** The upstreams of a network, as far as it matters here. */
export interface Claimants {
  readonly upstreams: readonly Upstream[];
  readonly clock: Pick<LedgerTime, "slotMs" | "cautiousSlotMs" | "distanceTo">;
  /** Slots by which upstreams at the head differ. */
  readonly freshSlots: number;
  isVerified(upstream: Upstream): boolean;
}

interface Claim {
  readonly upstream: Upstream;
  readonly slot: number;
}

/**
 * How far a network's ledger can be by now, by commitment: as far as its rate allows since two upstreams had reached a slot, or one alone
 * that has proven it. A slot above that is not believed. Times are `performance.now()`.
 */
export class BelievedHead {
  readonly #of: Claimants;
  /** The slots that the ledger is known to have reached, from which the rest is counted. */
  readonly #reached = new Map<Commitment, ReachedSlot>();

  constructor(of: Claimants) {
    this.#of = of;
  }

  /** The highest slot that is believed; infinity before anything is known. */
  most(commitment: Commitment, now: number): number {
    const reached = this.#reached.get(commitment);
    const { upstreams, clock } = this.#of;
    const most =
      reached === undefined
        ? Number.POSITIVE_INFINITY
        : projected(reached, now, clock.cautiousSlotMs / fasterBy) +
          (upstreams.length === 1 ? room.alone : room.several);
    // Other commitments are not asked for while no one reads them.
    return commitment === "processed" ? most : Math.min(most, this.most("processed", now));
  }

  /** Learns from a round of probes. While one upstream is ahead of all others, these may lag: what was known before counts if it leads further. */
  learn(now: number): void {
    const hasLeader = this.leader(now) !== undefined;
    for (const commitment of commitments) {
      const agreed = this.#agreed(commitment);
      const isOld = !hasLeader && now - (this.#reached.get(commitment)?.at ?? 0) > keptMs;
      if (agreed !== undefined && (isOld || this.#isNews(commitment, agreed)))
        this.#reached.set(commitment, agreed);
    }
  }

  /** The ledger has been proven to have confirmed a slot. */
  prove({ slot, at }: ReachedSlot): void {
    const { clock } = this.#of;
    const confirmed = clock.distanceTo("confirmed") ?? 0;
    const behind = { processed: 0, confirmed, finalized: clock.distanceTo("finalized") ?? confirmed };
    for (const commitment of commitments) {
      const reached = { slot: slot + confirmed - behind[commitment] + proofSlack, at };
      if (this.#isNews(commitment, reached)) this.#reached.set(commitment, reached);
    }
  }

  /** A proof has failed: only what two upstreams have reached counts. */
  distrust(): void {
    for (const commitment of commitments) {
      const agreed = this.#agreed(commitment);
      if (agreed !== undefined) this.#reached.set(commitment, agreed);
    }
  }

  /** The upstream that must prove to be ahead of the others; undefined if there is none. */
  leader(now: number): Upstream | undefined {
    const [top, ...others] = this.#known("processed");
    if (top === undefined || others.length === 0) return undefined;
    const { clock } = this.#of;
    const near = others.map(({ slot, upstream }) =>
      projected({ slot, at: upstream.slots.heardAt("processed") }, now, clock.slotMs / fasterBy),
    );
    return top.slot > Math.max(...near) + this.#of.freshSlots ? top.upstream : undefined;
  }

  /** Forgets everything: the network has another ledger. */
  clear(): void {
    this.#reached.clear();
  }

  /** The upstreams that have shown a slot at a commitment, the furthest first. */
  #known(commitment: Commitment): Claim[] {
    const claims: Claim[] = [];
    for (const upstream of this.#of.upstreams) {
      const slot = upstream.slots.at(commitment);
      if (slot !== undefined && this.#of.isVerified(upstream)) claims.push({ upstream, slot });
    }
    return claims.sort((one, other) => other.slot - one.slot);
  }

  /** The newest slot that two upstreams have reached, or the only one there is. */
  #agreed(commitment: Commitment): ReachedSlot | undefined {
    const found = this.#known(commitment)[Math.min(this.#of.upstreams.length, 2) - 1];
    return found && { slot: found.slot, at: found.upstream.slots.roseAt(commitment) };
  }

  /** Whether the ledger is as far as was thought by its rate, or further. */
  #isNews(commitment: Commitment, { slot, at }: ReachedSlot): boolean {
    const reached = this.#reached.get(commitment);
    return reached === undefined || slot >= projected(reached, at, this.#of.clock.slotMs);
  }
}

/** The slot that a ledger can have reached at a time, if it had that one then. */
function projected({ slot, at }: ReachedSlot, now: number, slotMs: number): number {
  return Math.floor(slot + (now - at) / slotMs);
}
