import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import type { RawJson } from "../../json/raw-json.ts";
import type { RpcError } from "../../rpc/rpc-error.ts";
import { type ErrorForm, writeError } from "../../rpc/write-response.ts";
import { truncate } from "../../text/wording.ts";
import { addUnsentBytes } from "../shared/unread-bytes.ts";

/** Answers up to this size are sent in one write. */
const maxWriteBytes = 64 * 1024;
/** Below this size, compression costs more than it saves. */
const minCompressedBytes = 4096;
/** Maximum concurrent compressors, which hold a few MiB each until their answers are read. Above this, answers are sent uncompressed. */
const maxCompressors = 16;
let compressors = 0;
/** Bytes of an answer written before yielding to the event loop. A fast reader never makes the writer wait. */
const bytesPerTurn = 128 * 1024;

/**
 * Sends raw JSON with a status and extra headers, as alternating names and values. With `mayCompress`, compresses long answers for
 * clients that accept it.
 */
export function writeAnswer(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: RawJson,
  mayCompress: boolean,
): void {
  if (response.destroyed) return;
  headers.push("content-type", "application/json");
  const compresses = mayCompress && body.byteLength >= minCompressedBytes;
  if (body.byteLength <= maxWriteBytes && !compresses) {
    headers.push("content-length", String(body.byteLength));
    response.writeHead(status, headers);
    endWithText(response, body.toByteText());
    return;
  }
  void writeLarge(response, status, headers, body, compresses);
}

/**
 * Ends a response with byte text, in one write with the headers. `end(text)` would also write an empty string, and Node turns two
 * pieces into a buffer and a writev.
 */
function endWithText(response: ServerResponse, text: string): void {
  const { socket } = response;
  // No socket is assigned while an earlier pipelined request is being answered.
  if (socket === null) {
    response.end(text, "latin1");
    return;
  }
  socket.cork();
  response.write(text, "latin1");
  socket.uncork();
  response.end();
}

async function writeLarge(
  response: ServerResponse,
  status: number,
  headers: string[],
  body: RawJson,
  compresses: boolean,
): Promise<void> {
  const { req: request } = response;
  // No socket is assigned while an earlier pipelined request is being answered.
  const mayStart = compresses && response.socket !== null && compressors < maxCompressors;
  const encoding = mayStart ? acceptedEncoding(request) : undefined;
  if (compresses) headers.push("vary", "accept-encoding");
  if (encoding === undefined) {
    headers.push("content-length", String(body.byteLength));
    response.writeHead(status, headers);
    await writeParts(response, request.socket, response, body);
    return;
  }
  headers.push("content-encoding", encoding);
  response.writeHead(status, headers);
  const compressor =
    encoding === "br"
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 5 });
  compressor.on("error", () => response.destroy());
  compressors += 1;
  response.on("close", () => {
    compressors -= 1;
    compressor.destroy();
  });
  compressor.pipe(response);
  await writeParts(compressor, request.socket, response, body);
}

/** Writes an answer with backpressure. Stops if the client disconnects. */
async function writeParts(
  target: Writable,
  socket: Socket,
  response: ServerResponse,
  body: RawJson,
): Promise<void> {
  let bytesInTurn = 0;
  addUnsentBytes(socket, body.byteLength);
  for (const part of body.parts) {
    // Written in pieces, because a slow reader's progress is visible only between writes.
    for (let at = 0; at < part.length; at += maxWriteBytes) {
      if (response.destroyed || target.destroyed) return;
      const piece = part.subarray(at, at + maxWriteBytes);
      const hasRoom = target.write(piece);
      addUnsentBytes(socket, -piece.length);
      if (!hasRoom) await waitForDrain(target, response);
      bytesInTurn += piece.length;
      if (bytesInTurn < bytesPerTurn) continue;
      bytesInTurn = 0;
      await nextTurn();
    }
  }
  target.end();
}

/** Resolves on drain or when the client disconnects, and removes its listeners. */
function waitForDrain(target: Writable, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      target.off("drain", settle);
      response.off("close", settle);
      resolve();
    };
    target.on("drain", settle);
    response.on("close", settle);
  });
}

function acceptedEncoding(request: IncomingMessage): "br" | "gzip" | undefined {
  const accepted = request.headers["accept-encoding"];
  if (accepted === undefined) return undefined;
  const offers = new Map<string | undefined, boolean>();
  for (const offer of String(accepted).toLowerCase().split(",")) {
    const [encoding, weight] = offer.split(";").map((part) => part.trim());
    offers.set(encoding, weight === undefined || !/^q=0(\.0*)?$/.test(weight));
  }
  if (offers.get("br")) return "br";
  return (offers.get("gzip") ?? offers.get("*")) ? "gzip" : undefined;
}

const maxStatusMessageLength = 200;

/** Puts the error's message into the status line. Solana clients ignore the body of an HTTP error and show this line. */
export function setStatusMessage(response: ServerResponse, { message }: RpcError): void {
  response.statusMessage = truncate(message.replace(/[^ -~]/g, "?"), maxStatusMessageLength);
}

/** Sets headers from alternating names and values. */
export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2)
    response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}

/** Adds `Retry-After` if the error has a delay. */
export function pushRetryAfter(headers: string[], error: RpcError | undefined): void {
  if (error?.retryAfterSeconds !== undefined) headers.push("retry-after", String(error.retryAfterSeconds));
}

/** Most bytes of a refused body to read and drop. Closing while the client is still sending would lose the answer. */
const maxDroppedBytes = 8 * 1024 * 1024;

/** Closes the connection after the answer, unless the body is complete or declares at most `maxDropped` bytes. */
export function closeIfBodyUnread(response: ServerResponse, maxDropped = maxDroppedBytes): void {
  const { complete, headers } = response.req;
  // An undeclared length is unbounded.
  if (!complete && !(Number(headers["content-length"]) <= maxDropped)) response.shouldKeepAlive = false;
}

/** Sends an error for a request that never became a call. */
export function sendError(response: ServerResponse, status: number, error: RpcError, form?: ErrorForm): void {
  if (response.destroyed) return;
  const body = writeError("null", error, form).toBuffer();
  if (form?.dialect === "ledger" && status >= 400) setStatusMessage(response, error);
  const headers = ["content-type", "application/json", "content-length", String(body.length)];
  pushRetryAfter(headers, error);
  response.writeHead(status, headers);
  response.end(body);
}
