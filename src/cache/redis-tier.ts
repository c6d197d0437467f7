import { createHash } from "node:crypto";
import type { RedisLink } from "../redis/redis-link.ts";
import type { SecondTier } from "./second-tier.ts";

/** Names the form of keys and values: another form gets another number. */
const prefix = "svm-gateway:answer:1:";
/** Longer keys are replaced by their hash. */
const maxKeyLength = 200;

/** Answers shared by several gateways through Redis or Valkey, byte for byte. */
export function createRedisTier(link: RedisLink, maxEntryBytes: number): SecondTier {
  return {
    async get(key) {
      const bytes = await link.ask((redis) => redis.getBuffer(storedKey(key)));
      return bytes ?? undefined;
    },
    set(key, bytes, ttlMs) {
      if (bytes.length > maxEntryBytes) return;
      // Nobody waits for it: an answer that is not stored is asked again.
      void link.ask((redis) =>
        ttlMs === undefined
          ? redis.set(storedKey(key), bytes)
          : redis.set(storedKey(key), bytes, "PX", ttlMs),
      );
    },
  };
}

function storedKey(key: string): string {
  const short = key.length <= maxKeyLength ? key : createHash("sha256").update(key).digest("base64url");
  return `${prefix}${short}`;
}
