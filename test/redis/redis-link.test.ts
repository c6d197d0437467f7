import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect } from "chai";
import type { Redis } from "ioredis";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { usePatientClock } from "../fake-clock.ts";
import { describeWith } from "../needed-programs.ts";
import { until } from "../upstream/harness.ts";
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
      maxReplyBytes: 1024 * 1024,
      log: { info: () => undefined, warn },
      countFailure: () => undefined,
    });
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
      (error: Error) => error.message,
    );
  }

  it("is up once it is created", () => {
    expect(link.isUp).to.equal(true);
  });

  it("is closed if one reply is too long, and is used again", async () => {
    await fateOf((redis) => redis.setrange("huge", 4 * 1024 * 1024, "x"));
    expect(await fateOf((redis) => redis.getBuffer("huge"))).to.not.equal("answered");
    expect(reasons).to.include("one reply has more than 1048576 bytes");
    await until(() => link.isUp, "Redis was connected again");
    for (let count = 0; count < 40; count += 1)
      expect(await fateOf((redis) => redis.getrangeBuffer("huge", 0, 64 * 1024))).to.equal("answered");
  });

  it("drops the pending commands of a Redis that never replies", async () => {
    server.hang();
    expect(await fateOf((redis) => redis.set("a", "b"))).to.not.equal("answered");
    server.goOn();
  });
});

describe("a link to a server that is no Redis", () => {
  const reasons: string[] = [];
  const sockets = new Set<Socket>();
  let reply: string;
  let link: RedisLink;
  const server = createServer((socket) => {
    sockets.add(socket);
    // The client library greets with HELLO, CLIENT and INFO, each in an array of its own.
    socket
      .on("error", () => undefined)
      .on("data", (bytes) => {
        for (const command of bytes
          .toString("latin1")
          .split(/^\*\d+\r\n/m)
          .slice(1))
          socket.write(/^\$\d+\r\n(?:hello|client|info)\r/i.test(command) ? "+OK\r\n" : reply);
      });
  });

  beforeEach(async () => {
    await once(server.listen(0, "127.0.0.1"), "listening");
    link = await createRedisLink({
      url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeoutMs: 60_000,
      log: {
        info: () => undefined,
        warn: ({ reason }: { reason?: string }) => void reasons.push(reason ?? ""),
      },
      countFailure: () => undefined,
    });
  });
  afterEach(async () => {
    reasons.length = 0;
    await link.close();
    for (const socket of sockets) socket.destroy();
    await once(server.close(), "close");
  });

  async function ask(): Promise<unknown> {
    await until(() => link.isUp, "it was connected");
    return link.ask((redis) => redis.get("a"));
  }

  for (const [what, text, reason] of [
    ["announces lists that are too long", "*30000000\r\n".repeat(40), /more than \d+ values/],
    ["sends unrequested replies", "_\r\n_\r\n_\r\n", /not requested/],
    ["sends messages on the connection of commands", ">1\r\n_\r\n", /protocol/],
  ] as const)
    it(`ends the connection of one that ${what}, and says so once`, async () => {
      reply = text;
      for (let count = 0; count < 5; count += 1) expect(await ask()).to.equal(undefined);
      expect(reasons).to.have.length(1);
      expect(reasons[0]).to.match(reason);
      reply = "+a\r\n";
      expect(await ask()).to.equal("a");
    });

  it("reports refusals once, even if each has a different text", async () => {
    for (let count = 0; count < 20; count += 1) {
      reply = `-ERR number ${count}\r\n`;
      expect(await ask()).to.equal(undefined);
    }
    expect(reasons).to.deep.equal(["ERR number 0"]);
  });
});
