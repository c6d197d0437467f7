import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Redis } from "ioredis";
import { createFileLandingKeeper } from "../../src/landing/file-landing-keeper.ts";
import {
  keptKey,
  type LandingKeeper,
  leaseMs,
  readKept,
  writeKept,
} from "../../src/landing/kept-transactions.ts";
import type { KeptTransaction } from "../../src/landing/pending-transaction.ts";
import { createRedisLandingKeeper } from "../../src/landing/redis-landing-keeper.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { createSeal } from "../../src/redis/seal.ts";
import { readTransaction } from "../../src/transaction/read-transaction.ts";
import { useFakeDate } from "../fake-clock.ts";
import { describeWith } from "../needed-programs.ts";
import { temporaryFolder } from "../networks/harness.ts";
import { RedisServer } from "../redis/redis-server.ts";
import { makeTransaction } from "../transaction/made-transactions.ts";
import { until } from "../upstream/harness.ts";

const secret = "secret of all gateways";
let kept: KeptTransaction;

/** What the bytes of a transaction say of it, as it is kept. */
function keptFields(wire: string): Pick<KeptTransaction, "signature" | "wire" | "lifetime" | "nonceAccount"> {
  const { signature, lifetime, nonceAccount } = readTransaction(Buffer.from(wire, "base64"));
  return { signature, wire, lifetime, nonceAccount };
}

before(async () => {
  const wire = await makeTransaction();
  kept = {
    ...keptFields(wire),
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
    ["a value that is no object", 7],
    ["a transaction cut short", { network: "test", wire: "AQID", firstSlot: 1, firstSeenAt: 1 }],
    ["a slot that is no number", { network: "test", wire: "", firstSlot: "1", firstSeenAt: 1 }],
  ] as const)
    it(`is not read from ${what}`, () => {
      expect(readKept(value)).to.equal(undefined);
    });
});

describe("pending transactions in a file", () => {
  let path: string;
  let clock: ReturnType<typeof useFakeDate>;
  const moveClock = (ms: number) => clock.setSystemTime(Date.now() + ms);
  const keeper = (): LandingKeeper => createFileLandingKeeper(path, 100);
  beforeEach(() => {
    path = join(temporaryFolder(), "state.transactions");
    clock = useFakeDate(1_000_000);
  });

  it("are taken over by another process once the one that held them has died", async () => {
    await keeper().sync(() => [kept]);
    const other = keeper();
    expect((await other.sync(() => [])).adopted).to.deep.equal([]);
    moveClock(leaseMs);
    expect((await other.sync(() => [])).adopted).to.deep.equal([kept]);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([]);
  });

  it("are taken over even if the machine's clock is set back after the process that held them has died", async () => {
    await keeper().sync(() => [kept]);
    moveClock(-3_600_000);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([kept]);
  });

  it("stay with one process while the machine's clock is set back", async () => {
    const first = keeper();
    await first.sync(() => [kept]);
    moveClock(-3_600_000);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([kept]);
    const lost = [keptKey(kept)];
    expect(await first.sync(() => [kept])).to.deep.equal({ adopted: [], lost });
  });

  it("are taken over by another process at once after an orderly end", async () => {
    const first = keeper();
    await first.sync(() => [kept]);
    await first.release([kept]);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([kept]);
  });

  it("are removed once they have ended", async () => {
    const first = keeper();
    await first.sync(() => [kept]);
    await first.sync(() => []);
    moveClock(leaseMs);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([]);
  });

  for (const [what, text] of [
    ["is none", "garbage"],
    ["is cut short", '{"version":1,"transactions":[{"hold'],
    ["is too large", " ".repeat(1_300_000)],
  ] as const)
    it(`are kept in a new file after one that ${what}, which is set aside and reported`, async () => {
      writeFileSync(path, text);
      const own = keeper();
      const told = await own.sync(() => [kept]).catch((caught: unknown) => String(caught));
      expect(told).to.include(`${path}.unreadable-1`);
      expect(readFileSync(`${path}.unreadable-1`, "utf8")).to.equal(text);
      expect((await own.sync(() => [kept])).adopted).to.deep.equal([]);
      expect(readFileSync(path, "utf8")).to.include(kept.wire);
    });
});

