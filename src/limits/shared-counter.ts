import type { Redis } from "ioredis";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Window } from "./window-counter.ts";

const prefix = "svm-gateway:rate:2";

/** `spend` refuses a call if too little is left; `charge` never does, because the work is already done. */
export type SpendMode = "spend" | "charge";

/** Points and credits to take from counters in Redis. */
interface Spending {
  readonly mode: SpendMode;
  readonly points: number;
  readonly windows: readonly (Pick<Window, "points" | "durationMs"> & { readonly key: string })[];
  readonly credits?: number;
  /** Counters of credits, which have no window. A limit of -1 means unlimited. */
  readonly sums?: readonly { readonly key: string; readonly limit: number }[];
  readonly keptSeconds?: number;
}

/**
 * Takes points and credits, all or none, so that racing gateways never overdraw. KEYS: a counter for each window, then the sums of credits.
 * ARGV: spend or charge, points, the number of windows, points and milliseconds of each, credits, seconds to keep their sums,
 * and the limit of each sum. Returns 0, the sums, and the points and remaining milliseconds of each window; or 1 and the milliseconds to
 * wait for the windows; or 2 if there are too few credits. A call that costs more than a whole window needs an untouched one, whose
 * counter then lasts until later windows have paid for the call.
 */
const changeScript = `
local forced, points, windows = ARGV[1] == "charge", tonumber(ARGV[2]), tonumber(ARGV[3])
local at = 4 + 2 * windows
local credits = tonumber(ARGV[at])
local function spent(i) return tonumber(redis.call("GET", KEYS[i]) or "0") end
if not forced and credits > 0 then
  for i = windows + 1, #KEYS do
    local limit = tonumber(ARGV[at + 1 + i - windows])
    if limit >= 0 and spent(i) + credits > limit then return {2} end
  end
end
local wait = 0
for i = 1, windows do
  local limit = tonumber(ARGV[2 * i + 2])
  if not forced and spent(i) + math.min(points, limit) > limit then
    wait = math.max(wait, redis.call("PTTL", KEYS[i]), 1)
  end
end
if wait > 0 then return {1, wait} end
local answer = {0}
for i = windows + 1, #KEYS do
  table.insert(answer, redis.call("INCRBYFLOAT", KEYS[i], credits))
  redis.call("EXPIRE", KEYS[i], ARGV[at + 1])
end
for i = 1, windows do
  local limit = tonumber(ARGV[2 * i + 2])
  local sum = redis.call("INCRBY", KEYS[i], points)
  local further = math.ceil(sum / limit) - math.ceil((sum - points) / limit)
  if further > 0 then
    redis.call("PEXPIRE", KEYS[i], math.max(redis.call("PTTL", KEYS[i]), 0) + further * ARGV[2 * i + 3])
  end
  table.insert(answer, sum)
  table.insert(answer, redis.call("PTTL", KEYS[i]))
end
return answer
`;

/** Runs the script and resolves with its numbers; with none if Redis replies with anything else. */
export async function changeSharedCounts(redis: Redis, spending: Spending): Promise<number[]> {
  const { mode, points, windows, credits = 0, sums = [], keptSeconds = 0 } = spending;
  const keys = [...windows, ...sums].map(({ key }) => key);
  const bounds = windows.flatMap((window) => [window.points, window.durationMs]);
  const limits = sums.map(({ limit }) => limit);
  const argv = [mode, points, windows.length, ...bounds, credits, keptSeconds, ...limits];
  const reply = await redis.eval(changeScript, keys.length, ...keys, ...argv);
  const numbers = Array.isArray(reply) ? reply.map(Number) : [];
  return numbers.every(Number.isFinite) ? numbers : [];
}

/**
 * Creates a counter that gateways share through Redis. It takes points from every window of a client and returns 0, or takes nothing and
 * returns the milliseconds to wait. If Redis doesn't reply in time it refuses nothing; each gateway's local count still applies.
 */
export function createSharedCounter(windows: readonly Window[], link: RedisLink) {
  return async (mode: SpendMode, client: string, points: number): Promise<number> => {
    const counters = windows.map((window) => ({
      ...window,
      key: `${prefix}:${window.durationMs}:${client}`,
    }));
    const reply = await link.ask((redis) => changeSharedCounts(redis, { mode, points, windows: counters }));
    return reply?.[0] === 1 ? Math.max(0, reply[1] ?? 0) : 0;
  };
}
