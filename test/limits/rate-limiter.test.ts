import { expect } from "chai";
import fc from "fast-check";
import type { Redis } from "ioredis";
import { createRateLimiter, type RateLimiter } from "../../src/limits/rate-limiter.ts";
import { createSharedCounter } from "../../src/limits/shared-counter.ts";
import { rateLimitHeaders, WindowCounter } from "../../src/limits/window-counter.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { createSeal } from "../../src/redis/seal.ts";
import { tickThrough, tickUntilSettled, useFakeClock } from "../fake-clock.ts";
import { describeWith } from "../needed-programs.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { until } from "../upstream/harness.ts";

const config = { enabled: true, perMinute: 20, perSecond: 5 };

describe("the rate limiter", () => {
  beforeEach(() => void useFakeClock());

  it("lets a client spend its points of a second, and says when to retry", () => {
    const limiter = createRateLimiter(config);
    const answers = Array.from({ length: 6 }, () => limiter.spend("192.0.2.1", 1));
    expect(answers).to.deep.equal([0, 0, 0, 0, 0, 1000]);
  });

  it("counts each client separately", () => {
    const limiter = createRateLimiter(config);
    expect(limiter.spend("192.0.2.1", 5)).to.equal(0);
    expect(limiter.spend("192.0.2.2", 5)).to.equal(0);
    expect(limiter.spend("192.0.2.1", 1)).to.be.within(1, 1000);
  });

  it("says in the fields of the RateLimit draft what a client has left", () => {
    const limiter = createRateLimiter(config);
    void limiter.spend("192.0.2.1", 3);
    expect(limiter.headers("192.0.2.1")).to.deep.equal([
      "ratelimit-policy",
      '"minute";q=20;w=60, "second";q=5;w=1',
      "ratelimit",
      '"minute";r=17;t=60, "second";r=2;t=1',
    ]);
  });

  it("lets everything through when it is turned off", () => {
    const limiter = createRateLimiter({ ...config, enabled: false });
    expect(limiter.headers("192.0.2.1")).to.deep.equal([]);
    expect(limiter.spend("192.0.2.1", 1e9)).to.equal(0);
  });
});

describe("the rate limiter and points spent outside it", () => {
  beforeEach(() => void useFakeClock());

  it("counts points for work already done", () => {
    const limiter = createRateLimiter(config);
    limiter.charge("192.0.2.1", 5);
    expect(limiter.spend("192.0.2.1", 1)).to.be.within(1, 1000);
  });

  it("counts what another worker reports", () => {
    const limiter = createRateLimiter(config);
    limiter.addPeerSpending("192.0.2.1", 5);
    expect(limiter.spend("192.0.2.1", 1)).to.be.within(1, 1000);
  });
});

describe("the rate limiter beside Redis", () => {
  beforeEach(() => void useFakeClock());

  /** A link that gives an answer to each command, and counts the commands. */
  function linkOf(isUp: boolean, waitMs = 0): RedisLink & { asked: number } {
    const link = {
      isUp,
      asked: 0,
      ask: () => {
        link.asked += 1;
        return Promise.resolve((waitMs > 0 ? [1, waitMs] : [0]) as never);
      },
      askPatiently: () => Promise.resolve(undefined),
      follow: () => undefined,
      createSeal: (form: string) => createSeal(form, undefined),
      countForged: () => undefined,
      close: async () => undefined,
    };
    return link;
  }

  for (const waitMs of [1, 2001])
    it(`refuses a client for ${waitMs} ms if Redis says so`, async () => {
      const limiter = createRateLimiter(config, linkOf(true, waitMs));
      expect(await limiter.spend("192.0.2.1", 1)).to.equal(waitMs);
    });

  it("sends both spending and charges to Redis", async () => {
    const link = linkOf(true);
    const limiter = createRateLimiter(config, link);
    expect(await limiter.spend("192.0.2.1", 1)).to.equal(0);
    limiter.charge("192.0.2.1", 1);
    expect(link.asked).to.equal(2);
  });

  it("does not ask Redis, and answers at once, while the link is down", () => {
    const link = linkOf(false);
    const limiter = createRateLimiter(config, link);
    expect(limiter.spend("192.0.2.1", 1)).to.equal(0);
    limiter.charge("192.0.2.1", 1);
    expect(link.asked).to.equal(0);
  });

  for (const answer of [[1, "x"], [1, "-5"], [1, null, "nan"], ["inf"], "x", null])
    it(`refuses no call because Redis answers ${JSON.stringify(answer)}, which is no time to wait`, async () => {
      const redis = { eval: async () => answer } as unknown as Redis;
      const link: RedisLink = { ...linkOf(true), ask: (command) => command(redis) };
      expect(await createRateLimiter(config, link).spend("192.0.2.1", 1)).to.equal(0);
    });

  it("does not ask Redis about a call that is over the local limit", () => {
    const link = linkOf(true);
    const limiter = createRateLimiter(config, link);
    limiter.addPeerSpending("192.0.2.1", 5);
    expect(limiter.spend("192.0.2.1", 1)).to.be.within(1, 1000);
    expect(link.asked).to.equal(0);
  });
});

