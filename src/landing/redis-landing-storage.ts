import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { batchesOf } from "../batches-of.ts";
import { isWholeNumber } from "../json/whole-number.ts";
import { askOrThrow, type RedisLink } from "../redis/redis-link.ts";
import { parsedOrUndefined } from "../text/parsed-or-undefined.ts";
import { type ExpiryProof, fateOf } from "./fate.ts";
import {
  type LandingStorage,
  leaseMs,
  type PeerTransaction,
  readSaved,
  type SyncResult,
  transactionKey,
  type WireIdentity,
  writeSaved,
} from "./landing-storage.ts";
import type { SavedTransaction } from "./tracked-transaction.ts";

const idPattern = /^[0-9a-f-]{36}$/;
/** Transactions per command, since each must be answered quickly. */
const maxAtOnce = 200;
const maxHolders = 1000;
/** Scan pages of one holder that are read per sync. */
const maxPages = 500;
/** How long Redis remembers an expired transaction. */
const rememberedMs = 3_600_000;
/** Most tries to write a transaction after deleting forged claims on it. */
const maxTries = 3;

/**
 * Claims transactions, except those that another gateway holds under a lease of plausible length. KEYS: the set of holders. ARGV: key
 * prefixes of leases and of held transactions, this gateway's id, longest lease, longest text to read, length of the authentication
 * code before a text; then field, bytes and text of each transaction. An empty text only queries. Returns for each transaction an
 * empty list, or the key in which another gateway holds it and the text there.
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
local claims = {}
for at = 7, #ARGV, 3 do
  local field, wire, text = ARGV[at], ARGV[at + 1], ARGV[at + 2]
  local claim = {}
  for _, other in ipairs(others) do
    local found = redis.pcall("HGET", other, field)
    if type(found) == "string" and #found <= longest then
      local isJson, sent = pcall(cjson.decode, string.sub(found, overhead + 1))
      if isJson and type(sent) == "table" and sent.wire == wire then claim = {other, found} break end
    end
  end
  if text ~= "" then
    if #claim > 0 then redis.call("HDEL", held .. own, field)
    else redis.call("HSET", held .. own, field, text) end
  end
  table.insert(claims, claim)
end
return claims
`;
/** Longest JSON text of a saved transaction: bytes in base-64, network and four numbers. */
const maxTextLength = 8192;

/**
 * Stores pending transactions in Redis. If a gateway dies, another takes over its transactions while it holds fewer than `max`; the
 * rest is left for other gateways and later syncs.
 */
