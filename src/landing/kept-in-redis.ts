import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { RedisLink } from "../redis/redis-link.ts";
import type { ExpiryProof } from "./fate.ts";
import {
  type KeptElsewhere,
  keyOf,
  type LandingKeeper,
  leaseMs,
  parsedOrUndefined,
  readKept,
  type Sync,
  writeKept,
} from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const prefix = "svm-gateway:landing:1:";
/** Who holds transactions, or did. */
const holders = `${prefix}holders`;
/** There while a holder lives. */
const aliveKey = (id: string) => `${prefix}alive:${id}`;
const heldKey = (id: string) => `${prefix}held:${id}`;
/** There while someone takes over from a holder that died, and by whom it was taken over. */
const claimKey = (id: string) => `${prefix}claim:${id}`;
const takenKey = (id: string) => `${prefix}taken:${id}`;
const expiredKey = (field: string) => `${prefix}expired:${field}`;
const idPattern = /^[0-9a-f-]{36}$/;
/** Transactions of one command: a link waits only a moment for its answer. */
const maxAtOnce = 200;
/** For how long it is remembered that a transaction has expired, and that a holder's were taken over. */
const rememberedMs = 3_600_000;

/** Keeps pending transactions in Redis, where another gateway takes over those of one that died. */
export function createLandingRedis(link: RedisLink): LandingKeeper {
  let own = randomUUID();
  const written = new Set<string>();
  let isHolder = false;

  async function ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    const answer = await link.ask(command);
    if (answer === undefined) throw new Error("Redis does not answer");
    return answer;
  }

  /** Renews the lease. False if it had run out and another gateway has taken over: what was held is no longer this one's. */
  async function renew(): Promise<boolean> {
    const wasAlive = (await ask((redis) => redis.set(aliveKey(own), 1, "PX", leaseMs, "XX"))) !== null;
    if (wasAlive) return true;
    const isOurs =
      !isHolder || ((await claim(own)) && (await ask((redis) => redis.exists(takenKey(own)))) === 0);
    // What was kept under the old name after that is taken over like that of a holder that died.
    const left = isOurs ? [] : [own];
    if (!isOurs) own = randomUUID();
    written.clear();
    isHolder = true;
    await ask((redis) =>
      redis
        .pipeline()
        .set(aliveKey(own), 1, "PX", leaseMs)
        .sadd(holders, own, ...left)
        .exec(),
    );
    return isOurs;
  }

  /** Lets no one else take over from a holder that died; false if someone else does. */
  async function claim(id: string): Promise<boolean> {
    return (await ask((redis) => redis.set(claimKey(id), own, "PX", leaseMs, "NX"))) === "OK";
  }

  /** Keeps these alone. What they are is asked at once: one that is kept by itself meanwhile is not taken for one that has ended. */
  async function write(transactionsNow: () => readonly KeptTransaction[]): Promise<void> {
    const wanted = new Map(transactionsNow().map((kept) => [fieldOf(kept), kept]));
    const ended = [...written].filter((field) => !wanted.has(field));
    const missing = [...wanted].filter(([field]) => !written.has(field));
    for (const fields of partsOf(ended)) {
      await ask((redis) => redis.hdel(heldKey(own), ...fields));
      for (const field of fields) written.delete(field);
    }
    for (const part of partsOf(missing)) {
      const pairs = part.flatMap(([field, kept]) => [field, JSON.stringify(writeKept(kept))]);
      await ask((redis) => redis.hset(heldKey(own), ...pairs));
      for (const [field] of part) written.add(field);
    }
  }

  /** What a holder that died left; undefined if it lives, or someone else takes it over. */
  async function takeOver(id: string): Promise<KeptTransaction[] | undefined> {
    if ((await ask((redis) => redis.exists(aliveKey(id)))) > 0 || !(await claim(id))) return undefined;
    const found: KeptTransaction[] = [];
    let cursor = "0";
    do {
      const [next, texts] = await ask((redis) => redis.hscan(heldKey(id), cursor, "COUNT", maxAtOnce));
      cursor = next;
      // Field and value in turn.
      for (const [at, text] of texts.entries()) if (at % 2 === 1) found.push(...keptIn(text));
    } while (cursor !== "0");
    return found;
  }

  return {
    async keep(kept) {
      await ask((redis) => redis.hset(heldKey(own), fieldOf(kept), JSON.stringify(writeKept(kept))));
      written.add(fieldOf(kept));
    },
    async sync(ownNow): Promise<Sync> {
      const isStillOurs = await renew();
      const lost = isStillOurs ? [] : ownNow().map(fieldOf);
      const keptNow = () => ownNow().filter((kept) => !lost.includes(fieldOf(kept)));
      await write(keptNow);
      const adopted: KeptTransaction[] = [];
      const ids = await ask((redis) => redis.smembers(holders));
      for (const id of ids.filter((other) => other !== own && idPattern.test(other))) {
        const left = await takeOver(id);
        if (left === undefined) continue;
        adopted.push(...left);
        // Written as its own first: if this process dies now, another one finds them here or there.
        if (left.length > 0) await write(() => [...keptNow(), ...adopted]);
        await ask((redis) =>
          redis
            .pipeline()
            .set(takenKey(id), own, "PX", rememberedMs)
            .del(heldKey(id))
            .srem(holders, id)
            .exec(),
        );
      }
      return { adopted, lost };
    },
    async find(network, signature): Promise<KeptElsewhere | undefined> {
      const field = keyOf(network, signature);
      const ids = await ask((redis) => redis.smembers(holders));
      const batch = await ask((redis) => {
        const asked = redis.pipeline().get(expiredKey(field));
        for (const id of ids.filter((other) => idPattern.test(other))) asked.hget(heldKey(id), field);
        return asked.exec();
      });
      const [expired, ...held] = (batch ?? []).map(([, text]) =>
        typeof text === "string" ? text : undefined,
      );
      const pending = held.flatMap((text) => keptIn(text))[0];
      if (pending !== undefined) return { kept: pending, expired: undefined };
      const found = parsedOrUndefined(expired ?? "") as
        | { kept?: unknown; proof?: unknown }
        | null
        | undefined;
      const kept = readKept(found?.kept);
      const proof = proofIn(found?.proof);
      return kept === undefined || proof === undefined ? undefined : { kept, expired: proof };
    },
    async recordExpiry(kept, proof) {
      const text = JSON.stringify({ kept: writeKept(kept), proof });
      await ask((redis) => redis.set(expiredKey(fieldOf(kept)), text, "PX", rememberedMs));
    },
    async release(transactions) {
      if (await renew()) await write(() => transactions);
      await ask((redis) => redis.del(aliveKey(own)));
    },
  };
}

function fieldOf({ network, signature }: KeptTransaction): string {
  return keyOf(network, signature);
}

function keptIn(text: string | undefined): KeptTransaction[] {
  const kept = readKept(parsedOrUndefined(text ?? ""));
  return kept === undefined ? [] : [kept];
}

function proofIn(value: unknown): ExpiryProof | undefined {
  const { slot, blockHeight } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const isNumber = (number: unknown): number is number =>
    Number.isSafeInteger(number) && (number as number) >= 0;
  if (!isNumber(slot) || (blockHeight !== undefined && !isNumber(blockHeight))) return undefined;
  return { slot, blockHeight };
}

/** A list in parts that one command may hold. */
function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += maxAtOnce) yield items.slice(at, at + maxAtOnce);
}
