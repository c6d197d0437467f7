import { IncomingMessage } from "node:http";
import type { CancelListener, Cancellation } from "../../call/cancellation.ts";
import { type IncomingBody, IncomingBytes } from "../../call/incoming-bytes.ts";
import { ByteGatherer } from "../../json/scan/byte-gatherer.ts";
import { RpcError } from "../../rpc/rpc-error.ts";

/** Receives a body piece by piece. */
interface BodyReader {
  /** Called with each piece, and with null at the end. */
  onPiece(piece: Buffer | null): void;
}

/**
 * A request that passes its body to a reader straight from the parser. Stream events would cost a cached call over 5 % of its CPU
 * (`npm run bench -- http cached`).
 */
export class BodyRequest extends IncomingMessage {
  #reader: BodyReader | undefined;
  #hasEnded = false;

  static {
    // A request read by `readInto` emits no `end`. Without this getter, each connection would retain its last request.
    Object.defineProperty(BodyRequest.prototype, "readableEnded", {
      get(this: BodyRequest) {
        if (this.#reader !== undefined) return this.#hasEnded;
        return Reflect.get(IncomingMessage.prototype, "readableEnded", this) as boolean;
      },
    });
  }

  /** Passes the buffered pieces to the reader, then each new one. The stream emits no further data. */
  readInto(reader: BodyReader): void {
    for (let piece = this.#buffered(); piece !== null; piece = this.#buffered()) reader.onPiece(piece);
    this.#reader = reader;
    if (this.#hasEnded) {
      reader.onPiece(null);
      return;
    }
    // Marks the body as being read; otherwise Node would drain the rest after the answer.
    this._read(0);
  }

  /** The piece that arrived before `readInto`, while the caller was authenticated. */
  #buffered(): Buffer | null {
    return this.readableLength === 0 ? null : this.read();
  }

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    this.#hasEnded = piece === null;
    if (this.#reader === undefined) return super.push(piece, encoding);
    this.#reader.onPiece(piece);
    return true;
  }
}

const empty = Buffer.alloc(0);

/** Limits of request bodies. */
export interface BodyBounds {
  readonly maxBodyBytes: number;
  /** Bound on the total of all incomplete bodies. */
  readonly maxBodyBytesInFlight: number;
}

/**
 * Reads request bodies, and bounds the memory of incomplete ones. Above the bound, refuses those with the most bytes times age.
 */
export class RequestBodies {
  readonly #maxBytes: number;
  readonly #incomplete: IncomingBytes;

  constructor({ maxBodyBytes, maxBodyBytesInFlight }: BodyBounds) {
    this.#maxBytes = maxBodyBytes;
    this.#incomplete = new IncomingBytes({
      maxBytes: maxBodyBytesInFlight,
      minCountedBytes: 0,
      rank: (bytes, ms) => bytes * ms,
      error: noRoomForBodyError,
    });
  }

  /**
   * Reads a body of at most `max_body_bytes`. Rejects if the client disconnects first. A body in one piece, the usual case, is neither
   * copied nor counted.
   */
  read(request: IncomingMessage, cancellation: Cancellation): Promise<Buffer> {
    const maxBytes = this.#maxBytes;
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > maxBytes) return Promise.reject(bodyTooLargeError(maxBytes, declared));
    const body = new RequestBody(this.#incomplete, cancellation, declared, maxBytes);
    cancellation.add(body);
    if (request instanceof BodyRequest) {
      request.readInto(body);
    } else {
      // Express replaced the request's prototype.
      request.on("data", (piece: Buffer) => body.onPiece(piece));
      request.on("end", () => body.onPiece(null));
    }
    return body.complete;
  }
}

/** Collects one body. */
class RequestBody implements BodyReader, CancelListener, IncomingBody {
  readonly #incomplete: IncomingBytes;
  readonly #cancellation: Cancellation;
  readonly #declaredBytes: number;
  readonly #maxBytes: number;
  readonly complete: Promise<Buffer>;
  #resolve!: (body: Buffer) => void;
  #reject!: (error: RpcError) => void;
  #first: Buffer | undefined;
  #pieces: ByteGatherer | undefined;
  #hasEnded = false;
  #byteLength = 0;

  constructor(incomplete: IncomingBytes, cancellation: Cancellation, declared: number, maxBytes: number) {
    this.#incomplete = incomplete;
    this.#cancellation = cancellation;
    this.#declaredBytes = declared;
    this.#maxBytes = maxBytes;
    this.complete = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  onPiece(piece: Buffer | null): void {
    // After a refusal, the rest is read and dropped, so the client gets the answer rather than a connection reset.
    if (this.#hasEnded) return;
    if (piece === null) {
      const body =
        this.#pieces === undefined ? this.#first : Buffer.concat(this.#pieces.parts, this.#byteLength);
      this.#end();
      this.#resolve(body ?? empty);
      return;
    }
    const length = this.#byteLength + piece.length;
    if (length > this.#maxBytes) {
      this.refuse(bodyTooLargeError(this.#maxBytes, length));
      return;
    }
    this.#byteLength = length;
    if (this.#first === undefined) {
      this.#first = piece;
      if (length === this.#declaredBytes) return;
    } else {
      if (this.#pieces === undefined) {
        this.#pieces = new ByteGatherer();
        this.#pieces.push(this.#first);
      }
      this.#pieces.push(piece);
    }
    this.#incomplete.recordBytes(this, length);
  }

  /** Drops the body and ignores the rest of it. */
  refuse(error: RpcError): void {
    if (this.#hasEnded) return;
    this.#end();
    this.#reject(error);
  }

  onCancel(): void {
    this.refuse(
      RpcError.of("cancelled", "The client closed the connection before its request was complete."),
    );
  }

  #end(): void {
    this.#hasEnded = true;
    this.#cancellation.remove(this);
    this.#incomplete.forget(this, this.#byteLength);
    this.#first = undefined;
    this.#pieces = undefined;
  }
}

function bodyTooLargeError(maxBytes: number, actualBytes: number): RpcError {
  return RpcError.of(
    "bodyTooLarge",
    `Request body too large: at least ${actualBytes} bytes, at most ${maxBytes} are accepted ` +
      "(server_config.max_body_bytes); split the batch or raise the limit.",
  );
}

function noRoomForBodyError(maxBytes: number): RpcError {
  return RpcError.of(
    "atCapacity",
    `Incomplete request bodies exceed ${maxBytes} bytes of memory (a sixteenth of server_config.memory_mb), ` +
      "and this one has used the most for the longest: resend it faster or in smaller requests.",
    { retryAfterSeconds: 1 },
  );
}