export function createRedisLandingStorage(link: RedisLink, max: number): LandingStorage {
  const seal = link.createSeal("landing:1");
  const longest = seal.overhead + maxTextLength;
  /** Ids of all gateways that hold or have held transactions. */
  const holders = `${seal.kindName}:holders`;
  /** Lease of a holder: the key exists while the holder is alive. */
  const aliveKey = (id: string) => `${seal.kindName}:alive:${id}`;
  const heldKey = (id: string) => `${seal.kindName}:held:${id}`;
  const expiredKey = (field: string) => `${seal.kindName}:expired:${field}`;
  const close = (name: string, value: unknown) => seal.close(name, Buffer.from(JSON.stringify(value)));
  let ownId = randomUUID();
  const written = new Set<string>();
  /** Transactions taken over by failed syncs; the next successful one returns them. */
  let adopted: readonly SavedTransaction[] = [];

  const ask = <Reply>(command: (redis: Redis) => Promise<Reply>) => askOrThrow(link, command);

  /** Ids of the other gateways that hold or have held transactions. */
  async function others(): Promise<readonly string[]> {
    const ids = await ask((redis) => redis.smembers(holders));
    return ids.filter((id) => id !== ownId && idPattern.test(id)).slice(0, maxHolders);
  }

  /** Renews the lease. If it ran out, another gateway may have taken over, so this one takes a new id. */
  async function renew(): Promise<void> {
    if ((await ask((redis) => redis.set(aliveKey(ownId), 1, "PX", leaseMs, "XX"))) !== null) return;
    const before = ownId;
    ownId = randomUUID();
    written.clear();
    await ask((redis) =>
      redis.pipeline().set(aliveKey(ownId), 1, "PX", leaseMs).sadd(holders, before, ownId).exec(),
    );
  }

  /** Opens and parses a stored text; undefined if it is too long or no gateway wrote it. */
  function openValue(name: string, stored: unknown): unknown {
    if (!Buffer.isBuffer(stored) || stored.length > longest) return undefined;
    return parsedOrUndefined(seal.open(name, stored));
  }

  /** Parses the transaction in a field of a holder's hash; undefined if no gateway wrote it. */
  function openSaved(key: string, field: string, stored: unknown): SavedTransaction | undefined {
    return readSaved(openValue(`${key} ${field}`, stored));
  }

  /** Runs the script; without texts, only queries. Returns the fields that peers hold. Deletes forged claims and retries. */
  async function hold(
    transactions: readonly WireIdentity[],
    texts?: readonly Buffer[],
  ): Promise<ReadonlySet<string>> {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const fields = transactions.flatMap((sent, at) => [transactionKey(sent), sent.wire, texts?.[at] ?? ""]);
      const args = [aliveKey(""), heldKey(""), ownId, leaseMs, longest, seal.overhead, ...fields];
      const reply = await ask((redis) => redis.callBuffer("EVAL", holdScript, 1, holders, ...args));
      const claims = (Array.isArray(reply) ? reply : []).flatMap(([key, text], at) =>
        key === undefined
          ? []
          : [{ key: String(key), field: transactionKey(transactions[at] as WireIdentity), text }],
      );
      const forged = claims.filter(({ key, field, text }) => openSaved(key, field, text) === undefined);
      if (forged.length === 0) return new Set(claims.map(({ field }) => field));
      link.countForged(forged.length);
      for (const { key, field } of forged) await ask((redis) => redis.hdel(key, field));
    }
    throw new Error("forged claims on transactions in Redis keep reappearing; check who has write access");
  }

  async function holdSaved(transactions: readonly SavedTransaction[]): Promise<ReadonlySet<string>> {
    const texts = transactions.map((saved) =>
      close(`${heldKey(ownId)} ${transactionKey(saved)}`, writeSaved(saved)),
    );
    const peerFields = await hold(transactions, texts);
    for (const field of transactions.map(transactionKey)) if (!peerFields.has(field)) written.add(field);
    return peerFields;
  }

  /**
   * Makes this gateway hold exactly these transactions. Lists them before the first await: one that is added meanwhile must not be
   * taken for ended. Returns the fields that another gateway holds.
   */
  async function write(transactions: () => readonly SavedTransaction[]): Promise<readonly string[]> {
    const wanted = new Map(transactions().map((saved) => [transactionKey(saved), saved]));
    const ended = [...written].filter((field) => !wanted.has(field));
    const missing = [...wanted].flatMap(([field, saved]) => (written.has(field) ? [] : saved));
    for (const fields of batchesOf(ended, maxAtOnce)) {
      await ask((redis) => redis.hdel(heldKey(ownId), ...fields));
      for (const field of fields) written.delete(field);
    }
    const peerFields: string[] = [];
    for (const batch of batchesOf(missing, maxAtOnce)) peerFields.push(...(await holdSaved(batch)));
    return peerFields;
  }

  /** Reads the transactions of a gateway, until at least `most` are found. */
  async function heldBy(id: string, most: number) {
    const key = heldKey(id);
    const found: SavedTransaction[] = [];
    let cursor = "0";
    let pages = 0;
    do {
      const [next, texts] = await ask((redis) => redis.hscanBuffer(key, cursor, "COUNT", maxAtOnce));
      cursor = String(next);
      pages += 1;
      // Fields and values alternate.
      for (let at = 1; at < texts.length; at += 2) {
        const saved = openSaved(key, String(texts[at - 1]), texts[at]);
        if (saved !== undefined) found.push(saved);
      }
    } while (cursor !== "0" && found.length < most && pages < maxPages);
    return { found, isAll: cursor === "0" };
  }

  /** Removes transactions that were taken over from a dead gateway, and the gateway itself if none is left. */
  async function remove(id: string, taken: readonly SavedTransaction[], isAll: boolean): Promise<void> {
    if (isAll) await ask((redis) => redis.pipeline().del(heldKey(id)).srem(holders, id).exec());
    else
      for (const fields of batchesOf(taken.map(transactionKey), maxAtOnce))
        await ask((redis) => redis.hdel(heldKey(id), ...fields));
  }

  return {
    place: "redis",
    async isHeldByPeer(sent) {
      return (await hold([sent])).size > 0;
    },
    async add(saved) {
      return (await holdSaved([saved])).size === 0;
    },
    async sync(own): Promise<SyncResult> {
      await renew();
      const peerFields = new Set<string>();
      const holdOwn = async () => {
        const isOwn = (saved: SavedTransaction) => !peerFields.has(transactionKey(saved));
        for (const field of await write(() => [...own(), ...adopted].filter(isOwn))) peerFields.add(field);
        adopted = adopted.filter(isOwn);
      };
      await holdOwn();
      for (const id of await others()) {
        const room = max - own().length - adopted.length;
        if (room <= 0) break;
        if ((await ask((redis) => redis.exists(aliveKey(id)))) > 0) continue;
        const { found, isAll } = await heldBy(id, room);
        const known = new Set([...own(), ...adopted].map(transactionKey));
        adopted = [...adopted, ...found.filter((saved) => !known.has(transactionKey(saved)))];
        // Written under this id before removal under the other, so that a crash in between loses none.
        for (const saved of found) written.delete(transactionKey(saved));
        await holdOwn();
        await remove(id, found, isAll);
      }
      const ownKeys = own().map(transactionKey);
      const result = { adopted, lost: ownKeys.filter((field) => peerFields.has(field)) };
      adopted = [];
      return result;
    },
    async find(network, signature): Promise<PeerTransaction | undefined> {
      const field = transactionKey({ network, signature });
      const ids = await others();
      const replies = await ask((redis) => {
        const batch = redis.pipeline().getBuffer(expiredKey(field));
        for (const id of ids) batch.hgetBuffer(heldKey(id), field);
        return batch.exec();
      });
      const [ended, ...held] = (replies ?? []).map(([, text]) => text);
      const [pending] = held.flatMap((text, at) => openSaved(heldKey(ids[at] ?? ""), field, text) ?? []);
      if (pending !== undefined) return { saved: pending, fate: fateOf(undefined) };
      const { kept, proof } = (openValue(expiredKey(field), ended) ?? {}) as {
        kept?: unknown;
        proof?: unknown;
      };
      const saved = readSaved(kept);
      const expiry = readProof(proof);
      return saved && expiry && { saved, fate: { status: "expired", proof: expiry } };
    },
    async recordExpiry(saved, proof) {
      const name = expiredKey(transactionKey(saved));
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

function readProof(value: unknown): ExpiryProof | undefined {
  const { slot, blockHeight } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (!isWholeNumber(slot) || (blockHeight !== undefined && !isWholeNumber(blockHeight))) return undefined;
  return { slot, blockHeight };
}
