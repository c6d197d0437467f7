import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@sinonjs/fake-timers";
import { expect } from "chai";
import { Usage } from "../../src/auth/usage.ts";
import { createRedisUsageStorage } from "../../src/auth/usage-storages.ts";
import { createRedisLink } from "../../src/redis/redis-link.ts";
import { useFakeClock } from "../fake-clock.ts";
import { createLiveGateway } from "../gateway/live-gateway.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { until } from "../upstream/harness.ts";
import { memoryUsageStorage } from "./harness.ts";
import { serveCallers } from "./served-gateway.ts";

describe("today's usage", () => {
  it("lists today's calls by caller, the busiest first, for a bounded number of callers", async () => {
    const clock = useFakeClock(Date.parse("2026-05-05T23:00:00Z"));
    const usage = new Usage(memoryUsageStorage(), () => undefined);
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

describe("usage", () => {
  let usage: Usage;
  let clock: Clock;
  beforeEach(() => {
    clock = useFakeClock(Date.parse("2026-01-01T12:00:00Z"));
    usage = new Usage(memoryUsageStorage(), (error) => expect.fail(String(error)));
  });
  afterEach(() => usage.close());

  it("is kept for 62 days", async () => {
    usage.record("shop", "getSlot", false);
    clock.setSystemTime(Date.parse("2026-03-03T12:00:00Z"));
    expect((await usage.rows()).map(({ day }) => day)).to.deep.equal(["2026-01-01"]);
    clock.setSystemTime(Date.parse("2026-03-04T12:00:00Z"));
    expect(await usage.rows()).to.deep.equal([]);
    usage.record("shop", "getSlot", false);
    expect((await usage.rows(undefined, 1000)).map(({ day }) => day)).to.deep.equal(["2026-03-04"]);
  });

  it("is returned for the requested number of days", async () => {
    usage.record("shop", "getSlot", false);
    clock.setSystemTime(Date.parse("2026-01-02T12:00:00Z"));
    usage.record("shop", "getSlot", false);
    expect((await usage.rows("shop", 1)).map(({ day }) => day)).to.deep.equal(["2026-01-02"]);
    expect(await usage.rows("shop", 2)).to.have.length(2);
  });

  it("has a bound that no number of callers exceeds, and counts every call", async () => {
    for (let caller = 0; caller < 100_500; caller += 1) usage.record(`token:${caller}`, "getSlot", false);
    const rows = await usage.rows();
    expect(rows.length).to.be.at.most(100_000);
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).to.equal(100_500);
  });
});

describe("usage of a program that does not persist network changes", () => {
  for (const [what, lasts] of [
    ["is kept if the configuration names a state file", true],
    ["is lost at exit if the configuration names no state file", false],
  ] as const)
    it(what, async () => {
      const path = join(temporaryFolder(), "state.json");
      const { service } = await createLiveGateway(
        { one: "http://127.0.0.1:1" },
        { auth: { keys: [{ id: "shop", key: "key-of-the-shop-1" }] }, ...(lasts && { state_file: path }) },
        { persist: false },
      );
      service.auth?.usage.record("shop", "getSlot", false);
      await service.close();
      expect(existsSync(`${path}.usage`)).to.equal(lasts);
    });
});

describeWith("redis-server", "usage in Redis", () => {
  it("that Redis refuses is counted once it takes it, and logged once for each reason", async () => {
    const server = await new RedisServer().start();
    const reasons: string[] = [];
    const warn = ({ reason = "" }: { readonly reason?: string }) => void reasons.push(reason);
    const link = await createRedisLink({
      url: server.url,
      timeoutMs: 10_000,
      log: { info: () => undefined, warn },
      countFailure: () => undefined,
    });
    try {
      await until(() => link.isUp, "Redis is connected");
      const usage = new Usage(createRedisUsageStorage(link), (error) => expect.fail(String(error)));
      const day = new Date().toISOString().slice(0, 10);
      const key = `svm-gateway:usage:1:${day}`;
      await link.ask((redis) => redis.hset(key, `${day} shop getSlot calls`, "poison"));
      for (const method of ["getSlot", "getBalance", "getSlot"]) {
        usage.record("shop", method, false);
        await usage.rows();
      }
      expect(reasons).to.deep.equal(["ERR hash value is not a float"]);
      await link.ask((redis) => redis.del(key));
      await usage.rows();
      expect((await usage.rows()).map(({ method, calls }) => [method, calls])).to.deep.equal([
        ["getSlot", 2],
      ]);
      await link.ask((redis) => redis.multi().del(key).set(key, "poison").exec());
      expect(await usage.rows().then(() => "", String)).to.contain(
        "Redis refuses a command, as the log says",
      );
      await usage.close();
    } finally {
      await link.close();
      await server.stop();
    }
  });
});

describe("usage that Redis does not return", () => {
  it("is refused by its page, and left out of the status", async () => {
    const key = "key-of-an-administrator-1";
    const redis = { url: "redis://127.0.0.1:1" };
    const served = await serveCallers({ keys: [{ id: "operator", key, admin: true }] }, { redis });
    try {
      const asking = { method: "GET", headers: { "x-api-key": key } };
      const usage = await served.ask("/usage", asking);
      expect([usage.status, usage.json.error.message]).to.deep.equal([
        503,
        "Redis does not answer, so usage can't be read; try again in 1 s.",
      ]);
      const status = await served.ask("/status.json", asking);
      expect([status.status, status.json.callers]).to.deep.equal([200, undefined]);
    } finally {
      await served.close();
    }
  });
});
