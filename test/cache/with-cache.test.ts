import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { AnswerCache } from "../../src/cache/answer-cache.ts";
import { withCache } from "../../src/cache/with-cache.ts";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { UpstreamSet } from "../../src/upstream/node/upstream-set.ts";
import type { UpstreamSets } from "../../src/upstream/watch/upstream-sets.ts";
import { tickThrough, tickUntil, useFakeClock } from "../fake-clock.ts";
import {
  type AskOptions,
  callOf,
  createTestUpstreams,
  errorOf,
  networkOf,
  respondError,
  ScriptedUpstream,
  type TestUpstreams,
} from "../upstream/harness.ts";

describe("the cache", () => {
  let node: ScriptedUpstream;
  let bench: TestUpstreams;
  let answered: number;
  let clock: ReturnType<typeof useFakeClock>;

  beforeEach(async () => {
    clock = useFakeClock();
    answered = 0;
    // Each answer differs, so that a reused one shows.
    node = await new ScriptedUpstream(() => {
      answered += 1;
      return `${answered}`;
    }).start();
  });
  afterEach(async () => {
    await ended(bench.close());
    await node.stop();
  });

  /** What a promise resolves with, while the clock goes on. */
  const ended = <Result>(promise: Promise<Result>) => tickThrough(clock, promise, { maxMs: 10_000 });
  const ask = (method: string, params?: string, options?: AskOptions) =>
    ended(bench.ask(method, params, options));
  const check = () => ended(bench.upstreams.check(bench.network));

  async function build(change: Parameters<typeof createTestUpstreams>[1] = {}): Promise<void> {
    bench = createTestUpstreams([node], change);
    await ask("getVoteAccounts");
    await check();
  }

  /** Asks twice: whether the second answer is the first. */
  async function isKept(method: string, params: string, again = params): Promise<boolean> {
    return (await ask(method, params)) === (await ask(method, again));
  }

  const transaction =
    '"5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"';

  // The scripted ledger has finalized slot 968 and is in epoch 2, slots 864 to 1295.
  for (const [method, params, kept, why] of [
    ["getGenesisHash", "[]", true, "constant"],
    ["getEpochSchedule", "[]", true, "constant"],
    ["getBlockTime", "[968]", true, "its slot is final"],
    ["getBlockTime", "[969]", false, "its slot is not final yet"],
    ["getBlock", '[968,{"commitment":"confirmed"}]', true, "its slot is final"],
    ["getBlock", '[969,{"commitment":"confirmed"}]', false, "confirmed only, and its slot is not final yet"],
    ["getBlock", '[969,{"commitment":"finalized"}]', true, "the ledger itself calls it final"],
    ["getBlock", "[969]", true, "finalized is the ledger's default"],
    ["getBlock", '[969,"base64"]', true, "finalized is the ledger's default"],
    [
      "getBlock",
      '[969,["json","full",false,"confirmed",0]]',
      false,
      "a list of the config's values may ask for confirmed",
    ],
    ["getBlock", '[969,{"commitment":"final"}]', false, "nobody knows what that commitment means"],
    ["getTransaction", `[${transaction}]`, true, "finalized is the ledger's default"],
    [
      "getTransaction",
      `[${transaction},{"commitment":"confirmed"}]`,
      false,
      "confirmed only, and its slot is not known",
    ],
    ["getTransaction", `[${transaction},{"withContext":true}]`, false, "a null may hide behind its context"],
    ["getInflationReward", '[["a"],{"epoch":1}]', true, "the epoch is past"],
    ["getInflationReward", '[["a"],{"epoch":2}]', false, "the epoch lasts"],
    ["getInflationReward", '[["a"]]', false, "it names no epoch"],
    ["getMinimumBalanceForRentExemption", "[50]", true, "constant in an epoch"],
    ["getLeaderSchedule", "[]", true, "constant in an epoch"],
    ["getInflationRate", "[]", true, "constant in an epoch"],
    ["getSlot", "[]", false, "it follows the head"],
    ["getAccountInfo", '["a"]', false, "it follows the head"],
    ["getLargestAccounts", "[]", false, "it is a property of the node"],
    ["getVersion", "[]", false, "it is a property of the node"],
    ["getBalance", '["a"]', false, "it follows the head"],
    ["getLatestBlockhash", "[]", false, "it follows the head"],
    ["simulateTransaction", '["a"]', false, "it is a simulation"],
    ["sendTransaction", '["a"]', false, "it is a write"],
    ["requestAirdrop", '["a",1]', false, "it is a write"],
    ["surfnet_getX", "[]", false, "the document does not know it"],
  ] as const) {
    it(`${kept ? "keeps" : "does not keep"} ${method} ${params}: ${why}`, async () => {
      await build({ upstream: { pollIntervalMs: 60_000 } });
      // From here on the script answers everything.
      node.scriptsProbes = true;
      expect(await isKept(method, params)).to.equal(kept);
    });
  }

  it("gives the same bytes again", async () => {
    const result = '{ "b":1.0e5, "a" : 18446744073709551615,"c":"\\u00e9" }';
    node.script = () => result;
    await build();
    expect([await ask("getBlock", "[5]"), await ask("getBlock", "[5]")]).to.deep.equal([result, result]);
    expect(node.count("getBlock")).to.equal(1);
  });

  it("treats parameters with the same meaning as equal", async () => {
    await build();
    expect(
      await isKept(
        "getBlock",
        '[5,{"rewards":false,"encoding":"base64"}]',
        '[ 5, {"encoding" : "base64", "rewards": false}]',
      ),
    ).to.equal(true);
  });

  for (const [what, one, other] of [
    ["another slot", "[5]", "[6]"],
    ["another encoding", '[5,{"encoding":"base64"}]', '[5,{"encoding":"json"}]'],
    ["another detail", "[5]", '[5,{"rewards":false}]'],
  ] as const) {
    it(`does not treat ${what} as equal`, async () => {
      await build();
      expect(await isKept("getBlock", one, other)).to.equal(false);
    });
  }

  it("keeps a transaction once its slot is final", async () => {
    await build();
    const params = `[${transaction},{"commitment":"confirmed"}]`;
    node.script = () => {
      answered += 1;
      return `{"slot":969,"n":${answered}}`;
    };
    expect(await isKept("getTransaction", params)).to.equal(false);
    node.facts.finalized = 970;
    await check();
    expect(await isKept("getTransaction", params)).to.equal(true);
  });

  for (const [method, params] of [
    ["getBlock", "[5]"],
    ["getTransaction", `[${transaction}]`],
    ["getBlockTime", "[5]"],
    ["getLeaderSchedule", "[]"],
  ] as const) {
    it(`does not treat a null of ${method} as final`, async () => {
      await build();
      node.script = () => "null";
      expect(await ask(method, params)).to.equal("null");
      node.script = () => '"there"';
      expect(await ask(method, params)).to.equal('"there"');
    });
  }

  it("does not keep rewards that a node did not know", async () => {
    await build();
    const params = '[["a","b"],{"epoch":1}]';
    node.script = () => '[{"epoch":1,"commission":null}, null]';
    await ask("getInflationReward", params);
    node.script = () => '[{"epoch":1,"commission":null},{"epoch":1,"commission":null}]';
    expect(await isKept("getInflationReward", params)).to.equal(true);
    expect(await ask("getInflationReward", params)).not.to.include(" null");
  });

  it("does not keep an error", async () => {
    await build();
    node.script = (asked, response) => respondError(response, asked, -32009, "Slot was skipped") as undefined;
    await ended(errorOf(bench.ask("getBlock", "[5]")));
    node.script = () => '"there"';
    expect(await ask("getBlock", "[5]")).to.equal('"there"');
  });

  it("keeps results of one epoch until the epoch ends, and none around its end", async () => {
    await build();
    const kept = () => isKept("getInflationRate", "[]");
    expect(await kept()).to.equal(true);
    const before = await ask("getInflationRate");
    for (const [slot, finalized, epoch, expected] of [
      [1290, 1250, 2, false], // The end is near: some node may be past it.
      [1300, 1280, 2, false], // The head is in the next epoch, what is final is not.
      [1340, 1300, 3, true],
    ] as const) {
      Object.assign(node.facts, { slot, finalized, epoch });
      await check();
      expect(await kept(), `slot ${slot}`).to.equal(expected);
    }
    expect(await ask("getInflationRate")).not.to.equal(before);
  });

  it("is empty for a network whose addresses changed: they may lead to another ledger", async () => {
    await build();
    const before = await ask("getGenesisHash");
    const network = networkOf([`${node.url}other`]);
    node.scriptsProbes = true;
    expect(await ask("getGenesisHash", "[]", { network })).not.to.equal(before);
  });

  it("is empty for a network whose ledger was replaced behind the same address", async () => {
    await build({ upstream: { pollIntervalMs: 50 } });
    const before = await ask("getBlock", "[5]");
    expect(await ask("getBlock", "[5]")).to.equal(before);
    await node.stop();
    await tickUntil(clock, () => bench.upstreams.status()[0]?.upstreams[0]?.state === "failing", {
      maxMs: 10_000,
    });
    Object.assign(node.facts, { genesis: "GenesisB" });
    await node.start();
    await tickUntil(clock, () => bench.upstreams.set(bench.network).genesisHash === "GenesisB", {
      maxMs: 10_000,
    });
    expect(await ask("getBlock", "[5]")).not.to.equal(before);
  });

  it("is empty for a network whose ledger was restarted under the same name", async () => {
    await build();
    const before = await ask("getBlock", "[5]");
    Object.assign(node.facts, { slot: 40, finalized: 9 });
    await check();
    expect(await ask("getBlock", "[5]")).not.to.equal(before);
  });

  it("stays within its size limit by evicting the least recently used", async () => {
    const big = `"${"x".repeat(20_000)}"`;
    const metrics = createMetrics();
    await build({ cache: { maxBytes: 100_000 }, metrics });
    node.script = () => big;
    await ask("getBlock", "[1]");
    for (let slot = 2; slot <= 20; slot += 1) {
      await ask("getBlock", `[${slot}]`);
      await ask("getBlock", "[1]");
    }
    expect(node.count("getBlock")).to.equal(20);
    const text = await metrics.registry.metrics();
    expect(Number(/svm_gateway_cache_bytes (\d+)/.exec(text)?.[1])).to.be.within(60_000, 100_000);
    expect(text).to.include(
      'svm_gateway_cache_reads_total{outcome="hit",method="getBlock",network="test"} 19',
    );
    expect(text).to.include(
      'svm_gateway_cache_reads_total{outcome="miss",method="getBlock",network="test"} 20',
    );
    await ask("getBlock", "[2]");
    expect(node.count("getBlock")).to.equal(21);
  });

  it("keeps no answer that is too long", async () => {
    await build({ cache: { maxBytes: 1000 } });
    expect(await isKept("getBlock", "[4]")).to.equal(true);
    node.script = () => `"${"x".repeat(1000)}"`;
    const asked = node.count("getBlock");
    await isKept("getBlock", "[9]");
    expect(node.count("getBlock")).to.equal(asked + 2);
  });

  it("notes whether it answered", async () => {
    await build();
    const notes: CallNotes[] = [{}, {}, {}];
    await ask("getBlock", "[5]", { notes: notes[0] as CallNotes });
    await ask("getBlock", "[5]", { notes: notes[1] as CallNotes });
    await ask("getSlot", "[]", { notes: notes[2] as CallNotes });
    expect(notes).to.deep.equal([{ cache: "miss" }, { cache: "hit" }, {}]);
  });

  it("keeps nothing when it is turned off", async () => {
    await build({ cache: { enabled: false } });
    expect(await isKept("getBlock", "[5]")).to.equal(false);
  });

  it("holds on to no more than the answer's own bytes", async () => {
    await build();
    await ask("getBlock", "[5]");
    const kept = await ended(bench.upstreams.send(callOf(bench.network, "getBlock", "[5]")));
    expect(kept.toBuffer().buffer.byteLength).to.equal(kept.byteLength);
  });
});

