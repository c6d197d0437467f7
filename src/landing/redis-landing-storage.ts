import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { isWholeNumber } from "../json/whole-number.ts";
import { askOrThrow, type RedisLink } from "../redis/redis-link.ts";
import { createSeal } from "../redis/seal.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import type { ExpiryProof } from "./fate.ts";
import {
  type LandingStorage,
  leaseMs,
  type PeerTransaction,
  readSaved,
  type SentBytes,
  type SyncResult,
  savedKey,
  writeSaved,
} from "./landing-storage.ts";
import type { SavedTransaction } from "./pending-transaction.ts";

const idPattern = /^[0-9a-f-]{36}$/;
/** Transactions per command, as Redis has little time to answer one. */
const maxAtOnce = 200;
const maxHolders = 1000;
/** Parts of one holder's transactions that are read in one sync. */
const maxParts = 500;
/** How long Redis remembers an expired transaction. */
const rememberedMs = 3_600_000;
/** How often a transaction is written again after a forged claim on it was deleted. */
const maxTries = 3;

/**
 * Holds transactions, except those that another gateway holds under a lease of plausible length. KEYS: the set of holders. ARGV: the
 * key prefixes of leases and of held transactions, this gateway's id, the longest lease, the longest text that is read, the bytes of
 * authentication code before a text; then for each transaction its field, its bytes and its text. An empty text only asks. Returns for
 * each transaction an empty list, or the key in which another gateway holds it, and the text there.
 */
const holdScript = `
local alive, held, own, lease, longest = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5])
local overhead = tonumber(ARGV[6])
local others = {}
for _, id in ipairs(redis.call("SMEMBERS", KEYS[1])) do
  if id ~= own and #id == #own then
    local left = redis.call("PTTL", alive .. id)
    if left > 0 and left <= lease then table.insert(others, held .. id) end
  end
end
local answer = {}
for at = 7, #ARGV, 3 do
  local field, wire, text = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local elsewhere = {}
  for _, other in ipairs(others) do
    local found = redis.pcall("HGET", other, field)
    if type(found) == "string" and #found <= longest then
      local isJson, sent = pcall(cjson.decode, string.sub(found, overhead + 1))
      if isJson and type(sent) == "table" and sent.wire == wire then elsewhere = {other, found} break end
    end
  end
  if text ~= "" then
    if #elsewhere > 0 then redis.call("HDEL", held .. own, field)
    else redis.call("HSET", held .. own, field, text) end
  end
  table.insert(answer, elsewhere)
end
return answer
`;
/** Longest JSON text of a saved transaction: its bytes in base-64, its network and four numbers. */
const maxTextLength = 8192;

/**
 * Keeps pending transactions in Redis. When a gateway dies, another one takes over its transactions, as long as it holds fewer than
 * `max` in all; the rest stays for others and for later syncs.
 */
