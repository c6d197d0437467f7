import { expect } from "chai";
import fc from "fast-check";
import { ByteGatherer } from "../../../src/json/scan/byte-gatherer.ts";

const mebibyte = 1024 * 1024;

describe("ByteGatherer", () => {
  it("returns the bytes in order, however they were cut", () => {
    const chunk = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.integer({ min: 4000, max: 5000 }).map((length) => new Uint8Array(length).fill(length % 251)),
    );
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 40 }), (chunks) => {
        const gatherer = new ByteGatherer();
        for (const piece of chunks) gatherer.push(Buffer.from(piece));
        expect(Buffer.concat(gatherer.parts).equals(Buffer.concat(chunks))).to.equal(true);
      }),
    );
  });

  it("keeps the first chunk and large ones without copying", () => {
    const gatherer = new ByteGatherer();
    const chunks = [Buffer.from("a"), Buffer.alloc(4096), Buffer.alloc(9000)];
    for (const chunk of chunks) gatherer.push(chunk);
    expect(gatherer.parts.every((part, index) => part === chunks[index])).to.equal(true);
  });

  it("keeps a mebibyte of single bytes in a few parts", () => {
    const gatherer = new ByteGatherer();
    for (let index = 0; index < mebibyte; index += 1) gatherer.push(Buffer.from([index & 0xff]));
    expect(gatherer.parts.length).to.be.below(30);
  });
});
