import { randomUUID } from "node:crypto";
import { creditKey } from "../limits/credit-sync.ts";
import { creditPrefix, creditsKeptSeconds } from "../limits/redis-credit-storage.ts";
import { changeSharedCounts } from "../limits/shared-counter.ts";
import type { WindowState } from "../limits/window-counter.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { SharedCaller, SharedLimits, SharedOutcome } from "./caller-meter.ts";
import { clientLimits, concurrencyLimit, type LimitedResource } from "./meter-counts.ts";

const prefix = "svm-gateway:caller:2";
const rateMs = 1000;
/** Lease of a gateway's permits, since it may die without releasing them. */
const leaseSeconds = 15;
const renewMs = 5000;

/** Scope of callers' credits, instead of a network id. */
export const callerCreditScope = "caller";

/**
 * Changes a gateway's count of a resource. KEYS: a hash of gateway to `count expiry`. ARGV: the gateway, the change (acquire, release,
 * renew or a number to set), the limit, and the lifetime of the count in seconds. Returns 1, or 0 if the limit is reached.
 */
const countScript = `
local now = tonumber(redis.call("TIME")[1])
local all = redis.call("HGETALL", KEYS[1])
local total, own = 0, 0
for i = 1, #all, 2 do
  local count, ends = string.match(all[i + 1], "^(%d+) (%d+)$")
  if count == nil or tonumber(ends) < now then redis.call("HDEL", KEYS[1], all[i])
  else
    total = total + tonumber(count)
    if all[i] == ARGV[1] then own = tonumber(count) end
  end
end
if ARGV[2] == "acquire" then
  if total >= tonumber(ARGV[3]) then return 0 end
  own = own + 1
elseif ARGV[2] == "release" then own = math.max(own - 1, 0)
elseif ARGV[2] ~= "renew" then own = tonumber(ARGV[2]) end
if own == 0 then redis.call("HDEL", KEYS[1], ARGV[1])
else
  redis.call("HSET", KEYS[1], ARGV[1], string.format("%d %d", own, now + tonumber(ARGV[4])))
  redis.call("EXPIRE", KEYS[1], ARGV[4])
end
return 1
`;

/** Creates limits that all gateways on one Redis share. */
export function createRedisLimits(link: RedisLink): SharedLimits {
  const gateway = randomUUID();
  /** Permits of this gateway, by key of the Redis hash. */
  const ownCounts = new Map<string, number>();
  /** Changes in flight, during which the count in Redis may differ from `ownCounts`. */
  const inFlight = new Map<string, number>();
  /** Keys with a change that got no reply, which Redis may have made or not. */
  const unsure = new Set<string>();
  const timer = setInterval(() => {
    for (const key of new Set([...ownCounts.keys(), ...unsure])) refresh(key);
  }, renewMs).unref();

  /** Sets the count in Redis to that in `ownCounts`; while changes are in flight, only renews its lease. */
  function refresh(key: string): void {
    const isSettled = !inFlight.has(key);
    if (isSettled) unsure.delete(key);
    void change(key, isSettled ? String(ownCounts.get(key) ?? 0) : "renew", 0);
  }

  async function change(key: string, what: string, limit: number): Promise<boolean | undefined> {
    addTo(inFlight, key, 1);
    const reply = await link.askPatiently((redis) =>
      redis.eval(countScript, 1, key, gateway, what, limit, leaseSeconds),
    );
    addTo(inFlight, key, -1);
    if (reply === undefined) unsure.add(key);
    return reply === 1 ? true : reply === 0 ? false : undefined;
  }

  return {
    keepsCredits: true,
    async spend({ id, clientAddress, limits, points, credits, spent, mode }) {
      const [day = "", month = ""] = spent.map(([period]) => period);
      const keyAt = (period: string) => creditPrefix + creditKey(callerCreditScope, id, period);
      const spending = {
        mode,
        points,
        windows: rateWindows({ id, clientAddress, limits }),
        credits,
        sums: [
          { key: keyAt(day), limit: limits.creditsPerDay ?? -1 },
          { key: keyAt(month), limit: limits.creditsPerMonth ?? -1 },
        ],
        keptSeconds: creditsKeptSeconds,
      };
      let isLate = false;
      const reply = await link.askPatiently(async (redis) => {
        const numbers = await changeSharedCounts(redis, spending);
        // The call was refused or counted locally in the meantime, so its credits are refunded.
        if (isLate && numbers[0] === 0)
          await changeSharedCounts(redis, { ...spending, mode: "charge", windows: [], credits: -credits });
        return numbers;
      });
      isLate = reply === undefined;
      return reply && readOutcome(reply, day, month);
    },
    async acquire(caller, resource) {
      const key = countKey(caller, resource);
      const limit = concurrencyLimit(caller.limits, resource) ?? Number.MAX_SAFE_INTEGER;
      // Permits whose release Redis missed must not block this call until their lease ends.
      if (unsure.has(key)) refresh(key);
      let isTaken = await change(key, "acquire", limit);
      // Retries once, since another gateway may just have released a permit.
      if (isTaken === false) isTaken = await change(key, "acquire", limit);
      if (isTaken !== false) addTo(ownCounts, key, 1);
      return isTaken;
    },
    release(caller, resource) {
      const key = countKey(caller, resource);
      addTo(ownCounts, key, -1);
      void change(key, "release", 0);
    },
    close() {
      clearInterval(timer);
      for (const key of ownCounts.keys()) void change(key, "0", 0);
    },
  };
}

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}

function countKey({ id }: SharedCaller, resource: LimitedResource): string {
  return `${prefix}:${resource}:${id}`;
}

/** The rate limit windows: that of the key, and that of the client address if each has its own share. */
function rateWindows({ id, clientAddress, limits }: SharedCaller) {
  const { rateLimit } = limits;
  if (rateLimit === undefined) return [];
  const whole = { key: `${prefix}:rate:${id}`, points: rateLimit, durationMs: rateMs };
  if (clientAddress === undefined) return [whole];
  const points = clientLimits(limits).rateLimit ?? rateLimit;
  return [whole, { key: `${whole.key} ${clientAddress}`, points, durationMs: rateMs }];
}

/** Parses the script's reply; undefined if it is malformed. */
function readOutcome(reply: readonly number[], day: string, month: string): SharedOutcome | undefined {
  const [kind, first, second, ...windows] = reply;
  if (kind === 1) return { limit: "rate_limit", waitMs: Math.max(1, first ?? rateMs) };
  if (kind === 2) return { limit: "credits", waitMs: 0 };
  if (first === undefined || second === undefined || !(first >= 0) || !(second >= 0)) return undefined;
  const rates = windows.flatMap((points, index): WindowState[] => {
    const ms = windows[index + 1];
    return index % 2 === 0 && ms !== undefined ? [{ points, ms }] : [];
  });
  const totals = [
    [day, first],
    [month, second],
  ] as const;
  return { totals, rates };
}
