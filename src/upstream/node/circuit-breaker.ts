import type { UpstreamSettings } from "./upstream-settings.ts";

/** First backoff of an open breaker; each failed trial doubles it, up to `openMs`. */
const firstPauseMs = 250;
/** Longest backoff for a call that has no other upstream left. */
const lastResortPauseMs = 200;
/** A trial that takes longer than this no longer blocks the next one. */
const trialPatienceMs = 500;
/** A successful probe closes the breaker if no call has failed for this long. */
const closeByProbesAfterMs = 3000;

/**
 * Circuit breaker. While open, lets one trial call through after each backoff. Only calls close it while calls arrive, because an upstream
 * can answer probes and still fail calls.
 */
export class CircuitBreaker {
  readonly #config: UpstreamSettings["breaker"];
  #failuresInRow = 0;
  isOpen = false;
  #pauseMs = firstPauseMs;
  #failedAt = 0;
  #callFailedAt = Number.NEGATIVE_INFINITY;
  #trialUntil = 0;
  /** True if the newest failure was a refused connection, so that nothing can answer a call. */
  refusesConnections = false;
  /** Probes fail too, so a successful one shows that the upstream has recovered. */
  #probesFail = false;

  constructor(config: UpstreamSettings["breaker"]) {
    this.#config = config;
  }

  /** When the next trial may start. `isLastResort`: the call has no other upstream left. */
  nextTrialAt({ isLastResort = false } = {}): number {
    return this.#failedAt + (isLastResort ? Math.min(this.#pauseMs, lastResortPauseMs) : this.#pauseMs);
  }

  /** Returns whether a call may be sent now; if the breaker is open, the call becomes its trial. */
  tryAcquire(now: number, options?: { isLastResort: boolean }): boolean {
    if (!this.isOpen) return true;
    if (now < this.nextTrialAt(options) || now < this.#trialUntil) return false;
    this.#trialUntil = now + trialPatienceMs;
    return true;
  }

  /** Starts a trial if the breaker is open and probes don't fail; returns whether it did. */
  tryStartTrial(now: number): boolean {
    return this.isOpen && !this.#probesFail && this.tryAcquire(now);
  }

  /** Records an answered call; returns whether that closed the breaker. */
  recordSuccess(): boolean {
    this.#failuresInRow = 0;
    this.refusesConnections = false;
    return this.#close();
  }

  /** Records a failed call or probe; returns whether that opened the breaker. */
  recordFailure(kind: "call" | "probe", now: number, isConnectionRefused = false): boolean {
    this.refusesConnections = isConnectionRefused;
    this.#failuresInRow += 1;
    if (kind === "probe") this.#probesFail = true;
    else this.#callFailedAt = now;
    if (!this.isOpen) return this.#openAtThreshold(now);
    if (kind === "probe") return false;
    // Calls in flight when the breaker opened fail together and count once.
    if (this.#trialUntil === 0) return false;
    this.#trialUntil = 0;
    this.#failedAt = now;
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#config.openMs);
    return false;
  }

  /** Ends a trial that was inconclusive, so that the next call may start one. */
  endTrial(): void {
    this.#trialUntil = 0;
  }

  /** Records an answered probe; returns whether that closed the breaker. */
  recordProbeSuccess(now: number): boolean {
    const hasRecovered = this.#probesFail;
    this.#probesFail = false;
    this.refusesConnections = false;
    if (!this.isOpen) return false;
    if (now - this.#callFailedAt > closeByProbesAfterMs) return this.recordSuccess();
    // Probes were failing as well and now succeed, so let the next call through.
    if (hasRecovered) this.#failedAt = Number.NEGATIVE_INFINITY;
    return false;
  }

  #openAtThreshold(now: number): boolean {
    if (this.#failuresInRow < this.#config.failures) return false;
    this.isOpen = true;
    this.#failedAt = now;
    this.#pauseMs = firstPauseMs;
    return true;
  }

  #close(): boolean {
    if (!this.isOpen) return false;
    this.isOpen = false;
    this.#pauseMs = firstPauseMs;
    this.#trialUntil = 0;
    return true;
  }
}
