import { expect } from "chai";
import { backoffMs } from "../../src/net/backoff.ts";

describe("backoffMs()", () => {
  it("doubles up to its bound, with half of it as jitter", () => {
    const backoff = { firstMs: 100, longestMs: 1000 };
    const bounds = [
      [1, 100],
      [2, 200],
      [4, 800],
      [5, 1000],
      [5000, 1000],
    ] as const;
    for (const [failures, full] of bounds) {
      const waits = Array.from({ length: 200 }, () => backoffMs(failures, backoff));
      expect(Math.min(...waits)).to.be.at.least(full / 2);
      expect(Math.max(...waits)).to.be.at.most(full);
      expect(new Set(waits).size).to.be.greaterThan(100);
    }
  });
});
