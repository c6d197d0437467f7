import { SvmGatewayError } from "./svm-gateway-error.ts";
import { maxTimerMs } from "./timer.ts";

/** Longest wait that the client chooses by itself. */
const maxDelayMs = 10_000;

/** Statuses that say "not now": the gateway or a proxy did not do what was asked, and may do it soon. */
const passingStatuses: readonly (number | undefined)[] = [429, 502, 503, 504];

/** How often, how soon and until when work is repeated. */
export interface RetryRule {
  readonly retries: number;
  readonly retryDelayMs: number;
  /** No wait goes past this time of `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Repeats work that failed for a passing reason; the last failure is the answer when nothing helped. */
export async function withRetries<T>(rule: RetryRule, attempt: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (failures > rule.retries || !isPassing(error)) throw error;
      const waitMs = Math.max(
        retryDelayMs(failures, rule.retryDelayMs),
        1000 * (error.retryAfterSeconds ?? 0),
      );
      // To wait for longer than the call may take would only hide the reason behind a timeout.
      if (performance.now() + waitMs >= rule.deadline || waitMs > maxTimerMs) throw error;
      await wait(waitMs, rule.signal);
    }
  }
}

/** Wait before repetition `failures`: doubled each time, bounded, and half of it random so that clients do not march in step. */
export function retryDelayMs(failures: number, firstMs: number): number {
  const fullMs = Math.min(maxDelayMs, firstMs * 2 ** (failures - 1));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}

function isPassing(error: unknown): error is SvmGatewayError {
  return (
    error instanceof SvmGatewayError && (error.kind === "network" || passingStatuses.includes(error.status))
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
