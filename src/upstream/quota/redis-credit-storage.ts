import { askOrThrow, type RedisLink } from "../../redis/redis-link.ts";
import type { CreditStorage } from "./credit-sync.ts";

/** Prefix of the keys of spent credits in Redis. */
export const creditPrefix = "svm-gateway:credits:1:";
/** How long spent credits are kept in Redis: longer than any period. */
export const creditsKeptSeconds = 40 * 24 * 3600;

/** Keeps credits in Redis, where several gateways add to one count. Fails while Redis is unreachable: what was spent is added later. */
export function createRedisCreditStorage(link: RedisLink): CreditStorage {
  return {
    place: "redis",
    async add(spent) {
      const keys = [...spent.keys()];
      const answers = await askOrThrow(link, (redis) => {
        const batch = redis.pipeline();
        for (const [key, credits] of spent) {
          batch.incrbyfloat(creditPrefix + key, credits);
          batch.expire(creditPrefix + key, creditsKeptSeconds);
        }
        return batch.exec();
      });
      // Two answers for each key: the new sum, and that of `expire`.
      return new Map(keys.map((key, index) => [key, sumIn(answers?.[index * 2]?.[1])]));
    },
  };
}

/** A sum from Redis; throws if it is not one, since others can write there. */
function sumIn(answer: unknown): number {
  const sum = Number(answer);
  if (Number.isFinite(sum) && sum >= 0) return sum;
  throw new Error("Redis has a value that is not a sum of credits");
}
