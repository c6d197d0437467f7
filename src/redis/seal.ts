import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = "svm-gateway:";
const macLength = 32;

/** Names the values that gateways share and, with a key, makes forged ones detectable. */
export interface Seal {
  /** The name of this kind of value, which begins the names of all of them. */
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
  const kindName = `${prefix}${form}${hmacKey === undefined ? "" : "s"}`;
  const macOf = (name: string, bytes: Buffer) =>
    hmacKey === undefined
      ? Buffer.alloc(0)
      : createHmac("sha256", hmacKey).update(`${name}\n`).update(bytes).digest();
  return {
    kindName,
    overhead,
    nameOf: (key) => `${kindName}:${createHash("sha256").update(key).digest("base64url")}`,
    close: (name, bytes) => Buffer.concat([macOf(name, bytes), bytes]),
    open(name, stored) {
      if (stored.length < overhead) return undefined;
      const bytes = stored.subarray(overhead);
      return timingSafeEqual(macOf(name, bytes), stored.subarray(0, overhead)) ? bytes : undefined;
    },
  };
}
