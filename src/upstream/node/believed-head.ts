import { type Commitment, commitments } from "../../contract/method-description.ts";
import type { LedgerTime } from "../../ledger-time/network-clock.ts";
import type { ReachedSlot } from "./known-slots.ts";
import type { Upstream } from "./upstream.ts";

/** A ledger may be this much faster than was measured. */
const fasterBy = 1.2;
/** Slots above what the ledger's rate allows that are believed of a proven upstream, and of one alone, whose address may lead to several nodes. */
const room = { proven: 4, alone: 32 };
/** One alone that claims more for this many slots' time is believed all the same: there is no other. */
const persistentSlots = 32;
/** Slots that were believed still count while they are no further above what is believed now: who had them may be away. */
const keptAbove = 32;

/** An upstream whose slot was not heard of for this long says nothing about now. */
const silent = { polls: 3, leastMs: 2000 };

/** A slot at a commitment is shown by these. */
const reachedWith: Readonly<Record<Commitment, readonly Commitment[]>> = {
  processed: commitments,
  confirmed: ["confirmed", "finalized"],
  finalized: ["finalized"],
};

/** The upstreams of a network, as far as it matters here. */
export interface Claimants {
  readonly upstreams: readonly Upstream[];
  readonly clock: Pick<LedgerTime, "slotMs" | "cautiousSlotMs" | "distanceTo" | "finality">;
  /** Milliseconds between two probes. */
  readonly pollMs: number;
  /** Slots by which upstreams at the head differ. */
  readonly freshSlots: number;
  isVerified(upstream: Upstream): boolean;
}

/** What the upstreams claim at a commitment. */
interface Claims {
  /** The one with the highest slot. */
  readonly top: Upstream;
  readonly highest: number;
  /** The highest slot that two have reached. */
  readonly agreed: number;
  /** The same, or as far above as upstreams at the head differ. */
  readonly near: number;
  /** The highest that another can have reached by now, since its slot was last heard of; undefined if nothing is known of any other. */
  readonly others: number | undefined;
}

/** Where the ledger's rate is counted from: the newest slot that two upstreams reached, or what one alone claimed. */
interface Anchor extends ReachedSlot {
  readonly isOfOne: boolean;
  /** Since when one alone has claimed more than the rate allows. */
  aboveSince: number;
}

/**
 * The newest slot of a network that is believed, by commitment: two upstreams reached it, as far as is known or by the ledger's rate since
 * they were heard of, or one that is proven to be ahead of the others. That one, or one alone, is believed as far as the rate allows.
 * Times are `performance.now()`.
 */
export class BelievedHead {
  readonly #of: Claimants;
  readonly #highest = new Map<Commitment, number>();
  readonly #anchors = new Map<Commitment, Anchor>();

  constructor(of: Claimants) {
    this.#of = of;
  }