/** The last epoch before the turn, and its slots. */
const epoch = 99;
const span = { epoch, firstSlot: 100_000, endSlot: 101_000 };
const cached = Object.values(methods).filter(({ cache }) => cache.class === "epoch");

describe("answers of an epoch", () => {
  for (const slotMs of [50, 100, 200, 400])
    for (const quietSlots of [1, 20, 90])
      it(`are not returned after its end, after ${quietSlots} quiet slots of ${slotMs} ms`, async () => {
        const clock = useFakeClock(1_000_000);
        const set = new UpstreamSet(networkOf([]), [], { freshSlots: 1, prefer: "speed" }, 0);
        const beganAt = performance.now();
        const startSlot = span.endSlot - quietSlots - 20;
        const slotNow = () => startSlot + Math.floor((performance.now() - beganAt) / slotMs);
        const sets = { get: () => set } as unknown as UpstreamSets;
        const cache = new AnswerCache(1e6);
        const send = withCache({ cache, sets, redisTier: undefined, count: () => undefined })(async () =>
          RawJson.fromText(`{"epoch":${slotNow() < span.endSlot ? epoch : epoch + 1}}`),
        );
        const ask = async () => {
          const answers = cached.map(({ name }) => send(callOf(networkOf([]), name, "[]")));
          return (await Promise.all(answers)).map((answer) => (answer.parse() as { epoch: number }).epoch);
        };
        set.clock.span = span;
        set.clock.recordSlots(slotNow(), slotNow(), performance.now());
        expect(new Set(await ask())).to.deep.equal(new Set([epoch]));
        // Nothing is learned meanwhile.
        await clock.tickAsync((quietSlots + 20 + 7) * slotMs);
        expect(slotNow()).to.equal(span.endSlot + 7);
        expect(new Set(await ask())).to.deep.equal(new Set([epoch + 1]));
      });
});
