import { expect } from "chai";
import { ReplyBounds } from "../../src/redis/reply-bounds.ts";

describe("the replies of Redis", () => {
  /** Returns the fault in bytes that arrive in chunks of a length. */
  function countChunk(
    text: string,
    { pendingCommands = 1, isSubscriber = false, pieceLength = text.length } = {},
  ) {
    const bounds = new ReplyBounds({
      maxBytes: 10_000,
      maxValues: 100,
      pendingCommands: () => pendingCommands,
      isSubscriber,
    });
    const bytes = Buffer.from(text, "latin1");
    for (let at = 0; at < bytes.length; at += pieceLength) {
      const fault = bounds.countChunk(bytes.subarray(at, at + pieceLength));
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  const replies = [
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
  for (const reply of replies)
    it(`may be ${JSON.stringify(reply)}, in one piece and byte by byte`, () => {
      expect(countChunk(reply)).to.equal(undefined);
      expect(countChunk(reply, { pieceLength: 1 })).to.equal(undefined);
    });

  it("may have only so many values, nested ones included", () => {
    expect(countChunk("*101\r\n")).to.equal("one reply has more than 100 values");
    expect(countChunk("*60\r\n*60\r\n")).to.equal("one reply has more than 100 values");
    expect(countChunk("%51\r\n")).to.equal("one reply has more than 100 values");
  });

  it("may have only so many bytes, and no long line", () => {
    expect(countChunk(`$20000\r\n${"x".repeat(20_000)}`, { pieceLength: 1000 })).to.equal(
      "one reply has more than 10000 bytes",
    );
    expect(countChunk(`-${"x".repeat(5000)}`, { pieceLength: 1000 })).to.equal(
      "it sent a line that is too long",
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
      expect(countChunk(text)).to.equal("it does not speak the Redis protocol");
    });

  it("may not outnumber the pending commands", () => {
    expect(countChunk("_\r\n*1\r\n$1\r\na\r\n", { pendingCommands: 2 })).to.equal(undefined);
    expect(countChunk("_\r\n_\r\n")).to.equal("it sent a reply that was not requested");
    expect(countChunk("$1\r\na\r\n_\r\n")).to.equal("it sent a reply that was not requested");
  });

  it("may be pub/sub messages on a subscriber, with kind, channel and payload", () => {
    const message = "*3\r\n$7\r\nmessage\r\n$1\r\na\r\n$0\r\n\r\n";
    expect(countChunk(message.repeat(2), { pendingCommands: 0, isSubscriber: true })).to.equal(undefined);
    for (const text of ["*1\r\n$7\r\nmessage\r\n", ">3\r\n_\r\n", "_\r\n", "*3\r\n$-1\r\n"])
      expect(countChunk(text, { pendingCommands: 0, isSubscriber: true })).to.equal(
        "it does not speak the Redis protocol",
      );
  });

  it("are each counted from zero", () => {
    const bounds = new ReplyBounds({
      maxBytes: 10_000,
      maxValues: 100,
      pendingCommands: () => 1,
      isSubscriber: false,
    });
    const list = Buffer.from(`*80\r\n${"_\r\n".repeat(80)}`);
    expect(bounds.countChunk(list)).to.equal(undefined);
    bounds.reset();
    expect(bounds.countChunk(list)).to.equal(undefined);
    expect(bounds.countChunk(list)).to.equal("one reply has more than 100 values");
  });
});
