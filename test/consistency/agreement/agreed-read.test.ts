import { expect } from "chai";
import { Session } from "../../../src/call/session.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import { tickThrough, tickUntil, useFakeClock, usePatientClock } from "../../fake-clock.ts";
import {
  type AskOptions,
  createTestUpstreams,
  entryOf,
  errorOf,
  respondError,
  type Script,
  ScriptedUpstream,
  type TestUpstreams,
} from "../../upstream/harness.ts";

const twoOfThree = { asked: 3, agree: 2 };
const inContext = (slot: number, value: string, version = "2.0.1") =>
  `{"context":{"apiVersion":"${version}","slot":${slot}},"value":${value}}`;
const account = '["11111111111111111111111111111111",{"encoding":"base64","commitment":"confirmed"}]';
const atConfirmed = '[{"commitment":"confirmed"}]';
const hanging: Script = () => undefined;
const failing: Script = (_, response) => {
  response.writeHead(503).end();
  return undefined;
};
const refusing =
  (code: number, message: string): Script =>
  (asked, response) => {
    respondError(response, asked, code, message);
    return undefined;
  };

describe("a read that upstreams must agree on", () => {
  const upstreams: ScriptedUpstream[] = [];
  const metrics = createMetrics();
  let bench: TestUpstreams;
  let clock: ReturnType<typeof useFakeClock>;
  beforeEach(() => {
    clock = useFakeClock();
  });

  /** What a promise resolves with, while the clock goes on. */
  const ended = <Result>(promise: Promise<Result>, maxMs = 10_000) => tickThrough(clock, promise, { maxMs });
  const until = (holds: () => boolean) => tickUntil(clock, holds, { maxMs: 10_000 });

  async function build(
    scripts: readonly (string | Script)[],
    change: Parameters<typeof createTestUpstreams>[1] = {},
  ): Promise<void> {
    for (const script of scripts) {
      const upstream = await new ScriptedUpstream(typeof script === "string" ? () => script : script).start();
      upstream.facts.slot = 1000;
      upstreams.push(upstream);
    }
    bench = createTestUpstreams(upstreams, { metrics, ...change });
    await ended(bench.upstreams.check(bench.network));
  }

  async function failAll(): Promise<void> {
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
    const areFailing = () =>
      bench.upstreams.status()[0]?.upstreams.every(({ state }) => state === "failing") === true;
    while (!areFailing()) await ended(bench.upstreams.check(bench.network));
  }

  const start = (options: AskOptions = {}, method = "getAccountInfo", params = account) =>
    bench.ask(method, params, { agreement: twoOfThree, ...options });
  const ask = (...words: Parameters<typeof start>) => ended(start(...words));
  const errorOfAsked = (...words: Parameters<typeof start>) => ended(errorOf(start(...words)));
  const counts = () => upstreams.map((upstream) => upstream.count());
  const nameOf = (index: number) => new URL(upstreams[index]?.url ?? "").host;
  const data = async (read: Promise<string>) => {
    const error = await errorOf(read);
    expect(error.kind).to.equal("noAgreement");
    return error.data as {
      answers: { count: number; upstreams: string[]; error?: number }[];
      silent: string[];
    };
  };

  afterEach(async () => {
    await ended(bench.close());
    await Promise.all(upstreams.map((upstream) => upstream.stop()));
    upstreams.length = 0;
  });

  it("returns the bytes of an upstream that agrees, whatever an outvoted one claims", async () => {
    const truth = ["2.0.1", "2.0.2"].map((version) => inContext(1000, '{"lamports":1.50,"b":[]}', version));
    await build([truth[0] ?? "", inContext(1000, '{"lamports":9,"b":[]}'), truth[1] ?? ""]);
    for (let round = 0; round < 5; round += 1) expect(truth).to.include(await ask());
    expect(counts()).to.deep.equal([5, 5, 5]);
  });

  it("logs an outvoted upstream in one line, lowers its score, and counts it", async () => {
    const truth = inContext(1000, "1");
    await build([truth, inContext(1000, "2"), truth]);
    for (let round = 0; round < 6; round += 1) {
      await ask();
      await until(() => counts()[1] === round + 1);
    }
    const lines = () =>
      bench.lines.filter(({ message }) => message.includes("keeps giving answers that differ"));
    await until(() => lines().length > 0);
    expect(lines().map(({ fields }) => fields.upstream)).to.deep.equal([nameOf(1)]);
    const [network] = bench.upstreams.status();
    const rates = network?.upstreams.map(({ errorRate }) => (errorRate ?? 0) > 0);
    expect(rates).to.deep.equal([false, true, false]);
    const text = await metrics.registry.metrics();
    expect(text).to.match(/agreement_reads_total\{outcome="agreed",network="test"\} \d/);
    expect(text).to.include('svm_gateway_agreement_reads_total{outcome="alone",network="test"} ');
  });

  it("fails if all three differ, and names the result of each", async () => {
    await build([inContext(1000, "1"), inContext(1000, "2"), inContext(1000, "3")]);
    const { answers, silent } = await data(ask());
    expect(answers.map(({ count }) => count)).to.deep.equal([1, 1, 1]);
    expect(answers.flatMap((answer) => answer.upstreams)).to.have.members([0, 1, 2].map(nameOf));
    expect(silent).to.deep.equal([]);
    expect(counts(), "asked once more").to.deep.equal([2, 2, 2]);
  });

  it("accepts an answer that two of three agree on, even if it is wrong", async () => {
    await build([inContext(1000, "1"), inContext(1000, "2"), inContext(1000, "2")]);
    expect(await ask()).to.equal(inContext(1000, "2"));
  });

  it("asks all once more, for the newest slot that was shown, if upstreams differ", async () => {
    await build([inContext(1000, "1"), inContext(1002, "2")]);
    const [lagging] = upstreams;
    if (lagging === undefined) throw new Error("no upstream");
    lagging.script = () =>
      lagging.count("getAccountInfo") === 1 ? inContext(1000, "1") : inContext(1002, "2");
    expect(await ask({ agreement: { asked: 2, agree: 2 } })).to.equal(inContext(1002, "2"));
    for (const { asked } of upstreams) {
      const slots = asked
        .filter(({ method }) => method === "getAccountInfo")
        .map(({ params }) => (params as [string, { minContextSlot: number }])[1].minContextSlot);
      expect(slots).to.deep.equal([1000, 1002]);
    }
  });

  it("charges the caller for the second round, and not for upstreams asked in place of failing ones", async () => {
    const charged: number[] = [];
    const charge = (calls: number) => void charged.push(calls);
    await build([inContext(1000, "1"), inContext(1002, "2"), failing]);
    await data(ask({ agreement: { asked: 2, agree: 2 }, charge }));
    expect(charged).to.deep.equal([2]);
  });

  it("does not wait for a hanging upstream once two agree", async () => {
    const truth = inContext(1000, "1");
    await build([truth, hanging, truth]);
    expect(await ended(start({ timeoutMs: 5000 }), 200)).to.equal(truth);
    expect(counts()).to.deep.equal([1, 1, 1]);
  });

  it("cancels attempts that still hang two seconds after the others agreed", async () => {
    const truth = inContext(1000, "1");
    let closed = false;
    const noticed: Script = (_, response) => {
      response.on("close", () => {
        closed = true;
      });
      return undefined;
    };
    await build([truth, noticed, truth]);
    await ended(start({ timeoutMs: 60_000 }), 200);
    expect(await tickUntil(clock, () => closed, { maxMs: 2100 })).to.be.within(1800, 2100);
  });

  /** Upstreams of which the last is asked only where the others are not enough. */
  async function buildWithSpare(
    scripts: readonly (string | Script)[],
    change: Parameters<typeof createTestUpstreams>[1] = {},
  ): Promise<void> {
    await build(scripts);
    await ended(bench.close());
    const httpAddresses = upstreams.map(({ url }, index) => ({
      url,
      weight: 1,
      trusted: true,
      settings: entryOf(url, { tier: index === upstreams.length - 1 ? 2 : 1 }),
    }));
    bench = createTestUpstreams(upstreams, { network: { httpAddresses }, ...change });
    await ended(bench.upstreams.check(bench.network));
  }

  it("asks another upstream in place of one that fails, in the same round", async () => {
    const truth = inContext(1000, "1");
    await buildWithSpare([failing, truth, truth]);
    expect(await ask({ agreement: { asked: 2, agree: 2 } })).to.equal(truth);
    expect(counts()).to.deep.equal([1, 1, 1]);
  });

  it("is not hedged, however slow its upstreams are", async () => {
    await build([hanging, hanging, hanging], {
      upstream: { hedge: { enabled: true, minDelayMs: 20, budgetRatio: 1 } },
    });
    const read = errorOf(start({ agreement: { asked: 2, agree: 2 } }));
    const total = () => counts().reduce((sum, count) => sum + count, 0);
    await until(() => total() === 2);
    await clock.tickAsync(1000);
    for (const upstream of upstreams) upstream.script = () => inContext(1000, "1");
    await ended(read);
    expect(await metrics.registry.metrics()).to.not.match(/kind="hedge",network="test"\} [1-9]/);
  });

  it("asks no other upstream in place of one whose answer differs", async () => {
    await buildWithSpare([inContext(1000, "1"), inContext(1000, "2"), inContext(1000, "1")]);
    await data(ask({ agreement: { asked: 2, agree: 2 } }));
    expect(counts(), "both rounds").to.deep.equal([2, 2, 0]);
  });

  it("is not asked again if less than a slot's time is left", async () => {
    await build([inContext(1000, "1"), inContext(1000, "2")]);
    await ended(data(start({ agreement: { asked: 2, agree: 2 }, timeoutMs: 390 })), 380);
    expect(counts()).to.deep.equal([1, 1]);
  });

  it("is asked again after the time of a slot", async () => {
    await build([inContext(1000, "1"), inContext(1000, "2")]);
    const read = data(start({ agreement: { asked: 2, agree: 2 }, timeoutMs: 1000 }));
    expect(await tickUntil(clock, () => counts()[0] === 2, { maxMs: 500 })).to.be.within(390, 450);
    await ended(read, 600);
    expect(counts()).to.deep.equal([2, 2]);
  });

  it("waits for upstreams that have failed, until enough of them are back", async () => {
    const truth = inContext(1000, "1");
    await build([truth, truth, truth]);
    await failAll();
    const read = start();
    await Promise.all(upstreams.map((upstream) => upstream.start()));
    expect(await ended(read)).to.equal(truth);
  });

  it("says how many can be called if those that have failed are not back in half of its time", async () => {
    await build(["1", "1", "1"]);
    await failAll();
    const error = await ended(errorOf(start({ timeoutMs: 2000 })), 1100);
    expect(error.message).to.include("only 0 can be called now");
  });

  it("fails if fewer upstreams are there than must agree, and asks none", async () => {
    await build(["1", "1"]);
    const error = await errorOfAsked({ agreement: { asked: 3, agree: 3 } });
    expect(error.message).to.equal(
      "No agreement on network test: 3 upstreams must give the same answer, but only 2 can be called now; try again later.",
    );
    expect(error.data).to.deep.include({ agree: 3, answers: [], silent: [] });
    expect(counts()).to.deep.equal([0, 0]);
  });

  it("is counted as asked, and as agreed or not, once each", async () => {
    const own = createMetrics();
    const truth = inContext(1000, "1");
    await build([truth, truth, inContext(1000, "2")], { metrics: own });
    const counted = async () =>
      Object.fromEntries(
        [
          ...(await own.registry.metrics()).matchAll(
            /agreement_reads_total\{outcome="(\w+)",network="test"\} (\d+)/g,
          ),
        ].map(([, outcome, count]) => [outcome, Number(count)]),
      );
    await ask();
    expect(await counted()).to.include({ asked: 1, agreed: 1 });
    await data(ask({ agreement: { asked: 3, agree: 3 } }));
    await data(ask({ agreement: { asked: 4, agree: 4 } }));
    await data(ask({ agreement: { asked: 3, agree: 3 }, timeoutMs: 300 }));
    expect(await counted()).to.deep.include({ asked: 4, agreed: 1, disagreed: 3 });
  });

  it("does not count an error after which any read goes to another upstream", async () => {
    await build([refusing(429, "slow down"), refusing(429, "slow down"), inContext(1000, "1")]);
    const { answers, silent } = await data(ask());
    expect(answers).to.deep.equal([{ count: 1, upstreams: [nameOf(2)] }]);
    expect(silent).to.have.members([0, 1].map(nameOf));
  });

  it("asks a fourth upstream if one of three fails", async () => {
    const truth = inContext(1000, "1");
    await build([failing, failing, truth, truth]);
    for (let round = 0; round < 3; round += 1) expect(await ask()).to.equal(truth);
  });

  it("fails like any read if no upstream answers", async () => {
    await build([failing, failing]);
    expect((await errorOfAsked()).kind).to.not.equal("noAgreement");
  });

  it("returns an error that upstreams agree on, whatever its message", async () => {
    await build([
      refusing(-32602, "Invalid param: a"),
      inContext(1000, "1"),
      refusing(-32602, "Invalid params b"),
    ]);
    expect((await errorOfAsked()).code).to.equal(-32602);
  });

  it("does not count an upstream that says that it lags", async () => {
    await build([refusing(-32005, "behind"), refusing(-32005, "behind"), inContext(1000, "1")]);
    const { answers, silent } = await data(ask());
    expect(answers).to.deep.equal([{ count: 1, upstreams: [nameOf(2)] }]);
    expect(silent).to.have.members([0, 1].map(nameOf));
  });

  const deep = `${'{"b":'.repeat(100)}0${',"a":1}'.repeat(100)}`;
  const sameness: readonly (readonly [string, string, string, boolean])[] = [
    ["keys in another order", '{"a":1,"b":{"c":2,"d":3}}', '{"b": {"d":3,"c":2}, "a":1}', true],
    ["1.0 and 1", '{"a":1.0}', '{"a":1}', false],
    ["digits beyond a double", "18446744073709551615", "18446744073709551614", false],
    ["lists in another order", "[1,2]", "[2,1]", false],
    [
      "large answers with different versions around them",
      `"${"x".repeat(600_000)}"`,
      `"${"x".repeat(600_000)}"`,
      true,
    ],
    [
      "equal answers with more members than are sorted",
      `{${'"":0,'.repeat(60_000)}"a":1}`,
      `{${'"":0,'.repeat(60_000)}"a":1}`,
      true,
    ],
    ["equal answers that are deeper than is sorted", deep, deep, true],
    ["large answers that differ in a byte", `"${"x".repeat(600_000)}"`, `"${"x".repeat(599_999)}y"`, false],
  ];
  for (const [what, one, other, same] of sameness) {
    it(`treats ${what} as ${same ? "the same" : "two answers"}`, async () => {
      const answers = [inContext(1000, one), inContext(1001, other, "3.1.0")];
      await build(answers);
      const read = ask({ agreement: { asked: 2, agree: 2 } });
      if (same) expect(answers).to.include(await read);
      else await data(read);
    });
  }

  it("compares long answers member by member, and those without members byte by byte", async () => {
    const long = `"${"x".repeat(600_000)}"`;
    const members = ['"context":{"slot":1000}', `"value":${long}`, '"a":1', '"z":2', '"m":3'];
    const inOrder = (...order: readonly number[]) => `{${order.map((at) => members[at]).join()}}`;
    await build([inOrder(0, 1, 2, 3, 4), inOrder(4, 3, 2, 1, 0), inOrder(2, 4, 0, 3, 1)]);
    const read = ask({ agreement: { asked: 3, agree: 3 } });
    expect(JSON.parse(await read)).to.include({ a: 1, z: 2, m: 3 });
    for (const upstream of upstreams) upstream.script = () => `[${long}]`;
    expect(await ask({ agreement: { asked: 3, agree: 3 } }, "getBlocks", "[1,2]")).to.equal(`[${long}]`);
  });

  it("refuses an answer that is too long to be compared, and asks no other upstream instead", async () => {
    // Reading it may take longer than the clock may be moved by.
    usePatientClock();
    const long = `"${"x".repeat(16 * 1024 * 1024)}"`;
    await build([long, long, long], { upstream: { maxResponseBytes: 2 * long.length } });
    const error = await errorOf(start({ agreement: { asked: 2, agree: 2 } }));
    expect(error).to.include({ kind: "responseTooLarge" });
    expect(counts().reduce((sum, count) => sum + count, 0)).to.equal(2);
    expect(error.message).to.contain("too long to be compared with others");
  });

  it("tells errors apart by their data, however long", async () => {
    const saying =
      (data: string): Script =>
      ({ id }, response) => {
        response.end(`{"jsonrpc":"2.0","id":${id},"error":{"code":-32602,"message":"m","data":${data}}}`);
        return undefined;
      };
    const long = "x".repeat(300_000);
    await build([saying(`"${long}"`), saying(`"${long}y"`)]);
    await data(ask({ agreement: { asked: 2, agree: 2 } }));
  });

  it("uses nothing cached, and shares no call", async () => {
    await build(["7", "7", "7"]);
    await bench.ask("getBlockTime", "[5]");
    expect(counts().reduce((sum, count) => sum + count, 0)).to.equal(1);
    await Promise.all([1, 2].map(() => ask({}, "getBlockTime", "[5]")));
    expect(counts().reduce((sum, count) => sum + count, 0)).to.equal(7);
  });

  it("asks no upstream that has used up its quota", async () => {
    const urls = await Promise.all([1, 2].map(() => new ScriptedUpstream(() => "1").start()));
    upstreams.push(...urls);
    const limits = { perSecond: undefined, creditsPerDay: 1, creditsPerMonth: undefined };
    bench = createTestUpstreams(upstreams, {
      network: {
        httpAddresses: upstreams.map(({ url }, index) => ({
          url,
          weight: 1,
          trusted: true,
          ...(index === 0 ? { settings: entryOf(url, { limits }) } : {}),
        })),
      },
    });
    expect((await errorOfAsked({ timeoutMs: 1000 }, "getBlockTime", "[5]")).kind).to.equal(
      "upstreamsLimited",
    );
    expect(counts()).to.deep.equal([0, 0]);
  });

  it("names no slot while no upstream's slot is known", async () => {
    const answers: Readonly<Record<string, string>> = {
      getGenesisHash: '"GenesisA"',
      getHealth: '"ok"',
      getAccountInfo: inContext(1000, "1"),
    };
    const slotless: Script = (asked, ...rest) =>
      answers[asked.method] ?? refusing(-32601, "Method not found")(asked, ...rest);
    for (const _ of [1, 2]) {
      const upstream = await new ScriptedUpstream(slotless).start();
      upstream.scriptsProbes = true;
      upstreams.push(upstream);
    }
    bench = createTestUpstreams(upstreams);
    expect(await ask({ agreement: { asked: 2, agree: 2 } })).to.equal(inContext(1000, "1"));
    const reads = upstreams.flatMap(({ asked }) => asked.filter(({ method }) => method === "getAccountInfo"));
    expect(reads.map(({ params }) => params)).to.deep.equal([JSON.parse(account), JSON.parse(account)]);
  });

  it("leaves out upstreams below its session's floor, and waits if too few are left", async () => {
    await build([inContext(1000, "1"), inContext(1000, "1"), inContext(1000, "1")]);
    const read = start({ session: new Session(), minSlot: 1005 });
    for (const upstream of upstreams.slice(0, 2)) {
      upstream.facts.slot = 1005;
      upstream.script = () => inContext(1005, "2");
    }
    await ended(bench.upstreams.check(bench.network));
    expect(await ended(read)).to.equal(inContext(1005, "2"));
    const late = await errorOfAsked({ minSlot: 1010 });
    expect(late.code).to.equal(-32016);
  });

  it("fails with the error of its floor while too few upstreams have reached it", async () => {
    await build([inContext(1000, "1"), inContext(1000, "1"), inContext(1000, "1")]);
    const [first, second] = upstreams;
    if (first === undefined || second === undefined) throw new Error("too few upstreams");
    first.facts.slot = 1002;
    first.script = () => inContext(1002, "2");
    bench.proveAhead(first);
    await ended(bench.upstreams.check(bench.network));
    expect((await errorOfAsked({ minSlot: 1002 })).code).to.equal(-32016);
    // Once without its floor; then there were too few to ask.
    expect(upstreams.map((upstream) => upstream.count("getAccountInfo"))).to.deep.equal([1, 1, 1]);
    second.facts.slot = 1002;
    second.script = first.script;
    await ended(bench.upstreams.check(bench.network));
    expect(await ask({ minSlot: 1002 })).to.equal(inContext(1002, "2"));
  });

  it("says that upstreams are at a limit, not behind, if enough have reached its floor", async () => {
    await build([inContext(1000, "1")]);
    const spent = await new ScriptedUpstream(() => inContext(1000, "1")).start();
    upstreams.push(spent);
    const limits = { perSecond: undefined, creditsPerDay: 1, creditsPerMonth: undefined };
    await bench.close();
    const httpAddresses = upstreams.map((upstream) => ({ url: upstream.url, weight: 1, trusted: true }));
    bench = createTestUpstreams(upstreams, {
      network: {
        httpAddresses: httpAddresses.map((one) =>
          one.url === spent.url ? { ...one, settings: entryOf(one.url, { limits }) } : one,
        ),
      },
    });
    await ended(bench.upstreams.check(bench.network));
    // Its answer names no slot, so that it is asked with its floor at once.
    const error = await errorOfAsked({ minSlot: 1000, timeoutMs: 1000 }, "getVoteAccounts", atConfirmed);
    expect(error.kind).to.equal("upstreamsLimited");
  });
});
