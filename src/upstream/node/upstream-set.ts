import type { RoutingConfig } from "../../../generated/config.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import { withinTime } from "../../call/within-time.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { LedgerClock } from "../../ledger-clock/ledger-clock.ts";
import type { Network } from "../../networks/network.ts";
import { truncate } from "../../text/wording.ts";
import { BelievedHead } from "./believed-head.ts";
import { RememberedClients } from "./remembered-clients.ts";
import type { Upstream, UpstreamUse } from "./upstream.ts";

/** Age at which a slot at a commitment is stale, measured against the upstream's processed slot. */
const staleAfter = { polls: 3, minMs: 1000 };
/** Time without calls after which a network or a commitment is no longer in use. */
const inUseMs = 60_000;
/** Time that a wait for the first probe leaves for the call itself. */
const reserveMs = 10;

interface UpstreamSetOptions {
  readonly freshSlots: number;
  readonly prefer: RoutingConfig["prefer"];
  readonly pollIntervalMs?: number | undefined;
}

/** The upstreams of one network and the state that they share. */
export class UpstreamSet {
  readonly network: Network;
  upstreams: readonly Upstream[] = [];
  hasTiers = false;
  readonly clock = new LedgerClock();
  readonly believed = new BelievedHead(this);
  readonly clients = new RememberedClients((commitment) =>
    this.believed.highest(commitment, performance.now()),
  );
  genesisHash: string | undefined = undefined;
  #lastUsedAt = Number.NEGATIVE_INFINITY;
  readonly #usedAt: Record<Commitment, number> = {
    processed: Number.NEGATIVE_INFINITY,
    confirmed: Number.NEGATIVE_INFINITY,
    finalized: Number.NEGATIVE_INFINITY,
  };
  /** Settles after the first probe of several upstreams; undefined for a single upstream, and afterwards. */
  firstProbe: Promise<void> | undefined = undefined;
  /** Slots behind the head at which an upstream still counts as at the head. */
  readonly freshSlots: number;
  /** How to choose among upstreams that are equally fit. */
  readonly prefer: RoutingConfig["prefer"];
  readonly #pollIntervalMs: number | undefined;
  /** Incremented when the network's ledger changes, which invalidates all state of the old one. */
  generation: number;

  constructor(
    network: Network,
    upstreams: readonly Upstream[],
    { freshSlots, prefer, pollIntervalMs }: UpstreamSetOptions,
    generation: number,
  ) {
    this.network = network;
    this.freshSlots = freshSlots;
    this.prefer = prefer;
    this.#pollIntervalMs = pollIntervalMs;
    this.generation = generation;
    this.replaceUpstreams(upstreams);
  }

  /** Records a choice among several upstreams; probes ask for the commitments in use. */
  markInUse(commitment: Commitment, now: number): void {
    this.#usedAt[commitment] = now;
  }

  recordCall(now: number): void {
    this.#lastUsedAt = now;
  }

  /** Returns true if the network was called recently. */
  isInUse(now: number): boolean {
    return now - this.#lastUsedAt < inUseMs;
  }

  /** Returns true if a recent call at this commitment chose among several upstreams. */
  isCommitmentInUse(commitment: Commitment, now: number): boolean {
    return now - this.#usedAt[commitment] < inUseMs;
  }

  /** Holds calls until `probed` settles, because several upstreams could serve different ledgers. */
  holdCallsUntil(probed: Promise<unknown>): void {
    const end = () => {
      this.firstProbe = undefined;
    };
    this.firstProbe = probed.then(end, end);
  }

  /** Waits for the first probe, up to the call's deadline or its cancellation. */
  async waitForFirstProbe({ deadline, cancellation }: UpstreamCall): Promise<void> {
    if (this.firstProbe === undefined) return;
    const probed = withinTime(this.firstProbe, deadline - performance.now() - reserveMs);
    await new Promise<unknown>((resolve) => {
      const listener = { onCancel: () => resolve(undefined) };
      cancellation.add(listener);
      void probed.finally(() => cancellation.remove(listener)).then(resolve);
    });
  }

  /** True if any upstream is a route, which takes only transactions. */
  get hasRoutes(): boolean {
    return this.upstreams.some(({ route }) => route !== undefined);
  }

  /** Replaces some of the upstreams. The ledger is the same, so its state is kept. */
  replaceUpstreams(upstreams: readonly Upstream[]): void {
    this.upstreams = upstreams;
    this.hasTiers = upstreams.some(({ tier }) => tier !== upstreams[0]?.tier);
    this.clock.follow(upstreams.map(({ slots }) => slots.pace));
  }

  get pollMs(): number {
    return this.#pollIntervalMs ?? this.clock.pollMs;
  }

  /** The newest believed slot of the working upstreams; 0 before any slot is known. */
  get head(): number {
    return this.headAt("processed", performance.now());
  }

  headAt(commitment: Commitment, now: number): number {
    if (this.upstreams.length === 1) return this.upstreams[0]?.slots.newest(commitment) ?? 0;
    const highest = this.believed.highest(commitment, now);
    let head = 0;
    let claimed = 0;
    for (const upstream of this.upstreams) {
      const slot = this.lastSlot(upstream, commitment);
      if (slot <= head || upstream.breaker.isOpen || !this.isVerified(upstream)) continue;
      if (slot <= highest) head = slot;
      else claimed = slot;
    }
    return head === 0 ? Math.min(claimed, highest) : head;
  }

  /** An upstream's newest slot. A stale one is estimated from the processed slot, since probes skip commitments that are not in use. */
  lastSlot({ slots }: Upstream, commitment: Commitment): number {
    const known = slots.newest(commitment) ?? 0;
    if (commitment === "processed") return known;
    const ageMs = slots.knownAt("processed") - slots.knownAt(commitment);
    const isStale = ageMs > Math.max(staleAfter.polls * this.pollMs, staleAfter.minMs);
    const distance = isStale ? this.clock.distanceTo(commitment) : undefined;
    if (distance === undefined) return known;
    return Math.max(known, (slots.newest("processed") ?? 0) - Math.ceil(distance));
  }

  isBelieved(commitment: Commitment, slot: number, now: number): boolean {
    return slot <= this.believed.highest(commitment, now);
  }

  /** Returns true if the ledger can have reached this block height. The number of slots without a block only grows. */
  isHeightBelieved(height: number, now: number): boolean {
    return this.isBelieved("processed", height + (this.clock.slotsWithoutBlock ?? 0), now);
  }

  isForeign({ genesisHash }: Upstream): boolean {
    return genesisHash !== undefined && this.genesisHash !== undefined && genesisHash !== this.genesisHash;
  }

  /** Why an upstream counts as foreign, for a log line; undefined if it does not. */
  foreignReason(upstream: Upstream): string | undefined {
    if (!this.isForeign(upstream)) return undefined;
    return `its genesis hash is ${truncate(upstream.genesisHash ?? "")}, and that of network ${this.network.id} ${truncate(this.genesisHash ?? "")}`;
  }

  /** Returns true if an upstream was probed since it last failed and serves the network's ledger. A single upstream always is. */
  isVerified({ genesisHash, mustCheckGenesis }: Upstream): boolean {
    if (this.upstreams.length === 1 || this.genesisHash === undefined) return true;
    return !mustCheckGenesis && (genesisHash === undefined || genesisHash === this.genesisHash);
  }

  /** Returns true if a call may be sent to an upstream now: it is verified, its settings allow the call, and it has quota left. */
  mayAsk(upstream: Upstream, use: UpstreamUse, now: number): boolean {
    return this.isVerified(upstream) && upstream.allows(use) && !upstream.isLimited(use.upstreamMethod, now);
  }

  /** Records the network's ledger, and drops all state of another one that it had before. */
  recordGenesis(genesisHash: string): void {
    const isFirst = this.genesisHash === undefined;
    this.genesisHash = genesisHash;
    if (isFirst) return;
    this.generation += 1;
    this.clock.reset();
    this.clients.clear();
    this.believed.clear();
    for (const upstream of this.upstreams) upstream.forgetLedger();
  }
}
