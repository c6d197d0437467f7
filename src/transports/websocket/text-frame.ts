/** Longest payload whose length is in the header's second byte. */
const maxTinyBytes = 125;
const maxShortBytes = 65_535;
/** FIN and the opcode of text. */
const finalText = 0x81;

/**
 * A whole WebSocket text frame as a server sends it: unmasked, uncompressed. Made once, it can be written to any number
 * of sockets as it is (RFC 6455 section 5.2).
 */
export function textFrame(body: Buffer): Buffer {
  const { length } = body;
  const headerBytes = length <= maxTinyBytes ? 2 : length <= maxShortBytes ? 4 : 10;
  const frame = Buffer.allocUnsafeSlow(headerBytes + length);
  frame[0] = finalText;
  if (headerBytes === 2) {
    frame[1] = length;
  } else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  body.copy(frame, headerBytes);
  return frame;
}
