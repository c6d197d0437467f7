import type { CallCharges } from "../auth/call-charges.ts";
import type { MeterRefusal } from "../auth/meter-counts.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { RpcError, retryAfterSeconds } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

/** The limits of keys, tokens and addresses. A caller with none of these (stdio) is not limited. */
export interface CallerLimits {
  /** Takes points from a caller, or throws `rateLimited` or `creditsSpent`. `method` is undefined for anything but a call. */
  readonly admit: (caller: Caller, points: number, method?: string) => void | Promise<void>;
  /** Takes points for work beyond what the caller was admitted for, such as further upstream calls. */
  readonly charge: (caller: Pick<Caller, "address" | "authenticated">, points: number) => void;
}

/** Without `charges`, callers are limited by their address alone. */
export function createCallerLimits(
  limiter: Pick<RateLimiter, "spend" | "charge">,
  charges?: Pick<CallCharges, "spend" | "charge">,
): CallerLimits {
  return {
    admit({ address, authenticated }, points, method) {
      if (authenticated !== undefined && charges !== undefined) {
        const refusal = charges.spend(authenticated, address, points, method);
        return refusal instanceof Promise ? refusal.then(assertKeyNotLimited) : assertKeyNotLimited(refusal);
      }
      if (address === undefined) return undefined;
      const waitMs = limiter.spend(address, points);
      return waitMs instanceof Promise ? waitMs.then(assertNoWait) : assertNoWait(waitMs);
    },
    charge({ address, authenticated }, points) {
      if (authenticated !== undefined && charges !== undefined)
        charges.charge(authenticated, address, points);
      else if (address !== undefined) limiter.charge(address, points);
    },
  };
}

function assertNoWait(waitMs: number): void {
  if (waitMs === 0) return;
  const seconds = retryAfterSeconds(waitMs);
  throw RpcError.of(
    "rateLimited",
    `Rate limit exceeded for this client (server_config.rate_limit); try again in ${seconds} s.`,
    { retryAfterSeconds: seconds },
  );
}

function assertKeyNotLimited(refusal: MeterRefusal | undefined): void {
  if (refusal === undefined) return;
  const { waitMs, limit } = refusal;
  const seconds = retryAfterSeconds(waitMs);
  const options = { data: { limit }, retryAfterSeconds: seconds };
  if (limit === "rate_limit") {
    const message = `Rate limit exceeded for this key or token (its rate_limit); try again in ${seconds} s.`;
    throw RpcError.of("rateLimited", message, options);
  }
  if (limit === "unknown") {
    const message = `The limits of this key or token can't be checked while Redis does not answer; try again in ${seconds} s.`;
    throw RpcError.of("atCapacity", message, options);
  }
  const message = `This key or token is out of credits; they renew in ${seconds} s. Ask the gateway's operator for more.`;
  throw RpcError.of("creditsSpent", message, options);
}
