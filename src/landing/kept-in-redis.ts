import { randomUUID } from "node:crypto";
import type { RedisLink } from "../redis/redis-link.ts";
import { type LandingKeeper, leaseMs, readKept, writeKept } from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const prefix = "svm-gateway:landing:1:";
/** Who holds transactions, or did. */
const holders = `${prefix}holders`;
/** There while a holder lives. */
const aliveKey = (id: string) => `${prefix}alive:${id}`;
const heldKey = (id: string) => `${prefix}held:${id}`;
/** There while someone takes over from a holder that died. */
const claimKey = (id: string) => `${prefix}claim:${id}`;
const idPattern = /^[0-9a-f-]{36}$/;

/** Keeps pending transactions in Redis, where another gateway takes over those of one that died. */
export function createLandingRedis(link: RedisLink): LandingKeeper {
  const own = randomUUID();
  let written = new Map<string, KeptTransaction>();

  async function write(transactions: readonly KeptTransaction[]): Promise<void> {
    const wanted = new Map(transactions.map((kept) => [fieldOf(kept), kept]));
    const isDone = await link.ask((redis) => {
      const batch = redis.pipeline().set(aliveKey(own), 1, "PX", leaseMs).sadd(holders, own);
      for (const [field, kept] of wanted)
        if (!written.has(field)) batch.hset(heldKey(own), field, JSON.stringify(writeKept(kept)));
      for (const field of written.keys()) if (!wanted.has(field)) batch.hdel(heldKey(own), field);
      return batch.exec();
    });
    if (isDone === undefined || isDone === null) throw new Error("Redis does not answer");
    written = wanted;
  }

  /** What a holder that died left, if no one else takes it over. */
  async function takeOver(id: string): Promise<KeptTransaction[]> {
    const isMine = await link.ask(async (redis) => {
      if ((await redis.exists(aliveKey(id))) > 0) return false;
      return (await redis.set(claimKey(id), own, "PX", leaseMs, "NX")) === "OK";
    });
    if (isMine !== true) return [];
    const texts = await link.ask((redis) => redis.hvals(heldKey(id)));
    return (texts ?? []).flatMap((text) => readKept(parsed(text)) ?? []);
  }

  return {
    async sync(transactions) {
      await write(transactions);
      const ids = (await link.ask((redis) => redis.smembers(holders))) ?? [];
      const adopted: KeptTransaction[] = [];
      for (const id of ids.filter((other) => other !== own && idPattern.test(other))) {
        const left = await takeOver(id);
        const isClaimed = left.length > 0;
        adopted.push(...left);
        if (!isClaimed) continue;
        // Written as its own first: if this process dies now, another one finds them here or there.
        await write([...transactions, ...adopted]);
        await link.ask((redis) => redis.pipeline().del(heldKey(id)).srem(holders, id).exec());
      }
      return adopted;
    },
    async release(transactions) {
      await write(transactions);
      await link.ask((redis) => redis.del(aliveKey(own)));
    },
  };
}

function fieldOf({ network, signature }: KeptTransaction): string {
  return `${network} ${signature}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Someone else's value: it is no transaction.
    return undefined;
  }
}
