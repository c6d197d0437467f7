import type { CallCharges } from "../auth/call-charges.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

type AddressLimiter = Pick<RateLimiter, "consume" | "charge">;
type KeyCharges = Pick<CallCharges, "consume" | "charge">;
type AddressRefusal = Awaited<ReturnType<AddressLimiter["consume"]>>;
type KeyRefusal = Awaited<ReturnType<KeyCharges["consume"]>>;

/** The limits of keys, tokens and addresses. A caller with none of these (stdio) is not limited. */
export interface CallerLimits {
  /** Takes points from a caller, or throws `rateLimited` or `creditsSpent`. `method` is undefined for what is no call. */
  readonly admit: (caller: Caller, points: number, method?: string) => void | Promise<void>;
  /** Takes points for work beyond what the caller was admitted for, such as further upstream calls. */
  readonly charge: (caller: Pick<Caller, "address" | "known">, points: number) => void;
}

/** Without `charges`, callers are limited by their address alone. */
export function createCallerLimits(limiter: AddressLimiter, charges?: KeyCharges): CallerLimits {
  return {
    admit({ address, known }, points, method) {
      if (known !== undefined && charges !== undefined) {
        const refusal = charges.consume(known, address, points, method);
        return refusal instanceof Promise ? refusal.then(assertKeyNotLimited) : assertKeyNotLimited(refusal);
      }
      if (address === undefined) return undefined;
      const refusal = limiter.consume(address, points);
      return refusal instanceof Promise ? refusal.then(assertNotLimited) : assertNotLimited(refusal);
    },
    charge({ address, known }, points) {
      if (known !== undefined && charges !== undefined) charges.charge(known, address, points);
      else if (address !== undefined) limiter.charge(address, points);
    },
  };
}

function assertNotLimited(refusal: AddressRefusal): void {
  if (refusal === undefined) return;
  const { retryAfterSeconds } = refusal;
  throw RpcError.of(
    "rateLimited",
    `Rate limit reached: this client has made as many calls as server_config.rate_limit allows; ` +
      `try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

function assertKeyNotLimited(refusal: KeyRefusal): void {
  if (refusal === undefined) return;
  const { retryAfterSeconds, limit } = refusal;
  const options = { data: { limit }, retryAfterSeconds };
  if (limit === "rate_limit") {
    const message = `Rate limit reached: this key or token has called as often as its rate_limit allows; try again in ${retryAfterSeconds} s.`;
    throw RpcError.of("rateLimited", message, options);
  }
  if (limit === "unknown") {
    const message = `The limits of this key or token can't be checked now, since Redis does not answer; try again in ${retryAfterSeconds} s.`;
    throw RpcError.of("atCapacity", message, options);
  }
  const message = `The credits of this key or token are spent; new ones come in ${retryAfterSeconds} s. Ask the gateway's operator for more.`;
  throw RpcError.of("creditsSpent", message, options);
}
