import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

/** Counts the points that a client spends; a refusal says when it may go on. */
export interface CallLimiter {
  consume(address: string, points: number): Refusal | undefined | Promise<Refusal | undefined>;
  /** Takes points for calls that were already answered, even if there are too few. */
  debit(address: string, points: number): void;
}

interface Refusal {
  readonly retryAfterSeconds: number;
}

/** Builds the step that charges a caller's rate limit. Callers without an address (stdio) are not limited. */
export function createAdmission(
  limiter: CallLimiter,
): (caller: Caller, points: number) => void | Promise<void> {
  return ({ address }, points) => {
    if (address === undefined) return undefined;
    const refusal = limiter.consume(address, points);
    if (refusal instanceof Promise) return refusal.then(assertAllowed);
    return assertAllowed(refusal);
  };
}

/** Builds the step that charges for calls that were already answered, or that a call turns out to cause. */
export function createCharge(
  limiter: CallLimiter,
): (caller: Pick<Caller, "address">, points: number) => void {
  return ({ address }, points) => {
    if (address !== undefined) limiter.debit(address, points);
  };
}

function assertAllowed(refusal: Refusal | undefined): void {
  if (refusal === undefined) return;
  const { retryAfterSeconds } = refusal;
  throw RpcError.of(
    "rateLimited",
    `Rate limit reached: this client has made as many requests as server_config.rate_limit allows; ` +
      `try again in ${retryAfterSeconds} s.`,
    { data: { retryAfterSeconds }, retryAfterSeconds },
  );
}
