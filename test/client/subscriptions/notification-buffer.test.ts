import { expect } from "chai";
import fc from "fast-check";
import { NotificationBuffer } from "../../../src/client/subscriptions/subscription.ts";

describe("NotificationBuffer", () => {
  it("hands out what it took, oldest first", () => {
    const buffer = new NotificationBuffer({ size: 3, characters: 100, slowReader: "close" });
    for (const text of ["a", "b", "c"]) expect(buffer.push(text)).to.equal(true);
    expect([buffer.shift(), buffer.shift(), buffer.shift(), buffer.shift()]).to.deep.equal([
      "a",
      "b",
      "c",
      undefined,
    ]);
  });

  it("refuses more than its size, or than its characters, when none may be lost", () => {
    const bySize = new NotificationBuffer({ size: 2, characters: 100, slowReader: "close" });
    expect(["a", "b", "c"].map((text) => bySize.push(text))).to.deep.equal([true, true, false]);
    const byLength = new NotificationBuffer({ size: 100, characters: 5, slowReader: "close" });
    expect(["aaa", "bb", "c"].map((text) => byLength.push(text))).to.deep.equal([true, true, false]);
  });

  it("keeps one notification however long it is", () => {
    const buffer = new NotificationBuffer({ size: 1, characters: 1, slowReader: "close" });
    expect(buffer.push("long")).to.equal(true);
    expect(buffer.shift()).to.equal("long");
  });

  it("subtracts what is read: a reader that keeps up is never bounded", () => {
    const buffer = new NotificationBuffer({ size: 2, characters: 4, slowReader: "close" });
    for (let count = 0; count < 1000; count += 1) {
      expect(buffer.push("aa")).to.equal(true);
      expect(buffer.shift()).to.equal("aa");
    }
    buffer.push("aa");
    buffer.clear();
    expect(buffer.push("bbbb")).to.equal(true);
  });

  it("of states never exceeds its bounds and always ends with the newest", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string(), { minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(20),
        (texts, size, characters) => {
          const buffer = new NotificationBuffer({ size, characters, slowReader: "newest" });
          for (const text of texts) expect(buffer.push(text)).to.equal(true);
          const { dropped } = buffer;
          const kept: string[] = [];
          for (let text = buffer.shift(); text !== undefined; text = buffer.shift()) kept.push(text);
          expect(kept).to.deep.equal(texts.slice(dropped));
          expect(kept.length).to.be.within(1, size);
          expect(kept.length === 1 || kept.join("").length <= characters).to.equal(true);
        },
      ),
    );
  });
});