  /** The believed head at a commitment; 0 before any slot is known. */
  at(commitment: Commitment, now: number): number {
    const claims = this.#claims(commitment, now);
    if (claims === undefined) return 0;
    const { highest, agreed, top } = claims;
    // Until it has proven that, one ahead of others who answer is not believed, and gets no calls while they can take them.
    const isDoubted = top.provenAhead === undefined && !this.#isAlone(claims, commitment, now);
    const slot =
      highest <= agreed || (isDoubted && highest > claims.near)
        ? agreed
        : Math.min(highest, this.#most(claims, commitment, highest, now));
    if (slot > (this.#highest.get(commitment) ?? 0)) this.#highest.set(commitment, slot);
    return slot;
  }

  /** As much as is believed of a slot that an answer showed. */
  believedPart(commitment: Commitment, slot: number, now: number): number {
    const claims = this.#claims(commitment, now);
    // Not every answer of one alone is recorded with it.
    return claims === undefined ? slot : Math.min(slot, this.#most(claims, commitment, slot, now));
  }

  /** Whether the ledger can have reached a slot by its rate, though no upstream has shown that yet. */
  isReachable(commitment: Commitment, slot: number, now: number): boolean {
    const head = Math.max(this.at(commitment, now), this.#reachable(commitment, now));
    return slot <= head + this.#of.freshSlots;
  }

  /** A floor as far as it is believed: at most the highest slot that was believed or is reachable now, unless that was wrong. */
  believedFloor(commitment: Commitment, floor: number, now: number): number {
    let most = 0;
    // What is finalized was confirmed, and both were processed, even where an upstream's answers show that later.
    for (const level of reachedWith[commitment]) {
      const head = this.at(level, now);
      const highest = this.#highest.get(level) ?? 0;
      most = Math.max(most, highest - head > keptAbove ? head : highest, this.#reachable(level, now));
      if (floor <= most) return floor;
    }
    return most;
  }

  /** The upstream that must prove to be ahead of the others; undefined if there is none. */
  leader(now: number): Upstream | undefined {
    const claims = this.#claims("processed", now);
    if (claims?.others === undefined) return undefined;
    return claims.highest > Math.max(claims.agreed, claims.others) ? claims.top : undefined;
  }

  /** An upstream is no longer believed: nothing counts that only it showed. */
  distrust(): void {
    this.#highest.clear();
  }

  /** Forgets everything: the network has another ledger. */
  clear(): void {
    this.#highest.clear();
    this.#anchors.clear();
  }

  #claims(commitment: Commitment, now: number): Claims | undefined {
    const { upstreams, freshSlots } = this.#of;
    let top: Upstream | undefined;
    let next: Upstream | undefined;
    let highest = 0;
    let second = 0;
    for (const upstream of upstreams) {
      const slot = upstream.slots.at(commitment) ?? 0;
      if (slot <= second || !this.#of.isVerified(upstream)) continue;
      if (slot <= highest) {
        next = upstream;
        second = slot;
        continue;
      }
      next = top;
      second = highest;
      top = upstream;
      highest = slot;
    }
    if (top === undefined) return undefined;
    if (next === undefined) return { top, highest, agreed: 0, near: 0, others: undefined };
    const agreed = this.#anchor(commitment, second, next.slots.roseAt(commitment));
    let others = 0;
    for (const upstream of upstreams) {
      const slot = upstream.slots.at(commitment);
      if (slot === undefined || upstream === top || !this.#of.isVerified(upstream)) continue;
      others = Math.max(others, this.#projected({ slot, at: upstream.slots.heardAt(commitment) }, now));
      if (others >= highest) break;
    }
    return { top, highest, agreed, near: agreed + freshSlots, others: others + freshSlots };
  }

  /** Whether no other upstream can tell now: none is known, or they all fail or are silent. */
  #isAlone({ top, others }: Claims, commitment: Commitment, now: number): boolean {
    if (others === undefined) return true;
    const heardSince = now - Math.max(silent.polls * this.#of.pollMs, silent.leastMs);
    return this.#of.upstreams.every(
      (other) =>
        other === top ||
        other.breaker.isOpen ||
        !this.#of.isVerified(other) ||
        other.slots.heardAt(commitment) < heardSince,
    );
  }

  /** Records that two upstreams have reached a slot; returns the newest that two ever did. */
  #anchor(commitment: Commitment, slot: number, at: number): number {
    const known = this.#anchors.get(commitment);
    if (known !== undefined && !known.isOfOne && slot <= known.slot) return known.slot;
    this.#anchors.set(commitment, { slot, at, isOfOne: false, aboveSince: Number.POSITIVE_INFINITY });
    return slot;
  }

  /** The highest slot that may be believed of a claim. */
  #most(claims: Claims, commitment: Commitment, claimed: number, now: number): number {
    const { top, agreed, others } = claims;
    if (claimed <= agreed) return agreed;
    if (others === undefined) {
      // Where no other was asked for a commitment lately, what was processed limits it.
      const processed = commitment === "processed" ? undefined : this.#claims("processed", now);
      return processed === undefined
        ? this.#mostAlone(claims, commitment, claimed, now)
        : this.#most(processed, "processed", claimed, now);
    }
    let most = Math.max(agreed, others);
    if (claimed <= most) return most;
    const { provenAhead } = top;
    if (provenAhead !== undefined) {
      // What is proven was confirmed.
      const above = commitment === "processed" ? (this.#of.clock.distanceTo("confirmed") ?? 0) : 0;
      const proven = this.#projected(provenAhead, now) + above + room.proven;
      most = Math.max(most, proven, this.#reachable(commitment, now));
    }
    // What was processed is confirmed a moment later, and where blocks are final at once, finalized too.
    const isNear =
      commitment === "confirmed" || (commitment === "finalized" && this.#of.clock.finality === "instant");
    return claimed > most && isNear ? Math.max(most, this.at("processed", now)) : most;
  }

  #mostAlone({ highest }: Claims, commitment: Commitment, claimed: number, now: number): number {
    const anchor = this.#anchors.get(commitment) ?? this.#anchorOfOne(commitment, highest, now);
    const most = this.#projected(anchor, now) + room.alone;
    const isAbove = claimed > most;
    anchor.aboveSince = isAbove ? Math.min(anchor.aboveSince, now) : Number.POSITIVE_INFINITY;
    const since = isAbove ? anchor.aboveSince : anchor.at;
    if (now - since < persistentSlots * this.#of.clock.slotMs) return most;
    // Counted from long ago, a small error of the rate would become a large one.
    return this.#anchorOfOne(commitment, claimed, now).slot + room.alone;
  }

  #anchorOfOne(commitment: Commitment, slot: number, at: number): Anchor {
    const anchor: Anchor = { slot, at, isOfOne: true, aboveSince: Number.POSITIVE_INFINITY };
    this.#anchors.set(commitment, anchor);
    return anchor;
  }

  /** The slot that the ledger can have reached by its rate. */
  #reachable(commitment: Commitment, now: number): number {
    const anchor = this.#anchors.get(commitment);
    if (anchor === undefined) return commitment === "processed" ? 0 : this.#reachable("processed", now);
    const slot = this.#projected(anchor, now) + (anchor.isOfOne ? room.alone : room.proven);
    // Other commitments are not asked for while no one reads them.
    return commitment === "processed" ? slot : Math.min(slot, this.#reachable("processed", now));
  }

  /** The slot that the ledger can have reached by now, if it had that one then. */
  #projected({ slot, at }: ReachedSlot, now: number): number {
    return Math.floor(slot + ((now - at) / this.#of.clock.cautiousSlotMs) * fasterBy);
  }
}
