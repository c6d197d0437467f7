import { jsonKind } from "../json/json-kind.ts";
import { isOneJsonValue } from "../json/scan/one-value.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import { createSeal } from "../redis/seal.ts";
import type { SecondTier } from "./second-tier.ts";

/** Names the form of keys and values: another form gets another number. */
const form = "answer:2";

/** What the shared tier is made of. */
export interface RedisTierOptions {
  readonly link: RedisLink;
  readonly maxEntryBytes: number;
  /** Only entries that another gateway with this key wrote are used. */
  readonly hmacKey?: string | undefined;
  /** Counts entries that were deleted because no gateway can have written them. */
  readonly countRefused?: ((count: number) => void) | undefined;
}

/** Answers shared by several gateways through Redis or Valkey, byte for byte. An entry that is not authentic, or not one JSON value of a kind that the method answers with, is deleted. */
export function createRedisTier({
  link,
  maxEntryBytes,
  hmacKey,
  countRefused,
}: RedisTierOptions): SecondTier {
  const seal = createSeal(form, hmacKey);
  return {
    async get(key, kinds) {
      const name = seal.nameOf(key);
      // One byte more than the longest valid value: a longer one is noticed without reading it whole.
      const end = seal.overhead + maxEntryBytes;
      const stored = await link.ask((redis) => redis.getrangeBuffer(name, 0, end));
      if (stored === undefined || stored.length === 0) return undefined;
      const bytes = stored.length > end ? undefined : seal.open(name, stored);
      if (bytes !== undefined && isAnswer(bytes, kinds)) return bytes;
      countRefused?.(1);
      await link.ask((redis) => redis.del(name));
      return undefined;
    },
    set(key, bytes, kinds, ttlMs) {
      // The gateway that reads an answer of another kind would count it as forged.
      if (bytes.length > maxEntryBytes || !kinds.includes(jsonKind(String.fromCharCode(bytes[0] ?? 0))))
        return;
      const name = seal.nameOf(key);
      const stored = seal.close(name, bytes);
      // No one waits for it, and ask() never fails: an answer that is not stored is asked for again.
      void link.ask((redis) =>
        ttlMs === undefined ? redis.set(name, stored) : redis.set(name, stored, "PX", ttlMs),
      );
    },
  };
}

/** Never true for a null: another upstream, or the same one later, may know more. */
function isAnswer(bytes: Buffer, kinds: string): boolean {
  return kinds.includes(jsonKind(String.fromCharCode(bytes[0] ?? 0))) && isOneJsonValue(bytes);
}
