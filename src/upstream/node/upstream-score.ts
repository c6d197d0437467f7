const weightOfNewest = 0.1;
/** An upstream that always fails is scored as this many times slower. */
const failureFactor = 20;
/** Latencies this close are the same: a few milliseconds of noise must not send all calls to one upstream. */
const baseMs = 5;

/** How quickly and how reliably an upstream answers, as moving averages. */
export class UpstreamScore {
  /** The latency of light reads and probes; undefined before the first answer. */
  latencyMs: number | undefined = undefined;
  errorRate = 0;

  /** The upstream answered; `ms` is undefined if the size of the call, not the upstream, decided how long it took. */
  recordSuccess(ms: number | undefined): void {
    this.errorRate -= this.errorRate * weightOfNewest;
    if (ms === undefined) return;
    this.latencyMs =
      this.latencyMs === undefined ? ms : this.latencyMs + (ms - this.latencyMs) * weightOfNewest;
  }

  recordFailure(): void {
    this.errorRate += (1 - this.errorRate) * weightOfNewest;
  }

  /** Lower is better. An upstream that has not answered yet counts as a quick one, so that it is tried. */
  get value(): number {
    return (baseMs + (this.latencyMs ?? 0)) * (1 + failureFactor * this.errorRate);
  }
}
