import { getOrAdd } from "../../get-or-add.ts";
import type { Upstream } from "../../upstream/node/upstream.ts";

/** An upstream is reported after this many outvoted results in a row. Single ones are normal: it may be a slot ahead or behind. */
const minReportedTimes = 3;
const minLogIntervalMs = 60_000;

/** Called when an upstream is outvoted. `times` is how often in a row, if that should be logged. */
type OnOutvoted = (network: string, upstream: Upstream, times: number | undefined) => void;

interface OutvotedRun {
  times: number;
  loggedAt: number;
}

/** Counts how often in a row each upstream was outvoted: alone with its result while the others agreed. */
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

  /** Records that an upstream was outvoted; several times in a row lower its score. */
  recordOutvoted(network: string, upstream: Upstream, now: number): void {
    const run = getOrAdd(this.#runs, upstream, () => ({ times: 0, loggedAt: Number.NEGATIVE_INFINITY }));
    run.times += 1;
    const isReported = run.times >= minReportedTimes;
    if (isReported) upstream.score.recordFailure();
    const isLogged = isReported && now - run.loggedAt >= minLogIntervalMs;
    if (isLogged) run.loggedAt = now;
    this.#onOutvoted(network, upstream, isLogged ? run.times : undefined);
  }
}
