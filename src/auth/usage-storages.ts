import { changeFile } from "../files/change-file.ts";
import { readFileIfThere } from "../files/read-bounded-file.ts";
import { askOrThrow, type RedisLink } from "../redis/redis-link.ts";
import { RpcError } from "../rpc/rpc-error.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { addCounts, type Counts, dayMs, dropOldCounts, keptDays, utcDay } from "./usage-counts.ts";

const maxFileBytes = 16 * 1024 * 1024;
const prefix = "svm-gateway:usage:1:";

/** Stores usage counts. */
export interface UsageStorage {
  /** Adds counts; resolves with those it could not add. */
  add(counts: Counts): Promise<Counts>;
  /** Reads the counts of at least the last `days` days. */
  read(days: number): Promise<Counts>;
}

/** Stores usage in a file that workers share. */
export function createFileUsageStorage(path: string): UsageStorage {
  async function read(): Promise<Map<string, number>> {
    // The next save replaces a file that is not JSON.
    const counts = Object.entries(parsedOrUndefined(await readFileIfThere(path, maxFileBytes)) ?? {});
    return new Map(counts.filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  }

  return {
    read,
    add: (counts) =>
      changeFile(path, async (write) => {
        const all = await read();
        dropOldCounts(all);
        addCounts(all, counts);
        await write(JSON.stringify(Object.fromEntries(all)));
        return new Map();
      }),
  };
}

/** Stores usage in Redis, shared by gateways. */
export function createRedisUsageStorage(link: RedisLink): UsageStorage {
  return {
    async add(counts) {
      const replies = await askOrThrow(link, (redis) => {
        const batch = redis.pipeline();
        for (const [name, count] of counts) batch.hincrbyfloat(prefix + name.slice(0, 10), name, count);
        for (const day of new Set([...counts.keys()].map((name) => name.slice(0, 10))))
          batch.expire(prefix + day, (keptDays * dayMs) / 1000);
        return batch.exec();
      });
      return new Map([...counts].filter((_, index) => replies?.[index]?.[0] !== null));
    },
    async read(days) {
      const replies = await link.ask((redis) => {
        const batch = redis.pipeline();
        for (let ago = 0; ago < days; ago += 1) batch.hgetall(prefix + utcDay(ago));
        return batch.exec();
      });
      if (!replies?.every(([error]) => error === null)) {
        const reason = replies ? "refuses a command, as the log says" : "does not answer";
        const message = `Redis ${reason}, so usage can't be read; try again in 1 s.`;
        throw RpcError.of("atCapacity", message, { retryAfterSeconds: 1 });
      }
      const counts = replies.flatMap(([, hash]) => Object.entries(hash as Record<string, string>));
      return new Map(
        counts.map(([name, count]) => [name, Number(count)] as const).filter(([, count]) => count >= 0),
      );
    },
  };
}
