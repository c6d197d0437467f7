import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = "svm-gateway:";
const macLength = 32;
const none = Buffer.alloc(0);

/** Names the values that gateways share and, with a key, makes forged ones detectable. */
export interface Seal {
  /** A name for values of this kind, another one with each key: gateways with different keys would delete each other's values. */
  readonly kindName: string;
  /** Bytes that sealing adds to a value. */
  readonly overhead: number;
  nameOf(key: string): string;
  close(name: string, bytes: Buffer): Buffer;
  /** The bytes of a value; undefined when it was not sealed with the same key under the same name. */
  open(name: string, stored: Buffer): Buffer | undefined;
}

/** Creates the seal for one kind of value. With a key, values begin with their authentication code, and have other names. */
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
