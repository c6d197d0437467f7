import type { Commitment } from "../../contract/method-description.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import type { Upstream } from "./upstream.ts";
import type { ReachedSlot } from "./upstream-slots.ts";

/** Tolerated ratio of the real slot rate to the measured one. */
const maxSpeedup = 1.2;
/** Slots tolerated above the extrapolated head. A network's only upstream gets more, since several nodes may share its address. */
const slack = { several: 3, alone: 32 };
/** Age at which the reference slot is replaced, because the error of the extrapolation grows with time. */
const replaceAfterMs = 5000;
/** Slots that an upstream may be ahead of its last proof, since proofs are infrequent. */
const proofSlack = 3;

interface NetworkUpstreams {
  readonly upstreams: readonly Upstream[];
  readonly clock: Pick<ReadonlyLedgerClock, "slotMs" | "cautiousSlotMs" | "distanceTo">;
  readonly freshSlots: number;
  isVerified(upstream: Upstream): boolean;
}

/** Upper bound on a network's current slot, extrapolated at its slot rate from a slot that two upstreams have reached or one has proven. */
export class BelievedHead {
  readonly #network: NetworkUpstreams;
  /** Processed slot that the ledger has certainly reached: the base of the extrapolation. */
  #reached: ReachedSlot | undefined;

  constructor(network: NetworkUpstreams) {
    this.#network = network;
  }

  /** The highest credible slot; infinity until a slot is known. */
  highest(commitment: Commitment, now: number): number {
    const { upstreams, clock } = this.#network;
    if (this.#reached === undefined) return Number.POSITIVE_INFINITY;
    const projectedSlot = projected(this.#reached, now, clock.cautiousSlotMs / maxSpeedup);
    if (upstreams.length === 1) return projectedSlot + slack.alone;
    const processed = Math.max(projectedSlot + slack.several, this.#agreedSlot("processed")?.slot ?? 0);
    if (commitment === "processed") return processed;
    const behind = clock.distanceTo(commitment) ?? 0;
    return Math.max(processed - behind, this.#agreedSlot(commitment)?.slot ?? 0);
  }

  /**
   * Updates the reference slot after a round of probes: a slot further ahead replaces it, and any slot replaces an old one, except while
   * one upstream is ahead of all others, since the others may lag.
   */
  update(now: number): void {
    const agreed = this.#agreedSlot("processed");
    const isOld = now - (this.#reached?.at ?? 0) > replaceAfterMs && this.frontRunner(now) === undefined;
    if (agreed !== undefined && (isOld || this.#isAhead(agreed))) this.#reached = agreed;
  }

  /** Records a slot that was proven to be confirmed. */
  prove({ slot, at }: ReachedSlot): void {
    // An upstream that overstates its processed slot inflates its own distance, so the shortest counts, or 0 if one is unknown.
    const distances = this.#network.upstreams.flatMap(({ slots, route }) =>
      route === undefined ? (slots.pace.distanceTo("confirmed") ?? 0) : [],
    );
    if (distances.length === 0) return;
    const reached = { slot: slot + Math.max(0, Math.min(...distances)) + proofSlack, at };
    if (this.#isAhead(reached)) this.#reached = reached;
  }

  /** Falls back to the slot that two upstreams have reached, after a proof has failed. */
  discardProof(): void {
    this.#reached = this.#agreedSlot("processed") ?? this.#reached;
  }

  /** The upstream that claims to be ahead of all others, which it has to prove. */
  frontRunner(now: number): Upstream | undefined {
    const { clock, freshSlots } = this.#network;
    const [top, ...others] = this.#upstreamsBySlot("processed");
    if (top === undefined || others.length === 0) return undefined;
    const otherSlots = others.map(({ slots }) =>
      projected(
        { slot: slots.newest("processed") ?? 0, at: slots.knownAt("processed") },
        now,
        clock.slotMs / maxSpeedup,
      ),
    );
    return (top.slots.newest("processed") ?? 0) > Math.max(...otherSlots) + freshSlots ? top : undefined;
  }

  clear(): void {
    this.#reached = undefined;
  }

  /** The upstreams with a known slot at a commitment, newest slot first. */
  #upstreamsBySlot(commitment: Commitment): Upstream[] {
    return this.#network.upstreams
      .filter(
        (upstream) => upstream.slots.newest(commitment) !== undefined && this.#network.isVerified(upstream),
      )
      .sort((a, b) => (b.slots.newest(commitment) ?? 0) - (a.slots.newest(commitment) ?? 0));
  }

  /** The newest slot that two upstreams have reached, or the only upstream has. */
  #agreedSlot(commitment: Commitment): ReachedSlot | undefined {
    const slots = this.#upstreamsBySlot(commitment)[Math.min(this.#network.upstreams.length, 2) - 1]?.slots;
    return slots && { slot: slots.newest(commitment) ?? 0, at: slots.reachedAt(commitment) };
  }

  /** Returns true if a slot is at or above the one expected at its time. */
  #isAhead({ slot, at }: ReachedSlot): boolean {
    return this.#reached === undefined || slot >= projected(this.#reached, at, this.#network.clock.slotMs);
  }
}

/** Extrapolates a slot that was reached earlier to `now`. */
function projected({ slot, at }: ReachedSlot, now: number, slotMs: number): number {
  return Math.floor(slot + (now - at) / slotMs);
}
