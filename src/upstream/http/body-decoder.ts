import type { Transform } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";

interface BodyListener {
  onChunk(chunk: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
  /** Called when the next chunk may be pushed, after a push that returned false. */
  onDrain(): void;
}

/** Whether a body with this content encoding needs decoding. */
export function isEncoded(encoding: string): boolean {
  return encoding !== "" && encoding !== "identity";
}

/** How far encoded bytes may outnumber decoded ones, so that an upstream can't keep sending blocks that decode to nothing. */
const slackBytes = 256 * 1024;

/** Undoes gzip or deflate as chunks come. Its reader bounds the decoded size and stops it when there is too much. */
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

  /** Takes the next chunk; false when the following ones must wait for `onDrain`. */
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

/** Pieces of the decoded body: larger than zlib's default, for fewer turns. */
const options = { chunkSize: 64 * 1024 };

/** The stream that undoes a content encoding; undefined for others, among them br: its decoder keeps 16 MiB that no bound counts. */
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
