const weightOfNewest = 0.1;
/** How many times slower an upstream that always fails is rated. */
const failureFactor = 20;
/** Added to every latency, so that a few milliseconds of noise do not send all calls to one upstream. */
const baseMs = 5;

/** Moving averages of an upstream's latency and error rate. */
export class UpstreamScore {
  /** Latency of light reads and probes; undefined before the first response. */
  latencyMs: number | undefined = undefined;
  errorRate = 0;

  /** Records a success; `ms` is undefined if the latency says more about the call than about the upstream. */
  recordSuccess(ms: number | undefined): void {
    this.errorRate -= this.errorRate * weightOfNewest;
    if (ms === undefined) return;
    this.latencyMs =
      this.latencyMs === undefined ? ms : this.latencyMs + (ms - this.latencyMs) * weightOfNewest;
  }

  recordFailure(): void {
    this.errorRate += (1 - this.errorRate) * weightOfNewest;
  }

  /** Lower is better. An upstream without a latency yet is rated as fast, so that it is tried. */
  get value(): number {
    return (baseMs + (this.latencyMs ?? 0)) * (1 + failureFactor * this.errorRate);
  }
}
