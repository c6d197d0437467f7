import { expect } from "chai";
import { LedgerClock } from "../../src/ledger-clock/ledger-clock.ts";
import { UpstreamPace } from "../../src/ledger-clock/upstream-pace.ts";

function clockAt(processed: number | undefined, finalized: number | undefined, now = 0): LedgerClock {
  const clock = new LedgerClock();
  clock.span = { epoch: 2, firstSlot: 864, endSlot: 1296 };
  clock.recordSlots(processed, finalized, now);
  return clock;
}

/** A pace that has seen a minute of slots, finalized some way behind processed. */
function paceOf({ slotMs = 400, everyMs = 400, finalizedBehind = 31, from = 0 } = {}): UpstreamPace {
  const pace = new UpstreamPace();
  for (let now = 0; now <= 60_000; now += everyMs) {
    const slot = 5000 + from + Math.floor(now / slotMs);
    pace.record("processed", slot, now);
    pace.record("confirmed", slot - 1, now);
    pace.record("finalized", slot - finalizedBehind, now);
  }
  return pace;
}

function clockOf(...paces: UpstreamPace[]): LedgerClock {
  const clock = new LedgerClock();
  clock.follow(paces);
  return clock;
}

describe("the clock of a network", () => {
  for (const slotMs of [20, 100, 200, 400, 1000, 2000])
    for (const everyMs of [17, 400, 1600])
      it(`measures slots of ${slotMs} ms when it is shown one every ${everyMs} ms`, () => {
        expect(clockOf(paceOf({ slotMs, everyMs })).slotMs).to.be.closeTo(slotMs, slotMs * 0.1);
      });

  for (const [what, slotMs, measured] of [
    ["shorter than 20 ms as 20 ms", 5, 20],
    ["longer than 2 s as 2 s", 3000, 2000],
  ] as const)
    it(`takes slots ${what}`, () => {
      expect(clockOf(paceOf({ slotMs, everyMs: 100 })).slotMs).to.equal(measured);
    });

  it("guesses 400 ms for waits, and 100 ms where too long is wrong, until it has measured", () => {
    const { slotMs, cautiousSlotMs, measuredSlotMs } = clockOf(new UpstreamPace());
    expect([slotMs, cautiousSlotMs, measuredSlotMs]).to.deep.equal([400, 100, undefined]);
    const measured = clockOf(paceOf({ slotMs: 200 }));
    expect(measured.cautiousSlotMs).to.equal(measured.slotMs);
  });

  it("believes neither the slots nor the distance of one upstream in three that names wrong ones", () => {
    const wrong = paceOf({ slotMs: 25, finalizedBehind: 4000 });
    const clock = clockOf(paceOf(), wrong, paceOf({ from: 3 }));
    expect(clock.slotMs).to.be.closeTo(400, 10);
    expect(clock.distanceTo("finalized")).to.equal(31);
  });

  it("measures the same after an outage of the upstream, a halt of the ledger and a leap", () => {
    const pace = paceOf();
    const show = (slot: number, from: number) => {
      for (let step = 0; step < 100; step += 1) pace.record("processed", slot + step, from + step * 400);
    };
    // 10 minutes without answers, then 10 minutes without slots, then 1,000 slots at once.
    show(6650, 660_000);
    show(6750, 1_300_000);
    show(7850, 1_340_000);
    expect(clockOf(pace).slotMs).to.be.closeTo(400, 10);
  });

  it("continues to measure on a restarted ledger", () => {
    const pace = paceOf();
    for (let slot = 0; slot < 300; slot += 1) pace.record("processed", slot, 60_000 + slot * 100);
    for (let slot = 300; slot < 1500; slot += 1) pace.record("processed", slot, 60_000 + slot * 100);
    expect(clockOf(pace).slotMs).to.be.closeTo(100, 5);
  });

  it("notices within a few slots that finality is instant", () => {
    const pace = paceOf();
    const clock = clockOf(pace);
    expect([clock.distanceTo("confirmed"), clock.distanceTo("finalized"), clock.finality]).to.deep.equal([
      1,
      31,
      "delayed",
    ]);
    for (let slot = 5151; slot < 5161; slot += 1) {
      pace.record("processed", slot, 60_000 + (slot - 5151) * 400);
      pace.record("finalized", slot + 1, 60_000 + (slot - 5151) * 400);
    }
    expect([clock.distanceTo("finalized"), clock.finality]).to.deep.equal([0, "instant"]);
  });

  it("compares no slots that were shown at different times", () => {
    const pace = new UpstreamPace();
    pace.record("processed", 1000, 0);
    pace.record("finalized", 1000, 30_000);
    expect(clockOf(pace).distanceTo("finalized")).to.equal(undefined);
  });

  for (const slotMs of [25, 50, 200, 1000])
    it(`measures the same distance where slots of ${slotMs} ms are shown at different moments`, () => {
      const pace = new UpstreamPace();
      const slotAt = (now: number) => 5000 + Math.floor(now / slotMs);
      // Now together, now so far apart that the ledger has gone on.
      for (let round = 0; round < 60; round += 1) {
        const now = round * 2000;
        const later = now + (round % 3 === 0 ? 0 : 390);
        pace.record("processed", slotAt(now), now);
        pace.record("finalized", slotAt(later) - 31, later);
      }
      expect(clockOf(pace).distanceTo("finalized")).to.be.within(30, 32);
    });

  it("measures how far block height is behind the slot", () => {
    const pace = paceOf();
    const clock = clockOf(pace);
    pace.recordHeight(4616, 3719);
    pace.recordHeight(10, 4000);
    expect(clock.slotsWithoutBlock).to.equal(897);
  });

  it("stops following upstreams that are replaced", () => {
    const [before, after] = [paceOf({ slotMs: 100 }), paceOf({ slotMs: 400 })];
    const clock = clockOf(before);
    expect(clock.slotMs).to.be.closeTo(100, 5);
    clock.follow([after]);
    before.record("processed", 90_000, 90_000);
    expect(clock.slotMs).to.be.closeTo(400, 5);
  });

  it("treats slots as final up to the one that every upstream in use finalized", () => {
    const clock = clockAt(1000, 968);
    expect([clock.isFinal(968), clock.isFinal(969)]).to.deep.equal([true, false]);
    expect(clockAt(1000, undefined).isFinal(0)).to.equal(false);
  });

  for (const [what, clock, now, epoch] of [
    ["in the middle", clockAt(1000, 968), 0, 2],
    ["when no node can have left it yet", clockAt(1200, 1168), 1700, 2],
    ["when one may have left it meanwhile", clockAt(1200, 1168), 1800, undefined],
    ["when it is about to end", clockAt(1288, 1256), 0, undefined],
    ["when its first slots are not final yet", clockAt(870, 838), 0, undefined],
    ["when what is known is old", clockAt(1000, 968), 31_000, undefined],
    ["when no slot is known", clockAt(undefined, undefined), 0, undefined],
  ] as const) {
    it(`says ${epoch === undefined ? "no epoch" : `epoch ${epoch}`} ${what}`, () => {
      expect(clock.epochAt(now)).to.equal(epoch);
    });
  }

  for (const slotMs of [20, 100, 200, 400])
    it(`names no epoch that slots of ${slotMs} ms can have ended after a quiet time, measured or not`, () => {
      const measured = clockOf(paceOf({ slotMs }));
      measured.span = { epoch: 99, firstSlot: 5000, endSlot: 6000 };
      for (const clock of [measured, clockAt(1000, 999)]) {
        const { endSlot = 0, epoch } = clock.span ?? {};
        clock.recordSlots(endSlot - 100, endSlot - 100, 0);
        expect(clock.epochAt(0)).to.equal(epoch);
        expect(clock.epochAt(100 * slotMs)).to.equal(undefined);
      }
    });

  it("needs the epoch's range at first and after its end", () => {
    expect(new LedgerClock().needsEpochSpan).to.equal(true);
    expect(clockAt(1295, 1260).needsEpochSpan).to.equal(false);
    expect(clockAt(1296, 1260).needsEpochSpan).to.equal(true);
  });

  it("forgets everything if another ledger is behind it", () => {
    const clock = clockAt(1000, 968);
    clock.reset();
    expect([clock.isFinal(1), clock.epochAt(0), clock.needsEpochSpan]).to.deep.equal([
      false,
      undefined,
      true,
    ]);
  });
});
