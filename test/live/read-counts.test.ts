import { expect } from "chai";
import { ReadCounts } from "../../src/live/read-counts.ts";

describe("counts of reads", () => {
  it("count the reads of each account within the time, and begin again after it", () => {
    const counts = new ReadCounts(1000, 100);
    expect([0, 1, 2].map((at) => counts.record("a", 0, at))).to.deep.equal([1, 2, 3]);
    expect(counts.record("b", 0, 3)).to.equal(1);
    expect(counts.record("a", 1, 3), "of another group").to.equal(1);
    expect(counts.record("a", 0, 1000)).to.equal(1);
  });

  it("tell apart nearly all of as many accounts as may be followed", () => {
    const counts = new ReadCounts(1000, 10_000);
    const keys = Array.from({ length: 10_000 }, (_, index) => `account ${index}`);
    for (const key of keys) counts.record(key, 0, 1);
    expect(keys.filter((key) => counts.record(key, 0, 2) === 2)).to.have.length.greaterThan(9900);
  });
});
