import type { Socket } from "node:net";
import { buildConnector } from "undici";

/** Joining a longer body to its head would copy more than it saves. */
const maxJoinedBytes = 4096;

/**
 * Opens connections on which a request is one write. undici corks the socket and writes the head, then the body; Node sends these two
 * chunks as a list of buffers, which costs more than one text.
 */
export function createConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  const connect = buildConnector(options);
  return (target, callback) => {
    connect(target, (...result) => {
      if (result[0] === null) joinHeadAndBody(result[1]);
      callback(...result);
    });
  };
}

type Write = (chunk: Uint8Array | string, encoding?: BufferEncoding, callback?: () => void) => boolean;

/** While a socket is corked, holds each head back until its body follows or the socket is uncorked. */
function joinHeadAndBody(socket: Socket): void {
  const write = socket.write.bind(socket) as Write;
  const uncork = socket.uncork.bind(socket);
  let head = "";
  /** Writes the head, and `body` with it. */
  const writeHead = (body = ""): boolean => {
    const text = head + body;
    head = "";
    return text === "" || write(text, "latin1");
  };
  const joinedWrite: Write = (chunk, encoding, callback) => {
    if (
      callback === undefined &&
      encoding === "latin1" &&
      typeof chunk === "string" &&
      socket.writableCorked > 0
    ) {
      head += chunk;
      return true;
    }
    const isBody = callback === undefined && encoding === undefined && Buffer.isBuffer(chunk);
    if (isBody && head !== "" && chunk.length <= maxJoinedBytes) return writeHead(chunk.toString("latin1"));
    writeHead();
    return write(chunk, encoding, callback);
  };
  socket.write = joinedWrite as Socket["write"];
  socket.uncork = () => {
    writeHead();
    uncork();
  };
}
