import { expect } from "chai";
import { FailurePauses } from "../../../src/reads/merging/failure-pauses.ts";

describe("pauses after failures", () => {
  let pauses: FailurePauses;
  beforeEach(() => {
    pauses = new FailurePauses();
  });

  /** When a pause that is under way at `now` ends, to the second. */
  function endOf(name: string, now: number): number {
    let at = now;
    while (pauses.isPaused(name, at)) at += 1000;
    return at;
  }

  function fail(times: number, now: number): number {
    for (let failures = 0; failures < times; failures += 1) pauses.recordFailure("one", now);
    return endOf("one", now);
  }

  it("start with the third failure in a row, for ten seconds, and only for the name that failed", () => {
    expect(fail(2, 0)).to.equal(0);
    expect(fail(1, 0)).to.equal(10_000);
    expect(endOf("other", 0)).to.equal(0);
  });

  it("double with each further failure, up to 160 seconds", () => {
    let now = fail(3, 0);
    const lengths = Array.from({ length: 5 }, () => {
      const began = now;
      now = fail(1, now);
      return now - began;
    });
    expect(lengths).to.deep.equal([20_000, 40_000, 80_000, 160_000, 160_000]);
  });

  it("need three failures again after a success, even during a pause, which continues", () => {
    fail(2, 0);
    pauses.recordSuccess("one");
    expect(fail(2, 0)).to.equal(0);
    expect(fail(1, 0)).to.equal(10_000);
    pauses.recordSuccess("one");
    expect(endOf("one", 0)).to.equal(10_000);
    expect(fail(2, 10_000)).to.equal(10_000);
    expect(fail(1, 10_000)).to.equal(20_000);
  });

  it("need three failures again 160 seconds after the first failure or the end of the pause", () => {
    fail(2, 0);
    expect(fail(1, 160_001)).to.equal(160_001);
    expect(fail(2, 160_001)).to.equal(170_001);
    expect(fail(1, 330_001)).to.equal(350_001);
    expect(fail(1, 510_002)).to.equal(510_002);
  });

  it("are not extended by calls that were in flight when they began", () => {
    expect(fail(9, 0)).to.equal(10_000);
    expect(fail(1, 10_000)).to.equal(30_000);
  });

  it("can start at the first failure, and then double with each further one as well", () => {
    pauses.pause("one", 0);
    expect([endOf("one", 0), endOf("other", 0)]).to.deep.equal([10_000, 0]);
    pauses.pause("one", 10_000);
    expect(endOf("one", 10_000)).to.equal(30_000);
  });

  it("are kept for a thousand names; the least recently used is evicted", () => {
    for (let index = 0; index < 1000; index += 1) pauses.pause(`name ${index}`, 0);
    pauses.isPaused("name 0", 0);
    pauses.pause("one more", 0);
    expect(["name 0", "name 1", "name 2"].map((name) => pauses.isPaused(name, 0))).to.deep.equal([
      true,
      false,
      true,
    ]);
  });
});
