import type { RedisLink } from "../redis/redis-link.ts";
import type { Window } from "./window-counter.ts";

const prefix = "svm-gateway:rate:2";

/**
 * Takes points from every window of a client and returns 0; if one has too few, takes nothing unless `always`, and returns the milliseconds
 * to wait.
 */
type TakeShared = (client: string, points: number, always?: boolean) => Promise<number>;

/**
 * Takes points from all windows of a client, or from none, in one step. KEYS: a count for each window. ARGV: the points, 1 to take them
 * always, then points and milliseconds of each window. Returns the milliseconds to wait. Points above a window's limit count in the next.
 */
const takePoints = `
local points = tonumber(ARGV[1])
local wait = 0
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[2 * i + 1])
  local spent = tonumber(redis.call("GET", key) or 0)
  if ARGV[2] ~= "1" and spent + math.min(points, limit) > limit then
    wait = math.max(wait, redis.call("PTTL", key), 1)
  end
end
if wait > 0 then return wait end
for i, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[2 * i + 1])
  local spent = redis.call("INCRBY", key, points)
  local further = math.ceil(spent / limit) - math.ceil((spent - points) / limit)
  if further > 0 then
    redis.call("PEXPIRE", key, math.max(redis.call("PTTL", key), 0) + further * ARGV[2 * i + 2])
  end
end
return 0
`;

/**
 * Makes a count that several gateways share over Redis. Without an answer in time nothing is refused: each gateway's own count still holds.
 */
export function createSharedCounter(windows: readonly Window[], link: RedisLink): TakeShared {
  const bounds = windows.flatMap(({ points, durationMs }) => [points, durationMs]);
  return async (client, points, always = false) => {
    const keys = windows.map(({ durationMs }) => `${prefix}:${durationMs}:${client}`);
    const wait = await link.ask((redis) =>
      redis.eval(takePoints, keys.length, ...keys, points, always ? 1 : 0, ...bounds),
    );
    return typeof wait === "number" ? wait : 0;
  };
}
