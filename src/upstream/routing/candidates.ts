import { isLightRead, type UpstreamCall } from "../../call/upstream-call.ts";
import { type Needs, readNeeds } from "../node/call-needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import { bestUpstreams, chooseAmongEqual, couldServe, isAtHead } from "./choose-upstream.ts";
import { upstreamsLackingSlot } from "./ledger-history.ts";

/** The upstreams that a call may be sent to, and which of them is best now. In each round, every upstream is asked once at most. */
export class Candidates {
  readonly set: UpstreamSet;
  readonly needs: Needs;
  /** Whether the call is a read that nodes answer quickly. */
  readonly isLight: boolean;
  /** The number of the round. */
  round = 1;
  /** Upstreams that said before this call that they lack its oldest slot: no round asks them. */
  readonly #lackingSlot: readonly Upstream[];
  /** The upstreams that this round asks no more: `#lackingSlot`, and those that it has asked. */
  tried: readonly Upstream[];
  /** The last upstream that was chosen among several. */
  #picked: Upstream | undefined;

  constructor(call: UpstreamCall, set: UpstreamSet, now: number) {
    this.set = set;
    this.needs = readNeeds(call, set);
    if (set.upstreams.length > 1) set.recordChoice(this.needs.commitment, now);
    this.isLight = isLightRead(call.method);
    this.#lackingSlot = upstreamsLackingSlot(set, this.needs);
    this.tried = this.#lackingSlot;
  }

  /** Whether an upstream was asked in this round. */
  get hasTried(): boolean {
    return this.tried.length > this.#lackingSlot.length;
  }

  get untried(): Upstream[] {
    return this.set.upstreams.filter(
      (upstream) => !this.tried.includes(upstream) && couldServe(upstream, this.needs),
    );
  }

  addTried(asked: readonly Upstream[]): void {
    this.tried = [...this.tried, ...asked];
  }

  startRound(): void {
    this.round += 1;
    this.tried = this.#lackingSlot;
  }

  /** The best working upstream; for a light read first one whose probes show that it has recovered, which gets a trial. */
  choose(now: number): Upstream | undefined {
    const { set, needs } = this;
    if (set.upstreams.length > 1 && this.round === 1 && this.tried.length === 0 && this.isLight) {
      const recovered = set.upstreams.find(
        (upstream) =>
          set.mayAsk(upstream, needs, now) &&
          isAtHead(set, upstream, needs, now) &&
          upstream.breaker.tryStartTrial(now),
      );
      if (recovered !== undefined) return recovered;
    }
    const best = bestUpstreams(set, this.tried, needs, now);
    const chosen = chooseAmongEqual(best, set, needs);
    this.#picked = best.length > 1 ? chosen : undefined;
    return chosen ?? this.#lastResort(now);
  }

  /** If all fail: the upstream that answered last, unless it refuses connections (then its breaker lets single calls try). */
  #lastResort(now: number): Upstream | undefined {
    const { set, needs } = this;
    const allowing = set.upstreams.filter(
      (upstream) => upstream.health !== "foreign" && upstream.allows(needs),
    );
    if (allowing.some(({ breaker }) => !breaker.isOpen)) return undefined;
    return this.untried
      .filter((upstream) => set.mayAsk(upstream, needs, now) && !upstream.breaker.refusesConnections)
      .toSorted((a, b) => b.lastSuccessAt - a.lastSuccessAt)[0];
  }

  /** An untried upstream that fails and whose breaker lets this call try. */
  chooseForTrial(now: number): Upstream | undefined {
    return this.untried.find(
      (upstream) =>
        this.set.mayAsk(upstream, this.needs, now) &&
        upstream.breaker.tryAcquire(now, { isLastResort: true }),
    );
  }

  /** An upstream was chosen for an attempt: the client's next calls go there too, unless it was the only one left. */
  recordSent(upstream: Upstream): void {
    const { client } = this.needs;
    if (client !== undefined && upstream === this.#picked) client.upstream = upstream;
  }

  /** Milliseconds until the first untried upstream that is at a limit may be asked; undefined when none is at one. */
  msUntilUnderLimit(now: number): number | undefined {
    const waits = this.untried
      .flatMap(({ quota }) => quota?.waitMs(this.needs.upstreamMethod, now) ?? [])
      .filter((waitMs) => waitMs > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }
}