describe("a pending transaction that is kept in a file at once", () => {
  let path: string;
  let clock: ReturnType<typeof useFakeDate>;
  const moveClock = (ms: number) => clock.setSystemTime(Date.now() + ms);
  const keeper = (): LandingKeeper => createFileLandingKeeper(path, 100);
  const key = () => keptKey(kept);
  beforeEach(() => {
    path = join(temporaryFolder(), "state.transactions");
    clock = useFakeDate(1_000_000);
  });

  it("is taken over once the process that kept it has died, even before a sync", async () => {
    await keeper().keep(kept);
    moveClock(leaseMs);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([kept]);
  });

  it("does not change what other processes keep at the same time", async () => {
    const others = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const wire = await makeTransaction({ memo: String(at) });
        return { ...kept, ...keptFields(wire) };
      }),
    );
    const parts = [others.slice(0, 10), others.slice(10)];
    const sides = parts.map((own) => ({ own, by: keeper() }));
    await Promise.all(
      sides.flatMap(({ own, by }) => [...own.map((one) => by.keep(one)), by.sync(() => own)]),
    );
    moveClock(leaseMs);
    const { adopted } = await keeper().sync(() => []);
    expect(adopted).to.have.deep.members(others);
  });

  it("is read after a line that was cut short", async () => {
    writeFileSync(path, '{"version":1,"holder":"x","unt');
    await keeper().keep(kept);
    moveClock(leaseMs);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([kept]);
  });

  it("is known to other processes", async () => {
    await keeper().keep(kept);
    expect(await keeper().find(kept.network, kept.signature)).to.deep.equal({ kept, expired: undefined });
    expect(await keeper().find("other", kept.signature)).to.equal(undefined);
  });

  it("stays with one live process, and is taken over once that one has died", async () => {
    const [first, second] = [keeper(), keeper()];
    await Promise.all([first.keep(kept), second.keep(kept)]);
    expect((await first.sync(() => [kept])).lost).to.deep.equal([key()]);
    expect(await second.sync(() => [kept])).to.deep.equal({ adopted: [], lost: [] });
    expect(await first.isHeldElsewhere(kept)).to.equal(true);
    expect(await second.isHeldElsewhere(kept)).to.equal(false);
    moveClock(leaseMs);
    expect((await first.sync(() => [])).adopted).to.deep.equal([kept]);
    expect(await first.isHeldElsewhere(kept)).to.equal(false);
  });

  it("stays with its process, unless that was stopped until another took it over", async () => {
    const first = keeper();
    await first.sync(() => [kept]);
    moveClock(leaseMs);
    expect(await first.sync(() => [kept])).to.deep.equal({ adopted: [], lost: [] });
    moveClock(leaseMs);
    expect((await keeper().sync(() => [])).adopted).to.deep.equal([kept]);
    expect((await first.sync(() => [kept])).lost).to.deep.equal([key()]);
  });
});

