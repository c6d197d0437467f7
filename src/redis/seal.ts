import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = "svm-gateway:";
const macLength = 32;

/** How values that gateways share are named, and kept from being forged where they have a key. */
export interface Seal {
  /** Bytes that it adds to a value. */
  readonly overhead: number;
  nameOf(key: string): string;
  close(name: string, bytes: Buffer): Buffer;
  /** The value's bytes; undefined where it was not closed with the same key under the same name. */
  open(name: string, stored: Buffer): Buffer | undefined;
}

/** Makes the seal of one form of keys and values; with a key values begin with their authentication code, and are named apart. */
export function createSeal(form: string, hmacKey: string | undefined): Seal {
  return hmacKey === undefined ? createPlainSeal(form) : createSigningSeal(form, hmacKey);
}

function createPlainSeal(form: string): Seal {
  return {
    overhead: 0,
    nameOf: (key) => `${prefix}${form}:${digestOf(key)}`,
    close: (_name, bytes) => bytes,
    open: (_name, stored) => stored,
  };
}

function createSigningSeal(form: string, hmacKey: string): Seal {
  const macOf = (name: string, bytes: Buffer) =>
    createHmac("sha256", hmacKey).update(`${name}\n`).update(bytes).digest();
  return {
    overhead: macLength,
    nameOf: (key) => `${prefix}${form}s:${digestOf(key)}`,
    close: (name, bytes) => Buffer.concat([macOf(name, bytes), bytes]),
    open(name, stored) {
      if (stored.length < macLength) return undefined;
      const bytes = stored.subarray(macLength);
      return timingSafeEqual(macOf(name, bytes), stored.subarray(0, macLength)) ? bytes : undefined;
    },
  };
}

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}
