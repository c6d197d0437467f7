import { isUtf8 } from "node:buffer";
import { JsonError } from "./json-error.ts";

const nothing = Buffer.alloc(0);

/** Checks that bytes are UTF-8 as they come; a character may be cut by the end of a chunk. */
export class Utf8Checker {
  #byteLength = 0;
  /** The first bytes of a character whose others are still to come. */
  #rest: Buffer = nothing;

  /** Goes on with the next bytes; throws a JsonError when they are not UTF-8. */
  push(chunk: Buffer): void {
    this.#byteLength += chunk.length;
    if (this.#rest.length === 0 && isUtf8(chunk)) return;
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const whole = bytes.length - restLength(bytes);
    if (!isUtf8(bytes.subarray(0, whole))) throw this.#notUtf8();
    this.#rest = Buffer.from(bytes.subarray(whole));
  }

  /** Says that no more bytes come; throws a JsonError when a character is not whole. */
  end(): void {
    if (this.#rest.length > 0) throw this.#notUtf8();
  }

  #notUtf8(): JsonError {
    return new JsonError("syntax", "the bytes are not UTF-8", this.#byteLength);
  }
}

/** How many bytes at the end begin a character that is not whole: 0 to 3. */
function restLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
