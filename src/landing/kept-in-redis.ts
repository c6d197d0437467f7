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
  type SentBytes,
  type Sync,
  writeKept,
} from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const prefix = "svm-gateway:landing:1:";
/** Who holds transactions, or did. */
const holders = `${prefix}holders`;
/** There while a holder lives. */
const alivePrefix = `${prefix}alive:`;
const aliveKey = (id: string) => alivePrefix + id;
const heldPrefix = `${prefix}held:`;
const heldKey = (id: string) => heldPrefix + id;
/** There while someone takes over from a holder that died, and by whom it was taken over. */
const claimKey = (id: string) => `${prefix}claim:${id}`;
const takenKey = (id: string) => `${prefix}taken:${id}`;
const expiredKey = (field: string) => `${prefix}expired:${field}`;
const idPattern = /^[0-9a-f-]{36}$/;
/** Transactions of one command: a link waits only a moment for its answer. */
const maxAtOnce = 200;
/** For how long it is remembered that a transaction has expired, and that a holder's were taken over. */
const rememberedMs = 3_600_000;

/**
 * Holds transactions, but those that another gateway holds whose lease is no longer than it can be. KEYS: the holders. ARGV: what the
 * names of leases and of what is held begin with, this gateway, the longest lease, the longest text that is read; then for each
 * transaction its field, its bytes, and its text: empty where it is only asked. The answer: for each, 1 if another gateway holds it.
 */
const holdScript = `
local alive, held, own, lease, longest = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local others = {}
for _, id in ipairs(redis.call("SMEMBERS", KEYS[1])) do
  if id ~= own and #id == #own then
    local left = redis.call("PTTL", alive .. id)
    if left > 0 and left <= lease then table.insert(others, held .. id) end
  end
end
local answer = {}
for at = 6, #ARGV, 3 do
  local field, wire, text = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local elsewhere = 0
  for _, other in ipairs(others) do
    local found = redis.pcall("HGET", other, field)
    if type(found) == "string" and #found <= longest then
      local isJson, kept = pcall(cjson.decode, found)
      if isJson and type(kept) == "table" and kept.wire == wire then elsewhere = 1 break end
    end
  end
  if text ~= "" then
    if elsewhere == 1 then redis.call("HDEL", held .. own, field)
    else redis.call("HSET", held .. own, field, text) end
  end
  table.insert(answer, elsewhere)
end
return answer
`;
/** A transaction's text: its bytes, and some numbers and names. */
const maxTextLength = 8192;

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

  /** Runs the script for a few transactions; the fields of those that another gateway holds. */
  async function hold(
    sent: readonly SentBytes[],
    textOf: (at: number) => string,
  ): Promise<ReadonlySet<string>> {
    const asked = sent.flatMap((one, at) => [fieldOf(one), one.wire, textOf(at)]);
    const bounds = [alivePrefix, heldPrefix, own, leaseMs, maxTextLength];
    const answer = await ask((redis) => redis.eval(holdScript, 1, holders, ...bounds, ...asked));
    const isElsewhere = Array.isArray(answer) ? answer : [];
    return new Set(sent.filter((_, at) => isElsewhere[at] === 1).map(fieldOf));
  }

  /** Keeps transactions, but those that another gateway holds: it gives the fields of these. */
  async function holdKept(some: readonly KeptTransaction[]): Promise<ReadonlySet<string>> {
    const texts = some.map((kept) => JSON.stringify(writeKept(kept)));
    const elsewhere = await hold(some, (at) => texts[at] ?? "");
    for (const field of some.map(fieldOf)) if (!elsewhere.has(field)) written.add(field);
    return elsewhere;
  }

  /**
   * Keeps these alone, but those that another gateway holds: it gives the fields of these. What they are is asked at once: one that is
   * kept by itself meanwhile is not taken for one that has ended.
   */
  async function write(transactionsNow: () => readonly KeptTransaction[]): Promise<readonly string[]> {
    const wanted = new Map(transactionsNow().map((kept) => [fieldOf(kept), kept]));
    const ended = [...written].filter((field) => !wanted.has(field));
    const missing = [...wanted].flatMap(([field, kept]) => (written.has(field) ? [] : kept));
    for (const fields of partsOf(ended)) {
      await ask((redis) => redis.hdel(heldKey(own), ...fields));
      for (const field of fields) written.delete(field);
    }
    const elsewhere: string[] = [];
    for (const part of partsOf(missing)) elsewhere.push(...(await holdKept(part)));
    return elsewhere;
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
    async isHeldElsewhere(sent) {
      return (await hold([sent], () => "")).size > 0;
    },
    async keep(kept) {
      return (await holdKept([kept])).size === 0;
    },
    async sync(ownNow): Promise<Sync> {
      const isStillOurs = await renew();
      const lost = new Set(isStillOurs ? [] : ownNow().map(fieldOf));
      const keptNow = () => ownNow().filter((kept) => !lost.has(fieldOf(kept)));
      for (const field of await write(keptNow)) lost.add(field);
      let adopted: KeptTransaction[] = [];
      const ids = await ask((redis) => redis.smembers(holders));
      for (const id of ids.filter((other) => other !== own && idPattern.test(other))) {
        const left = await takeOver(id);
        if (left === undefined) continue;
        adopted.push(...left);
        // Written as its own first: if this process dies now, another one finds them here or there.
        if (left.length > 0) {
          const elsewhere = new Set(await write(() => [...keptNow(), ...adopted]));
          adopted = adopted.filter((kept) => !elsewhere.has(fieldOf(kept)));
        }
        await ask((redis) =>
          redis
            .pipeline()
            .set(takenKey(id), own, "PX", rememberedMs)
            .del(heldKey(id))
            .srem(holders, id)
            .exec(),
        );
      }
      return { adopted, lost: [...lost] };
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

function fieldOf({ network, signature }: SentBytes): string {
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
