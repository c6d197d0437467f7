import { expect } from "chai";
import type { Redis } from "ioredis";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { usePatientClock } from "../fake-clock.ts";
import { until } from "../faults/upstream-harness.ts";
import { describeWith } from "../needed-programs.ts";
import { RedisServer } from "./redis-server.ts";

describeWith("redis-server", "a link to Redis", () => {
  let server: RedisServer;
  let link: RedisLink;
  const reasons: string[] = [];

  beforeEach(async () => {
    usePatientClock();
    server = await new RedisServer().start();
    const warn = ({ reason }: { readonly reason?: string }) => void reasons.push(reason ?? "");
    link = await createRedisLink({
      url: server.url,
      timeoutMs: 50,
      maxAnswerBytes: 1024 * 1024,
      log: { info: () => undefined, warn },
    });
    await until(() => link.isUp, "Redis was connected");
  });
  afterEach(async () => {
    reasons.length = 0;
    await link.close();
    await server.stop();
  });

  /** The final outcome of a command, however short its caller's time. */
  async function fateOf(command: (redis: Redis) => Promise<unknown>): Promise<string> {
    let sent: Promise<unknown> | undefined;
    await link.ask((redis) => {
      sent = command(redis);
      return sent;
    });
    return (sent ?? Promise.resolve()).then(
      () => "answered",
      (fault: Error) => fault.message,
    );
  }

  it("is closed if one answer is longer than any that gateways share, and is used again", async () => {
    await fateOf((redis) => redis.setrange("huge", 4 * 1024 * 1024, "x"));
    expect(await fateOf((redis) => redis.getBuffer("huge"))).to.not.equal("answered");
    expect(reasons).to.include("one answer has more than 1048576 bytes");
    await until(() => link.isUp, "Redis was connected again");
    for (let count = 0; count < 40; count += 1)
      expect(await fateOf((redis) => redis.getrangeBuffer("huge", 0, 64 * 1024))).to.equal("answered");
  });

  it("drops the commands of a Redis that never answers, which it would otherwise keep forever", async () => {
    server.hang();
    expect(await fateOf((redis) => redis.set("a", "b"))).to.not.equal("answered");
    server.goOn();
  });
});
