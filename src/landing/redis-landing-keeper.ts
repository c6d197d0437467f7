import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { isWholeNumber } from "../json/whole-number.ts";
import { askOrThrow, type RedisLink } from "../redis/redis-link.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import type { ExpiryProof } from "./fate.ts";
import {
  type KeptElsewhere,
  keptKey,
  type LandingKeeper,
  leaseMs,
  readKept,
  type SentBytes,
  type SyncResult,
  writeKept,
} from "./kept-transactions.ts";
import type { KeptTransaction } from "./pending-transaction.ts";

const prefix = "svm-gateway:landing:1:";
/** The ids of gateways that hold transactions or have held some. */
const holders = `${prefix}holders`;
/** The lease of a holder: the key exists while the holder lives. */
const aliveKey = (id: string) => `${prefix}alive:${id}`;
const heldKey = (id: string) => `${prefix}held:${id}`;
const expiredKey = (field: string) => `${prefix}expired:${field}`;
const idPattern = /^[0-9a-f-]{36}$/;
/** Transactions per command, as Redis has little time to answer one. */
const maxAtOnce = 200;
const maxHolders = 1000;
/** Parts of one holder's transactions that are read in one sync. */
const maxParts = 500;
/** How long Redis remembers an expired transaction. */
const rememberedMs = 3_600_000;

/**
 * Holds transactions, except those that another gateway holds under a lease of plausible length. KEYS: the set of holders. ARGV: the
 * key prefixes of leases and of held transactions, this gateway's id, the longest lease, the longest text that is read; then for each
 * transaction its field, its bytes and its text. An empty text only asks. Returns for each transaction 1 if another gateway holds it.
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
/** Longest JSON text of a kept transaction: its bytes in base-64, its network and four numbers. */
const maxTextLength = 8192;

/**
 * Keeps pending transactions in Redis. When a gateway dies, another one takes over its transactions, as long as it holds fewer than
 * `max` in all; the rest stays for others and for later syncs.
 */
