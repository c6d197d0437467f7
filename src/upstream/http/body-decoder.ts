import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";

interface BodyListener {
  onChunk(chunk: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
  /** Called when pushing may continue after `push` returned false. */
  onDrain(): void;
}

/** Returns true if a body with this content encoding needs decoding. */
export function isEncoded(encoding: string): boolean {
  return encoding !== "" && encoding !== "identity";
}

/** Tolerated excess of encoded over decoded bytes, against an endless stream of empty blocks. */
const slackBytes = 256 * 1024;

/** Decompresses gzip or deflate chunk by chunk. The listener must bound the decoded size and call `stop`. */
export class BodyDecoder {
  readonly #stream: Transform;
  readonly #listener: BodyListener;
  #encodedBytes = 0;
  #decodedBytes = 0;

  constructor(stream: Transform, listener: BodyListener) {
    this.#listener = listener;
    this.#stream = stream;
    this.#stream.on("data", (chunk: Buffer) => {
      this.#decodedBytes += chunk.length;
      listener.onChunk(chunk);
    });
    this.#stream.on("drain", () => listener.onDrain());
    this.#stream.on("end", () => listener.onEnd());
    this.#stream.on("error", (error) => listener.onError(error));
  }

  /** Decodes the next chunk; false if the caller must wait for `onDrain`. */
  push(chunk: Buffer): boolean {
    this.#encodedBytes += chunk.length;
    if (this.#encodedBytes > this.#decodedBytes + slackBytes) {
      this.#listener.onError(new Error(`${this.#encodedBytes} bytes decode to ${this.#decodedBytes}`));
    } else if (!this.#stream.destroyed) {
      return this.#stream.write(chunk);
    }
    return true;
  }

  end(): void {
    if (!this.#stream.destroyed) this.#stream.end();
  }

  stop(): void {
    this.#stream.destroy();
  }
}

/** Larger chunks than zlib's default, for fewer event loop turns. */
const options = { chunkSize: 64 * 1024 };

/** The decompressor for a content encoding. None for br, whose decoder holds 16 MiB outside the memory budget. */
export function decompressor(encoding: string): Transform | undefined {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip(options);
    case "deflate":
      return createInflate(options);
    default:
      return undefined;
  }
}
