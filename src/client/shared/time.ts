import { type CallDetails, SvmGatewayError } from "./svm-gateway-error.ts";

/** A running timer, if any. */
export type Timer = ReturnType<typeof setTimeout> | undefined;

/** Longest delay of setTimeout; a longer one fires at once. */
const maxTimerMs = 2 ** 31 - 1;

/** Starts a timer; returns undefined if the delay is too long for setTimeout, such as Infinity. */
export function startTimer(run: () => void, ms: number): Timer {
  return ms > maxTimerMs ? undefined : setTimeout(run, ms);
}

/**
 * Runs an async function. Rejects with kind `timeout` at the deadline or `aborted` when the caller's signal fires, even if the
 * function ignores its own signal.
 */
export async function withDeadline<T>(
  details: CallDetails,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal | undefined },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (signal?.aborted === true) throw abortedError(details, signal);
  const controller = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
  });
  const onAbort = (): void => {
    if (signal !== undefined) controller.abort(abortedError(details, signal));
  };
  const onTimeout = (): void => {
    const message = `${details.method}: no answer within ${timeoutMs} ms.`;
    controller.abort(new SvmGatewayError("timeout", message, details));
  };
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = startTimer(onTimeout, timeoutMs);
  try {
    return await Promise.race([run(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** Error for a caller's signal that fired. Its cause is the signal's reason. */
export function abortedError(details: CallDetails, signal: AbortSignal): SvmGatewayError {
  const message = `${details.method}: aborted by the caller.`;
  return new SvmGatewayError("aborted", message, { ...details, cause: signal.reason });
}

/** Longest backoff, unless Retry-After asks for more. */
const maxDelayMs = 10_000;

/** HTTP statuses after which a retry may succeed. */
const temporaryStatuses: readonly (number | undefined)[] = [429, 502, 503, 504];

/** Limits of retries. */
interface RetryRule {
  readonly retries: number;
  readonly retryDelayMs: number;
  /** No retry starts after this `performance.now()`. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** Runs `attempt` and retries it after temporary failures; rejects with the last one. */
export async function withRetries<T>(rule: RetryRule, attempt: () => Promise<T>): Promise<T> {
  const { retries, deadline, signal } = rule;
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted || failures > retries || !isTemporary(error)) throw error;
      const delayMs = msBeforeRetry(failures, rule.retryDelayMs);
      const waitMs = Math.max(delayMs, 1000 * (error.retryAfterSeconds ?? 0));
      // Waiting past the deadline would replace this error with a timeout.
      if (performance.now() + waitMs >= deadline || waitMs > maxTimerMs) throw error;
      await wait(waitMs, signal);
      signal.throwIfAborted();
    }
  }
}

/** Backoff after this many failures: doubles up to 10 s, half of it random so that clients do not retry in lockstep. */
export function msBeforeRetry(failures: number, firstMs: number): number {
  const fullMs = Math.min(maxDelayMs, firstMs * 2 ** (failures - 1));
  return fullMs / 2 + (Math.random() * fullMs) / 2;
}

function isTemporary(error: unknown): error is SvmGatewayError {
  return (
    error instanceof SvmGatewayError && (error.kind === "network" || temporaryStatuses.includes(error.status))
  );
}

/** Resolves after `ms`, or as soon as the signal fires. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      resolve();
    };
    const timer = setTimeout(stop, ms);
    signal.addEventListener("abort", stop);
  });
}