export function createRedisLandingStorage(
  link: RedisLink,
  max: number,
  hmacKey: string | undefined,
  countForged: (count: number) => void,
): LandingStorage {
  const seal = createSeal("landing:1", hmacKey);
  const longest = seal.overhead + maxTextLength;
  /** The ids of gateways that hold transactions or have held some. */
  const holders = `${seal.kindName}:holders`;
  /** The lease of a holder: the key exists while the holder lives. */
  const aliveKey = (id: string) => `${seal.kindName}:alive:${id}`;
  const heldKey = (id: string) => `${seal.kindName}:held:${id}`;
  const expiredKey = (field: string) => `${seal.kindName}:expired:${field}`;
  const close = (name: string, value: unknown) => seal.close(name, Buffer.from(JSON.stringify(value)));
  let ownId = randomUUID();
  const written = new Set<string>();
  /** What failed syncs have taken over, until one succeeds and returns it. */
  let adopted: readonly SavedTransaction[] = [];

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

  /** The value of a text; undefined for one that no gateway wrote: a long one is not parsed. */
  function valueIn(name: string, stored: unknown): unknown {
    if (!Buffer.isBuffer(stored) || stored.length > longest) return undefined;
    return parsedOrUndefined(seal.open(name, stored));
  }

  /** The transaction in a field of a holder's hash; undefined if no gateway wrote it. */
  function savedIn(key: string, field: string, stored: unknown): SavedTransaction | undefined {
    return readSaved(valueIn(`${key} ${field}`, stored));
  }

  /** Runs the script; without texts, it only asks. Returns the fields that others hold. Deletes forged claims, and tries again. */
  async function hold(some: readonly SentBytes[], texts?: readonly Buffer[]): Promise<ReadonlySet<string>> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const asked = some.flatMap((one, at) => [savedKey(one), one.wire, texts?.[at] ?? ""]);
      const given = [aliveKey(""), heldKey(""), ownId, leaseMs, longest, seal.overhead, ...asked];
      const answer = await ask((redis) => redis.callBuffer("EVAL", holdScript, 1, holders, ...given));
      const claims = (Array.isArray(answer) ? answer : []).flatMap(([key, text], at) =>
        key === undefined ? [] : [{ key: String(key), field: savedKey(some[at] as SentBytes), text }],
      );
      const forged = claims.filter(({ key, field, text }) => savedIn(key, field, text) === undefined);
      if (forged.length === 0) return new Set(claims.map(({ field }) => field));
      countForged(forged.length);
      for (const { key, field } of forged) await ask((redis) => redis.hdel(key, field));
    }
    throw new Error("others claim transactions in Redis again and again");
  }

  async function holdSaved(some: readonly SavedTransaction[]): Promise<ReadonlySet<string>> {
    const texts = some.map((saved) => close(`${heldKey(ownId)} ${savedKey(saved)}`, writeSaved(saved)));
    const takenFields = await hold(some, texts);
    for (const field of some.map(savedKey)) if (!takenFields.has(field)) written.add(field);
    return takenFields;
  }

  /**
   * Makes this gateway hold exactly these transactions. They are listed before anything is awaited: one that is added meanwhile must not
   * look as if it had ended. Returns the fields of those that another gateway holds.
   */
  async function write(transactions: () => readonly SavedTransaction[]): Promise<readonly string[]> {
    const wanted = new Map(transactions().map((saved) => [savedKey(saved), saved]));
    const ended = [...written].filter((field) => !wanted.has(field));
    const missing = [...wanted].flatMap(([field, saved]) => (written.has(field) ? [] : saved));
    for (const fields of partsOf(ended)) {
      await ask((redis) => redis.hdel(heldKey(ownId), ...fields));
      for (const field of fields) written.delete(field);
    }
    const takenFields: string[] = [];
    for (const part of partsOf(missing)) takenFields.push(...(await holdSaved(part)));
    return takenFields;
  }

  /** Reads what a gateway holds, up to `most` transactions and some of the last part. */
  async function heldBy(id: string, most: number) {
    const key = heldKey(id);
    const found: SavedTransaction[] = [];
    let cursor = "0";
    let parts = 0;
    do {
      const [next, texts] = await ask((redis) => redis.hscanBuffer(key, cursor, "COUNT", maxAtOnce));
      cursor = String(next);
      parts += 1;
      // Fields and values alternate.
      for (let at = 1; at < texts.length; at += 2) {
        const saved = savedIn(key, String(texts[at - 1]), texts[at]);
        if (saved !== undefined) found.push(saved);
      }
    } while (cursor !== "0" && found.length < most && parts < maxParts);
    return { found, isAll: cursor === "0" };
  }

  /** Removes what was taken over from a gateway that died, and the gateway too if that was all. */
  async function remove(id: string, taken: readonly SavedTransaction[], isAll: boolean): Promise<void> {
    if (isAll) await ask((redis) => redis.pipeline().del(heldKey(id)).srem(holders, id).exec());
    else
      for (const fields of partsOf(taken.map(savedKey)))
        await ask((redis) => redis.hdel(heldKey(id), ...fields));
  }

  return {
    place: "redis",
    async isHeldByPeer(sent) {
      return (await hold([sent])).size > 0;
    },
    async keep(saved) {
      return (await holdSaved([saved])).size === 0;
    },
    async sync(own): Promise<SyncResult> {
      await renew();
      const takenFields = new Set<string>();
      const holdOwn = async () => {
        const isOwn = (saved: SavedTransaction) => !takenFields.has(savedKey(saved));
        for (const field of await write(() => [...own(), ...adopted].filter(isOwn))) takenFields.add(field);
        adopted = adopted.filter(isOwn);
      };
      await holdOwn();
      for (const id of await others()) {
        const room = max - own().length - adopted.length;
        if (room <= 0) break;
        if ((await ask((redis) => redis.exists(aliveKey(id)))) > 0) continue;
        const { found, isAll } = await heldBy(id, room);
        const known = new Set([...own(), ...adopted].map(savedKey));
        adopted = [...adopted, ...found.filter((saved) => !known.has(savedKey(saved)))];
        // Written under this id before they are removed under the other: if this process dies in between, another one finds them.
        for (const saved of found) written.delete(savedKey(saved));
        await holdOwn();
        await remove(id, found, isAll);
      }
      const ownKeys = own().map(savedKey);
      const result = { adopted, lost: ownKeys.filter((field) => takenFields.has(field)) };
      adopted = [];
      return result;
    },
    async find(network, signature): Promise<PeerTransaction | undefined> {
      const field = savedKey({ network, signature });
      const ids = await others();
      const answers = await ask((redis) => {
        const batch = redis.pipeline().getBuffer(expiredKey(field));
        for (const id of ids) batch.hgetBuffer(heldKey(id), field);
        return batch.exec();
      });
      const [ended, ...held] = (answers ?? []).map(([, text]) => text);
      const [pending] = held.flatMap((text, at) => savedIn(heldKey(ids[at] ?? ""), field, text) ?? []);
      if (pending !== undefined) return { saved: pending, expired: undefined };
      const { kept, proof } = (valueIn(expiredKey(field), ended) ?? {}) as {
        kept?: unknown;
        proof?: unknown;
      };
      const saved = readSaved(kept);
      const expired = proofIn(proof);
      return saved && expired && { saved, expired };
    },
    async recordExpiry(saved, proof) {
      const name = expiredKey(savedKey(saved));
      const text = close(name, { kept: writeSaved(saved), proof });
      await ask((redis) => redis.set(name, text, "PX", rememberedMs));
    },
    async release(own) {
      await renew();
      await write(() => [...own, ...adopted]);
      await ask((redis) => redis.del(aliveKey(ownId)));
    },
  };
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
