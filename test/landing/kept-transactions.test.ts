import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { createLandingFile } from "../../src/landing/kept-in-file.ts";
import { createLandingRedis } from "../../src/landing/kept-in-redis.ts";
import { type LandingKeeper, leaseMs, readKept, writeKept } from "../../src/landing/kept-transactions.ts";
import { type KeptTransaction, keptFields } from "../../src/landing/pending-transaction.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { readTransaction } from "../../src/transaction/read-transaction.ts";
import { until } from "../faults/upstream-harness.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { makeTransaction } from "../transaction/made-transactions.ts";

let kept: KeptTransaction;

before(async () => {
  const wire = await makeTransaction();
  kept = {
    ...keptFields(readTransaction(Buffer.from(wire, "base64")), wire),
    network: "test",
    lastValidBlockHeight: 1150,
    firstSlot: 1000,
    firstHeight: undefined,
    firstSeenAt: 1_700_000_000_000,
  };
});

describe("a pending transaction that is kept", () => {
  it("is read as it was written", () => {
    expect(readKept(JSON.parse(JSON.stringify(writeKept(kept))))).to.deep.equal(kept);
  });

  for (const [what, value] of [
    ["no object", 7],
    ["a transaction cut short", { network: "test", wire: "AQID", firstSlot: 1, firstSeenAt: 1 }],
    ["a slot that is no number", { network: "test", wire: "", firstSlot: "1", firstSeenAt: 1 }],
  ] as const)
    it(`is not taken from ${what}`, () => {
      expect(readKept(value)).to.equal(undefined);
    });
});

describe("pending transactions in a file", () => {
  let path: string;
  let now: number;
  const keeper = (): LandingKeeper => createLandingFile(path, 100, () => now);
  beforeEach(() => {
    path = join(temporaryFolder(), "state.transactions");
    now = 1_000_000;
  });

  it("are another process's once the one that held them has died", async () => {
    await keeper().sync([kept]);
    const other = keeper();
    expect(await other.sync([])).to.deep.equal([]);
    now += leaseMs;
    expect(await other.sync([])).to.deep.equal([kept]);
    expect(await keeper().sync([])).to.deep.equal([]);
  });

  it("are another process's at once after an orderly end", async () => {
    const first = keeper();
    await first.sync([kept]);
    await first.release([kept]);
    expect(await keeper().sync([])).to.deep.equal([kept]);
  });

  it("are gone once they have ended", async () => {
    const first = keeper();
    await first.sync([kept]);
    await first.sync([]);
    now += leaseMs;
    expect(await keeper().sync([])).to.deep.equal([]);
  });

  for (const [what, text] of [
    ["is none", "garbage"],
    ["is cut short", '{"version":1,"transactions":[{"hold'],
    ["is too large", " ".repeat(700_000)],
  ] as const)
    it(`are kept in a new file after one that ${what}, which is set aside and told`, async () => {
      writeFileSync(path, text);
      const own = keeper();
      const told = await own.sync([kept]).catch((caught: unknown) => String(caught));
      expect(told).to.include(`${path}.unreadable-1`);
      expect(readFileSync(`${path}.unreadable-1`, "utf8")).to.equal(text);
      expect(await own.sync([kept])).to.deep.equal([]);
      expect(readFileSync(path, "utf8")).to.include(kept.wire);
    });
});

describeWith("redis-server", "pending transactions in Redis", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];

  beforeEach(async () => {
    server = await new RedisServer().start();
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.close()));
    await server.stop();
  });

  async function connected(): Promise<LandingKeeper> {
    const link = await createRedisLink({
      url: server.url,
      timeoutMs: 10_000,
      log: { info: () => undefined, warn: () => undefined },
    });
    links.push(link);
    await until(() => link.isUp, "Redis is connected");
    return createLandingRedis(link);
  }

  it("are taken over by one other gateway when the one that held them has died", async () => {
    const [first, second, third] = [await connected(), await connected(), await connected()];
    await first.sync([kept]);
    expect(await second.sync([])).to.deep.equal([]);
    // What its lease leaves when it dies: nothing.
    const { Redis } = await import("ioredis");
    const redis = new Redis(server.url);
    const alive = await redis.keys("svm-gateway:landing:1:alive:*");
    const held = (await redis.keys("svm-gateway:landing:1:held:*")).map((key) => key.split(":").at(-1));
    await redis.del(alive.filter((key) => held.includes(key.split(":").at(-1))));
    const adopted = await Promise.all([second.sync([]), third.sync([])]);
    expect(adopted.flat()).to.deep.equal([kept]);
    expect(await redis.keys("svm-gateway:landing:1:held:*")).to.have.length(1);
    redis.disconnect();
  });

  it("are another gateway's at once after an orderly end", async () => {
    const [first, second] = [await connected(), await connected()];
    await first.sync([kept]);
    await first.release([kept]);
    expect(await second.sync([])).to.deep.equal([kept]);
  });
});
