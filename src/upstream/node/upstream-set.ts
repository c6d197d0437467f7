import type { RoutingConfig } from "../../../generated/config.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { otherLedgerSlots } from "../../ledger-time/ledger-lengths.ts";
import { NetworkClock } from "../../ledger-time/network-clock.ts";
import type { Network } from "../../networks/network.ts";
import { truncate } from "../../text/truncate.ts";
import { KnownClients } from "./known-clients.ts";
import type { Upstream } from "./upstream.ts";

/** An upstream whose slot rose within this many slots' time moves; answers and probes may come more seldom than short slots. */
const movesWithinSlots = 12;
const movesWithinLeastMs = 2000;

/** The upstreams of one network and what they agree on. */
export class UpstreamSet {
  readonly network: Network;
  #upstreams: readonly Upstream[];
  /** Some of its upstreams go before others. */
  hasTiers: boolean;
  readonly clock = new NetworkClock();
  readonly clients = new KnownClients({
    slot: (slot) => this.#isPlausible(slot),
    // Slots without a block only become more.
    height: (height) => this.#isPlausible(height + (this.clock.slotsWithoutBlock ?? 0)),
  });
  /** Genesis hash of the network's ledger; undefined until an upstream has reported it. */
  genesisHash: string | undefined = undefined;
  /** `performance.now()` of the newest call. */
  lastUsedAt = Number.NEGATIVE_INFINITY;
  /** The same by commitment, of calls that chose among several upstreams. */
  readonly usedAt: Record<Commitment, number> = {
    processed: Number.NEGATIVE_INFINITY,
    confirmed: Number.NEGATIVE_INFINITY,
    finalized: Number.NEGATIVE_INFINITY,
  };
  /** Its several upstreams are being probed for the first time. */
  isBeforeFirstProbe = false;
  /** Slots that an upstream may be behind the head and still be as good as the best. */
  readonly freshSlots: number;
  /** How one of several that can take a call is chosen. */
  readonly prefer: RoutingConfig["prefer"];
  #generation: number;

  constructor(
    network: Network,
    upstreams: readonly Upstream[],
    { freshSlots, prefer = "speed" }: { freshSlots: number; prefer?: RoutingConfig["prefer"] | undefined },
    generation: number,
  ) {
    this.network = network;
    this.#upstreams = upstreams;
    this.hasTiers = haveTiers(upstreams);
    this.freshSlots = freshSlots;
    this.prefer = prefer;
    this.#generation = generation;
    this.clock.follow(upstreams.map(({ slots }) => slots.pace));
  }

  get upstreams(): readonly Upstream[] {
    return this.#upstreams;
  }

  /** Replaces its upstreams, some of which stay: it is the same ledger, so its state is kept. */
  replaceUpstreams(upstreams: readonly Upstream[]): void {
    this.#upstreams = upstreams;
    this.hasTiers = haveTiers(upstreams);
    this.clock.follow(upstreams.map(({ slots }) => slots.pace));
  }

  /** The newest slot of the upstreams that may be asked; 0 before the first is known. */
  get head(): number {
    return this.headAt("processed");
  }

  /**
   * The same at one commitment. One upstream that claims to be far ahead does not count while two others agree and move: a wrong
   * number must not attract all calls of a network.
   */
  headAt(commitment: Commitment): number {
    return this.#highest(commitment, false);
  }

  /** The newest slot that any of its upstreams was seen at, failing ones included. */
  newestSeenAt(commitment: Commitment): number {
    return this.#highest(commitment, true);
  }

  #highest(commitment: Commitment, withFailing: boolean): number {
    let head = 0;
    let second = 0;
    for (const upstream of this.upstreams) {
      if ((upstream.breaker.isOpen && !withFailing) || !this.isVerified(upstream)) continue;
      const slot = upstream.slots.at(commitment) ?? 0;
      second = Math.max(second, Math.min(slot, head));
      head = Math.max(head, slot);
    }
    return head - second > otherLedgerSlots && this.#isAgreed(second, commitment) ? second : head;
  }

  /** Whether the ledger can have reached a slot by now: not one far above what its upstreams agree on. */
  #isPlausible(slot: number): boolean {
    const newest = this.newestSeenAt("processed");
    if (newest === 0 || slot <= newest + otherLedgerSlots) return true;
    const newsAt = Math.max(...this.upstreams.map(({ slots }) => slots.roseAt("processed")));
    return slot <= newest + otherLedgerSlots + this.clock.mostSlotsIn(performance.now() - newsAt);
  }

  /** Whether two upstreams are near a slot and move. */
  #isAgreed(slot: number, commitment: Commitment): boolean {
    const movedSince = performance.now() - Math.max(movesWithinSlots * this.clock.slotMs, movesWithinLeastMs);
    const agreeing = this.upstreams.filter(({ slots }) => {
      const own = slots.at(commitment) ?? 0;
      return own <= slot && slot - own <= otherLedgerSlots && slots.roseAt(commitment) > movedSince;
    });
    return agreeing.length >= 2;
  }

  /** Changes when the network has another ledger: nothing known of the old one applies to it. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether an upstream is on another ledger than the network. */
  isForeign({ genesisHash }: Upstream): boolean {
    return genesisHash !== undefined && this.genesisHash !== undefined && genesisHash !== this.genesisHash;
  }

  /** How it is known that an upstream is on another ledger; undefined if it is not. */
  whyForeign(upstream: Upstream): string | undefined {
    if (!this.isForeign(upstream)) return undefined;
    return `its genesis hash is ${truncate(upstream.genesisHash ?? "", 60)}, and that of network ${this.network.id} ${truncate(this.genesisHash ?? "", 60)}`;
  }

  /**
   * Whether an upstream may be asked: as far as is known it serves the network's ledger, and it was probed since it last failed.
   * A single upstream may always be asked: its ledger is the network's.
   */
  isVerified({ genesisHash, mustCheckGenesis }: Upstream): boolean {
    if (this.upstreams.length === 1 || this.genesisHash === undefined) return true;
    return !mustCheckGenesis && (genesisHash === undefined || genesisHash === this.genesisHash);
  }

  /** The network has another ledger now. */
  changeLedger(): void {
    this.#generation += 1;
    this.clock.reset();
    this.clients.clear();
    for (const upstream of this.upstreams) {
      upstream.slots.clear();
      upstream.history.clear();
      upstream.finalizedSlot = undefined;
      upstream.hasRestarted = false;
    }
  }
}

function haveTiers(upstreams: readonly Upstream[]): boolean {
  return upstreams.some(({ tier }) => tier !== upstreams[0]?.tier);
}
