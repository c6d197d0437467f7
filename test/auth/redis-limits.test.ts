import { expect } from "chai";
import { Redis } from "ioredis";
import { createRedisLimits } from "../../src/auth/redis-limits.ts";
import type { RedisLink } from "../../src/redis/redis-link.ts";
import { describeWith } from "../needed-programs.ts";
import { RedisServer } from "../redis/redis-server.ts";

/** A command gets a reply in time or too late, or is not sent. */
type Mode = "prompt" | "late" | "unsent";

describeWith(["redis-server"], "limits of a caller in a Redis that replies too late", () => {
  const server = new RedisServer();
  let redis: Redis;
  let mode: Mode = "prompt";
  const link = {
    async askPatiently<Reply>(command: (redis: Redis) => Promise<Reply>) {
      if (mode === "unsent") return undefined;
      const reply = command(redis);
      if (mode === "prompt") return reply;
      lateReplies.push(reply);
      return undefined;
    },
  } as RedisLink;
  const lateReplies: Promise<unknown>[] = [];

  before(async () => {
    await server.start();
    redis = new Redis(server.url);
  });
  after(async () => {
    redis.disconnect();
    await server.stop();
  });
  beforeEach(() => {
    mode = "prompt";
    return redis.flushall();
  });

  it("free permits whose release Redis missed, once it replies again", async () => {
    const limits = createRedisLimits(link);
    const caller = { id: "caller", clientAddress: undefined, limits: { maxConcurrent: 2 } };
    mode = "late";
    for (let permit = 0; permit < 2; permit += 1)
      expect(await limits.acquire(caller, "calls")).to.equal(undefined);
    mode = "unsent";
    for (let permit = 0; permit < 2; permit += 1) limits.release(caller, "calls");
    await Promise.all(lateReplies.splice(0));
    mode = "prompt";
    const taken = await Promise.all([1, 2, 3].map(() => limits.acquire(caller, "calls")));
    expect(taken).to.deep.equal([true, true, false]);
    limits.close();
  });

  it("refund the credits of a call that was refused before Redis replied", async () => {
    const limits = createRedisLimits(link);
    const spending = {
      id: "caller",
      clientAddress: undefined,
      limits: { creditsPerDay: 5 },
      mode: "spend",
      points: 1,
      credits: 5,
      spent: [["day", 0] as const, ["month", 0] as const],
    } as const;
    mode = "late";
    expect(await limits.spend(spending)).to.equal(undefined);
    await Promise.all(lateReplies.splice(0));
    mode = "prompt";
    const outcome = await limits.spend(spending);
    expect(outcome).to.have.property("totals");
    limits.close();
  });
});
