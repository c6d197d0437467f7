import { expect } from "chai";
import { LedgerClock } from "../../../src/upstream/node/ledger-clock.ts";

function clockAt(processed: number | undefined, finalized: number | undefined, now = 0): LedgerClock {
  const clock = new LedgerClock();
  clock.span = { epoch: 2, firstSlot: 864, endSlot: 1296 };
  clock.recordSlots(processed, finalized, now);
  return clock;
}

describe("the clock of a ledger", () => {
  it("treats slots as final up to the one that every upstream in use finalized", () => {
    const clock = clockAt(1000, 968);
    expect([clock.isFinal(968), clock.isFinal(969)]).to.deep.equal([true, false]);
    expect(clockAt(1000, undefined).isFinal(0)).to.equal(false);
  });

  for (const [what, clock, now, epoch] of [
    ["in the middle", clockAt(1000, 968), 0, 2],
    ["when no node can have left it yet", clockAt(1200, 1168), 26_000, 2],
    ["when one may have left it meanwhile", clockAt(1200, 1168), 29_000, undefined],
    ["when it is about to end", clockAt(1288, 1256), 0, undefined],
    ["when its first slots are not final yet", clockAt(870, 838), 0, undefined],
    ["when what is known is old", clockAt(1000, 968), 31_000, undefined],
    ["when no slot is known", clockAt(undefined, undefined), 0, undefined],
  ] as const) {
    it(`says ${epoch === undefined ? "no epoch" : `epoch ${epoch}`} ${what}`, () => {
      expect(clock.epochAt(now)).to.equal(epoch);
    });
  }

  it("needs to learn the epoch's slots at first and after its end", () => {
    expect(new LedgerClock().needsSpan).to.equal(true);
    expect(clockAt(1295, 1260).needsSpan).to.equal(false);
    expect(clockAt(1296, 1260).needsSpan).to.equal(true);
  });

  it("forgets everything if another ledger is behind it", () => {
    const clock = clockAt(1000, 968);
    clock.reset();
    expect([clock.isFinal(1), clock.epochAt(0), clock.needsSpan]).to.deep.equal([false, undefined, true]);
  });
});
