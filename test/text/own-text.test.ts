import { expect } from "chai";
import { ownText } from "../../src/text/own-text.ts";
import { heapGrowth } from "../heap-growth.ts";

describe("ownText", () => {
  it("returns the same text", () => {
    expect(ownText('["é😀\\u0000"]')).to.equal('["é😀\\u0000"]');
  });

  it("does not hold on to the text that its own was cut from", () => {
    const kept: string[] = [];
    const grown = heapGrowth(() => {
      for (let index = 0; index < 50; index += 1)
        kept.push(ownText(`${index}${"x".repeat(1 << 20)}`.slice(0, 50)));
    });
    expect(kept).to.have.length(50);
    expect(grown).to.be.below(10 * 2 ** 20);
  });
});