export function createRedisLandingKeeper(link: RedisLink, max: number): LandingKeeper {
  let ownId = randomUUID();
  const written = new Set<string>();
  /** What failed syncs have taken over, until one succeeds and returns it. */
  let adopted: readonly KeptTransaction[] = [];

  const ask = <Answer>(command: (redis: Redis) => Promise<Answer>) => askOrThrow(link, command);

  /** Ids of the other gateways that hold transactions or have held some. */
  async function others(): Promise<readonly string[]> {
    const ids = await ask((redis) => redis.smembers(holders));
    return ids.filter((id) => id !== ownId && idPattern.test(id)).slice(0, maxHolders);
  }

  /** Renews the lease. If it ran out, another gateway may have taken over, so this one begins again under a new id. */
  async function renew(): Promise<void> {
    if ((await ask((redis) => redis.set(aliveKey(ownId), 1, "PX", leaseMs, "XX"))) !== null) return;
    const before = ownId;
    ownId = randomUUID();
    written.clear();
    await ask((redis) =>
      redis.pipeline().set(aliveKey(ownId), 1, "PX", leaseMs).sadd(holders, before, ownId).exec(),
    );
  }

  /** Runs the script. Returns the fields of the transactions that another gateway holds. */
  async function hold(
    some: readonly SentBytes[],
    textOf: (at: number) => string,
  ): Promise<ReadonlySet<string>> {
    const asked = some.flatMap((one, at) => [keptKey(one), one.wire, textOf(at)]);
    const bounds = [aliveKey(""), heldKey(""), ownId, leaseMs, maxTextLength];
    const answer = await ask((redis) => redis.eval(holdScript, 1, holders, ...bounds, ...asked));
    const isElsewhere = Array.isArray(answer) ? answer : [];
    return new Set(some.filter((_, at) => isElsewhere[at] === 1).map(keptKey));
  }

  async function holdKept(some: readonly KeptTransaction[]): Promise<ReadonlySet<string>> {
    const texts = some.map((kept) => JSON.stringify(writeKept(kept)));
    const takenFields = await hold(some, (at) => texts[at] ?? "");
    for (const field of some.map(keptKey)) if (!takenFields.has(field)) written.add(field);
    return takenFields;
  }

  /**
   * Makes this gateway hold exactly these transactions. They are listed before anything is awaited: one that is added meanwhile must not
   * look as if it had ended. Returns the fields of those that another gateway holds.
   */
  async function write(transactions: () => readonly KeptTransaction[]): Promise<readonly string[]> {
    const wanted = new Map(transactions().map((kept) => [keptKey(kept), kept]));
    const ended = [...written].filter((field) => !wanted.has(field));
    const missing = [...wanted].flatMap(([field, kept]) => (written.has(field) ? [] : kept));
    for (const fields of partsOf(ended)) {
      await ask((redis) => redis.hdel(heldKey(ownId), ...fields));
      for (const field of fields) written.delete(field);
    }
    const takenFields: string[] = [];
    for (const part of partsOf(missing)) takenFields.push(...(await holdKept(part)));
    return takenFields;
  }

  /** Reads what a gateway holds, up to `most` transactions and some of the last part. */
  async function heldBy(id: string, most: number) {
    const found: KeptTransaction[] = [];
    let cursor = "0";
    let parts = 0;
    do {
      const [next, texts] = await ask((redis) => redis.hscan(heldKey(id), cursor, "COUNT", maxAtOnce));
      cursor = next;
      parts += 1;
      // Fields and values alternate.
      for (let at = 1; at < texts.length; at += 2) found.push(...keptIn(texts[at]));
    } while (cursor !== "0" && found.length < most && parts < maxParts);
    return { found, isAll: cursor === "0" };
  }

  /** Removes what was taken over from a gateway that died, and the gateway too if that was all. */
  async function remove(id: string, taken: readonly KeptTransaction[], isAll: boolean): Promise<void> {
    if (isAll) await ask((redis) => redis.pipeline().del(heldKey(id)).srem(holders, id).exec());
    else
      for (const fields of partsOf(taken.map(keptKey)))
        await ask((redis) => redis.hdel(heldKey(id), ...fields));
  }

  return {
    place: "redis",
    async isHeldElsewhere(sent) {
      return (await hold([sent], () => "")).size > 0;
    },
    async keep(kept) {
      return (await holdKept([kept])).size === 0;
    },
    async sync(own): Promise<SyncResult> {
      await renew();
      const takenFields = new Set<string>();
      const holdOwn = async () => {
        const isOwn = (kept: KeptTransaction) => !takenFields.has(keptKey(kept));
        for (const field of await write(() => [...own(), ...adopted].filter(isOwn))) takenFields.add(field);
        adopted = adopted.filter(isOwn);
      };
      await holdOwn();
      for (const id of await others()) {
        const room = max - own().length - adopted.length;
        if (room <= 0) break;
        if ((await ask((redis) => redis.exists(aliveKey(id)))) > 0) continue;
        const { found, isAll } = await heldBy(id, room);
        const known = new Set([...own(), ...adopted].map(keptKey));
        adopted = [...adopted, ...found.filter((kept) => !known.has(keptKey(kept)))];
        // Written under this id before they are removed under the other: if this process dies in between, another one finds them.
        for (const kept of found) written.delete(keptKey(kept));
        await holdOwn();
        await remove(id, found, isAll);
      }
      const ownKeys = own().map(keptKey);
      const result = { adopted, lost: ownKeys.filter((field) => takenFields.has(field)) };
      adopted = [];
      return result;
    },
    async find(network, signature): Promise<KeptElsewhere | undefined> {
      const field = keptKey({ network, signature });
      const ids = await others();
      const answers = await ask((redis) => {
        const batch = redis.pipeline().get(expiredKey(field));
        for (const id of ids) batch.hget(heldKey(id), field);
        return batch.exec();
      });
      const [ended, ...held] = (answers ?? []).map(([, text]) => text);
      const [pending] = held.flatMap(keptIn);
      if (pending !== undefined) return { kept: pending, expired: undefined };
      const { kept: value, proof } = (parsedText(ended) ?? {}) as Readonly<Record<string, unknown>>;
      const kept = readKept(value);
      const expired = proofIn(proof);
      return kept && expired && { kept, expired };
    },
    async recordExpiry(kept, proof) {
      const text = JSON.stringify({ kept: writeKept(kept), proof });
      await ask((redis) => redis.set(expiredKey(keptKey(kept)), text, "PX", rememberedMs));
    },
    async release(own) {
      await renew();
      await write(() => [...own, ...adopted]);
      await ask((redis) => redis.del(aliveKey(ownId)));
    },
  };
}

/** The value of a text; undefined for one that no gateway wrote: a long one is not parsed. */
function parsedText(text: unknown): unknown {
  return typeof text === "string" && text.length <= maxTextLength ? parsedOrUndefined(text) : undefined;
}

function keptIn(text: unknown): KeptTransaction[] {
  const kept = readKept(parsedText(text));
  return kept === undefined ? [] : [kept];
}

function proofIn(value: unknown): ExpiryProof | undefined {
  const { slot, blockHeight } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!isWholeNumber(slot) || (blockHeight !== undefined && !isWholeNumber(blockHeight))) return undefined;
  return { slot, blockHeight };
}

/** Splits a list into parts that fit one command. */
function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let at = 0; at < items.length; at += maxAtOnce) yield items.slice(at, at + maxAtOnce);
}
