import { expect } from "chai";
import { TimerWheel } from "../../../src/call/timer-wheel.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { Network } from "../../../src/networks/network.ts";
import { UpstreamSets } from "../../../src/upstream/watch/upstream-sets.ts";
import { tickThrough, tickUntil, useFakeClock } from "../../fake-clock.ts";
import {
  createTestUpstreams,
  errorOf,
  networkOf,
  respond,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
  testConfig,
} from "../harness.ts";
import { ignoringListener } from "../ignoring-listener.ts";

const checkedOften = { upstream: { pollIntervalMs: 50 } };

describe("the upstreams of a network", () => {
  let first: ScriptedUpstream;
  let second: ScriptedUpstream;
  let third: ScriptedUpstream;
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;

  beforeEach(async () => {
    clock = useFakeClock();
    [first, second, third] = (await Promise.all(
      ["first", "second", "third"].map((name) => new ScriptedUpstream(() => `"${name}"`).start()),
    )) as [ScriptedUpstream, ScriptedUpstream, ScriptedUpstream];
  });
  afterEach(async () => {
    await ended(bench.close());
    await Promise.all([first, second, third].map((node) => node.stop()));
  });

  /** Awaits a promise while the clock advances. */
  const ended = <Result>(promise: Promise<Result>) => tickThrough(clock, promise, { maxMs: 10_000 });
  /** Advances the clock until a condition holds, so that the number of rounds does not depend on the machine. */
  const until = (holds: () => boolean) => tickUntil(clock, holds, { maxMs: 10_000 });

  const check = (network: Network) => ended(bench.upstreams.check(network));
  const states = () => bench.upstreams.status()[0]?.upstreams.map(({ state }) => state) ?? [];
  const answers = async (count = 30) =>
    new Set(
      await ended(
        Promise.all(
          Array.from({ length: count }, (_, slot) => bench.ask("getBlockTime", `[${7000 + slot}]`)),
        ),
      ),
    );

  it("are taken out when they lag, with one log line, and return once they have caught up", async () => {
    Object.assign(second.facts, { slot: 900, finalized: 868 });
    bench = createTestUpstreams([first, second], checkedOften);
    bench.proveAhead(first);
    expect(await answers()).to.deep.equal(new Set(['"first"']));
    expect(states()).to.deep.equal(["healthy", "behind"]);
    second.facts.slot = 999;
    await until(() => states()[1] === "healthy");
    second.asked.length = 0;
    while (second.count() === 0) await answers();
    const lines = bench.lines.filter(({ fields }) => fields.upstream === new URL(second.url).host);
    expect(lines.map(({ level, fields }) => [level, fields.before, fields.state])).to.deep.equal([
      ["warn", "unchecked", "behind"],
      ["info", "behind", "healthy"],
    ]);
  });

  for (const state of ["healthy", "unhealthy"])
    it(`do not count as failing when they rate limit probes, and get none until Retry-After has passed, if they are ${state}`, async () => {
      bench = createTestUpstreams([first, second], checkedOften);
      await answers();
      second.facts.healthy = state === "healthy";
      await until(() => states()[1] === state);
      second.scriptsProbes = true;
      second.script = (_asked, response) =>
        respond(response, "{}", 429, { "retry-after": "60" }) as undefined;
      second.asked.length = 0;
      await until(() => second.count("getSlot") > 0);
      for (let turn = 0; turn < 20; turn += 1) {
        expect(await answers(2)).to.deep.equal(new Set(['"first"']));
        await clock.tickAsync(200);
      }
      expect(states()).to.deep.equal(["healthy", state]);
      expect(second.count()).to.be.below(20);
    });

  it("are kept while they lag by no more than max_slot_lag", async () => {
    bench = createTestUpstreams([first, second], checkedOften);
    bench.proveAhead(first);
    await answers();
    second.facts.slot = first.facts.slot - 51;
    await until(() => states()[1] === "behind");
    second.facts.slot = first.facts.slot - 50;
    await until(() => states()[1] === "healthy");
  });

  it("are taken out when they report that they are unhealthy", async () => {
    bench = createTestUpstreams([first, second], checkedOften);
    await answers();
    second.facts.healthy = false;
    await until(() => states()[1] === "unhealthy");
    expect(await answers()).to.deep.equal(new Set(['"first"']));
    second.facts.healthy = true;
    await until(() => states()[1] === "healthy");
  });

  for (const [how, code, message, status] of [
    ["an error 429", 429, "Too many requests", 200],
    ["words", -32005, "rate limit exceeded", 200],
    ["HTTP 429 with an error in other words", -32005, "slow down", 429],
  ] as const)
    it(`keep their health, good or bad, while they rate limit getHealth by ${how}`, async () => {
      const rateLimited: Script = (asked, response) =>
        void respondError(response, asked, code, message, status);
      const behind: Script = (asked, response) =>
        void respondError(response, asked, -32005, "Node is behind by 200 slots");
      const facts: Record<string, string> = { getGenesisHash: '"GenesisA"', getSlot: "1000" };
      let health: Script = rateLimited;
      second.scriptsProbes = true;
      second.script = (asked, ...answer) =>
        asked.method === "getHealth" ? health(asked, ...answer) : (facts[asked.method] ?? '"second"');
      bench = createTestUpstreams([first, second], checkedOften);
      const stateAfter = async (script: Script, times: number) => {
        health = script;
        second.asked.length = 0;
        await until(() => second.count("getHealth") > times);
        return states()[1];
      };
      await answers();
      expect(await stateAfter(rateLimited, 2)).to.equal("unchecked");
      expect(await stateAfter(behind, 2)).to.equal("unhealthy");
      expect(await stateAfter(rateLimited, 2)).to.equal("unhealthy");
      expect(await stateAfter(() => '"ok"', 2)).to.equal("healthy");
      expect(await stateAfter(rateLimited, 2)).to.equal("healthy");
    });

  it("are unhealthy, and logged with the error, if they don't answer their first probe", async () => {
    bench = createTestUpstreams([first, "http://127.0.0.1:9"], {});
    await answers();
    await until(() => states()[1] === "unhealthy");
    const said = bench.lines.find(
      ({ fields }) => fields.before === "unchecked" && fields.state === "unhealthy",
    );
    expect(said?.message).to.match(/^upstream 127\.0\.0\.1:9 is unhealthy and gets no calls: .*ECONNREFUSED/);
  });

  it("are unchecked, not unhealthy, while their first probe takes longer than a round", async () => {
    bench = createTestUpstreams([first, second], checkedOften);
    await answers();
    third.scriptsProbes = true;
    third.script = () => new Promise(() => undefined);
    const network = networkOf([first.url, second.url, third.url]);
    await ended(bench.ask("getTransactionCount", "[]", { network }));
    await until(() => third.count() > 0);
    for (let turn = 0; turn < 5; turn += 1) await clock.tickAsync(60);
    expect(states()).to.deep.equal(["healthy", "healthy", "unchecked"]);
  });

  it("are queried for their slot in every round, even if a round comes a little early", async () => {
    const facts: Record<string, string> = {
      getGenesisHash: '"GenesisA"',
      getHealth: '"ok"',
      getSlot: "1000",
    };
    second.scriptsProbes = true;
    second.script = ({ method }) => facts[method] ?? '"second"';
    bench = createTestUpstreams([first, second], { upstream: { pollIntervalMs: 1000 } });
    await answers(1);
    const rounds = () =>
      second.asked.filter(
        ({ method, params }) => method === "getSlot" && JSON.stringify(params).includes('"processed"'),
      ).length;
    const [start, before] = [performance.now(), rounds()];
    await tickUntil(clock, () => performance.now() >= start + 30_000, { maxMs: 31_000, stepMs: 50 });
    expect(rounds() - before).to.be.at.least(25);
  });

  it("get no call if they serve another ledger, not even the first one", async () => {
    third.facts.genesis = "GenesisB";
    bench = createTestUpstreams([third, first, second], checkedOften);
    expect(await answers()).not.to.include('"third"');
    expect(states()).to.deep.equal(["foreign", "healthy", "healthy"]);
    expect(third.count()).to.equal(0);
    const said = bench.lines.find(({ message }) => message.includes("on another ledger"))?.message;
    expect(said).to.match(/: its genesis hash is GenesisB, and that of network \w+ GenesisA$/);
  });

  for (const [how, code, message, status] of [
    ["by an error", 429, "Too many requests", 200],
    ["by HTTP 429 with an error in other words", -32005, "You've exceeded the RPS limit", 429],
  ] as const)
    it(`get no calls while they rate limit the query for their ledger ${how}`, async () => {
      const facts: Record<string, string> = { getHealth: '"ok"', getSlot: "1000" };
      third.scriptsProbes = true;
      third.script = (asked, response) =>
        asked.method === "getGenesisHash"
          ? (respondError(response, asked, code, message, status) as undefined)
          : (facts[asked.method] ?? '"third"');
      bench = createTestUpstreams([third, first, second], checkedOften);
      for (let turn = 0; turn < 15; turn += 1) {
        expect(await answers(5)).not.to.include('"third"');
        await clock.tickAsync(200);
      }
      expect(third.count("getGenesisHash")).to.be.above(1);
    });

  for (const claimed of [9_000_000_000_000_000, 5000]) {
    it(`keep getting calls if one of them claims slot ${claimed} while the others advance`, async () => {
      // The two are checked in turn, so between the checks one seems to be ahead.
      bench = createTestUpstreams([first, second, third], {
        upstream: { pollIntervalMs: 50, freshSlots: 10 },
      });
      const moving = setInterval(() => {
        first.facts.slot += 1;
        second.facts.slot += 1;
      }, 20);
      try {
        await answers();
        const slots = () => bench.upstreams.status()[0]?.upstreams.map(({ slot = 0 }) => slot) ?? [];
        const before = slots();
        await until(() => [0, 1].every((index) => (slots()[index] ?? 0) > (before[index] ?? 0)));
        third.facts.slot = claimed;
        await until(() => bench.upstreams.status()[0]?.upstreams[2]?.slot === claimed);
        for (let round = 0; round < 4; round += 1) {
          const seen = slots()[0] ?? 0;
          await until(() => (slots()[0] ?? 0) > seen);
        }
        expect(states().slice(0, 2)).to.deep.equal(["healthy", "healthy"]);
        expect(await answers(60)).to.include.members(['"first"', '"second"']);
      } finally {
        clearInterval(moving);
      }
    });
  }

  it("are checked again after they were down, since they may return with another ledger", async () => {
    bench = createTestUpstreams([first, second], checkedOften);
    await answers();
    await second.stop();
    await until(() => states()[1] === "failing");
    second.facts.genesis = "GenesisB";
    await second.start();
    second.asked.length = 0;
    await until(() => states()[1] === "foreign");
    expect(second.count()).to.equal(0);
  });

  it("are tried whatever their health if only one is left", async () => {
    first.facts.healthy = false;
    bench = createTestUpstreams([first], checkedOften);
    expect(await answers()).to.deep.equal(new Set(['"first"']));
  });

  it("are reported with their state", async () => {
    second.facts.slot = 990;
    bench = createTestUpstreams([first, second], checkedOften);
    bench.proveAhead(first);
    await answers();
    const [status] = bench.upstreams.status();
    expect(status).to.include({
      network: "test",
      healthy: true,
      slot: 1000,
      finalizedSlot: 968,
      epoch: 2,
    });
    expect(status?.upstreams[1]).to.include({
      state: "healthy",
      slot: 990,
      lag: 10,
      errorRate: 0,
    });
    expect(status?.upstreams[0]?.latencyMs).to.be.greaterThan(0);
  });

  it("are probed at once by a health check, even before the first call", async () => {
    bench = createTestUpstreams([first], checkedOften);
    const status = await check(bench.network);
    expect(status).to.include({ healthy: true, slot: 1000 });
    await first.stop();
    for (let count = 0; count < 5; count += 1) await check(bench.network);
    expect((await check(bench.network)).healthy).to.equal(false);
  });

  it("keep their slot up to date from responses between probes", async () => {
    bench = createTestUpstreams([first], { upstream: { pollIntervalMs: 60_000 } });
    await check(bench.network);
    first.script = () => '{"context":{"apiVersion":"3.1.10","slot":1234},"value":1}';
    const slot = () => bench.upstreams.status()[0]?.upstreams[0]?.slot;
    await clock.tickAsync(2000);
    await ended(bench.ask("getBalance", '["a"]'));
    expect(slot()).to.equal(1234);
  });

  it("are accepted as another ledger if all of them serve it, with a log line", async () => {
    bench = createTestUpstreams([first], checkedOften);
    await answers();
    await first.stop();
    await until(() => states()[0] === "failing");
    Object.assign(first.facts, { genesis: "GenesisB", slot: 40, finalized: 8 });
    await first.start();
    await until(() => bench.upstreams.set(bench.network).genesisHash === "GenesisB");
    expect(bench.lines.filter(({ message }) => message.includes("now has another ledger"))).to.have.length(1);
  });

  it("are replaced when the network's addresses change", async () => {
    bench = createTestUpstreams([first], checkedOften);
    expect(await ended(bench.ask("getTransactionCount"))).to.equal('"first"');
    const network = networkOf([second.url]);
    expect(await ended(bench.ask("getTransactionCount", "[]", { network }))).to.equal('"second"');
    await until(() => first.connections === 0);
  });

  it("stay those of the newest record while calls in flight name an older one", async () => {
    bench = createTestUpstreams([first, second], checkedOften);
    await ended(bench.ask("getTransactionCount"));
    const network = networkOf([first.url, second.url], { weights: [1, 2] });
    await ended(bench.ask("getTransactionCount", "[]", { network }));
    const { upstreams } = bench.upstreams.set(network);
    await ended(bench.ask("getTransactionCount"));
    expect(bench.upstreams.set(network).upstreams).to.equal(upstreams);
    expect(bench.upstreams.set(bench.network).upstreams).to.equal(upstreams);
  });

  it("are those of the older record again when a change is undone", async () => {
    const older = networkOf([first.url], { id: "one", enabled: true });
    const newer = networkOf([second.url], { id: "one", enabled: true });
    let report: (network: Network) => void = () => undefined;
    const store = {
      defaultNetwork: () => older,
      enabled: () => [older],
      onChange(listener: (network: Network) => void) {
        report = listener;
        return () => undefined;
      },
    };
    bench = createTestUpstreams([first], { store });
    for (const network of [newer, older]) {
      report(network);
      expect(bench.upstreams.set(network).upstreams[0]?.name).to.equal(
        new URL(network.httpAddresses[0]?.url ?? "").host,
      );
    }
  });

  it("get calls only once they are compared, even calls that waited for the upstreams that they replace", async () => {
    Object.assign(second.facts, { genesis: "GenesisB" });
    third.scriptsProbes = true;
    third.script = () => new Promise(() => undefined);
    const before = networkOf([third.url, "http://127.0.0.1:1/"]);
    let report: (network: Network) => void = () => undefined;
    const store = {
      defaultNetwork: () => before,
      enabled: () => [],
      onChange(listener: (network: Network) => void) {
        report = listener;
        return () => undefined;
      },
    };
    bench = createTestUpstreams([third, "http://127.0.0.1:1/"], { store });
    const answered = answers();
    await until(() => third.count() > 0);
    report(networkOf([first.url, second.url]));
    expect(await answered).to.deep.equal(new Set(['"first"']));
    expect(second.count("getBlockTime")).to.equal(0);
  });

  it("keep their connections if the network's record changes otherwise", async () => {
    bench = createTestUpstreams([first], checkedOften);
    await ended(bench.ask("getTransactionCount"));
    const network = networkOf([first.url], { enabled: true });
    await ended(bench.ask("getTransactionCount", "[]", { network }));
    await until(() => states()[0] === "healthy");
    await ended(bench.ask("getTransactionCount"));
    expect(states()).to.deep.equal(["healthy"]);
    expect(bench.upstreams.status()).to.have.length(1);
  });

  it("are probed before the first call if their network is enabled, at start or later", async () => {
    const listeners = new Set<(network: Network) => void>();
    const one = networkOf([first.url], { id: "one", enabled: true });
    const store = {
      defaultNetwork: () => one,
      enabled: () => [one],
      onChange(listener: (network: Network) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    bench = createTestUpstreams([first], { store });
    const health = (id: string) => bench.upstreams.status().find(({ network }) => network === id)?.healthy;
    await until(() => health("one") === true);
    for (const listener of listeners) listener(networkOf([second.url], { id: "two", enabled: true }));
    await until(() => health("two") === true);
    await bench.close();
    expect(listeners.size).to.equal(0);
  });

  it("are queried for their slot alone, every 10 s, after a minute without calls", async () => {
    const one = networkOf([first.url, second.url], { enabled: true });
    const store = { defaultNetwork: () => one, enabled: () => [one], onChange: () => () => undefined };
    first.scriptsProbes = true;
    first.script = ({ method }) =>
      method === "getGenesisHash" ? '"GenesisA"' : method === "getHealth" ? '"ok"' : "1000";
    bench = createTestUpstreams([first, second], { store });
    await answers(1);
    await until(() => states().every((state) => state === "healthy"));
    // In steps, so that probes are answered: after a timeout, everything would be queried again.
    const idleSince = performance.now() + 75_000;
    await tickUntil(clock, () => performance.now() >= idleSince, { maxMs: 76_000, stepMs: 500 });
    first.asked.length = 0;
    await tickUntil(clock, () => first.count() >= 3, { maxMs: 34_000, stepMs: 500 });
    expect(first.asked.map(({ method }) => method)).to.deep.equal(["getSlot", "getSlot", "getSlot"]);
    await answers(1);
    await tickUntil(clock, () => first.count("getSlot") >= 6, { maxMs: 5000 });
  });

  it("are replaced when the address changes, even on a disabled and idle network", async () => {
    const before = networkOf([first.url], { id: "two", enabled: false });
    const listeners = new Set<(network: Network) => void>();
    const store = {
      defaultNetwork: () => before,
      enabled: () => [],
      onChange(listener: (network: Network) => void) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    bench = createTestUpstreams([first], { store });
    const named = () => bench.upstreams.status().map(({ upstreams }) => upstreams.map(({ name }) => name));
    await check(before);
    expect(named()).to.deep.equal([[new URL(first.url).host]]);
    for (const listener of listeners) listener(networkOf([second.url], { id: "two", enabled: false }));
    expect(named()).to.deep.equal([[new URL(second.url).host]]);
  });

  const breaker = { failures: 2, openMs: 60_000 };

  it("include a sole one that hangs: it still gets every call, and answers them once it recovers", async () => {
    bench = createTestUpstreams([first], { upstream: { breaker } });
    await answers(1);
    let goOn: (result: string) => void = () => undefined;
    const held = new Promise<string>((resolve) => {
      goOn = resolve;
    });
    first.script = () => held;
    first.scriptsProbes = true;
    const hung = [1, 2].map((slot) => errorOf(bench.ask("getBlockTime", `[${slot}]`, { timeoutMs: 1100 })));
    await tickThrough(clock, Promise.all(hung), { maxMs: 1200 });
    expect(states()).to.deep.equal(["failing"]);
    const asked = Array.from({ length: 20 }, (_, slot) => bench.ask("getBlockTime", `[${100 + slot}]`));
    const isAsked = (slot: number) =>
      first.asked.some(({ params }) => (params as number[] | undefined)?.[0] === 100 + slot);
    await tickUntil(clock, () => asked.every((_, slot) => isAsked(slot)), { maxMs: 100 });
    goOn('"late"');
    const said = await tickThrough(clock, Promise.all(asked), { maxMs: 100 });
    expect(said).to.deep.equal(asked.map(() => '"late"'));
    expect(states()).not.to.include("failing");
  });

  it("include a sole one that reports a lag, a missing method and a rate limit: it still gets the calls", async () => {
    bench = createTestUpstreams([first]);
    first.facts.healthy = false;
    await answers(1);
    await tickUntil(clock, () => states()[0] === "unhealthy", { maxMs: 2000 });
    first.script = (asked, response) =>
      respondError(response, asked, -32601, "Method not found") as undefined;
    await errorOf(bench.ask("getBlockTime", "[1]"));
    first.script = (_asked, response) => respond(response, "{}", 429, { "retry-after": "60" }) as undefined;
    await tickThrough(clock, errorOf(bench.ask("getBlockTime", "[2]")), { maxMs: 5000 });
    first.script = () => '"back"';
    expect(await tickThrough(clock, bench.ask("getBlockTime", "[3]"), { maxMs: 10 })).to.equal('"back"');
  });

  it("include a sole one that refuses connections: it is tried every 250 ms, and calls fail with the reason", async () => {
    bench = createTestUpstreams([first], { upstream: { breaker } });
    await answers(1);
    await first.stop();
    await tickThrough(
      clock,
      Promise.all([1, 2].map((slot) => errorOf(bench.ask("getBlockTime", `[${slot}]`)))),
      {
        maxMs: 5000,
      },
    );
    const waiting = Array.from({ length: 20 }, (_, slot) =>
      errorOf(bench.ask("getBlockTime", `[${100 + slot}]`)),
    );
    const errors = await tickThrough(clock, Promise.all(waiting), { maxMs: 6000 });
    for (const { message } of errors) expect(message).to.include("nothing listens at its address");
    const later = Array.from({ length: 20 }, (_, slot) => bench.ask("getBlockTime", `[${200 + slot}]`));
    await first.start();
    first.script = () => '"back"';
    expect(await tickThrough(clock, Promise.all(later), { maxMs: 400 })).to.deep.equal(
      later.map(() => '"back"'),
    );
  });
});

describe("the probes of a network", () => {
  it("go on after a listener has thrown", async () => {
    const clock = useFakeClock();
    const network = networkOf(["http://one.test/", "http://two.test/"]);
    let [asked, hasFailed] = [0, false];
    const sets = new UpstreamSets({
      prefer: "speed",
      processes: 1,
      config: { ...testConfig, pollIntervalMs: 50 },
      timers: new TimerWheel(),
      listener: {
        ...ignoringListener,
        onHealth: () => {
          if (hasFailed) return;
          hasFailed = true;
          throw new Error("a listener failed");
        },
      },
      sendProbe: (attempt) => {
        asked += 1;
        return Promise.resolve(RawJson.fromText(attempt.servedName === "getSlot" ? "1000" : '"ok"'));
      },
      isEnabled: () => true,
      wantsEpoch: false,
    });
    expect(await sets.probeNow(network).catch(String)).to.equal("Error: a listener failed");
    const before = asked;
    await clock.tickAsync(20_000);
    expect(asked).to.be.above(before);
    await sets.close();
  });
});