describe("the fields of the RateLimit draft", () => {
  it("round the remaining time up to whole seconds", () => {
    const fields = rateLimitHeaders([{ name: "minute", points: 9, durationMs: 60_000 }]);
    expect(fields([{ points: 1, ms: 3000 }])[3]).to.equal('"minute";r=1;t=3');
    expect(fields([{ points: 1, ms: 3001 }])[3]).to.equal('"minute";r=1;t=4');
  });
});

describe("counting in windows", () => {
  const windows = [
    { name: "minute", points: 20, durationMs: 60_000 },
    { name: "second", points: 5, durationMs: 1000 },
  ];

  it("starts over when a window ends", () => {
    const counter = new WindowCounter(windows, 10);
    expect(counter.of("a").spend(5, 0)).to.equal(0);
    expect(counter.of("a").spend(1, 400)).to.equal(600);
    expect(counter.of("a").spend(1, 1000)).to.equal(0);
  });

  it("makes clients wait for the longest window that is spent", () => {
    const counter = new WindowCounter(windows, 10);
    for (let second = 0; second < 4; second += 1) expect(counter.of("a").spend(5, second * 1000)).to.equal(0);
    expect(counter.of("a").spend(1, 4000)).to.equal(56_000);
    expect(counter.of("a").spend(1, 60_000)).to.equal(0);
  });

  it("takes nothing when it refuses", () => {
    const counter = new WindowCounter(windows, 10);
    expect(counter.of("a").spend(2, 0)).to.equal(0);
    expect(counter.of("a").spend(4, 0)).to.equal(1000);
    expect(counter.of("a").spend(3, 0)).to.equal(0);
  });

  it("admits a call that costs more than a whole window if none of it is spent, and charges the next windows", () => {
    const counter = new WindowCounter(windows.slice(1), 10);
    expect(counter.of("a").spend(1, 0)).to.equal(0);
    expect(counter.of("a").spend(12, 0), "one is spent").to.equal(1000);
    expect(counter.of("a").spend(12, 1000)).to.equal(0);
    expect(counter.of("a").spend(1, 2000), "7 of 12 are owed").to.equal(1000);
    expect(counter.of("a").spend(12, 2000), "until nothing is owed").to.equal(2000);
    expect(counter.of("a").spend(3, 3000)).to.equal(0);
    expect(counter.of("a").spend(1, 3999), "2 were owed yet").to.equal(1);
  });

  it("says what is left of each window", () => {
    const counter = new WindowCounter(windows, 10);
    expect(counter.remaining("a", 0)).to.deep.equal([
      { points: 20, ms: 60_000 },
      { points: 5, ms: 1000 },
    ]);
    counter.of("a").spend(3, 0);
    expect(counter.remaining("a", 400)).to.deep.equal([
      { points: 17, ms: 59_600 },
      { points: 2, ms: 600 },
    ]);
    expect(counter.remaining("a", 1000)[1]).to.deep.equal({ points: 5, ms: 1000 });
  });

  it("pays off excess points with every window that has passed", () => {
    const counter = new WindowCounter(windows.slice(1), 10);
    expect(counter.of("a").spend(22, 0)).to.equal(0);
    expect(counter.of("a").spend(1, 3000), "7 of 22 are owed after three windows").to.equal(1000);
    expect(counter.of("a").spend(1, 4000), "2 after a fourth").to.equal(0);
  });

  it("charges points even if there are too few, and reports none left", () => {
    const counter = new WindowCounter(windows, 10);
    counter.of("a").charge(7, 0);
    expect(counter.remaining("a", 0)).to.deep.equal([
      { points: 13, ms: 60_000 },
      { points: 0, ms: 1000 },
    ]);
  });

  it("never lets more through in a window than it has points", () => {
    const calls = fc.array(
      fc.record({ points: fc.integer({ min: 1, max: 7 }), afterMs: fc.integer({ min: 0, max: 900 }) }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(calls, (list) => {
        const counter = new WindowCounter([{ name: "second", points: 10, durationMs: 1000 }], 10);
        let now = 0;
        let windowEnd = 0;
        let spent = 0;
        for (const { points, afterMs } of list) {
          now += afterMs;
          if (now >= windowEnd) {
            windowEnd = now + 1000;
            spent = 0;
          }
          const waitMs = counter.of("a").spend(points, now);
          if (waitMs === 0) spent += points;
          else if (waitMs > windowEnd - now) return false;
          if (spent > 10) return false;
        }
        return true;
      }),
    );
  });

  it("tracks no more clients than it may", () => {
    const counter = new WindowCounter(windows, 3);
    for (let client = 0; client < 1000; client += 1) counter.of(`${client}`).spend(5, 0);
    for (const client of ["997", "998", "999"]) expect(counter.of(client).spend(1, 0)).to.equal(1000);
    expect(counter.of("996").spend(1, 0)).to.equal(0);
  });
});

describeWith("redis-server", "a rate limit that gateways share through Redis", () => {
  let server: RedisServer;
  let clock: ReturnType<typeof useFakeClock>;
  const links: RedisLink[] = [];

  beforeEach(async () => {
    // Redis has all the time that it needs, in all tests but that in which it hangs.
    clock = useFakeClock();
    server = await new RedisServer().start();
    for (let count = 0; count < 2; count += 1) {
      const log = () => undefined;
      const link = await createRedisLink({
        url: server.url,
        timeoutMs: 300,
        log: { info: log, warn: log },
        countFailure: log,
      });
      links.push(link);
      await until(() => link.isUp, "Redis was connected");
    }
  });
  afterEach(async () => {
    for (const link of links.splice(0)) await link.close();
    await server.stop();
  });

  const windows = [
    { name: "hour", points: 4, durationMs: 3_600_000 },
    { name: "minute", points: 2, durationMs: 60_000 },
  ];
  /** Redis counts by its own clock: a second of it may be over before the next call comes. */
  const inMinutes = { enabled: true, perMinute: 5, perSecond: 100 };
  const limiters = () => links.map((link) => createRateLimiter(inMinutes, link));

  it("lets a client spend no more at all of them together than at one", async () => {
    const [one, other] = limiters();
    expect(await one?.spend("192.0.2.1", 3)).to.equal(0);
    expect(await other?.spend("192.0.2.1", 2)).to.equal(0);
    expect(await other?.spend("192.0.2.1", 1)).to.be.within(1, 60_000);
    expect(await other?.spend("192.0.2.9", 1)).to.equal(0);
  });

  it("admits a call that costs more than a whole window, once, and charges the next windows", async () => {
    const [one, other] = limiters();
    expect(await one?.spend("192.0.2.1", 12)).to.equal(0);
    const waitMs = await other?.spend("192.0.2.1", 1);
    expect(waitMs, "12 calls take three minutes at 5 a minute").to.be.within(120_001, 180_000);
  });

  it("admits no call that costs more than a whole window once any of it is spent", async () => {
    const [one, other] = limiters();
    expect(await one?.spend("192.0.2.1", 1)).to.equal(0);
    expect(await other?.spend("192.0.2.1", 12)).to.be.within(1, 60_000);
  });

  it("lets through as many of the calls that come at one moment as a window has points, and takes nothing for the others", async () => {
    const [one, other] = links.map((link) => createRateLimiter({ ...inMinutes, perMinute: 7 }, link));
    const asked = Array.from({ length: 24 }, (_, index) =>
      (index % 2 === 0 ? one : other)?.spend("192.0.2.1", 1),
    );
    const admitted = (await Promise.all(asked)).filter((waitMs) => waitMs === 0);
    expect(admitted).to.have.length(7);
  });

  it("admits one of two calls at one moment that cost more than a whole window each", async () => {
    const [one, other] = limiters();
    const waits = await Promise.all([one?.spend("192.0.2.1", 12), other?.spend("192.0.2.1", 12)]);
    expect(waits.filter((waitMs) => waitMs === 0)).to.have.length(1);
  });

  it("takes nothing from the longer window for a call that the shorter one refuses", async () => {
    const [one, other] = links.map((link) => createSharedCounter(windows, link));
    expect(await one?.("spend", "a", 2)).to.equal(0);
    expect(await other?.("spend", "a", 1)).to.be.within(1, 60_000);
    expect(await other?.("spend", "a", 1)).to.be.within(1, 60_000);
    await links[0]?.ask((redis) => redis.del("svm-gateway:rate:2:60000:a"));
    expect(await other?.("spend", "a", 2), "two of four are left").to.equal(0);
    expect(await other?.("spend", "a", 1)).to.be.within(60_001, 3_600_000);
  });

  it("charges work already done even if there are too few points; the next windows pay for it", async () => {
    const [one, other] = links.map((link) => createSharedCounter(windows, link));
    await one?.("charge", "a", 1);
    await one?.("charge", "a", 6);
    expect(await other?.("spend", "a", 1), "7 calls take two hours at 4 an hour").to.be.within(
      3_600_001,
      7_200_000,
    );
  });

  it("carries points beyond a window of a minute over as many minutes", async () => {
    const [one, other] = links.map((link) => createRateLimiter({ ...inMinutes, perMinute: 20 }, link));
    expect(await one?.spend("192.0.2.1", 25)).to.equal(0);
    const waitMs = await other?.spend("192.0.2.1", 1);
    expect(waitMs, "25 calls take two minutes at 20 a minute").to.be.within(60_001, 120_000);
  });

  it("counts locally while Redis hangs, and delays no call for long", async () => {
    const [one] = limiters() as [RateLimiter, RateLimiter];
    await one.spend("192.0.2.1", 1);
    server.hang();
    const spent = Promise.resolve(one.spend("192.0.2.1", 4));
    // Half of the link's time.
    expect(await tickUntilSettled(clock, spent, { maxMs: 160 })).to.be.at.least(150);
    expect(await spent).to.equal(0);
    const refused = Promise.resolve(one.spend("192.0.2.1", 1));
    expect(await tickThrough(clock, refused, { maxMs: 160 })).to.be.within(59_001, 60_000);
    server.goOn();
  });
});
