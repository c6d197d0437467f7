import { IncomingMessage } from "node:http";

/** Reads a body as it arrives. */
export interface BodyReader {
  /** Called with each piece; null is the end. */
  onPiece(piece: Buffer | null): void;
}

/**
 * A request that can hand its body to one reader as the parser finds it. Going through the stream, with its listeners, ticks
 * and events, would cost a cached call more than a twentieth of its CPU: `npm run bench -- http cached`, with and without.
 */
export class BodyRequest extends IncomingMessage {
  #reader: BodyReader | undefined;

  /** Must be called before any of the body is there; the stream then gives none of it. */
  readInto(reader: BodyReader): void {
    this.#reader = reader;
    // Marks the body as being read: otherwise Node would drain the rest of it after the answer.
    this._read(0);
  }

  /** Called by the parser with each piece. */
  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.#reader === undefined) return super.push(piece, encoding);
    this.#reader.onPiece(piece);
    return true;
  }
}
