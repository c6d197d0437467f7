import { SvmGatewayError } from "./svm-gateway-error.ts";
import { maxTimerMs } from "./timer.ts";

/** Longest wait unless the gateway asks for a longer one. */
const maxDelayMs = 10_000;

/** Statuses that mean "not now": the gateway or a proxy did not run the call, but may run it soon. */
const temporaryStatuses: readonly (number | undefined)[] = [429, 502, 503, 504];

/** How often, how soon and until when work is repeated. */
export interface RetryRule {
  readonly retries: number;
  readonly retryDelayMs: number;
  /** No wait ends after this time of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Runs `attempt`, and again when it fails for a temporary reason; rejects with the last failure. */
export async function withRetries<T>(rule: RetryRule, attempt: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures > rule.retries || !isTemporary(error)) throw error;
      const waitMs = Math.max(
        retryDelayMs(failures, rule.retryDelayMs),
        1000 * (error.retryAfterSeconds ?? 0),
      );
      // Waiting past the deadline would only hide the reason behind a timeout.
      if (performance.now() + waitMs >= rule.deadline || waitMs > maxTimerMs) throw error;
      await wait(waitMs, rule.signal);
    }
  }
}

/** Wait after this many failures: doubled each time, bounded, and half of it random so that clients do not retry in step. */
export function retryDelayMs(failures: number, firstMs: number): number {
  const fullMs = Math.min(maxDelayMs, firstMs * 2 ** (failures - 1));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}

function isTemporary(error: unknown): error is SvmGatewayError {
  return (
    error instanceof SvmGatewayError && (error.kind === "network" || temporaryStatuses.includes(error.status))
  );
}

/** Resolves after the time, or rejects with the signal's reason. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}
