import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Redis } from "ioredis";
import { fateOf } from "../../src/landing/fate.ts";
import { createFileLandingStorage } from "../../src/landing/file-landing-storage.ts";
import {
  type LandingStorage,
  leaseMs,
  readSaved,
  transactionKey,
  writeSaved,
} from "../../src/landing/landing-storage.ts";
import { createRedisLandingStorage } from "../../src/landing/redis-landing-storage.ts";
import type { SavedTransaction } from "../../src/landing/tracked-transaction.ts";
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
let saved: SavedTransaction;

/** What the bytes of a transaction say of it, as it is kept. */
function savedFields(
  wire: string,
): Pick<SavedTransaction, "signature" | "wire" | "lifetime" | "nonceAccount"> {
  const { signature, lifetime, nonceAccount } = readTransaction(Buffer.from(wire, "base64"));
  return { signature, wire, lifetime, nonceAccount };
}

before(async () => {
  const wire = await makeTransaction();
  saved = {
    ...savedFields(wire),
    network: "test",
    lastValidBlockHeight: 1150,
    firstSlot: 1000,
    firstHeight: undefined,
    firstSeenAt: 1_700_000_000_000,
  };
});

describe("a stored pending transaction", () => {
  it("is read as it was written", () => {
    expect(readSaved(JSON.parse(JSON.stringify(writeSaved(saved))))).to.deep.equal(saved);
  });

  for (const [what, value] of [
    ["a value that is no object", 7],
    ["a transaction cut short", { network: "test", wire: "AQID", firstSlot: 1, firstSeenAt: 1 }],
    ["a slot that is no number", { network: "test", wire: "", firstSlot: "1", firstSeenAt: 1 }],
  ] as const)
    it(`is not read from ${what}`, () => {
      expect(readSaved(value)).to.equal(undefined);
    });
});

describe("pending transactions in a file", () => {
  let path: string;
  let clock: ReturnType<typeof useFakeDate>;
  const moveClock = (ms: number) => clock.setSystemTime(Date.now() + ms);
  const storage = (): LandingStorage => createFileLandingStorage(path, 100);
  beforeEach(() => {
    path = join(temporaryFolder(), "state.transactions");
    clock = useFakeDate(1_000_000);
  });

  it("are taken over by another process once the one that held them has died", async () => {
    await storage().sync(() => [saved]);
    const other = storage();
    expect((await other.sync(() => [])).adopted).to.deep.equal([]);
    moveClock(leaseMs);
    expect((await other.sync(() => [])).adopted).to.deep.equal([saved]);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([]);
  });

  it("are taken over even if the machine's clock is set back after the process that held them has died", async () => {
    await storage().sync(() => [saved]);
    moveClock(-3_600_000);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([saved]);
  });

  it("stay with one process while the machine's clock is set back", async () => {
    const first = storage();
    await first.sync(() => [saved]);
    moveClock(-3_600_000);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([saved]);
    const lost = [transactionKey(saved)];
    expect(await first.sync(() => [saved])).to.deep.equal({ adopted: [], lost });
  });

  it("are taken over by another process at once after an orderly end", async () => {
    const first = storage();
    await first.sync(() => [saved]);
    await first.release([saved]);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([saved]);
  });

  it("are removed once they have ended", async () => {
    const first = storage();
    await first.sync(() => [saved]);
    await first.sync(() => []);
    moveClock(leaseMs);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([]);
  });

  for (const [what, text] of [
    ["is none", "garbage"],
    ["is cut short", '{"version":1,"transactions":[{"hold'],
    ["is too large", " ".repeat(1_300_000)],
  ] as const)
    it(`are kept in a new file after one that ${what}, which is set aside and reported`, async () => {
      writeFileSync(path, text);
      const own = storage();
      const told = await own.sync(() => [saved]).catch((caught: unknown) => String(caught));
      expect(told).to.include(`${path}.unreadable-1`);
      expect(readFileSync(`${path}.unreadable-1`, "utf8")).to.equal(text);
      expect((await own.sync(() => [saved])).adopted).to.deep.equal([]);
      expect(readFileSync(path, "utf8")).to.include(saved.wire);
    });
});

