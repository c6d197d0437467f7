import type { CallCharges } from "../auth/call-charges.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

type AddressLimiter = Pick<RateLimiter, "consume" | "charge">;
type KeyCharges = Pick<CallCharges, "consume" | "charge">;
type AddressRefusal = Awaited<ReturnType<AddressLimiter["consume"]>>;
type KeyRefusal = Awaited<ReturnType<KeyCharges["consume"]>>;

/** Takes points from a caller, or throws `rateLimited` or `creditsSpent`. `method` is undefined for what is no call. */
export type Admit = (caller: Caller, points: number, method?: string) => void | Promise<void>;

/** Builds the check of the rate limit of a key or an address. Callers with neither (stdio) are not limited. */
export function createLimitCheck(limiter: AddressLimiter, knownLimiter?: KeyCharges): Admit {
  return ({ address, known }, points, method) => {
    if (known !== undefined && knownLimiter !== undefined) {
      const refusal = knownLimiter.consume(known, address, points, method);
      return refusal instanceof Promise ? refusal.then(assertKeyNotLimited) : assertKeyNotLimited(refusal);
    }
    if (address === undefined) return undefined;
    const refusal = limiter.consume(address, points);
    return refusal instanceof Promise ? refusal.then(assertNotLimited) : assertNotLimited(refusal);
  };
}

/** Builds the charge for work beyond what the check took points for, such as further upstream calls. */
export function createCharge(
  limiter: AddressLimiter,
  knownLimiter?: KeyCharges,
): (caller: Pick<Caller, "address" | "known">, points: number) => void {
  return ({ address, known }, points) => {
    if (known !== undefined && knownLimiter !== undefined) knownLimiter.charge(known, address, points);
    else if (address !== undefined) limiter.charge(address, points);
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
