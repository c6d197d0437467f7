import { expect } from "chai";
import { CallerMeter, type SharedLimits } from "../../src/auth/caller-meter.ts";
import type { MeterLimits } from "../../src/auth/meter-counts.ts";
import { useFakeDate } from "../fake-clock.ts";
import { spendAlone } from "./harness.ts";

const none: MeterLimits = {
  rateLimit: undefined,
  creditsPerDay: undefined,
  creditsPerMonth: undefined,
  maxConcurrent: undefined,
  maxSubscriptions: undefined,
  maxSockets: undefined,
};

const noon = Date.parse("2026-05-05T12:00:00Z");

function meterOf(limits: Partial<MeterLimits>, isForPages = false): CallerMeter {
  return new CallerMeter("backend", { ...none, ...limits }, isForPages);
}

describe("CallerMeter", () => {
  beforeEach(() => void useFakeDate(noon));

  it("limits nothing without limits", () => {
    const meter = meterOf({});
    expect(spendAlone(meter, { points: 1e9, credits: 1e9, address: "192.0.2.1" })).to.equal(undefined);
    expect(meter.acquire("calls", undefined)).to.equal(true);
    expect(meter.headers(undefined)).to.deep.equal([]);
  });

  it("refuses calls beyond the rate, and takes no credits for them", () => {
    const meter = meterOf({ rateLimit: 2, creditsPerDay: 100 });
    expect(spendAlone(meter, { points: 1, credits: 10, address: undefined })).to.equal(undefined);
    expect(spendAlone(meter, { points: 1, credits: 10, address: undefined })).to.equal(undefined);
    expect(spendAlone(meter, { points: 1, credits: 10, address: undefined })?.limit).to.equal("rate_limit");
    expect(meter.headers(undefined)[3]).to.match(/^"second";r=0;t=1, "day";r=80;t=43200$/);
  });

  it("refuses what the credits of the day or the month do not pay, until it ends", () => {
    const day = meterOf({ creditsPerDay: 5 });
    expect(spendAlone(day, { points: 1, credits: 5, address: undefined })).to.equal(undefined);
    expect(spendAlone(day, { points: 1, credits: 1, address: undefined })).to.deep.equal({
      limit: "credits",
      waitMs: 12 * 3_600_000,
    });
    const month = meterOf({ creditsPerDay: 50, creditsPerMonth: 5 });
    expect(spendAlone(month, { points: 1, credits: 6, address: undefined })?.waitMs).to.equal(
      Date.parse("2026-06-01T00:00:00Z") - noon,
    );
  });

  it("says which limit is reached, what it allows and when to try again", () => {
    const { message, data, retryAfterSeconds } = meterOf({ maxSubscriptions: 20 }).limitError(
      "subscriptions",
    );
    expect(message).to.include("at its limit of 20 subscriptions (max_subscriptions): end one");
    expect([data?.limit, data?.retryAfterSeconds, retryAfterSeconds]).to.deep.equal([
      "max_subscriptions",
      1,
      1,
    ]);
    const ofPage = meterOf({ maxConcurrent: 20 }, true).limitError("calls");
    expect(ofPage.message).to.include("(max_concurrent, and a tenth of that for each client of a web page)");
  });

  it("counts resources in use until they are released", () => {
    const meter = meterOf({ maxSockets: 1, maxConcurrent: 2 });
    expect(meter.acquire("sockets", undefined)).to.equal(true);
    expect(meter.acquire("sockets", undefined)).to.equal(false);
    expect(meter.acquire("calls", undefined)).to.equal(true);
    meter.release("sockets", undefined);
    expect(meter.acquire("sockets", undefined)).to.equal(true);
  });

  it("gives each client address of a web page a tenth, and all of them no more than the whole", () => {
    const meter = meterOf({ rateLimit: 20, maxConcurrent: 20 }, true);
    const spent = (address: string) => spendAlone(meter, { points: 1, credits: 1, address }) === undefined;
    expect([spent("192.0.2.1"), spent("192.0.2.1"), spent("192.0.2.1")]).to.deep.equal([true, true, false]);
    const others = Array.from({ length: 30 }, (_, index) => spent(`192.0.2.${index + 10}`));
    expect(others.filter(Boolean)).to.have.length(18);
    expect(meter.acquire("calls", "192.0.2.1") && meter.acquire("calls", "192.0.2.1")).to.equal(true);
    expect(meter.acquire("calls", "192.0.2.1")).to.equal(false);
    expect(meter.acquire("calls", "192.0.2.2")).to.equal(true);
  });

  it("keeps what was spent of the second when its limits are set again", () => {
    const meter = meterOf({ rateLimit: 1 });
    expect(spendAlone(meter, { points: 1, credits: 1, address: undefined })).to.equal(undefined);
    meter.setLimits({ ...none, rateLimit: 1, creditsPerDay: 100 }, false);
    expect(spendAlone(meter, { points: 1, credits: 1, address: undefined })?.limit).to.equal("rate_limit");
    meter.setLimits({ ...none, rateLimit: 2 }, false);
    expect(spendAlone(meter, { points: 1, credits: 1, address: undefined })).to.equal(undefined);
  });

  it("keeps what is in use when its limits change", () => {
    const meter = meterOf({ maxSockets: 1 });
    meter.acquire("sockets", undefined);
    meter.setLimits({ ...none, maxSockets: 1 }, false);
    expect(meter.acquire("sockets", undefined)).to.equal(false);
    meter.release("sockets", undefined);
    expect(meter.acquire("sockets", undefined)).to.equal(true);
  });

  it("releases as many shared resources as it took, whatever limits came and went meanwhile", async () => {
    let counted = 0;
    const shared: SharedLimits = {
      keepsCredits: false,
      spend: () => Promise.resolve(undefined),
      acquire() {
        counted += 1;
        return Promise.resolve(true);
      },
      release() {
        counted -= 1;
      },
      close: () => undefined,
    };
    const meter = new CallerMeter("backend", { ...none, maxSockets: 5 }, false, shared);
    await meter.acquire("sockets", undefined);
    meter.setLimits(none, false);
    meter.release("sockets", undefined);
    expect(counted).to.equal(0);
    await meter.acquire("sockets", undefined);
    meter.setLimits({ ...none, maxSockets: 2 }, false);
    await meter.acquire("sockets", undefined);
    meter.release("sockets", undefined);
    expect(counted).to.equal(1);
    meter.release("sockets", undefined);
    expect(counted).to.equal(0);
  });

  it("keeps what a client address of a web page has in use when its limits change", () => {
    const meter = meterOf({ maxConcurrent: 20 }, true);
    expect(meter.acquire("calls", "192.0.2.1") && meter.acquire("calls", "192.0.2.1")).to.equal(true);
    meter.setLimits({ ...none, maxConcurrent: 20, maxSockets: 50 }, true);
    expect(meter.acquire("calls", "192.0.2.1")).to.equal(false);
    meter.release("calls", "192.0.2.1");
    expect(meter.acquire("calls", "192.0.2.1")).to.equal(true);
    expect(meter.acquire("calls", "192.0.2.1")).to.equal(false);
  });

  it("keeps what a client address of a web page spent of the second when another limit changes", () => {
    const meter = meterOf({ rateLimit: 10 }, true);
    expect(spendAlone(meter, { points: 1, credits: 1, address: "192.0.2.1" })).to.equal(undefined);
    meter.setLimits({ ...none, rateLimit: 10, maxSockets: 50 }, true);
    expect(spendAlone(meter, { points: 1, credits: 1, address: "192.0.2.1" })?.limit).to.equal("rate_limit");
    expect(spendAlone(meter, { points: 1, credits: 1, address: "192.0.2.2" })).to.equal(undefined);
  });
});
