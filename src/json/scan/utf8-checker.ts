import { isUtf8 } from "node:buffer";
import { JsonError } from "./json-error.ts";

const nothing = Buffer.alloc(0);

/** Validates UTF-8 as it arrives; a chunk may end inside a character. */
export class Utf8Checker {
  #byteLength = 0;
  /** Bytes of an incomplete character. */
  #partial: Buffer = nothing;

  /** Checks the next bytes; throws a JsonError if they are not UTF-8. */
  push(chunk: Buffer): void {
    this.#byteLength += chunk.length;
    if (this.#partial.length === 0 && isUtf8(chunk)) return;
    const bytes = this.#partial.length === 0 ? chunk : Buffer.concat([this.#partial, chunk]);
    const complete = bytes.length - partialLength(bytes);
    if (!isUtf8(bytes.subarray(0, complete))) throw this.#notUtf8();
    this.#partial = Buffer.from(bytes.subarray(complete));
  }

  /** Ends the input; throws a JsonError if a character is incomplete. */
  end(): void {
    if (this.#partial.length > 0) throw this.#notUtf8();
  }

  #notUtf8(): JsonError {
    return new JsonError("syntax", "the bytes are not UTF-8", this.#byteLength);
  }
}

/** Number of trailing bytes that begin an incomplete character: 0 to 3. */
function partialLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0b1100_0000) === 0b1000_0000) continue;
    const length = byte >= 0b1111_0000 ? 4 : byte >= 0b1110_0000 ? 3 : byte >= 0b1100_0000 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
