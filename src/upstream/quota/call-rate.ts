/** Share of the limit that may go out at once; the rest is spread over the second. */
const burstShare = 0.1;
/** Probes a second that the limit keeps room for; at least the lower share of the limit and at most the higher one. */
const probesPerSecond = 2.5;
const probeShare = { least: 0.1, most: 0.5 };
/** Added to the window, since requests don't arrive as evenly as they leave. */
const marginMs = 40;
/** A higher limit is counted over a part of a second, by this many calls. */
const maxCounted = 4096;
/** A refusal lowers the rate to this share of what it was. */
const loweredShare = 0.7;
/** The rate is never lowered below this share of the limit. */
const leastShare = 0.05;
/** The rate is lowered at most once in this time, and raised after each such time without a refusal. */
const stepMs = 1000;
/** The rate is raised by this share of the limit. */
const raisedShare = 0.05;

/** Bounds the calls of one upstream in any second: its limit, and less for a while after it refused one. Times are `performance.now()`. */
export class CallRate {
  readonly #limit: number;
  /** When the newest calls and probes left. */
  readonly #sentAt: Float64Array;
  /** Index of the oldest in `#sentAt`, which the next one replaces. */
  #oldestSent = 0;
  /** When the newest calls left: as many as the limit has room for beside probes. */
  readonly #callsSentAt: Float64Array;
  /** Index of the oldest in `#callsSentAt`. */
  #oldestCall = 0;
  readonly #windowMs: number;
  readonly #probeRate: number;
  /** Probes that may leave at `#probeTokensAt`. */
  #probeTokens = 1;
  #probeTokensAt = 0;
  #rate: number;
  #changedAt = Number.NEGATIVE_INFINITY;
  #loweredAt = Number.NEGATIVE_INFINITY;
  /** Calls that may leave at `#tokensAt`. */
  #tokens: number;
  #tokensAt = 0;

  constructor(perSecond: number) {
    this.#limit = perSecond;
    this.#rate = perSecond;
    const counted = Math.max(1, Math.min(Math.floor(perSecond), maxCounted));
    this.#windowMs = (perSecond < 1 || perSecond > maxCounted ? counted / perSecond : 1) * 1000;
    this.#sentAt = new Float64Array(counted).fill(Number.NEGATIVE_INFINITY);
    const share = Math.min(probeShare.most, Math.max(probeShare.least, probesPerSecond / perSecond));
    this.#probeRate = perSecond * share;
    const reserved = counted < 3 ? 0 : Math.ceil(counted * share);
    this.#callsSentAt = new Float64Array(counted - reserved).fill(Number.NEGATIVE_INFINITY);
    this.#tokens = this.#burst;
  }

  /** Calls a second now: the limit, or less after a refusal. */
  get perSecond(): number {
    return this.#rate;
  }

  /** Milliseconds until a call may leave; 0 when one may leave now. */
  waitMs(now: number): number {
    this.#refill(now);
    const forToken = this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / this.#rate) * 1000;
    return Math.max(forToken, this.#windowWaitMs(now));
  }

  /** Whether there is room for a probe, in the part of the limit that is kept for probes. */
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
    this.#rate = Math.max(this.#rate * loweredShare, this.#limit * leastShare);
    this.#changedAt = now;
    this.#loweredAt = now;
  }

  get #burst(): number {
    return Math.max(1, this.#rate * burstShare);
  }

  #refill(now: number): void {
    if (this.#rate < this.#limit && now - this.#changedAt >= stepMs) {
      const steps = Math.floor((now - this.#changedAt) / stepMs);
      this.#rate = Math.min(this.#limit, this.#rate + steps * this.#limit * raisedShare);
      this.#changedAt += steps * stepMs;
    }
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#tokensAt) / 1000) * this.#rate);
    this.#tokensAt = now;
  }

  /** Milliseconds until the window has room for one more call: within the limit, and within its part that is not kept for probes. */
  #windowWaitMs(now: number): number {
    const oldest = Math.max(this.#sentAt[this.#oldestSent] ?? 0, this.#callsSentAt[this.#oldestCall] ?? 0);
    const windowMs = (this.#windowMs * this.#limit) / this.#rate + marginMs;
    return Math.max(0, oldest + windowMs - now);
  }
}
