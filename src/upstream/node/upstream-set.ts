import type { Commitment } from "../../contract/method-description.ts";
import type { Network } from "../../networks/network.ts";
import { KnownClients } from "./known-clients.ts";
import { LedgerClock } from "./ledger-clock.ts";
import type { Upstream } from "./upstream.ts";

/** The upstreams of one network and what they agree on. */
export class UpstreamSet {
  readonly network: Network;
  readonly upstreams: readonly Upstream[];
  readonly clock = new LedgerClock();
  readonly clients = new KnownClients();
  /** The ledger that the network is; undefined before the first upstream told. */
  genesisHash: string | undefined = undefined;
  /** `performance.now()` of the newest call. */
  lastUsedAt = Number.NEGATIVE_INFINITY;
  /** The same by commitment, of calls that chose among several upstreams. */
  readonly usedAt: Record<Commitment, number> = {
    processed: Number.NEGATIVE_INFINITY,
    confirmed: Number.NEGATIVE_INFINITY,
    finalized: Number.NEGATIVE_INFINITY,
  };
  /** Its several upstreams are being looked at for the first time. */
  isBeforeFirstProbe = false;
  /** Slots that an upstream may be behind the head and still be as good as the best. */
  readonly freshSlots: number;
  #generation: number;

  constructor(network: Network, upstreams: readonly Upstream[], freshSlots: number, generation: number) {
    this.network = network;
    this.upstreams = upstreams;
    this.freshSlots = freshSlots;
    this.#generation = generation;
  }

  /** The newest slot that any of its upstreams has which may be asked; 0 before the first is known. */
  get head(): number {
    return this.headAt("processed");
  }

  /** The same at one commitment. */
  headAt(commitment: Commitment): number {
    let head = 0;
    for (const upstream of this.upstreams) {
      if (upstream.breaker.isOpen || !this.isVerified(upstream)) continue;
      head = Math.max(head, upstream.slots.at(commitment) ?? 0);
    }
    return head;
  }

  /** Changes when another ledger stands behind the network: what was known of the old one is void. */
  get generation(): number {
    return this.#generation;
  }

  /**
   * Whether an upstream may be asked: it serves the network's ledger as far as anyone knows, and was looked at since it was away.
   * A single upstream is the ledger, whatever it serves.
   */
  isVerified({ genesisHash, mustCheckGenesis }: Upstream): boolean {
    if (this.upstreams.length === 1 || this.genesisHash === undefined) return true;
    return !mustCheckGenesis && (genesisHash === undefined || genesisHash === this.genesisHash);
  }

  /** Another ledger stands behind the network now. */
  changeLedger(): void {
    this.#generation += 1;
    this.clock.reset();
    this.clients.clear();
    for (const upstream of this.upstreams) {
      upstream.slots.clear();
      upstream.finalizedSlot = undefined;
      upstream.hasRestarted = false;
    }
  }
}
