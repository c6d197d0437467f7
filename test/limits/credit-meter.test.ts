import { expect } from "chai";
import { CreditMeter } from "../../src/limits/credit-meter.ts";
import { useFakeDate } from "../fake-clock.ts";

const noon = Date.UTC(2026, 10, 29, 12);
const hour = 3_600_000;

describe("the credits of an upstream", () => {
  let clock: ReturnType<typeof useFakeDate>;
  const meterOf = (day?: number, month?: number) => new CreditMeter({ day, month });
  const moveClock = (ms: number) => clock.setSystemTime(Date.now() + ms);
  beforeEach(() => {
    clock = useFakeDate(noon);
  });

  it("are used up until the day ends, in UTC", () => {
    const meter = meterOf(10);
    meter.spend(8);
    expect([meter.waitMs(2), meter.left]).to.deep.equal([0, 2]);
    expect(meter.waitMs(3)).to.equal(12 * hour);
    moveClock(12 * hour);
    expect([meter.waitMs(3), meter.left]).to.deep.equal([0, 10]);
  });

  it("are used up until the month ends, whatever the daily limit", () => {
    const meter = meterOf(10, 15);
    meter.spend(10);
    moveClock(24 * hour);
    meter.spend(5);
    expect(meter.left).to.equal(0);
    expect(meter.waitMs(1)).to.equal(12 * hour);
    clock.setSystemTime(Date.UTC(2026, 11, 1));
    expect(meter.left).to.equal(10);
  });

  it("keep what was spent when their limits change", () => {
    const meter = meterOf(10);
    meter.spend(8);
    meter.setLimits({ day: 9, month: 100 });
    expect([meter.left, meter.takeUnsaved().get("2026-11")]).to.deep.equal([1, 8]);
  });

  it("are unlimited if the plan has no limit", () => {
    const meter = meterOf();
    meter.spend(1e12);
    expect([meter.waitMs(1e12), meter.left]).to.deep.equal([0, undefined]);
  });

  it("report what was spent since the last report, and adopt the totals of all processes", () => {
    const meter = meterOf(100);
    meter.spend(3);
    expect([...meter.takeUnsaved()]).to.deep.equal([
      ["2026-11-29", 3],
      ["2026-11", 3],
    ]);
    meter.spend(2);
    meter.setSaved(new Map([["2026-11-29", 50]]));
    expect(meter.left).to.equal(48);
    expect(meter.takeUnsaved().get("2026-11-29")).to.equal(2);
    meter.putBack(new Map([["2026-11-29", 2]]));
    expect(meter.takeUnsaved().get("2026-11-29")).to.equal(2);
  });

  it("of another day change nothing of this one", () => {
    const meter = meterOf(100);
    meter.spend(1);
    meter.setSaved(new Map([["2026-11-28", 99]]));
    expect(meter.left).to.equal(99);
  });
});
