import { expect } from "chai";
import { detachText } from "../../src/text/detached-text.ts";
import { heapGrowth } from "../heap-growth.ts";

describe("detachText", () => {
  it("returns the same text", () => {
    expect(detachText('["é😀\\u0000"]')).to.equal('["é😀\\u0000"]');
  });

  it("does not hold on to the text that it was cut from", () => {
    const kept: string[] = [];
    const grown = heapGrowth(() => {
      for (let index = 0; index < 50; index += 1)
        kept.push(detachText(`${index}${"x".repeat(1 << 20)}`.slice(0, 50)));
    });
    expect(kept).to.have.length(50);
    expect(grown).to.be.below(10 * 2 ** 20);
  });
});
