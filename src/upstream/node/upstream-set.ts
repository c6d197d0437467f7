import type { RoutingConfig } from "../../../generated/config.ts";
import type { UpstreamCall } from "../../call/upstream-call.ts";
import { withinTime } from "../../call/within-time.ts";
import type { Commitment } from "../../contract/method-description.ts";
import { LedgerClock } from "../../ledger-clock/ledger-clock.ts";
import type { Network } from "../../networks/network.ts";
import { truncate } from "../../text/wording.ts";
import { BelievedHead } from "./believed-head.ts";
import { RememberedClients } from "./remembered-clients.ts";
import type { Upstream } from "./upstream.ts";

/** A slot at a commitment is outdated once the upstream has shown only processed ones for this long; answers may be somewhat late. */
const outdatedAfter = { polls: 3, leastMs: 1000 };
/** A network, or a commitment, is no longer in use once no call came for this long. */
const inUseMs = 60_000;
/** Part of a call's time that is kept when it waits for the first probe. */
const keptMs = 10;

interface UpstreamSetOptions {
  readonly freshSlots: number;
  readonly prefer: RoutingConfig["prefer"];
  readonly pollIntervalMs?: number | undefined;
}

/** The upstreams of one network and what they agree on. */
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
  /** Ends once its several upstreams were probed for the first time; undefined for one, and afterwards. */
  firstProbe: Promise<void> | undefined = undefined;
  /** Slots that an upstream may be behind the head and still be as good as the best. */
  readonly freshSlots: number;
  /** What decides among several that can take a call. */
  readonly prefer: RoutingConfig["prefer"];
  readonly #pollIntervalMs: number | undefined;
  /** Changes when the network has another ledger: nothing known of the old one applies to it. */
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

  /** Records a call that chose among several upstreams: probes ask for the commitments in use. */
  recordChoice(commitment: Commitment, now: number): void {
    this.#usedAt[commitment] = now;
  }

  recordCall(now: number): void {
    this.#lastUsedAt = now;
  }

  /** Whether a call came lately. */
  isInUse(now: number): boolean {
    return now - this.#lastUsedAt < inUseMs;
  }

  /** Whether a call at a commitment lately chose among several upstreams. */
  isCommitmentInUse(commitment: Commitment, now: number): boolean {
    return now - this.#usedAt[commitment] < inUseMs;
  }

  /** Several upstreams could serve different ledgers: no call goes out before `probed` has ended. */
  holdCallsUntil(probed: Promise<unknown>): void {
    const end = () => {
      this.firstProbe = undefined;
    };
    this.firstProbe = probed.then(end, end);
  }

  /** Waits for the first probe, but no longer than the call has time and its caller waits: until then the call keeps its place. */
  async waitForFirstProbe({ deadline, cancellation }: UpstreamCall): Promise<void> {
    if (this.firstProbe === undefined) return;
    const probed = withinTime(this.firstProbe, deadline - performance.now() - keptMs);
    await new Promise<unknown>((resolve) => {
      const listener = { onCancel: () => resolve(undefined) };
      cancellation.add(listener);
      void probed.finally(() => cancellation.remove(listener)).then(resolve);
    });
  }

  /** Whether some of its upstreams are routes, which take only transactions. */
  get hasRoutes(): boolean {
    return this.upstreams.some(({ route }) => route !== undefined);
  }

  /** Replaces its upstreams, some of which stay: it is the same ledger, so its state is kept. */
  replaceUpstreams(upstreams: readonly Upstream[]): void {
    this.upstreams = upstreams;
    this.hasTiers = upstreams.some(({ tier }) => tier !== upstreams[0]?.tier);
    this.clock.follow(upstreams.map(({ slots }) => slots.pace));
  }

  get pollMs(): number {
    return this.#pollIntervalMs ?? this.clock.pollMs;
  }

  /** The believed head of the upstreams that may be asked; 0 before any slot is known. */
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

  /** The newest slot that an upstream showed. Probes ask only for commitments in use: an outdated slot is computed from the processed one. */
  lastSlot({ slots }: Upstream, commitment: Commitment): number {
    const known = slots.newest(commitment) ?? 0;
    if (commitment === "processed") return known;
    const unheardMs = slots.knownAt("processed") - slots.knownAt(commitment);
    const isOutdated = unheardMs > Math.max(outdatedAfter.polls * this.pollMs, outdatedAfter.leastMs);
    const distance = isOutdated ? this.clock.distanceTo(commitment) : undefined;
    if (distance === undefined) return known;
    return Math.max(known, (slots.newest("processed") ?? 0) - Math.ceil(distance));
  }

  isBelieved(commitment: Commitment, slot: number, now: number): boolean {
    return slot <= this.believed.highest(commitment, now);
  }

  /** Whether the ledger can have reached a block of this height. The number of slots without a block only grows. */
  isHeightBelieved(height: number, now: number): boolean {
    return this.isBelieved("processed", height + (this.clock.slotsWithoutBlock ?? 0), now);
  }

  isForeign({ genesisHash }: Upstream): boolean {
    return genesisHash !== undefined && this.genesisHash !== undefined && genesisHash !== this.genesisHash;
  }

  /** What shows that an upstream is on another ledger, for a log line; undefined if it is not. */
  whyForeign(upstream: Upstream): string | undefined {
    if (!this.isForeign(upstream)) return undefined;
    return `its genesis hash is ${truncate(upstream.genesisHash ?? "")}, and that of network ${this.network.id} ${truncate(this.genesisHash ?? "")}`;
  }

  /** Whether an upstream serves the network's ledger, and was probed since it last failed; a single upstream always counts. */
  isVerified({ genesisHash, mustCheckGenesis }: Upstream): boolean {
    if (this.upstreams.length === 1 || this.genesisHash === undefined) return true;
    return !mustCheckGenesis && (genesisHash === undefined || genesisHash === this.genesisHash);
  }

  /** Whether an upstream may be asked for a call now: it is verified, its settings allow the call, and it is at no limit. */
  mayAsk(upstream: Upstream, needs: Parameters<Upstream["allows"]>[0], now: number): boolean {
    return (
      this.isVerified(upstream) && upstream.allows(needs) && !upstream.isLimited(needs.upstreamMethod, now)
    );
  }

  /** The network has this ledger now: if it had another one, nothing known of that applies. */
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
