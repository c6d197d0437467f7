import { expect } from "chai";
import fc from "fast-check";
import { CallRate } from "../../../src/upstream/quota/call-rate.ts";

/** Times in milliseconds at which calls are sent, of those that arrive at the given times. */
function leavingTimes(rate: CallRate, until: number, from = 0): number[] {
  const times: number[] = [];
  for (let now = from; now < until; now += 1)
    while (rate.waitMs(now) === 0) {
      rate.countCall(now);
      times.push(now);
    }
  return times;
}

/** Maximum number of calls within any second. */
function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  times.forEach((time, index) => {
    while (time - (times[first] ?? 0) >= 1000) first += 1;
    most = Math.max(most, index - first + 1);
  });
  return most;
}

describe("the rate of an upstream", () => {
  // The rest is the reserve for probes, fractions of a call per second, and the margin of the window.
  for (const [limit, usedShare] of [
    [0.5, 1],
    [1, 1],
    [2.5, 0.8],
    [10, 0.7],
    [50, 0.8],
    [1000, 0.8],
    [9000, 0.8],
  ] as const) {
    it(`of ${limit} per second is kept in any second, and used almost fully`, () => {
      const times = leavingTimes(new CallRate(limit), 8000);
      expect(mostInASecond(times)).to.be.at.most(Math.max(1, limit));
      expect(times.length).to.be.at.least(limit * 8 * usedShare);
    });
  }

  it("is kept however calls arrive", () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), pauses, (limit, gaps) => {
        const rate = new CallRate(limit);
        const times: number[] = [];
        let now = 0;
        for (const gap of gaps) {
          now += gap;
          if (rate.waitMs(now) > 0) continue;
          rate.countCall(now);
          times.push(now);
        }
        expect(mostInASecond(times)).to.be.at.most(limit);
      }),
    );
  });

  for (const [limit, atMost] of [
    [1, 2],
    [10, 6],
    [50, 9],
    [1000, 105],
  ] as const) {
    it(`of ${limit} per second leaves room for probes, at most ${atMost} per second`, () => {
      const rate = new CallRate(limit);
      const times: number[] = [];
      let probes = 0;
      for (let now = 0; now < 20_000; now += 1) {
        if (rate.waitMs(now) === 0) {
          rate.countCall(now);
          times.push(now);
        }
        if (now % 100 !== 0 || !rate.hasProbeRoom(now)) continue;
        rate.countProbe(now);
        times.push(now);
        probes += 1;
      }
      expect(probes / 20).to.be.within(0.4, atMost);
      expect(mostInASecond(times)).to.be.at.most(limit + 1);
    });
  }

  it("has no room for a probe right after one that was sent without a check", () => {
    const rate = new CallRate(10);
    rate.countProbe(100_000);
    expect(rate.hasProbeRoom(100_000)).to.equal(false);
    expect(rate.hasProbeRoom(101_000)).to.equal(true);
  });

  it("says how long to wait", () => {
    const rate = new CallRate(1);
    rate.countCall(0);
    expect(rate.waitMs(0)).to.be.within(1000, 1100);
    expect(rate.waitMs(1100)).to.equal(0);
  });

  it("falls at once after a refusal, and grows back step by step", () => {
    const rate = new CallRate(100);
    rate.slowDown(0);
    rate.slowDown(10);
    expect(rate.perSecond).to.equal(70);
    rate.slowDown(1500);
    expect(rate.perSecond).to.be.within(50, 55);
    for (let now = 2000; now < 9000; now += 1000) rate.waitMs(now);
    expect(rate.perSecond).to.be.within(75, 90);
    rate.waitMs(60_000);
    expect(rate.perSecond).to.equal(100);
  });

  it("never falls below a twentieth of the limit", () => {
    const rate = new CallRate(100);
    for (let now = 0; now < 100_000; now += 1000) rate.slowDown(now);
    expect(rate.perSecond).to.be.at.least(5);
    expect(mostInASecond(leavingTimes(rate, 103_000, 100_000))).to.be.below(40);
  });
});
