import type { IncomingMessage } from "node:http";
import { RpcError } from "../../rpc/rpc-error.ts";

const empty = Buffer.alloc(0);

/** Reads a request's body, at most `maxBytes`. A body in one chunk, as nearly all are, is not copied. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers["content-length"] ?? 0);
    if (declared > maxBytes) {
      reject(tooLarge(maxBytes, declared));
      return;
    }
    let first: Buffer | undefined;
    let chunks: Buffer[] | undefined;
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        request.removeAllListeners("data");
        // What follows is read and dropped, so that the client gets the answer instead of a reset.
        request.resume();
        reject(tooLarge(maxBytes, length));
        return;
      }
      if (first === undefined) first = chunk;
      else if (chunks === undefined) chunks = [first, chunk];
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(chunks === undefined ? (first ?? empty) : Buffer.concat(chunks, length)));
    request.on("error", reject);
    request.on("close", () => {
      if (!request.complete) {
        reject(RpcError.of("cancelled", "The client closed the connection before its request was complete."));
      }
    });
  });
}

function tooLarge(maxBytes: number, got: number): RpcError {
  return RpcError.of(
    "bodyTooLarge",
    `Request body too large: at least ${got} bytes, at most ${maxBytes} are taken ` +
      "(server_config.max_body_bytes); split the batch or raise the limit.",
  );
}
