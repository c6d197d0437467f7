import { expect } from "chai";
import { AnswerBounds } from "../../src/redis/answer-bounds.ts";

describe("what Redis sends", () => {
  /** The fault found in bytes that come in pieces of a length. */
  function countChunk(text: string, { asked = 1, hasMessages = false, pieceLength = text.length } = {}) {
    const bounds = new AnswerBounds({ maxBytes: 10_000, maxValues: 100, asked: () => asked, hasMessages });
    const bytes = Buffer.from(text, "latin1");
    for (let at = 0; at < bytes.length; at += pieceLength) {
      const fault = bounds.countChunk(bytes.subarray(at, at + pieceLength));
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  const answers = [
    "+OK\r\n",
    ":-1\r\n",
    "_\r\n",
    "#t\r\n",
    "$-1\r\n",
    "*-1\r\n",
    "*0\r\n",
    "-ERR no such command\r\n",
    "$12\r\n*30000000\r\n\n\r\n",
    "*3\r\n$1\r\na\r\n*1\r\n:1\r\n%1\r\n+b\r\n~2\r\n_\r\n#f\r\n",
  ];
  for (const answer of answers)
    it(`may be ${JSON.stringify(answer)}, in one piece and byte by byte`, () => {
      expect(countChunk(answer)).to.equal(undefined);
      expect(countChunk(answer, { pieceLength: 1 })).to.equal(undefined);
    });

  it("may be no list of more values than are shared, nor such lists within lists", () => {
    expect(countChunk("*101\r\n")).to.equal("one answer has more than 100 values");
    expect(countChunk("*60\r\n*60\r\n")).to.equal("one answer has more than 100 values");
    expect(countChunk("%51\r\n")).to.equal("one answer has more than 100 values");
  });

  it("may not be longer than all that is shared, nor have a long line", () => {
    expect(countChunk(`$20000\r\n${"x".repeat(20_000)}`, { pieceLength: 1000 })).to.equal(
      "one answer has more than 10000 bytes",
    );
    expect(countChunk(`-${"x".repeat(5000)}`, { pieceLength: 1000 })).to.equal(
      "a line is too long for Redis",
    );
  });

  for (const text of [
    "hello\r\n",
    "*9999999999\r\n",
    "_x\r\n",
    "$-2\r\n",
    "+a\rb\r\n",
    ":1\n",
    ">3\r\n",
    ",1.5\r\n",
  ])
    it(`may not be ${JSON.stringify(text)}`, () => {
      expect(countChunk(text)).to.equal("it does not speak the protocol of Redis");
    });

  it("may be no more answers than were asked for", () => {
    expect(countChunk("_\r\n*1\r\n$1\r\na\r\n", { asked: 2 })).to.equal(undefined);
    expect(countChunk("_\r\n_\r\n")).to.equal("it answers what was not asked");
    expect(countChunk("$1\r\na\r\n_\r\n")).to.equal("it answers what was not asked");
  });

  it("may be unrequested messages, of a kind, a channel and a text each", () => {
    const message = "*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$0\r\n\r\n";
    expect(countChunk(message.repeat(2), { asked: 0, hasMessages: true })).to.equal(undefined);
    for (const text of ["*1\r\n$7\r\nmessage\r\n", ">3\r\n_\r\n", "_\r\n", "*3\r\n$-1\r\n"])
      expect(countChunk(text, { asked: 0, hasMessages: true })).to.equal(
        "it does not speak the protocol of Redis",
      );
  });

  it("is counted for each answer", () => {
    const bounds = new AnswerBounds({ maxBytes: 10_000, maxValues: 100, asked: () => 1, hasMessages: false });
    const list = Buffer.from(`*80\r\n${"_\r\n".repeat(80)}`);
    expect(bounds.countChunk(list)).to.equal(undefined);
    bounds.reset();
    expect(bounds.countChunk(list)).to.equal(undefined);
    expect(bounds.countChunk(list)).to.equal("one answer has more than 100 values");
  });
});
