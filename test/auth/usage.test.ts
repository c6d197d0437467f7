import { expect } from "chai";
import { createUsageMemory, Usage } from "../../src/auth/usage.ts";
import { useFakeClock } from "../fake-clock.ts";

describe("what was used today", () => {
  it("is summed by caller, the busiest first, of no day before, and of a bounded number of callers", async () => {
    const clock = useFakeClock(Date.parse("2026-05-05T23:00:00Z"));
    const usage = new Usage(createUsageMemory(), () => undefined);
    usage.record("yesterday", "getSlot", false);
    clock.setSystemTime(Date.parse("2026-05-06T00:00:01Z"));
    for (let caller = 0; caller < 30; caller += 1) usage.record(`caller-${caller}`, "getSlot", false);
    usage.record("busy", "getSlot", true);
    usage.recordCredits("busy", "getSlot", 1);
    usage.record("busy", "getProgramAccounts", false);
    usage.recordCredits("busy", "getProgramAccounts", 10);
    const today = await usage.today();
    expect(today[0]).to.deep.equal({ key: "busy", calls: 2, errors: 1, credits: 11 });
    expect(today).to.have.length(20);
    expect(today.map(({ key }) => key)).to.not.include("yesterday");
    await usage.close();
  });
});
