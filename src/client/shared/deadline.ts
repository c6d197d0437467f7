import { type CallDetails, SvmGatewayError } from "./svm-gateway-error.ts";
import { startTimer } from "./timer.ts";

/** What bounds a call. */
export interface Limits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs an async function, but rejects with kind `timeout` or `aborted` when its time is over or the caller's signal fires,
 * whether or not the function reacts to the signal that it gets.
 */
export function withDeadline<T>(
  details: CallDetails,
  limits: Limits,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, signal } = limits;
  if (signal?.aborted === true) return Promise.reject(abortedError(details, signal));
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stop = (error: SvmGatewayError): void => {
      reject(error);
      controller.abort(error);
    };
    const timer = startTimer(
      () =>
        stop(new SvmGatewayError("timeout", `${details.method}: no answer within ${timeoutMs} ms.`, details)),
      timeoutMs,
    );
    const onAbort = (): void => {
      if (signal !== undefined) stop(abortedError(details, signal));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    const cleanUp = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    run(controller.signal).then(resolve, reject).finally(cleanUp);
    controller.signal.addEventListener("abort", cleanUp, { once: true });
  });
}

/** The error for a caller's signal; the signal's own reason is its cause. */
export function abortedError(details: CallDetails, signal: AbortSignal): SvmGatewayError {
  const message = `${details.method}: aborted by the caller.`;
  return new SvmGatewayError("aborted", message, { ...details, cause: signal.reason });
}
