import { Writable } from "node:stream";
import { expect } from "chai";
import { LineWriter } from "../../../src/transports/stdio/run-stdio.ts";

/** An output whose reader takes one line in each turn of the event loop. */
function slowOutput(): Writable {
  return new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      setImmediate(done);
    },
  });
}

const listened = ["drain", "close", "error"];

describe("LineWriter", () => {
  it("leaks no listener, however often its reader is slow", async () => {
    const output = slowOutput();
    const writer = new LineWriter(output, () => undefined);
    const before = listened.map((event) => output.listenerCount(event));
    for (let line = 0; line < 20; line += 1) {
      writer.write(Buffer.from("x\n"));
      await writer.ready();
    }
    expect(listened.map((event) => output.listenerCount(event))).to.deep.equal(before);
  });

  it("stops waiting when the reader closes", async () => {
    const output = slowOutput();
    let isGone = false;
    const writer = new LineWriter(output, () => {
      isGone = true;
    });
    writer.write(Buffer.from("x\n"));
    const ready = writer.ready();
    output.destroy();
    await ready;
    expect(isGone).to.equal(true);
  });
});
