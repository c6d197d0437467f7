import type { UpstreamCall } from "../call/upstream-call.ts";
import { jsonKind } from "../json/raw-json.ts";
import { isOneJsonValue } from "../json/scan/json-scanner.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { Seal } from "../redis/seal.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { maxEntryBytes, type Validity } from "./answer-cache.ts";

/** Version of the key and value format. It is part of every key, so versions never read each other's entries. */
const formatVersion = "answer:2";

/** Retention of results of one epoch. Their key contains the epoch, so they are never used in another. */
const epochTtlMs = 3 * 24 * 3600_000;
/** Retention of final results. */
const finalTtlMs = 7 * 24 * 3600_000;

/** Cache that gateways share through Redis. Forged or malformed entries are deleted; an error or a slow reply counts as a miss. */
export class RedisTier {
  readonly #link: RedisLink;
  readonly #seal: Seal;

  constructor(link: RedisLink) {
    this.#link = link;
    this.#seal = link.createSeal(formatVersion);
  }

  /** `kinds` lists the JSON types that the method's results may have; a value of another type is rejected. */
  async get(key: string, kinds: string): Promise<Buffer | undefined> {
    const name = this.#seal.nameOf(key);
    // One byte past the longest valid value, to detect longer ones without reading them whole.
    const end = this.#seal.overhead + maxEntryBytes;
    const stored: unknown = await this.#link.ask((redis) => redis.getrangeBuffer(name, 0, end));
    if (!Buffer.isBuffer(stored) || stored.length === 0) return undefined;
    const bytes = stored.length > end ? undefined : this.#seal.open(name, stored);
    if (bytes !== undefined && isOfKind(bytes, kinds) && isOneJsonValue(bytes)) return bytes;
    this.#link.countForged(1);
    await this.#link.ask((redis) => redis.del(name));
    return undefined;
  }

  /** Stores a result until its validity may have ended. Results that are too long or not of these JSON types are skipped. */
  set(key: string, bytes: Buffer, kinds: string, { epoch }: Validity): void {
    // On reading, a result of another type would count as forged.
    if (bytes.length > maxEntryBytes || !isOfKind(bytes, kinds)) return;
    const name = this.#seal.nameOf(key);
    const stored = this.#seal.close(name, bytes);
    const ttlMs = epoch === undefined ? finalTtlMs : epochTtlMs;
    // Not awaited: ask() never rejects, and a lost write only costs a miss.
    void this.#link.ask((redis) => redis.set(name, stored, "PX", ttlMs));
  }
}

function isOfKind(bytes: Buffer, kinds: string): boolean {
  return kinds.includes(jsonKind(String.fromCharCode(bytes[0] ?? 0)));
}

/**
 * Redis key of a result: ledger, configured upstreams, epoch if it is valid in one only, and request. Undefined for results that are
 * not shared: those about the head, and those of upstreams set at run time.
 */
export function sharedKey(
  call: UpstreamCall,
  { genesisHash }: UpstreamSet,
  epoch: number | undefined,
  requestKey: string,
): string | undefined {
  const { upstreamsFingerprint } = call.network;
  const cacheClass = call.method?.cache.class;
  if (genesisHash === undefined || upstreamsFingerprint === undefined || cacheClass === "head")
    return undefined;
  const ledger = `${genesisHash}\n${upstreamsFingerprint}`;
  if (cacheClass !== "epoch") return `${ledger}\n${requestKey}`;
  return epoch === undefined ? undefined : `${ledger}\nepoch ${epoch}\n${requestKey}`;
}
