/** Longest payload whose length fits the header's second byte. */
const maxTinyBytes = 125;
const maxShortBytes = 65_535;
/** FIN and the opcode of text. */
const finalText = 0x81;

/** Builds the header of a server's text frame: final, unmasked, uncompressed (RFC 6455 section 5.2). */
export function textHeader(length: number): Buffer {
  const header = Buffer.allocUnsafeSlow(headerBytesOf(length));
  writeHeader(header, length);
  return header;
}

/** Builds a whole text frame, which can be written to any number of sockets. */
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
