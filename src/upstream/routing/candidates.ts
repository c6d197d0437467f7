import { isLightRead, type UpstreamCall } from "../../call/upstream-call.ts";
import { type Needs, readNeeds } from "../node/call-needs.ts";
import type { Upstream } from "../node/upstream.ts";
import type { UpstreamSet } from "../node/upstream-set.ts";
import { bestUpstreams, chooseAmongEqual, couldServe, isAtHead } from "./choose-upstream.ts";
import { upstreamsLackingSlot } from "./ledger-history.ts";

/** The upstreams that a call may be sent to. Each round tries every upstream at most once. */
export class Candidates {
  readonly set: UpstreamSet;
  readonly needs: Needs;
  /** True if the call is a read that is cheap for nodes. */
  readonly isLight: boolean;
  round = 1;
  /** When the call first began to wait for a failing upstream; a trial in between does not reset it. */
  waitingSince: number | undefined = undefined;
  /** Upstreams that are known to lack the call's oldest slot; no round tries them. */
  readonly #lackingSlot: readonly Upstream[];
  /** Upstreams excluded in this round: `#lackingSlot` and those already tried. */
  excluded: readonly Upstream[];

  constructor(call: UpstreamCall, set: UpstreamSet, now: number) {
    this.set = set;
    this.needs = readNeeds(call, set);
    if (set.upstreams.length > 1) set.markInUse(this.needs.commitment, now);
    this.isLight = isLightRead(call.method);
    this.#lackingSlot = upstreamsLackingSlot(set, this.needs);
    this.excluded = this.#lackingSlot;
  }

  /** True if an upstream was tried in this round. */
  get hasTriedAny(): boolean {
    return this.excluded.length > this.#lackingSlot.length;
  }

  get remaining(): Upstream[] {
    return this.set.upstreams.filter(
      (upstream) => !this.excluded.includes(upstream) && couldServe(upstream, this.needs),
    );
  }

  exclude(upstreams: readonly Upstream[]): void {
    this.excluded = [...this.excluded, ...upstreams];
  }

  startRound(): void {
    this.round += 1;
    this.excluded = this.#lackingSlot;
  }

  /**
   * Chooses the best working upstream, and makes it sticky for the client if several were equal. A light read is sent first to an
   * upstream whose probes work again, as its trial.
   */
  choose(now: number): Upstream | undefined {
    const { set, needs } = this;
    if (set.upstreams.length > 1 && this.round === 1 && this.excluded.length === 0 && this.isLight) {
      const recovered = set.upstreams.find(
        (upstream) =>
          set.mayAsk(upstream, needs, now) &&
          isAtHead(set, upstream, needs, now) &&
          upstream.breaker.tryStartTrial(now),
      );
      if (recovered !== undefined) return recovered;
    }
    const best = bestUpstreams(set, this.excluded, needs, now);
    const chosen = chooseAmongEqual(best, set, needs);
    if (best.length > 1 && needs.client !== undefined) needs.client.upstream = chosen;
    return chosen ?? this.#lastResort(now);
  }

  /** If every breaker is open: the upstream with the latest success that accepts connections, whatever its breaker says. */
  #lastResort(now: number): Upstream | undefined {
    const { set, needs } = this;
    const allowing = set.upstreams.filter(
      (upstream) => upstream.health !== "foreign" && upstream.allows(needs),
    );
    if (allowing.some(({ breaker }) => !breaker.isOpen)) return undefined;
    return this.remaining
      .filter((upstream) => set.mayAsk(upstream, needs, now) && !upstream.breaker.refusesConnections)
      .toSorted((a, b) => b.lastSuccessAt - a.lastSuccessAt)[0];
  }

  /** An untried upstream whose breaker lets this call through as a trial. */
  chooseForTrial(now: number): Upstream | undefined {
    return this.remaining.find(
      (upstream) =>
        this.set.mayAsk(upstream, this.needs, now) &&
        upstream.breaker.tryAcquire(now, { isLastResort: true }),
    );
  }

  /** Milliseconds until the first rate-limited untried upstream has quota; undefined if none is limited. */
  msUntilUnderLimit(now: number): number | undefined {
    const waits = this.remaining
      .flatMap(({ quota }) => quota?.waitMs(this.needs.upstreamMethod, now) ?? [])
      .filter((waitMs) => waitMs > 0);
    return waits.length === 0 ? undefined : Math.min(...waits);
  }
}
