import { expect } from "chai";
import { Redis } from "ioredis";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { changeNetwork } from "../../src/networks/network-change.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { createRedisLink, type RedisLink } from "../../src/redis/redis-link.ts";
import { tickUntilSettled, useFakeClock, usePatientClock } from "../fake-clock.ts";
import { describeWith } from "../needed-programs.ts";
import { RedisServer } from "../redis/redis-server.ts";
import {
  createTestUpstreams,
  networkOf,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../upstream/harness.ts";

/** The records of the configured networks. */
const configured = { upstreamsFingerprint: "configuration one" };

describeWith("redis-server", "a cache that gateways share through Redis", () => {
  let server: RedisServer;
  let clock: ReturnType<typeof useFakeClock>;
  let node: ScriptedUpstream;
  const benches: TestUpstreams[] = [];
  const links: RedisLink[] = [];
  const lines: string[] = [];

  beforeEach(async () => {
    // Redis has all the time that it needs, in all tests but that in which it hangs.
    clock = useFakeClock();
    server = await new RedisServer().start();
    node = await new ScriptedUpstream(() => '{"is":"result"}').start();
  });
  afterEach(async () => {
    for (const bench of benches.splice(0)) await bench.close();
    for (const link of links.splice(0)) await link.close();
    lines.length = 0;
    await Promise.all([node.stop(), server.stop()]);
  });

  /** One more gateway. */
  async function gateway({
    hmacKey,
    ...change
  }: Parameters<typeof createTestUpstreams>[1] & { readonly hmacKey?: string } = {}): Promise<TestUpstreams> {
    const log = (_: object, message: string) => void lines.push(message);
    const redis = await createRedisLink({
      url: server.url,
      hmacKey,
      timeoutMs: 50,
      log: { info: log, warn: log },
      countFailure: change.metrics?.countFailure ?? (() => undefined),
    });
    links.push(redis);
    await until(() => redis.isUp, "Redis was connected");
    const bench = createTestUpstreams([node], { redis, network: configured, ...change });
    benches.push(bench);
    await bench.ask("getVoteAccounts");
    await bench.upstreams.check(bench.network);
    return bench;
  }

  /** Asks one gateway, and another one once the answer is shared. */
  async function askBoth(method: string, params: string): Promise<[string, string, CallNotes]> {
    const [one, other] = [await gateway(), await gateway()];
    const first = await one.ask(method, params);
    const asked = node.count(method);
    const notes: CallNotes = {};
    let second = "";
    do second = await other.ask(method, params, { notes });
    while (notes.cache !== "hit" && node.count(method) === asked);
    return [first, second, notes];
  }

  it("returns a result that another gateway cached, byte for byte", async () => {
    const result = '{ "b":1.0e5,"a":18446744073709551615 ,"c":"\\u00e9\\u0000é" }';
    node.script = () => result;
    const [one, other] = [await gateway(), await gateway()];
    expect(await one.ask("getBlock", "[5]")).to.equal(result);
    await links[0]?.ask((redis) => redis.ping());
    const notes: CallNotes = {};
    expect(await other.ask("getBlock", "[5]", { notes })).to.equal(result);
    expect([notes.cache, node.count("getBlock")]).to.deep.equal(["hit", 1]);
  });

  it("returns a result of one epoch while the epoch lasts", async () => {
    const [one, other] = [await gateway(), await gateway()];
    await one.ask("getInflationRate");
    await links[0]?.ask((redis) => redis.ping());
    await other.ask("getInflationRate");
    expect(node.count("getInflationRate")).to.equal(1);
    Object.assign(node.facts, { slot: 1340, finalized: 1300, epoch: 3 });
    const third = await gateway();
    await third.ask("getInflationRate");
    expect(node.count("getInflationRate")).to.equal(2);
  });

  it("never returns an answer of another ledger under the same network name", async () => {
    const one = await gateway();
    await one.ask("getBlock", "[5]");
    await links[0]?.ask((redis) => redis.ping());
    node.facts.genesis = "GenesisB";
    const other = await gateway();
    node.script = () => '{"is":"of another ledger"}';
    expect(await other.ask("getBlock", "[5]")).to.equal('{"is":"of another ledger"}');
  });

  it("never shares answers of upstreams that a caller set at run time, whatever ledger they claim to be", async () => {
    const honest = await gateway();
    node.script = () => '{"is":"forged"}';
    const network = networkOf([node.url], configured);
    // The address is this machine's own, which a network that was changed at run time may not use.
    const changed = await gateway({
      network: { ...changeNetwork(network, { rpcUrl: node.url }), httpAddresses: network.httpAddresses },
    });
    expect(await changed.ask("getBlock", "[5]")).to.equal('{"is":"forged"}');
    await links[0]?.ask((redis) => redis.ping());
    expect(await links[0]?.ask((redis) => redis.dbsize())).to.equal(0);
    node.script = () => '{"is":"honest"}';
    expect(await honest.ask("getBlock", "[5]")).to.equal('{"is":"honest"}');
    expect(await changed.ask("getBlock", "[6]")).to.equal('{"is":"honest"}');
    await links[0]?.ask((redis) => redis.ping());
    expect(await links[0]?.ask((redis) => redis.dbsize())).to.equal(1);
  });

  it("does not mix the answers of gateways with different upstreams", async () => {
    const one = await gateway();
    await one.ask("getBlock", "[5]");
    await links[0]?.ask((redis) => redis.ping());
    node.script = () => '{"is":"of other upstreams"}';
    const other = await gateway({ network: { upstreamsFingerprint: "configuration two" } });
    expect(await other.ask("getBlock", "[5]")).to.equal('{"is":"of other upstreams"}');
  });

  describe("where entries are authenticated", () => {
    const withKey = { hmacKey: "a key of all gateways" };

    it("returns entries of gateways with the same key, and none of those without it or with another", async () => {
      const [one, other] = [await gateway(withKey), await gateway(withKey)];
      const [without, wrong] = [await gateway(), await gateway({ hmacKey: "a key of someone else" })];
      await one.ask("getBlock", "[5]");
      await links[0]?.ask((redis) => redis.ping());
      node.script = () => '{"is":"asked again"}';
      expect(await other.ask("getBlock", "[5]")).to.equal('{"is":"result"}');
      expect(await without.ask("getBlock", "[5]")).to.equal('{"is":"asked again"}');
      expect(await wrong.ask("getBlock", "[5]")).to.equal('{"is":"asked again"}');
    });

    it("deletes and counts an entry that was copied to another key", async () => {
      const metrics = createMetrics();
      const one = await gateway(withKey);
      await one.ask("getBlock", "[5]");
      await links[0]?.ask((redis) => redis.ping());
      const [first = ""] = (await links[0]?.ask((redis) => redis.keys("*"))) ?? [];
      await one.ask("getBlock", "[6]");
      await links[0]?.ask((redis) => redis.ping());
      const second = (await links[0]?.ask((redis) => redis.keys("*")))?.find((key) => key !== first) ?? "";
      await links[0]?.ask((redis) => redis.copy(first, second, "REPLACE"));
      node.script = () => '{"is":"asked again"}';
      const other = await gateway({ ...withKey, metrics });
      expect(await other.ask("getBlock", "[6]")).to.equal('{"is":"asked again"}');
      expect(await metrics.registry.metrics()).to.contain(
        'svm_gateway_subsystem_failures_total{subsystem="redis_values"} 1',
      );
    });
  });

  const wrong: [what: string, value: string | Buffer][] = [
    ["two values", "{} {}"],
    ["a value that is cut off", '{"a":'],
    ["a null", "null"],
    ["whitespace around a value", ' {"is":"result"}'],
    ["a string in place of an object", '"result"'],
    ["a number in place of an object", "12"],
    ["a list in place of an object", "[1]"],
    ["a boolean in place of an object", "true"],
    ["what ends the answer around it", '{}},{"result":{}'],
    ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ["more bytes than an entry may have", `{"is":"${"x".repeat(5 * 1024 * 1024)}"}`],
  ];
  for (const [what, value] of wrong) {
    it(`deletes, counts and never uses ${what}`, async () => {
      const metrics = createMetrics();
      const one = await gateway();
      await one.ask("getBlock", "[5]");
      await links[0]?.ask((redis) => redis.ping());
      const [key = ""] = (await links[0]?.ask((redis) => redis.keys("*"))) ?? [];
      const direct = new Redis(server.url);
      await direct.set(key, value);
      node.script = () => '{"is":"asked again"}';
      const other = await gateway({ metrics });
      expect(await other.ask("getBlock", "[5]")).to.equal('{"is":"asked again"}');
      expect(await metrics.registry.metrics()).to.contain(
        'svm_gateway_subsystem_failures_total{subsystem="redis_values"} 1',
      );
      while ((await direct.get(key)) === value.toString()) await direct.ping();
      expect(await direct.get(key)).to.be.oneOf([null, '{"is":"asked again"}']);
      direct.disconnect();
    });
  }

  const kinds: [method: string, params: string, right: string, wrong: string][] = [
    ["getBlock", "[5]", '{"blockhash":"a"}', "[]"],
    ["getBlockTime", "[5]", "1700000000", '{"value":1700000000}'],
    ["getMinimumBalanceForRentExemption", "[1]", "890880", '"890880"'],
    ["getInflationReward", '[["a"],{"epoch":0}]', '[{"epoch":0}]', '{"epoch":0}'],
  ];
  for (const [method, params, right, wrong] of kinds) {
    it(`shares answers to ${method} of its result's kind only`, async () => {
      const one = await gateway();
      node.script = () => wrong;
      expect(await one.ask(method, params)).to.equal(wrong);
      await links[0]?.ask((redis) => redis.ping());
      expect(await links[0]?.ask((redis) => redis.dbsize())).to.equal(0);
      node.script = () => right;
      const other = await gateway();
      expect(await other.ask(method, params)).to.equal(right);
      await links[1]?.ask((redis) => redis.ping());
      expect(await links[1]?.ask((redis) => redis.dbsize())).to.equal(1);
    });
  }

  it("lets answers expire", async () => {
    const one = await gateway();
    await one.ask("getBlock", "[5]");
    const [key = ""] = (await links[0]?.ask((redis) => redis.keys("svm-gateway:answer:*"))) ?? [];
    const ttl = await links[0]?.ask((redis) => redis.pttl(key));
    expect(ttl).to.be.within(1, 7 * 24 * 3600_000);
  });

  it("delays no call by more than 50 ms while Redis hangs, fails none, and resumes afterwards", async () => {
    const one = await gateway();
    server.hang();
    const delays: number[] = [];
    for (let slot = 1; slot <= 30; slot += 1) {
      const answer = one.ask("getBlock", `[${slot}]`);
      delays.push(await tickUntilSettled(clock, answer, { maxMs: 1000, stepMs: 5 }));
      expect(await answer).to.equal('{"is":"result"}');
    }
    expect(Math.max(...delays)).to.be.at.most(50);
    // After a few failures it is not even asked.
    expect(Math.max(...delays.slice(10))).to.be.at.most(10);
    expect(lines.filter((line) => line.includes("not used for now"))).to.have.length(1);
    server.goOn();
    await clock.tickAsync(2000);
    // The clock stands still: Redis has the time that it needs to answer.
    for (let slot = 101; !lines.includes("Redis is used again"); slot += 1)
      await one.ask("getBlock", `[${slot}]`);
  });

  it("fails no call when Redis dies, and is used again when it is back", async () => {
    usePatientClock();
    const one = await gateway();
    await server.stop();
    for (let slot = 1; slot <= 10; slot += 1) {
      expect(await one.ask("getBlock", `[${slot}]`)).to.equal('{"is":"result"}');
    }
    await server.start();
    const [link] = links;
    await until(() => link?.isUp === true, "Redis was connected again");
    await one.ask("getBlock", "[500]");
    // The link waits only so long for an answer of a Redis that has just begun.
    const direct = new Redis(server.url);
    while ((await direct.dbsize()) === 0);
    expect(await direct.dbsize()).to.equal(1);
    direct.disconnect();
  });

  it("starts without Redis and logs that once", async () => {
    await server.stop();
    const log = (_: object, message: string) => void lines.push(message);
    const redis = await createRedisLink({
      url: server.url,
      timeoutMs: 50,
      log: { info: log, warn: log },
      countFailure: () => undefined,
    });
    links.push(redis);
    const bench = createTestUpstreams([node], { redis, network: configured });
    benches.push(bench);
    await bench.upstreams.check(bench.network);
    expect(await bench.ask("getBlock", "[5]")).to.equal('{"is":"result"}');
    await until(() => lines.length > 0, "it was said");
    expect(new Set(lines).size).to.equal(lines.length);
  });

  it("keeps a long key under a short name", async () => {
    const [first, second, notes] = await askBoth("getBlock", `[5,{"encoding":"${"x".repeat(5000)}"}]`);
    expect([first, second, notes.cache]).to.deep.equal(['{"is":"result"}', '{"is":"result"}', "hit"]);
    const [key = ""] = (await links[0]?.ask((redis) => redis.keys("*"))) ?? [];
    expect(key.length).to.be.lessThan(80);
  });
});
