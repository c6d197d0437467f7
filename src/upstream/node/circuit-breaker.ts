import type { UpstreamSettings } from "./upstream-settings.ts";

/** First pause of an open breaker; each failed trial doubles it, up to `openMs`. */
const firstPauseMs = 250;
/** Longest pause if the call has no other upstream left: about four trials a second, with the time that they take. */
const lastResortPauseMs = 200;
/** A trial that takes longer than this no longer keeps others from trying. */
const trialPatienceMs = 500;
/** Without calls, a successful probe closes the breaker this long after the last failed call. */
const closeByProbesAfterMs = 3000;

/**
 * Keeps calls from an upstream that fails: while it is open, one call at a time may try after each pause whether the upstream is back. Calls
 * decide when it opens and closes, since an upstream may answer probes and fail calls.
 */
export class CircuitBreaker {
  readonly #config: UpstreamSettings["breaker"];
  #failuresInRow = 0;
  isOpen = false;
  #pauseMs = firstPauseMs;
  #failedAt = 0;
  #callFailedAt = Number.NEGATIVE_INFINITY;
  #trialUntil = 0;
  /** Whether the newest failure was a connection that could not be made: then nothing is there to answer a call. */
  refusesConnections = false;
  /** Probes failed too, so one that succeeds shows that the upstream has recovered. */
  #probesFail = false;

  constructor(config: UpstreamSettings["breaker"]) {
    this.#config = config;
  }

  /** When an open breaker lets the next call try. `isLastResort`: the call has no other upstream left. */
  nextTrialAt({ isLastResort = false } = {}): number {
    return this.#failedAt + (isLastResort ? Math.min(this.#pauseMs, lastResortPauseMs) : this.#pauseMs);
  }

  /** Returns whether a call may go out now; if the breaker is open, that call is its trial. */
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

  /** The upstream answered a call. Returns whether that closed the breaker. */
  recordSuccess(): boolean {
    this.#failuresInRow = 0;
    this.refusesConnections = false;
    return this.#close();
  }

  /** The upstream failed a call or a probe. Returns whether that opened the breaker. */
  recordFailure(kind: "call" | "probe", now: number, isConnectionRefused = false): boolean {
    this.refusesConnections = isConnectionRefused;
    this.#failuresInRow += 1;
    if (kind === "probe") this.#probesFail = true;
    else this.#callFailedAt = now;
    if (!this.isOpen) return this.#openIfEnough(now);
    if (kind === "probe") return false;
    // Calls that were in flight when it opened fail together: one failure, not many.
    if (this.#trialUntil === 0) return false;
    this.#trialUntil = 0;
    this.#failedAt = now;
    this.#pauseMs = Math.min(this.#pauseMs * 2, this.#config.openMs);
    return false;
  }

  /** A call ended without saying anything about the upstream: the next may try. */
  endTrial(): void {
    this.#trialUntil = 0;
  }

  /** The upstream answered a probe. Returns whether that closed the breaker. */
  recordProbeSuccess(now: number): boolean {
    const hasRecovered = this.#probesFail;
    this.#probesFail = false;
    this.refusesConnections = false;
    if (!this.isOpen) return false;
    if (now - this.#callFailedAt > closeByProbesAfterMs) return this.recordSuccess();
    // Probes failed too until now: it has recovered, and the next call may try.
    if (hasRecovered) this.#failedAt = Number.NEGATIVE_INFINITY;
    return false;
  }

  #openIfEnough(now: number): boolean {
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
