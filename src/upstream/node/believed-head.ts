import type { Commitment } from "../../contract/method-description.ts";
import type { ReadonlyLedgerClock } from "../../ledger-clock/ledger-clock.ts";
import type { Upstream } from "./upstream.ts";
import type { ReachedSlot } from "./upstream-slots.ts";

/** A ledger's slots may be this much faster than was measured. */
const maxSpeedup = 1.2;
/** Slots above what the ledger's pace allows that are still believed; one upstream alone may be several nodes. */
const slack = { several: 3, alone: 32 };
/** A reached slot is replaced after this time: by then a small error of the pace has become a large one. */
const replaceAfterMs = 5000;
/** Slots that an upstream may be ahead of the one that it has proven: proofs are made only now and then. */
const proofSlack = 3;

interface NetworkUpstreams {
  readonly upstreams: readonly Upstream[];
  readonly clock: Pick<ReadonlyLedgerClock, "slotMs" | "cautiousSlotMs" | "distanceTo">;
  readonly freshSlots: number;
  isVerified(upstream: Upstream): boolean;
}

/** How far a network's ledger can be by now: as far as its pace allows from a slot that two upstreams have reached or one has proven. */
export class BelievedHead {
  readonly #network: NetworkUpstreams;
  /** The processed slot that the ledger is known to have reached, from which the rest is counted. */
  #reached: ReachedSlot | undefined;

  constructor(network: NetworkUpstreams) {
    this.#network = network;
  }

  /** The highest slot that is believed; infinity before anything is known. */
  highest(commitment: Commitment, now: number): number {
    const { upstreams, clock } = this.#network;
    if (this.#reached === undefined) return Number.POSITIVE_INFINITY;
    const possible = projected(this.#reached, now, clock.cautiousSlotMs / maxSpeedup);
    if (upstreams.length === 1) return possible + slack.alone;
    const processed = Math.max(possible + slack.several, this.#agreedSlot("processed")?.slot ?? 0);
    if (commitment === "processed") return processed;
    const behind = clock.distanceTo(commitment) ?? 0;
    return Math.max(processed - behind, this.#agreedSlot(commitment)?.slot ?? 0);
  }

  /**
   * Learns from a round of probes: replaces the reached slot by one that is further, or an old one by any. While one upstream is ahead of
   * all others, these may lag, so an old one is kept.
   */
  learn(now: number): void {
    const agreed = this.#agreedSlot("processed");
    const isOld = now - (this.#reached?.at ?? 0) > replaceAfterMs && this.frontRunner(now) === undefined;
    if (agreed !== undefined && (isOld || this.#isFurther(agreed))) this.#reached = agreed;
  }

  /** Records a slot that the ledger is proven to have confirmed. */
  prove({ slot, at }: ReachedSlot): void {
    // An upstream that lies about its processed slot makes its own distance too long, so the shortest counts, or 0 if one is unknown.
    const distances = this.#network.upstreams.flatMap(({ slots, route }) =>
      route === undefined ? (slots.pace.distanceTo("confirmed") ?? 0) : [],
    );
    if (distances.length === 0) return;
    const reached = { slot: slot + Math.max(0, Math.min(...distances)) + proofSlack, at };
    if (this.#isFurther(reached)) this.#reached = reached;
  }

  /** Goes back to what two upstreams have reached, since a proof has failed. */
  distrust(): void {
    this.#reached = this.#agreedSlot("processed") ?? this.#reached;
  }

  /** The upstream that claims to be ahead of all others, and must prove it; undefined if there is none. */
  frontRunner(now: number): Upstream | undefined {
    const { clock, freshSlots } = this.#network;
    const [top, ...others] = this.#upstreamsBySlot("processed");
    if (top === undefined || others.length === 0) return undefined;
    const near = others.map(({ slots }) =>
      projected(
        { slot: slots.newest("processed") ?? 0, at: slots.knownAt("processed") },
        now,
        clock.slotMs / maxSpeedup,
      ),
    );
    return (top.slots.newest("processed") ?? 0) > Math.max(...near) + freshSlots ? top : undefined;
  }

  clear(): void {
    this.#reached = undefined;
  }

  /** The upstreams that have shown a slot at a commitment, the furthest first. */
  #upstreamsBySlot(commitment: Commitment): Upstream[] {
    return this.#network.upstreams
      .filter(
        (upstream) => upstream.slots.newest(commitment) !== undefined && this.#network.isVerified(upstream),
      )
      .sort((one, other) => (other.slots.newest(commitment) ?? 0) - (one.slots.newest(commitment) ?? 0));
  }

  /** The newest slot that two upstreams have reached, or the only one there is. */
  #agreedSlot(commitment: Commitment): ReachedSlot | undefined {
    const found = this.#upstreamsBySlot(commitment)[Math.min(this.#network.upstreams.length, 2) - 1]?.slots;
    return found && { slot: found.newest(commitment) ?? 0, at: found.reachedAt(commitment) };
  }

  /** Whether a slot is at least as high as the one expected at its time. */
  #isFurther({ slot, at }: ReachedSlot): boolean {
    return this.#reached === undefined || slot >= projected(this.#reached, at, this.#network.clock.slotMs);
  }
}

/** The slot that a ledger can have reached by `now`, counted from a slot that it had reached before. */
function projected({ slot, at }: ReachedSlot, now: number, slotMs: number): number {
  return Math.floor(slot + (now - at) / slotMs);
}