describe("a pending transaction that is appended to a file", () => {
  let path: string;
  let clock: ReturnType<typeof useFakeDate>;
  const moveClock = (ms: number) => clock.setSystemTime(Date.now() + ms);
  const storage = (): LandingStorage => createFileLandingStorage(path, 100);
  const key = () => transactionKey(saved);
  beforeEach(() => {
    path = join(temporaryFolder(), "state.transactions");
    clock = useFakeDate(1_000_000);
  });

  it("is taken over once the process that stored it has died, even before a sync", async () => {
    await storage().add(saved);
    moveClock(leaseMs);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([saved]);
  });

  it("does not change what other processes store at the same time", async () => {
    const others = await Promise.all(
      Array.from({ length: 20 }, async (_, at) => {
        const wire = await makeTransaction({ memo: String(at) });
        return { ...saved, ...savedFields(wire) };
      }),
    );
    const parts = [others.slice(0, 10), others.slice(10)];
    const sides = parts.map((own) => ({ own, by: storage() }));
    await Promise.all(sides.flatMap(({ own, by }) => [...own.map((one) => by.add(one)), by.sync(() => own)]));
    moveClock(leaseMs);
    const { adopted } = await storage().sync(() => []);
    expect(adopted).to.have.deep.members(others);
  });

  it("is read after a line that was cut short", async () => {
    writeFileSync(path, '{"version":1,"holder":"x","unt');
    await storage().add(saved);
    moveClock(leaseMs);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([saved]);
  });

  it("is known to other processes", async () => {
    await storage().add(saved);
    expect(await storage().find(saved.network, saved.signature)).to.deep.equal({
      saved,
      fate: fateOf(undefined),
    });
    expect(await storage().find("other", saved.signature)).to.equal(undefined);
  });

  it("stays with one live process, and is taken over once that one has died", async () => {
    const [first, second] = [storage(), storage()];
    await Promise.all([first.add(saved), second.add(saved)]);
    expect((await first.sync(() => [saved])).lost).to.deep.equal([key()]);
    expect(await second.sync(() => [saved])).to.deep.equal({ adopted: [], lost: [] });
    expect(await first.isHeldByPeer(saved)).to.equal(true);
    expect(await second.isHeldByPeer(saved)).to.equal(false);
    moveClock(leaseMs);
    expect((await first.sync(() => [])).adopted).to.deep.equal([saved]);
    expect(await first.isHeldByPeer(saved)).to.equal(false);
  });

  it("stays with its process, unless that was stopped until another took it over", async () => {
    const first = storage();
    await first.sync(() => [saved]);
    moveClock(leaseMs);
    expect(await first.sync(() => [saved])).to.deep.equal({ adopted: [], lost: [] });
    moveClock(leaseMs);
    expect((await storage().sync(() => [])).adopted).to.deep.equal([saved]);
    expect((await first.sync(() => [saved])).lost).to.deep.equal([key()]);
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

  /** A gateway's storage, whose link returns what `answers` lets through. */
  async function connected(
    answers: () => boolean = () => true,
    max = 100,
    hmacKey?: string,
  ): Promise<LandingStorage> {
    const link = await createRedisLink({
      url: server.url,
      hmacKey,
      timeoutMs: 10_000,
      log: { info: () => undefined, warn: () => undefined },
      countFailure: (_, count = 1) => {
        forged += count;
      },
    });
    links.push(link);
    await until(() => link.isUp, "Redis is connected");
    const answering: RedisLink = {
      ...link,
      ask: (command) => (answers() ? link.ask(command) : Promise.resolve(undefined)),
    };
    return createRedisLandingStorage(answering, max);
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
      const found = await Promise.all(
        held.map((key) => redis.hexists(key, transactionKey({ ...saved, signature }))),
      );
      return found.filter((count) => count > 0).length;
    });

  /** The leases of all gateways run out. */
  const removeLeases = () =>
    withRedis(async (redis) => redis.del(await redis.keys("svm-gateway:landing:1:alive:*")));

  it("are taken over by one other gateway when the one that held them has died", async () => {
    const [first, second, third] = [await connected(), await connected(), await connected()];
    await first.sync(() => [saved]);
    expect((await second.sync(() => [])).adopted).to.deep.equal([]);
    await removeLeases();
    const adopted = await Promise.all([second.sync(() => []), third.sync(() => [])]);
    expect(adopted.flatMap((sync) => sync.adopted)).to.deep.equal([saved]);
    expect(await withRedis((redis) => redis.keys("svm-gateway:landing:1:held:*"))).to.have.length(1);
  });

  it("are taken over from all gateways that died, even if Redis stops answering for a moment", async () => {
    const wire = await makeTransaction({ memo: "another" });
    const all = [saved, { ...saved, ...savedFields(wire) }];
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
    const all = wires.map((wire) => ({ ...saved, ...savedFields(wire) }));
    await (await connected()).sync(() => all);
    await removeLeases();
    const taken: SavedTransaction[] = [];
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
    const signatures = (list: readonly SavedTransaction[]) => list.map(({ signature }) => signature).sort();
    expect(signatures(taken)).to.deep.equal(signatures(all));
    const full = await connected(undefined, 1);
    await heirs[0]?.sync(() => all);
    await removeLeases();
    expect((await full.sync(() => [saved])).adopted).to.deep.equal([]);
  });

  it("are kept at once, and known to other gateways, even once they have expired", async () => {
    const [first, second] = [await connected(), await connected()];
    const { network, signature } = saved;
    expect(await second.find(network, signature)).to.equal(undefined);
    await first.sync(() => []);
    await first.add(saved);
    expect(await second.find(network, signature)).to.deep.equal({ saved, fate: fateOf(undefined) });
    await first.sync(() => []);
    const proof = { slot: 1400, blockHeight: 1300 };
    await first.recordExpiry(saved, proof);
    expect(await second.find(network, signature)).to.deep.equal({
      saved,
      fate: { status: "expired", proof },
    });
  });

  it("are lost by a gateway that was stopped until another took them over", async () => {
    const [first, second] = [await connected(), await connected()];
    await first.sync(() => [saved]);
    await removeLeases();
    expect((await second.sync(() => [])).adopted).to.deep.equal([saved]);
    expect((await first.sync(() => [saved])).lost).to.deep.equal([transactionKey(saved)]);
    expect(await second.sync(() => [saved])).to.deep.equal({ adopted: [], lost: [] });
  });

  it("stay with the first gateway that is back after all were stopped, or after Redis lost its data", async () => {
    const first = await connected();
    await first.sync(() => [saved]);
    for (const command of ["DEL", "FLUSHALL"] as const) {
      if (command === "DEL") await removeLeases();
      else await withRedis((redis) => redis.flushall());
      expect(await first.sync(() => [saved])).to.deep.equal({ adopted: [], lost: [] });
      const found = await (await connected()).find(saved.network, saved.signature);
      expect(found?.saved).to.deep.equal(saved);
    }
  });

  it("are held by only one of the gateways that keep the same bytes at once", async () => {
    const all = [await connected(), await connected(), await connected()];
    for (const storage of all) await storage.sync(() => []);
    const isOwn = await Promise.all(all.map((storage) => storage.add(saved)));
    expect(isOwn.filter(Boolean)).to.have.length(1);
    const isElsewhere = await Promise.all(all.map((storage) => storage.isHeldByPeer(saved)));
    expect(isElsewhere).to.deep.equal(isOwn.map((ours) => !ours));
    expect(await withRedis((redis) => redis.keys("svm-gateway:landing:1:held:*"))).to.have.length(1);
  });

  it("are lost by all but one of the gateways that kept them while Redis was away", async () => {
    const [first, second] = [await connected(), await connected()];
    expect((await first.sync(() => [saved])).lost).to.deep.equal([]);
    expect((await second.sync(() => [saved])).lost).to.deep.equal([transactionKey(saved)]);
    await removeLeases();
    expect((await second.sync(() => [])).adopted).to.deep.equal([saved]);
  });

  it("are not taken over from a gateway that died if another already keeps the same bytes", async () => {
    const [first, second, third] = [await connected(), await connected(), await connected()];
    await first.sync(() => [saved]);
    const leases = await withRedis((redis) => redis.keys("svm-gateway:landing:1:alive:*"));
    await second.sync(() => []);
    await third.sync(() => []);
    await withRedis((redis) => redis.del(leases));
    expect(await third.add(saved)).to.equal(true);
    expect(await second.sync(() => [])).to.deep.equal({ adopted: [], lost: [] });
    expect(await third.sync(() => [saved])).to.deep.equal({ adopted: [], lost: [] });
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
          await redis.hset(held, transactionKey(saved), text(JSON.stringify(writeSaved(saved))));
      });
      const storage = await connected();
      expect(await storage.isHeldByPeer(saved)).to.equal(false);
      expect(await storage.add(saved)).to.equal(true);
    });

  it("are neither found nor taken over if their text is longer than gateways write", async () => {
    const storage = await connected();
    const field = transactionKey(saved);
    const text = JSON.stringify(writeSaved(saved));
    const keptLong = text + " ".repeat(10_000);
    await withRedis(async (redis) => {
      await redis.sadd("svm-gateway:landing:1:holders", other);
      await redis.hset(`svm-gateway:landing:1:held:${other}`, field, keptLong);
      await redis.set(`svm-gateway:landing:1:expired:${field}`, `{"kept":${keptLong},"proof":{"slot":1}}`);
    });
    expect(await storage.find(saved.network, saved.signature)).to.equal(undefined);
    expect((await storage.sync(() => [])).adopted).to.deep.equal([]);
    await withRedis((redis) =>
      redis.set(`svm-gateway:landing:1:expired:${field}`, `{"kept":${text},"proof":{"slot":1}}`),
    );
    expect((await storage.find(saved.network, saved.signature))?.fate).to.deep.equal({
      status: "expired",
      proof: { slot: 1, blockHeight: undefined },
    });
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
          const text = JSON.stringify(writeSaved(saved));
          await redis.sadd(`${name}:holders`, other);
          if (lease > 0) await redis.set(`${name}:alive:${other}`, 1, "PX", lease);
          const code = name === "svm-gateway:landing:1" ? "" : "c".repeat(32);
          await redis.hset(`${name}:held:${other}`, transactionKey(saved), code + text);
          await redis.set(
            `${name}:expired:${transactionKey(saved)}`,
            `${code}{"kept":${text},"proof":{"slot":1}}`,
          );
        });
      await claim(0);
      expect((await first.sync(() => [])).adopted).to.deep.equal([]);
      expect(await first.find(saved.network, saved.signature)).to.equal(undefined);
      await claim(leaseMs);
      expect(await first.isHeldByPeer(saved)).to.equal(false);
      await claim(leaseMs);
      expect(await first.sync(() => [saved])).to.deep.equal({ adopted: [], lost: [] });
      expect(forged).to.equal(name === "svm-gateway:landing:1" ? 0 : 2);
      expect((await second.find(saved.network, saved.signature))?.saved).to.deep.equal(saved);
      expect(await second.isHeldByPeer(saved)).to.equal(true);
      await withRedis(async (redis) => redis.del(await redis.keys("svm-gateway:landing:1s:*:alive:*")));
      expect((await second.sync(() => [])).adopted).to.deep.equal([saved]);
    });

  it("are left for gateways with the same secret, while others have another one", async () => {
    const first = await connected(undefined, 100, secret);
    await first.sync(() => [saved]);
    await first.release([saved]);
    expect((await (await connected(undefined, 100, `new ${secret}`)).sync(() => [])).adopted).to.deep.equal(
      [],
    );
    expect((await (await connected(undefined, 100, secret)).sync(() => [])).adopted).to.deep.equal([saved]);
  });

  it("are taken over by another gateway at once after an orderly end", async () => {
    const [first, second] = [await connected(), await connected()];
    await first.sync(() => [saved]);
    await first.release([saved]);
    expect((await second.sync(() => [])).adopted).to.deep.equal([saved]);
  });
});
