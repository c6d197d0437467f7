import { getOrAdd } from "../../get-or-add.ts";
import type { Upstream } from "../../upstream/node/upstream.ts";

/** An upstream a slot ahead or behind differs now and then; one that differs this often in a row is reported. */
const timesInARow = 3;
const logEveryMs = 60_000;

/** Called when an upstream's answer differed from all others. `times`: how often in a row, if that should be logged. */
type OnOutvoted = (network: string, upstream: Upstream, times: number | undefined) => void;

interface OutvotedRun {
  times: number;
  loggedAt: number;
}

/** Counts how often in a row each upstream's answer differed from all others, while these agreed. */
export class OutvotedUpstreams {
  readonly #runs = new WeakMap<Upstream, OutvotedRun>();
  readonly #onOutvoted: OnOutvoted;

  constructor(onOutvoted: OnOutvoted) {
    this.#onOutvoted = onOutvoted;
  }

  recordAgreed(upstream: Upstream): void {
    const run = this.#runs.get(upstream);
    if (run !== undefined) run.times = 0;
  }

  /** Records that only this upstream gave its answer; several in a row lower its score. */
  recordOutvoted(network: string, upstream: Upstream, now: number): void {
    const run = getOrAdd(this.#runs, upstream, () => ({ times: 0, loggedAt: Number.NEGATIVE_INFINITY }));
    run.times += 1;
    const isOften = run.times >= timesInARow;
    if (isOften) upstream.score.recordFailure();
    const isLogged = isOften && now - run.loggedAt >= logEveryMs;
    if (isLogged) run.loggedAt = now;
    this.#onOutvoted(network, upstream, isLogged ? run.times : undefined);
  }
}
