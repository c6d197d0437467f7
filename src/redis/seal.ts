import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = "svm-gateway:";
const macLength = 32;
const none = Buffer.alloc(0);

/** Names shared values and, with a key, authenticates them. */
export interface Seal {
  /** Name for values of this kind. It depends on the key, since gateways delete values sealed with other keys. */
  readonly kindName: string;
  /** Number of bytes that sealing adds. */
  readonly overhead: number;
  nameOf(key: string): string;
  close(name: string, bytes: Buffer): Buffer;
  /** Returns the bytes of a value; undefined if it was not sealed with this key under this name. */
  open(name: string, stored: Buffer): Buffer | undefined;
}

/** Creates the seal for one kind of value. With a key, values start with a MAC and have different names. */
export function createSeal(form: string, hmacKey: string | undefined): Seal {
  const overhead = hmacKey === undefined ? 0 : macLength;
  const family = `${prefix}${form}${hmacKey === undefined ? "" : "s"}`;
  const macOf = (name: string, bytes: Buffer) =>
    hmacKey === undefined ? none : createHmac("sha256", hmacKey).update(`${name}\n`).update(bytes).digest();
  return {
    kindName: hmacKey === undefined ? family : `${family}:${macOf(family, none).toString("base64url", 0, 9)}`,
    overhead,
    nameOf: (key) => `${family}:${createHash("sha256").update(key).digest("base64url")}`,
    close: (name, bytes) => Buffer.concat([macOf(name, bytes), bytes]),
    open(name, stored) {
      if (stored.length < overhead) return undefined;
      const bytes = stored.subarray(overhead);
      return timingSafeEqual(macOf(name, bytes), stored.subarray(0, overhead)) ? bytes : undefined;
    },
  };
}
