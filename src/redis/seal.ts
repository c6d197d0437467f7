import { createHash, createHmac, timingSafeEqual } from "node:crypto";

const prefix = "svm-gateway:";
const macLength = 32;

/** Names the values that gateways share and, if they have a key, keeps them from being forged. */
export interface Seal {
  /** Bytes that sealing adds to a value. */
  readonly overhead: number;
  nameOf(key: string): string;
  close(name: string, bytes: Buffer): Buffer;
  /** The bytes of a value; undefined when it was not sealed with the same key under the same name. */
  open(name: string, stored: Buffer): Buffer | undefined;
}

/** Creates the seal for one kind of value. With a key, values begin with their authentication code, and have other names. */
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
