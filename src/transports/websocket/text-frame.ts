/** Longest payload whose length is in the header's second byte. */
const maxTinyBytes = 125;
const maxShortBytes = 65_535;
/** FIN and the opcode of text. */
const finalText = 0x81;

/** The header of a whole WebSocket text frame as a server sends it: unmasked, uncompressed (RFC 6455 section 5.2). */
export function textHeader(length: number): Buffer {
  const header = Buffer.allocUnsafeSlow(headerBytesOf(length));
  writeHeader(header, length);
  return header;
}

/** A whole text frame. Made once, it can be written to any number of sockets as it is. */
export function textFrame(body: Buffer): Buffer {
  const { length } = body;
  const headerBytes = headerBytesOf(length);
  const frame = Buffer.allocUnsafeSlow(headerBytes + length);
  writeHeader(frame, length);
  body.copy(frame, headerBytes);
  return frame;
}

function headerBytesOf(length: number): number {
  if (length <= maxTinyBytes) return 2;
  return length <= maxShortBytes ? 4 : 10;
}

function writeHeader(frame: Buffer, length: number): void {
  frame[0] = finalText;
  if (length <= maxTinyBytes) {
    frame[1] = length;
  } else if (length <= maxShortBytes) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
}
