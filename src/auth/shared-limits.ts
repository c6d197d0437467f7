import type { RedisLink } from "../redis/redis-link.ts";
import type { SpentCredits } from "../upstream/plan/credit-meter.ts";
import type { MeterRefusal } from "./caller-meter.ts";

const prefix = "svm-gateway:caller:1";
const rateMs = 1000;
/** The names under which spent credits are kept in Redis, as those of upstreams are. */
const creditPrefix = "svm-gateway:credits:1:";
/** Longer than any period. */
const keptSeconds = 40 * 24 * 3600;

/**
 * Takes points of a second and credits of a day and a month, all or none, so that racing gateways never overdraw. KEYS: the three
 * counts. ARGV: points, their limit, credits, the limits of day and month (-1 is none), milliseconds of the first count, seconds of
 * the others. The answer: 0 and the new sums, or 1 with the milliseconds to wait (rate), or 2 (credits).
 */
const takeScript = `
local points, rateLimit, credits = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
for i = 2, 3 do
  local limit = tonumber(ARGV[i + 2])
  local spent = tonumber(redis.call("GET", KEYS[i]) or "0")
  if limit >= 0 and credits > 0 and spent + credits > limit then return {2, 0} end
end
if rateLimit >= 0 then
  local rate = tonumber(redis.call("GET", KEYS[1]) or "0")
  if rate > 0 and rate + points > rateLimit then return {1, redis.call("PTTL", KEYS[1])} end
  if redis.call("INCRBYFLOAT", KEYS[1], points) and rate == 0 then redis.call("PEXPIRE", KEYS[1], ARGV[6]) end
end
local day = redis.call("INCRBYFLOAT", KEYS[2], credits)
local month = redis.call("INCRBYFLOAT", KEYS[3], credits)
redis.call("EXPIRE", KEYS[2], ARGV[7])
redis.call("EXPIRE", KEYS[3], ARGV[7])
return {0, day, month}
`;

/** What is asked of the shared counts. */
export interface SharedSpending {
  readonly id: string;
  readonly points: number;
  readonly rateLimit: number | undefined;
  readonly credits: number;
  /** The periods by name, and their limits. */
  readonly day: { readonly name: string; readonly limit: number };
  readonly month: { readonly name: string; readonly limit: number };
}

/** What the shared counts answered: the sums of the periods, or which limit was reached. */
export type SharedOutcome =
  | { readonly totals: SpentCredits }
  | { readonly limit: MeterRefusal["limit"]; readonly waitMs: number };

/** Counts what all gateways on one Redis spend together. */
export interface SharedLimits {
  readonly isUp: boolean;
  /** Takes from the shared counts; undefined if Redis does not answer in time, and then nothing may have been taken. */
  spend(spending: SharedSpending): Promise<SharedOutcome | undefined>;
}

/** The key of the credits of one caller and period, for what keeps them. */
export const creditNetwork = "caller";

/** Builds the shared counts over Redis. */
export function createSharedLimits(link: RedisLink): SharedLimits {
  return {
    get isUp() {
      return link.isUp;
    },
    async spend({ id, points, rateLimit, credits, day, month }) {
      const creditKey = (name: string) => `${creditPrefix}${creditNetwork} ${id} ${name}`;
      const answer = await link.ask((redis) =>
        redis.eval(
          takeScript,
          3,
          `${prefix}:rate:${id}`,
          creditKey(day.name),
          creditKey(month.name),
          points,
          rateLimit ?? -1,
          credits,
          limitArgument(day.limit),
          limitArgument(month.limit),
          rateMs,
          keptSeconds,
        ),
      );
      return outcomeIn(answer, day.name, month.name);
    },
  };
}

function limitArgument(limit: number): number {
  return Number.isFinite(limit) ? limit : -1;
}

/** What is shared is checked before it is used. */
function outcomeIn(answer: unknown, day: string, month: string): SharedOutcome | undefined {
  if (!Array.isArray(answer)) return undefined;
  const [kind, first, second] = answer.map(Number);
  if (kind === 1) return { limit: "rate_limit", waitMs: Math.max(1, first ?? rateMs) };
  if (kind === 2) return { limit: "credits", waitMs: 0 };
  if (first === undefined || second === undefined || !(first >= 0) || !(second >= 0)) return undefined;
  return {
    totals: new Map([
      [day, first],
      [month, second],
    ]),
  };
}
