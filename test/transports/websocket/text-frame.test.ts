import { expect } from "chai";
import { textFrame, textHeader } from "../../../src/transports/websocket/outbox.ts";

const headers: readonly [length: number, header: readonly number[]][] = [
  [0, [0x81, 0]],
  [1, [0x81, 1]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
];

describe("text frame", () => {
  for (const [length, header] of headers) {
    it(`of ${length} bytes begins ${header.map((byte) => byte.toString(16)).join(" ")}`, () => {
      const body = Buffer.alloc(length, "x");
      const frame = textFrame(body);
      expect([...textHeader(length)]).to.deep.equal(header);
      expect([...frame.subarray(0, header.length)]).to.deep.equal(header);
      expect(frame.subarray(header.length).equals(body)).to.equal(true);
    });
  }
});