describeWith("redis-server", "pending transactions in Redis", () => {
  let server: RedisServer;
  const links: RedisLink[] = [];
  let forged: number;

  beforeEach(async () => {
    forged = 0;
    server = await new RedisServer().start();
  });
  afterEach(async () => {
    await Promise.all(links.splice(0).map((link) => link.close()));
    await server.stop();
  });

  /** A gateway's keeper. Its link answers what `answers` lets through. */
  async function connected(
    answers: () => boolean = () => true,
    max = 100,
    hmacKey?: string,
  ): Promise<LandingKeeper> {
    const link = await createRedisLink({
      url: server.url,
      timeoutMs: 10_000,
      log: { info: () => undefined, warn: () => undefined },
    });
    links.push(link);
    await until(() => link.isUp, "Redis is connected");
    const answering: RedisLink = {
      ...link,
      ask: (command) => (answers() ? link.ask(command) : Promise.resolve(undefined)),
    };
    return createRedisLandingKeeper(answering, max, hmacKey, (count) => {
      forged += count;
    });
  }

  async function withRedis<Answer>(ask: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    const redis = new Redis(server.url);
    try {
      return await ask(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** How many gateways hold a transaction. */
  const holdersOf = (signature: string) =>
    withRedis(async (redis) => {
      const held = await redis.keys("svm-gateway:landing:1:held:*");
      const found = await Promise.all(held.map((key) => redis.hexists(key, keptKey({ ...kept, signature }))));
      return found.filter((count) => count > 0).length;
    });

  /** The leases of all gateways run out. */
  const removeLeases = () =>
    withRedis(async (redis) => redis.del(await redis.keys("svm-gateway:landing:1:alive:*")));

  it("are taken over by one other gateway when the one that held them has died", async () => {
    const [first, second, third] = [await connected(), await connected(), await connected()];
    await first.sync(() => [kept]);
    expect((await second.sync(() => [])).adopted).to.deep.equal([]);
    await removeLeases();
    const adopted = await Promise.all([second.sync(() => []), third.sync(() => [])]);
    expect(adopted.flatMap((sync) => sync.adopted)).to.deep.equal([kept]);
    expect(await withRedis((redis) => redis.keys("svm-gateway:landing:1:held:*"))).to.have.length(1);
  });

  it("are taken over from all gateways that died, even if Redis stops answering for a moment", async () => {
    const wire = await makeTransaction({ memo: "another" });
    const all = [kept, { ...kept, ...keptFields(wire) }];
    for (let failing = 1, isWhole = false; !isWhole; failing += 1) {
      await withRedis((redis) => redis.flushall());
      for (const one of all) await (await connected()).sync(() => [one]);
      await removeLeases();
      let left = failing;
      const heir = await connected(() => --left !== 0);
      const first = await heir.sync(() => []).catch(() => undefined);
      isWhole = first !== undefined;
      left = 0;
      const second = await heir.sync(() => first?.adopted ?? []);
      expect([...(first?.adopted ?? []), ...second.adopted], `answer ${failing}`).to.have.deep.members(all);
      const holders = await Promise.all(all.map(({ signature }) => holdersOf(signature)));
      expect(holders, `answer ${failing}`).to.deep.equal([1, 1]);
    }
  });

  it("are divided among gateways with little room, so that each is taken over once", async () => {
    const wires = await Promise.all(
      Array.from({ length: 300 }, (_, index) => makeTransaction({ memo: `${index}` })),
    );
    const all = wires.map((wire) => ({ ...kept, ...keptFields(wire) }));
    await (await connected()).sync(() => all);
    await removeLeases();
    const taken: KeptTransaction[] = [];
    const heirs = [await connected(undefined, 50), await connected(undefined, 50)];
    for (let syncs = 0; taken.length < all.length; syncs += 1) {
      expect(syncs).to.be.below(10);
      for (const heir of heirs) {
        // What was taken over before has ended meanwhile.
        const { adopted } = await heir.sync(() => []);
        expect(adopted.length).to.be.below(all.length);
        taken.push(...adopted);
      }
    }
    const signatures = (list: readonly KeptTransaction[]) => list.map(({ signature }) => signature).sort();
    expect(signatures(taken)).to.deep.equal(signatures(all));
    const full = await connected(undefined, 1);
    await heirs[0]?.sync(() => all);
    await removeLeases();
    expect((await full.sync(() => [kept])).adopted).to.deep.equal([]);
  });

  it("are kept at once, and known to other gateways, even once they have expired", async () => {
    const [first, second] = [await connected(), await connected()];
    const { network, signature } = kept;
    expect(await second.find(network, signature)).to.equal(undefined);
    await first.sync(() => []);
    await first.keep(kept);
    expect(await second.find(network, signature)).to.deep.equal({ kept, expired: undefined });
    await first.sync(() => []);
    const proof = { slot: 1400, blockHeight: 1300 };
    await first.recordExpiry(kept, proof);
    expect(await second.find(network, signature)).to.deep.equal({ kept, expired: proof });
  });

  it("are lost by a gateway that was stopped until another took them over", async () => {
    const [first, second] = [await connected(), await connected()];
    await first.sync(() => [kept]);
    await removeLeases();
    expect((await second.sync(() => [])).adopted).to.deep.equal([kept]);
    expect((await first.sync(() => [kept])).lost).to.deep.equal([keptKey(kept)]);
    expect(await second.sync(() => [kept])).to.deep.equal({ adopted: [], lost: [] });
  });

  it("stay with the first gateway that is back after all were stopped, or after Redis lost its data", async () => {
    const first = await connected();
    await first.sync(() => [kept]);
    for (const command of ["DEL", "FLUSHALL"] as const) {
      if (command === "DEL") await removeLeases();
      else await withRedis((redis) => redis.flushall());
      expect(await first.sync(() => [kept])).to.deep.equal({ adopted: [], lost: [] });
      const found = await (await connected()).find(kept.network, kept.signature);
      expect(found?.kept).to.deep.equal(kept);
    }
  });

  it("are held by only one of the gateways that keep the same bytes at once", async () => {
    const all = [await connected(), await connected(), await connected()];
    for (const keeper of all) await keeper.sync(() => []);
    const isOurs = await Promise.all(all.map((keeper) => keeper.keep(kept)));
    expect(isOurs.filter(Boolean)).to.have.length(1);
    const isElsewhere = await Promise.all(all.map((keeper) => keeper.isHeldElsewhere(kept)));
    expect(isElsewhere).to.deep.equal(isOurs.map((ours) => !ours));
    expect(await withRedis((redis) => redis.keys("svm-gateway:landing:1:held:*"))).to.have.length(1);
  });

  it("are lost by all but one of the gateways that kept them while Redis was away", async () => {
    const [first, second] = [await connected(), await connected()];
    expect((await first.sync(() => [kept])).lost).to.deep.equal([]);
    expect((await second.sync(() => [kept])).lost).to.deep.equal([keptKey(kept)]);
    await removeLeases();
    expect((await second.sync(() => [])).adopted).to.deep.equal([kept]);
  });

  it("are not taken over from a gateway that died if another already keeps the same bytes", async () => {
    const [first, second, third] = [await connected(), await connected(), await connected()];
    await first.sync(() => [kept]);
    const leases = await withRedis((redis) => redis.keys("svm-gateway:landing:1:alive:*"));
    await second.sync(() => []);
    await third.sync(() => []);
    await withRedis((redis) => redis.del(leases));
    expect(await third.keep(kept)).to.equal(true);
    expect(await second.sync(() => [])).to.deep.equal({ adopted: [], lost: [] });
    expect(await third.sync(() => [kept])).to.deep.equal({ adopted: [], lost: [] });
  });

  const other = "0".repeat(8) + randomUUID().slice(8);
  for (const [what, lease, text] of [
    ["holds nothing", leaseMs, undefined],
    ["has no lease", 0, (own: string) => own],
    ["has a lease that never ends", -1, (own: string) => own],
    ["has a lease that is too long", leaseMs * 10, (own: string) => own],
    ["holds other bytes under its signature", leaseMs, () => '{"network":"test","wire":"AQID"}'],
    ["holds no JSON", leaseMs, () => '{"network":"test","wire"'],
    ["holds JSON of another kind", leaseMs, () => "[[7]]"],
    ["holds a text that is too long", leaseMs, (own: string) => own + " ".repeat(10_000)],
    ["holds no hash", leaseMs, "none"],
  ] as const)
    it(`are kept by this gateway although one that ${what} claims them`, async () => {
      await withRedis(async (redis) => {
        await redis.sadd("svm-gateway:landing:1:holders", other, "", "x");
        const alive = `svm-gateway:landing:1:alive:${other}`;
        if (lease > 0) await redis.set(alive, 1, "PX", lease);
        else if (lease < 0) await redis.set(alive, 1);
        const held = `svm-gateway:landing:1:held:${other}`;
        if (text === "none") await redis.set(held, "none");
        else if (text !== undefined)
          await redis.hset(held, keptKey(kept), text(JSON.stringify(writeKept(kept))));
      });
      const keeper = await connected();
      expect(await keeper.isHeldElsewhere(kept)).to.equal(false);
      expect(await keeper.keep(kept)).to.equal(true);
    });

  it("are neither found nor taken over if their text is longer than gateways write", async () => {
    const keeper = await connected();
    const field = keptKey(kept);
    const text = JSON.stringify(writeKept(kept));
    const keptLong = text + " ".repeat(10_000);
    await withRedis(async (redis) => {
      await redis.sadd("svm-gateway:landing:1:holders", other);
      await redis.hset(`svm-gateway:landing:1:held:${other}`, field, keptLong);
      await redis.set(`svm-gateway:landing:1:expired:${field}`, `{"kept":${keptLong},"proof":{"slot":1}}`);
    });
    expect(await keeper.find(kept.network, kept.signature)).to.equal(undefined);
    expect((await keeper.sync(() => [])).adopted).to.deep.equal([]);
    await withRedis((redis) =>
      redis.set(`svm-gateway:landing:1:expired:${field}`, `{"kept":${text},"proof":{"slot":1}}`),
    );
    expect((await keeper.find(kept.network, kept.signature))?.expired).to.include({ slot: 1 });
  });

  for (const name of ["svm-gateway:landing:1", createSeal("landing:1", secret).kindName])
    it(`are neither claimed, taken over nor seen as expired if no gateway with the secret wrote them to ${name}`, async () => {
      const [first, second] = [
        await connected(undefined, 100, secret),
        await connected(undefined, 100, secret),
      ];
      await first.sync(() => []);
      await second.sync(() => []);
      const claim = async (lease: number) =>
        withRedis(async (redis) => {
          const text = JSON.stringify(writeKept(kept));
          await redis.sadd(`${name}:holders`, other);
          if (lease > 0) await redis.set(`${name}:alive:${other}`, 1, "PX", lease);
          const code = name === "svm-gateway:landing:1" ? "" : "c".repeat(32);
          await redis.hset(`${name}:held:${other}`, keptKey(kept), code + text);
          await redis.set(`${name}:expired:${keptKey(kept)}`, `${code}{"kept":${text},"proof":{"slot":1}}`);
        });
      await claim(0);
      expect((await first.sync(() => [])).adopted).to.deep.equal([]);
      expect(await first.find(kept.network, kept.signature)).to.equal(undefined);
      await claim(leaseMs);
      expect(await first.isHeldElsewhere(kept)).to.equal(false);
      await claim(leaseMs);
      expect(await first.sync(() => [kept])).to.deep.equal({ adopted: [], lost: [] });
      expect(forged).to.equal(name === "svm-gateway:landing:1" ? 0 : 2);
      expect((await second.find(kept.network, kept.signature))?.kept).to.deep.equal(kept);
      expect(await second.isHeldElsewhere(kept)).to.equal(true);
      await withRedis(async (redis) => redis.del(await redis.keys("svm-gateway:landing:1s:*:alive:*")));
      expect((await second.sync(() => [])).adopted).to.deep.equal([kept]);
    });

  it("are left for gateways with the same secret, while others have another one", async () => {
    const first = await connected(undefined, 100, secret);
    await first.sync(() => [kept]);
    await first.release([kept]);
    expect((await (await connected(undefined, 100, `new ${secret}`)).sync(() => [])).adopted).to.deep.equal(
      [],
    );
    expect((await (await connected(undefined, 100, secret)).sync(() => [])).adopted).to.deep.equal([kept]);
  });

  it("are taken over by another gateway at once after an orderly end", async () => {
    const [first, second] = [await connected(), await connected()];
    await first.sync(() => [kept]);
    await first.release([kept]);
    expect((await second.sync(() => [])).adopted).to.deep.equal([kept]);
  });
});
