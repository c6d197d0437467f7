import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { isOneJsonValue } from "../json/one-value.ts";
import type { RedisLink } from "../redis/redis-link.ts";
import type { SecondTier } from "./second-tier.ts";

/** Names the form of keys and values: another form gets another number. */
const prefix = "svm-gateway:answer:2:";
/** Before the keys of entries that begin with their authentication code. */
const signedPrefix = "svm-gateway:answer:2s:";
const macLength = 32;

/** What the shared tier is made of. */
export interface RedisTierOptions {
  readonly link: RedisLink;
  readonly maxEntryBytes: number;
  /** Only entries that another gateway with this key wrote are used. */
  readonly hmacKey?: string | undefined;
  /** Counts entries that were deleted since no gateway can have written them. */
  readonly countRefused?: ((kind: "answer", count: number) => void) | undefined;
}

/** Answers shared by several gateways through Redis or Valkey, byte for byte. What is not one JSON value of a kind that the method answers with, or not authentic, is deleted. */
export function createRedisTier({
  link,
  maxEntryBytes,
  hmacKey,
  countRefused,
}: RedisTierOptions): SecondTier {
  const seal = hmacKey === undefined ? createPlainSeal() : createSeal(hmacKey);
  return {
    async get(key, kinds) {
      const name = seal.nameOf(key);
      // One byte more than can be right: a longer value is seen as such without being read whole.
      const end = seal.overhead + maxEntryBytes;
      const stored = await link.ask((redis) => redis.getrangeBuffer(name, 0, end));
      if (stored === undefined || stored.length === 0) return undefined;
      const bytes = stored.length > end ? undefined : seal.open(name, stored);
      if (bytes !== undefined && isAnswer(bytes, kinds)) return bytes;
      countRefused?.("answer", 1);
      await link.ask((redis) => redis.del(name));
      return undefined;
    },
    set(key, bytes, kinds, ttlMs) {
      // An answer of another kind would be counted as forged by the gateway that reads it.
      if (bytes.length > maxEntryBytes || !kinds.includes(kindOf(bytes))) return;
      const name = seal.nameOf(key);
      const stored = seal.close(name, bytes);
      // No one waits for it, and ask() never fails: an answer that is not stored is asked for again.
      void link.ask((redis) =>
        ttlMs === undefined ? redis.set(name, stored) : redis.set(name, stored, "PX", ttlMs),
      );
    },
  };
}

/** How entries are named and kept from being forged. */
interface Seal {
  /** Bytes that it adds to an entry. */
  readonly overhead: number;
  nameOf(key: string): string;
  close(name: string, bytes: Buffer): Buffer;
  /** The entry's bytes; undefined where it was not closed with the same key under the same name. */
  open(name: string, stored: Buffer): Buffer | undefined;
}

function createPlainSeal(): Seal {
  return {
    overhead: 0,
    nameOf: (key) => prefix + digestOf(key),
    close: (_name, bytes) => bytes,
    open: (_name, stored) => stored,
  };
}

function createSeal(hmacKey: string): Seal {
  const macOf = (name: string, bytes: Buffer) =>
    createHmac("sha256", hmacKey).update(`${name}\n`).update(bytes).digest();
  return {
    overhead: macLength,
    nameOf: (key) => signedPrefix + digestOf(key),
    close: (name, bytes) => Buffer.concat([macOf(name, bytes), bytes]),
    open(name, stored) {
      if (stored.length < macLength) return undefined;
      const bytes = stored.subarray(macLength);
      return timingSafeEqual(macOf(name, bytes), stored.subarray(0, macLength)) ? bytes : undefined;
    },
  };
}

/** A null is never kept: another upstream, or the same one later, may know more. */
function isAnswer(bytes: Buffer, kinds: string): boolean {
  return kinds.includes(kindOf(bytes)) && isOneJsonValue(bytes);
}

/** The kind of a JSON value by its first byte, in the characters of `resultKinds`. */
function kindOf(bytes: Buffer): string {
  const first = String.fromCharCode(bytes[0] ?? 0);
  if (first === "-" || (first >= "0" && first <= "9")) return "0";
  return first === "f" ? "t" : first;
}

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
