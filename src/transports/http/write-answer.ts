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
const oneWriteBytes = 64 * 1024;
/** Shorter answers are not compressed: it would cost more than it saves. */
const compressFromBytes = 4096;
/** Answers compressed at once: each compressor holds some MiB until its answer is read. Further answers are sent as they are. */
const maxCompressors = 16;
let compressors = 0;
/** Bytes of one answer written before other work gets a turn: a fast reader never makes the writer wait. */
const bytesPerTurn = 128 * 1024;

/**
 * Sends raw JSON with a status and further headers, given as alternating names and values. With `mayCompress`, compresses long answers for
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
  const compresses = mayCompress && body.byteLength >= compressFromBytes;
  if (body.byteLength <= oneWriteBytes && !compresses) {
    headers.push("content-length", String(body.byteLength));
    response.writeHead(status, headers);
    endWithText(response, body.toByteText());
    return;
  }
  void writeLarge(response, status, headers, body, compresses);
}

/**
 * Ends a response with byte text, in one write with the headers. `end(text)` would write an empty string after it, and for two pieces
 * Node makes a buffer and a writev.
 */
function endWithText(response: ServerResponse, text: string): void {
  const { socket } = response;
  // Without a socket, an earlier request of a pipelining client is still being answered.
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
  // Without a socket, an earlier answer of a pipelining client comes first.
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

/** Writes an answer at the reader's pace. Stops if the client disconnects. */
async function writeParts(
  target: Writable,
  socket: Socket,
  response: ServerResponse,
  body: RawJson,
): Promise<void> {
  let bytesInTurn = 0;
  addUnsentBytes(socket, body.byteLength);
  for (const part of body.parts) {
    // In pieces, because the progress of a slow reader shows only between them.
    for (let at = 0; at < part.length; at += oneWriteBytes) {
      if (response.destroyed || target.destroyed) return;
      const piece = part.subarray(at, at + oneWriteBytes);
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

/** Waits until there is room or the client disconnects. Removes its listeners. */
function waitForDrain(target: Writable, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      target.off("drain", end);
      response.off("close", end);
      resolve();
    };
    target.on("drain", end);
    response.on("close", end);
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

const maxLength = 200;

/** Puts an error's message into the status line, which clients of ledger nodes show; they ignore the body of an HTTP error. */
export function setStatusMessage(response: ServerResponse, { message }: RpcError): void {
  response.statusMessage = truncate(message.replace(/[^ -~]/g, "?"), maxLength);
}

/** Sets headers given as alternating names and values. */
export function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let at = 0; at + 1 < headers.length; at += 2)
    response.setHeader(headers[at] ?? "", headers[at + 1] ?? "");
}

/** Adds the seconds after which to try again, if the fault has them. */
export function pushRetryAfter(headers: string[], error: RpcError | undefined): void {
  if (error?.retryAfterSeconds !== undefined) headers.push("retry-after", String(error.retryAfterSeconds));
}

/** Bytes of a refused body that are still read and dropped: closing on a client that sends would lose the answer. */
const maxDroppedBytes = 8 * 1024 * 1024;

/** Closes the connection after a refusal, unless the body has arrived in full or is declared to be no longer than `dropped` bytes. */
export function closeIfBodyUnread(response: ServerResponse, dropped = maxDroppedBytes): void {
  const { complete, headers } = response.req;
  // A length that is not declared may be any.
  if (!complete && !(Number(headers["content-length"]) <= dropped)) response.shouldKeepAlive = false;
}

/** Answers a request that does not become a call with an HTTP status, the error and, if known, when to retry. */
export function refuse(response: ServerResponse, status: number, error: RpcError, form?: ErrorForm): void {
  if (response.destroyed) return;
  const body = writeError("null", error, form).toBuffer();
  if (form?.usesNodeCodes === true && status >= 400) setStatusMessage(response, error);
  const headers = ["content-type", "application/json", "content-length", String(body.length)];
  pushRetryAfter(headers, error);
  response.writeHead(status, headers);
  response.end(body);
}
