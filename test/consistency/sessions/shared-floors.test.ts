import { expect } from "chai";
import { Session } from "../../../src/call/session.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { createRedisLink, type RedisLink } from "../../../src/redis/redis-link.ts";
import { tickThrough, useFakeClock, useQuickClock } from "../../fake-clock.ts";
import { describeWith } from "../../needed-programs.ts";
import { RedisServer } from "../../redis/redis-server.ts";
import {
  createTestUpstreams,
  errorOf,
  ScriptedUpstream,
  type TestUpstreams,
  until,
} from "../../upstream/harness.ts";

const inContext = (slot: number) => `{"context":{"slot":${slot}},"value":1}`;
const atConfirmed = '[{"commitment":"confirmed"}]';

describeWith("redis-server", "a session that gateways share through Redis", () => {
  let server: RedisServer;
  const benches: TestUpstreams[] = [];
  const links: RedisLink[] = [];
  const nodes: ScriptedUpstream[] = [];
  const warnings: string[] = [];
  const counted: string[] = [];

  beforeEach(async () => {
    useQuickClock();
    server = await new RedisServer().start();
  });
  afterEach(async () => {
    for (const bench of benches.splice(0)) await bench.close();
    for (const link of links.splice(0)) await link.close();
    for (const node of nodes.splice(0)) await node.stop();
    warnings.length = 0;
    counted.length = 0;
    await server.stop();
  });

  type Change = Parameters<typeof createTestUpstreams>[1] & {
    readonly timeoutMs?: number;
    readonly hmacKey?: string;
    readonly genesis?: string;
  };

  /** One more gateway, with its own upstream at a slot. */
  async function gateway(
    slot: number,
    { timeoutMs = 10_000, hmacKey, genesis, ...change }: Change = {},
  ): Promise<readonly [TestUpstreams, ScriptedUpstream]> {
    const node = await new ScriptedUpstream().start();
    nodes.push(node);
    node.facts.slot = slot;
    node.facts.genesis = genesis ?? node.facts.genesis;
    node.script = () => inContext(node.facts.slot);
    const redis = await createRedisLink({
      url: server.url,
      hmacKey,
      timeoutMs,
      log: { info: () => undefined, warn: (_, message) => void warnings.push(message) },
      countFailure: change.metrics?.countFailure ?? (() => undefined),
    });
    links.push(redis);
    await until(() => redis.isUp, "Redis was connected");
    const bench = createTestUpstreams([node], {
      redis,
      onFloor: (outcome) => counted.push(outcome),
      ...change,
      network: { upstreamsFingerprint: "configuration one", ...change.network },
    });
    benches.push(bench);
    await bench.upstreams.check(bench.network);
    return [bench, node];
  }

  /** What a gateway answers a session that it does not know yet. */
  const ask = (bench: TestUpstreams, session = named(), method = "getLatestBlockhash") =>
    bench.ask(method, atConfirmed, { session });
  const named = (name = "checkout 4711") => new Session(`named ${name}`);
  const redis = () => {
    const [link] = links;
    if (link === undefined) throw new Error("no link");
    return link;
  };
  const keys = async () => (await redis().ask((client) => client.keys("*"))) ?? [];
  const key = async () => (await keys())[0] ?? "";
  const held = async () => {
    const name = await key();
    return (await redis().ask((client) => client.hgetall(name))) ?? {};
  };
  async function put(field: string, value: string): Promise<void> {
    const name = await key();
    await redis().ask((client) => client.hset(name, field, value));
  }

  it("is not shown an older state by one gateway than by another", async () => {
    const [one] = await gateway(1000);
    const [other, node] = await gateway(999);
    expect(await ask(one)).to.equal(inContext(1000));
    expect(await errorOf(ask(other))).to.have.property("code", -32016);
    expect(counted).to.deep.equal(["behind", "refused"]);
    node.facts.slot = 1001;
    expect(await ask(other)).to.equal(inContext(1001));
    expect(await held()).to.deep.equal({ "shown processed": "1001", "shown confirmed": "1001" });
  });

  it("is not shown a lower block by one gateway than by another", async () => {
    const [one, first] = await gateway(1000);
    const [other, second] = await gateway(1000);
    first.script = () => "900";
    second.script = () => "899";
    expect(await ask(one, named(), "getBlockHeight")).to.equal("900");
    expect(await errorOf(ask(other, named(), "getBlockHeight"))).to.have.property("code", -32016);
    // No slot can show whether the ledger ever had a height: no gateway requires it again.
    expect(await ask(other, named(), "getBlockHeight")).to.equal("899");
  });

  it("reads no floors of other names, ledgers, upstreams or connections", async () => {
    const [one] = await gateway(1000);
    await ask(one);
    const [same] = await gateway(990);
    expect(await ask(same, named("another"))).to.equal(inContext(990));
    expect(await ask(same, new Session())).to.equal(inContext(990));
    const [elsewhere] = await gateway(990, { network: { upstreamsFingerprint: "configuration two" } });
    expect(await ask(elsewhere)).to.equal(inContext(990));
    const [changed] = await gateway(990, { network: { upstreamsFingerprint: undefined } });
    expect(await ask(changed)).to.equal(inContext(990));
    const [fork] = await gateway(990, { genesis: "GenesisB" });
    expect(await ask(fork)).to.equal(inContext(990));
  });

  it("is kept for ten minutes, and neither its text nor its ledger can be read in Redis", async () => {
    const [one] = await gateway(1000);
    await ask(one);
    expect(await key()).to.match(/^svm-gateway:floor:1:[\w-]{43}$/);
    const name = await key();
    const left = await redis().ask((client) => client.pttl(name));
    expect(left).to.be.within(590_000, 600_000);
  });

  it("is never lowered by gateways that race", async () => {
    const gateways = await Promise.all([1000, 1003, 1001, 1005, 1002].map((slot) => gateway(slot)));
    await Promise.all(gateways.map(([bench]) => ask(bench).catch(() => "")));
    expect(await held()).to.include({ "shown confirmed": "1005" });
  });

  it("costs nothing for calls without a session", async () => {
    const [one] = await gateway(1000);
    await one.ask("getLatestBlockhash", atConfirmed);
    expect(await keys()).to.deep.equal([]);
  });

  it("is forgotten at all gateways with the fork that its processed slot was on", async () => {
    const [one] = await gateway(1000);
    await one.ask("getLatestBlockhash", '[{"commitment":"processed"}]', { session: named() });
    const [other] = await gateway(995);
    const asked = () => other.ask("getLatestBlockhash", '[{"commitment":"processed"}]', { session: named() });
    expect(await asked()).to.equal(inContext(995));
    expect(counted).to.deep.equal(["behind", "dropped"]);
    expect(await asked()).to.equal(inContext(995));
    expect(counted).to.deep.equal(["behind", "dropped"]);
    expect(await held()).to.deep.equal({ "shown processed": "995" });
  });

  const hostile: readonly (readonly [string, string])[] = [
    ["a slot that the ledger can't have", "999999999999999"],
    ["a slot of too many digits", "9".repeat(40)],
    ["a long text", "1".repeat(100_000)],
    ["no number", "inf"],
    ["a number of another form", "0x7fffffff"],
    ["nan, which no number is above", "nan"],
    ["a negative number", "-5"],
    ["nothing", ""],
  ];
  for (const [what, value] of hostile) {
    it(`deletes and counts ${what}, without delaying anyone`, async () => {
      const metrics = createMetrics();
      const [one] = await gateway(1000);
      await ask(one);
      await put("shown confirmed", value);
      const [other, node] = await gateway(1000, { metrics });
      expect(await ask(other)).to.equal(inContext(1000));
      expect(counted).to.deep.equal([]);
      expect(await metrics.registry.metrics()).to.contain(
        'svm_gateway_subsystem_failures_total{subsystem="redis_values"} 1',
      );
      node.facts.slot = 1001;
      await ask(other);
      expect(await held()).to.include({ "shown confirmed": "1001" });
    });
  }

  it("deletes and counts a value of another type under its name", async () => {
    const metrics = createMetrics();
    const [one] = await gateway(1000);
    await ask(one);
    const name = await key();
    await redis().ask((client) => client.set(name, "text"));
    const [other] = await gateway(1000, { metrics });
    expect(await ask(other)).to.equal(inContext(1000));
    expect(await metrics.registry.metrics()).to.contain(
      'svm_gateway_subsystem_failures_total{subsystem="redis_values"} 1',
    );
    expect(await held()).to.include({ "shown confirmed": "1000" });
    expect(warnings).to.deep.equal([]);
  });

  it("accepts no value that was written without the key or moved to another field", async () => {
    const hmacKey = "a key of all gateways";
    const [one] = await gateway(1000, { hmacKey });
    await ask(one);
    const [same] = await gateway(990, { hmacKey });
    expect(await errorOf(ask(same))).to.have.property("code", -32016);
    counted.length = 0;
    const name = await key();
    const sealed = await redis().ask((client) => client.hgetBuffer(name, "shown confirmed"));
    if (sealed === undefined || sealed === null) throw new Error("nothing was written");
    await redis().ask((client) => client.del(name));
    await redis().ask((client) => client.hset(name, "shown processed", "1003", "shown finalized", sealed));
    const metrics = createMetrics();
    const [other] = await gateway(990, { hmacKey, metrics });
    expect(await ask(other)).to.equal(inContext(990));
    expect(counted).to.deep.equal([]);
    expect(await metrics.registry.metrics()).to.contain(
      'svm_gateway_subsystem_failures_total{subsystem="redis_values"} 2',
    );
  });

  it("knows only this gateway's slots while Redis hangs, which is logged once", async () => {
    const clock = useFakeClock();
    /** What a promise resolves with, while the clock goes on. */
    const ended = <Result>(promise: Promise<Result>) =>
      tickThrough(clock, promise, { maxMs: 5000, stepMs: 5 });
    const [one, node] = await gateway(1000, { timeoutMs: 50 });
    await ask(one);
    server.hang();
    try {
      const session = named();
      const startedAt = performance.now();
      for (let call = 1; call <= 60; call += 1) {
        const slot = 1000 + Math.ceil(call / 2);
        node.facts.slot = slot;
        expect(await ended(ask(one, session))).to.equal(inContext(slot));
      }
      // Three calls found out; each of the others would have waited as long.
      expect(performance.now() - startedAt).to.be.below(60 * 25);
      node.facts.slot = 1020;
      expect(await ended(errorOf(ask(one, session)))).to.have.property("code", -32016);
      expect(warnings).to.have.length(1);
    } finally {
      server.goOn();
    }
  });
});
