/** Burst size as a share of the rate; the rest is spread over the second. */
const burstShare = 0.1;
/** Probes per second to reserve, clamped to a share of the limit. */
const probesPerSecond = 2.5;
const probeShare = { min: 0.1, max: 0.5 };
/** Added to the window, because requests don't arrive as evenly as they leave. */
const marginMs = 40;
/** Most calls in the window; a higher limit has a window shorter than a second. */
const maxCounted = 4096;
/** Factor by which a refusal lowers the rate. */
const decreaseFactor = 0.7;
/** Minimum rate, as a share of the limit. */
const minShare = 0.05;
/** The rate is lowered at most once per step, and raised after each step without a refusal. */
const stepMs = 1000;
/** Increase of the rate per step, as a share of the limit. */
const increaseShare = 0.05;

/** Rate limiter for one upstream, a token bucket within a sliding window. Backs off after refusals. Times are `performance.now()`. */
export class CallRate {
  readonly #limit: number;
  /** Ring buffer of the times at which the newest calls and probes were sent. */
  readonly #sentAt: Float64Array;
  /** Index of the oldest entry of `#sentAt`. */
  #oldestSent = 0;
  /** The same for calls alone, as many as fit beside the reserve for probes. */
  readonly #callsSentAt: Float64Array;
  /** Index of the oldest entry of `#callsSentAt`. */
  #oldestCall = 0;
  readonly #windowMs: number;
  readonly #probeRate: number;
  /** Probe tokens as of `#probeTokensAt`. */
  #probeTokens = 1;
  #probeTokensAt = 0;
  #rate: number;
  #changedAt = Number.NEGATIVE_INFINITY;
  #loweredAt = Number.NEGATIVE_INFINITY;
  /** Call tokens as of `#tokensAt`. */
  #tokens: number;
  #tokensAt = 0;

  constructor(perSecond: number) {
    this.#limit = perSecond;
    this.#rate = perSecond;
    const counted = Math.max(1, Math.min(Math.floor(perSecond), maxCounted));
    this.#windowMs = (perSecond < 1 || perSecond > maxCounted ? counted / perSecond : 1) * 1000;
    this.#sentAt = new Float64Array(counted).fill(Number.NEGATIVE_INFINITY);
    const share = Math.min(probeShare.max, Math.max(probeShare.min, probesPerSecond / perSecond));
    this.#probeRate = perSecond * share;
    const reserved = counted < 3 ? 0 : Math.ceil(counted * share);
    this.#callsSentAt = new Float64Array(counted - reserved).fill(Number.NEGATIVE_INFINITY);
    this.#tokens = this.#burst;
  }

  /** Current rate in calls per second: the limit, or less after a refusal. */
  get perSecond(): number {
    return this.#rate;
  }

  /** Milliseconds until a call may be sent; 0 if it may be sent now. */
  waitMs(now: number): number {
    this.#refill(now);
    const forToken = this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / this.#rate) * 1000;
    return Math.max(forToken, this.#windowWaitMs(now));
  }

  /** Returns true if the reserve for probes has room for one. */
  hasProbeRoom(now: number): boolean {
    return this.#probeTokensBy(now) >= 1;
  }

  #probeTokensBy(now: number): number {
    return Math.min(1, this.#probeTokens + ((now - this.#probeTokensAt) / 1000) * this.#probeRate);
  }

  countCall(now: number): void {
    this.#refill(now);
    this.#tokens -= 1;
    this.#callsSentAt[this.#oldestCall] = now;
    this.#oldestCall = (this.#oldestCall + 1) % this.#callsSentAt.length;
    this.#recordSent(now);
  }

  countProbe(now: number): void {
    this.#probeTokens = this.#probeTokensBy(now) - 1;
    this.#probeTokensAt = now;
    this.#recordSent(now);
  }

  #recordSent(now: number): void {
    this.#sentAt[this.#oldestSent] = now;
    this.#oldestSent = (this.#oldestSent + 1) % this.#sentAt.length;
  }

  slowDown(now: number): void {
    if (now - this.#loweredAt < stepMs) return;
    this.#refill(now);
    this.#rate = Math.max(this.#rate * decreaseFactor, this.#limit * minShare);
    this.#changedAt = now;
    this.#loweredAt = now;
  }

  get #burst(): number {
    return Math.max(1, this.#rate * burstShare);
  }

  #refill(now: number): void {
    if (this.#rate < this.#limit && now - this.#changedAt >= stepMs) {
      const steps = Math.floor((now - this.#changedAt) / stepMs);
      this.#rate = Math.min(this.#limit, this.#rate + steps * this.#limit * increaseShare);
      this.#changedAt += steps * stepMs;
    }
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#tokensAt) / 1000) * this.#rate);
    this.#tokensAt = now;
  }

  /** Milliseconds until the window has room for a call, within the limit and outside the reserve for probes. */
  #windowWaitMs(now: number): number {
    const oldest = Math.max(this.#sentAt[this.#oldestSent] ?? 0, this.#callsSentAt[this.#oldestCall] ?? 0);
    const windowMs = (this.#windowMs * this.#limit) / this.#rate + marginMs;
    return Math.max(0, oldest + windowMs - now);
  }
}
