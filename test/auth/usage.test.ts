import { expect } from "chai";
import { createUsageMemory, Usage } from "../../src/auth/usage.ts";
import { useFakeClock } from "../fake-clock.ts";
import { serveCallers } from "./served-gateway.ts";

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
    const today = (await usage.today()) ?? [];
    expect(today[0]).to.deep.equal({ key: "busy", calls: 2, errors: 1, credits: 11 });
    expect(today).to.have.length(20);
    expect(today.map(({ key }) => key)).to.not.include("yesterday");
    await usage.close();
  });
});

describe("usage that Redis does not give", () => {
  it("is refused by its page, and left out of the status", async () => {
    const key = "key-of-an-administrator-1";
    const redis = { url: "redis://127.0.0.1:1" };
    const served = await serveCallers({ keys: [{ id: "operator", key, admin: true }] }, { redis });
    try {
      const asking = { method: "GET", headers: { "x-api-key": key } };
      const usage = await served.ask("/usage", asking);
      expect([usage.status, usage.json.error.message]).to.deep.equal([
        503,
        "Usage can't be read now, since Redis does not answer; try again.",
      ]);
      const status = await served.ask("/status.json", asking);
      expect([status.status, status.json.callers]).to.deep.equal([200, undefined]);
    } finally {
      await served.close();
    }
  });
});
