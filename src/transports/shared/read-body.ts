import type { IncomingMessage } from "node:http";
import type { Cancellation } from "../../call/cancellation.ts";
import { ByteGatherer } from "../../json/byte-gatherer.ts";
import { RpcError } from "../../rpc/rpc-error.ts";
import { BodyRequest } from "./body-request.ts";

const empty = Buffer.alloc(0);

/**
 * Reads a request's body, at most `maxBytes`; rejects when the client leaves before its last byte. A body in one piece, as nearly
 * all are, is not copied.
 */
export function readBody(
  request: IncomingMessage,
  cancellation: Cancellation,
  maxBytes: number,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > maxBytes) {
      reject(tooLarge(maxBytes, declared));
      return;
    }
    let first: Buffer | undefined;
    let pieces: ByteGatherer | undefined;
    let length = 0;
    const take = (piece: Buffer | null) => {
      // What follows on too much is read and dropped, so that the client gets the answer instead of a reset.
      if (length > maxBytes) return;
      if (piece === null) {
        resolve(pieces === undefined ? (first ?? empty) : Buffer.concat(pieces.parts, length));
        return;
      }
      length += piece.length;
      if (length > maxBytes) reject(tooLarge(maxBytes, length));
      else if (first === undefined) first = piece;
      else {
        if (pieces === undefined) {
          pieces = new ByteGatherer();
          pieces.push(first);
        }
        pieces.push(piece);
      }
    };
    if (request instanceof BodyRequest) {
      request.readInto(take);
    } else {
      // Express has made the request one of its own kind.
      request.on("data", take);
      request.on("end", () => take(null));
    }
    // After the last byte nobody hears this any more.
    cancellation.add({ onCancel: () => reject(leftEarly()) });
  });
}

function tooLarge(maxBytes: number, got: number): RpcError {
  return RpcError.of(
    "bodyTooLarge",
    `Request body too large: at least ${got} bytes, at most ${maxBytes} are taken ` +
      "(server_config.max_body_bytes); split the batch or raise the limit.",
  );
}

function leftEarly(): RpcError {
  return RpcError.of("cancelled", "The client closed the connection before its request was complete.");
}
