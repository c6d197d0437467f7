import type { UpstreamCall } from "../call/upstream-call.ts";
import { jsonKind } from "../json/raw-json.ts";
import { isOneJsonValue } from "../json/scan/json-scanner.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createSeal, type Seal } from "../redis/seal.ts";
import type { UpstreamSet } from "../upstream/node/upstream-set.ts";
import { maxEntryBytes, type Validity } from "./answer-cache.ts";

/** Version of keys and values: gateways of another version don't find them. */
const formatVersion = "answer:2";

interface RedisTierOptions {
  readonly link: RedisLink;
  /** Only entries written by a gateway with this key are used. */
  readonly hmacKey?: string | undefined;
  readonly countForged?: ((count: number) => void) | undefined;
}

/** How long answers of an epoch are kept. Their key names the epoch, so none is used in another. */
const epochTtlMs = 3 * 24 * 3600_000;
/** How long final answers are kept. */
const finalTtlMs = 7 * 24 * 3600_000;

/**
 * Answers that gateways share through Redis, byte for byte. Entries that no gateway can have written are deleted; a failure or a slow
 * answer is a miss.
 */
export class RedisTier {
  readonly #options: RedisTierOptions;
  readonly #seal: Seal;

  constructor(options: RedisTierOptions) {
    this.#options = options;
    this.#seal = createSeal(formatVersion, options.hmacKey);
  }

  /** `kinds` are the JSON kinds of the method's results: a value of another kind is not an answer to it. */
  async get(key: string, kinds: string): Promise<Buffer | undefined> {
    const { link, countForged } = this.#options;
    const name = this.#seal.nameOf(key);
    // One byte more than the longest valid value, so that a longer one is noticed without being read to its end.
    const end = this.#seal.overhead + maxEntryBytes;
    const stored: unknown = await link.ask((redis) => redis.getrangeBuffer(name, 0, end));
    if (!Buffer.isBuffer(stored) || stored.length === 0) return undefined;
    const bytes = stored.length > end ? undefined : this.#seal.open(name, stored);
    if (bytes !== undefined && isOfKind(bytes, kinds) && isOneJsonValue(bytes)) return bytes;
    countForged?.(1);
    await link.ask((redis) => redis.del(name));
    return undefined;
  }

  /** Keeps an answer, if it is of one of the kinds, for as long as it may be valid. */
  set(key: string, bytes: Buffer, kinds: string, { epoch }: Validity): void {
    // A gateway that read an answer of another kind would count it as forged.
    if (bytes.length > maxEntryBytes || !isOfKind(bytes, kinds)) return;
    const name = this.#seal.nameOf(key);
    const stored = this.#seal.close(name, bytes);
    const ttlMs = epoch === undefined ? finalTtlMs : epochTtlMs;
    // Not awaited (ask() never rejects): an answer that was not stored is asked for again.
    void this.#options.link.ask((redis) => redis.set(name, stored, "PX", ttlMs));
  }
}

function isOfKind(bytes: Buffer, kinds: string): boolean {
  return kinds.includes(jsonKind(String.fromCharCode(bytes[0] ?? 0)));
}

/**
 * The key of an answer in the shared cache; undefined if it must not be shared: answers about the head, and of upstreams set at run time.
 * Names the ledger, the upstreams as configured, the epoch if the answer holds for one only, and the question.
 */
export function sharedKey(
  call: UpstreamCall,
  { genesisHash }: UpstreamSet,
  epoch: number | undefined,
  question: string,
): string | undefined {
  const { upstreamsFingerprint } = call.network;
  const cacheClass = call.method?.cache.class;
  if (genesisHash === undefined || upstreamsFingerprint === undefined || cacheClass === "head")
    return undefined;
  const ledger = `${genesisHash}\n${upstreamsFingerprint}`;
  if (cacheClass !== "epoch") return `${ledger}\n${question}`;
  return epoch === undefined ? undefined : `${ledger}\nepoch ${epoch}\n${question}`;
}
