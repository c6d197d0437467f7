import type { CallerLimiter } from "../auth/caller-limiter.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import type { Caller } from "./gateway-call.ts";

type CallLimiter = Pick<RateLimiter, "consume" | "charge">;
type KnownLimiter = Pick<CallerLimiter, "consume" | "charge">;
type Refusal = Awaited<ReturnType<CallLimiter["consume"]>>;
type KnownRefusal = Awaited<ReturnType<KnownLimiter["consume"]>>;

/** Takes points from a caller, or throws `rateLimited` or `creditsSpent`. `method` is what they are for, if it is a call. */
export type Admit = (caller: Caller, points: number, method?: string) => void | Promise<void>;

/** Builds the step that charges a caller's limits. Callers without an address or a key (stdio) are not limited. */
export function createAdmission(limiter: CallLimiter, knownLimiter?: KnownLimiter): Admit {
  return ({ address, known }, points, method) => {
    if (known !== undefined && knownLimiter !== undefined) {
      const refusal = knownLimiter.consume(known, address, points, method);
      return refusal instanceof Promise ? refusal.then(assertKnownAllowed) : assertKnownAllowed(refusal);
    }
    if (address === undefined) return undefined;
    const refusal = limiter.consume(address, points);
    return refusal instanceof Promise ? refusal.then(assertAllowed) : assertAllowed(refusal);
  };
}

/** Builds the step that charges for work beyond what the caller was admitted for, such as further upstream calls. */
export function createCharge(
  limiter: CallLimiter,
  knownLimiter?: KnownLimiter,
): (caller: Pick<Caller, "address" | "known">, points: number) => void {
  return ({ address, known }, points) => {
    if (known !== undefined && knownLimiter !== undefined) knownLimiter.charge(known, address, points);
    else if (address !== undefined) limiter.charge(address, points);
  };
}

function assertAllowed(refusal: Refusal): void {
  if (refusal === undefined) return;
  const { retryAfterSeconds } = refusal;
  throw RpcError.of(
    "rateLimited",
    `Rate limit reached: this client has made as many requests as server_config.rate_limit allows; ` +
      `try again in ${retryAfterSeconds} s.`,
    { data: { retryAfterSeconds }, retryAfterSeconds },
  );
}

function assertKnownAllowed(refusal: KnownRefusal): void {
  if (refusal === undefined) return;
  const { retryAfterSeconds, limit } = refusal;
  const options = { data: { retryAfterSeconds, limit }, retryAfterSeconds };
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
