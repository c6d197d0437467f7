import { askOrThrow, type RedisLink } from "../redis/redis-link.ts";
import type { CreditStorage } from "./credit-sync.ts";

/** Key prefix of spent credits in Redis. */
export const creditPrefix = "svm-gateway:credits:1:";
/** Expiry of spent credits in Redis, longer than any period. */
export const creditsKeptSeconds = 40 * 24 * 3600;

/** Stores credits in Redis, where several gateways share one count. Rejects while Redis is unreachable; the caller retries later. */
export function createRedisCreditStorage(link: RedisLink): CreditStorage {
  return {
    place: "redis",
    async add(spent) {
      const keys = [...spent.keys()];
      const replies = await askOrThrow(link, (redis) => {
        const batch = redis.pipeline();
        for (const [key, credits] of spent) {
          batch.incrbyfloat(creditPrefix + key, credits);
          batch.expire(creditPrefix + key, creditsKeptSeconds);
        }
        return batch.exec();
      });
      // Two replies per key: the new total, and that of `expire`.
      return new Map(keys.map((key, index) => [key, totalIn(replies?.[index * 2]?.[1])]));
    },
  };
}

/** Validates a total from Redis, where others can write. */
function totalIn(reply: unknown): number {
  const total = Number(reply);
  if (Number.isFinite(total) && total >= 0) return total;
  throw new Error("Redis has an invalid total of credits");
}
