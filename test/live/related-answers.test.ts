import { expect } from "chai";
import fc from "fast-check";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import type { Commitment } from "../../src/contract/method-description.ts";
import { NetworkHeads, type SlotListener } from "../../src/live/network-heads.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import {
  type Asked,
  type AskOptions,
  type Bench,
  createBench,
  entryOf,
  faultOf,
  respondError,
  ScriptedUpstream,
  until,
} from "../faults/upstream-harness.ts";
import { createTestGateway } from "../gateway/harness.ts";

const depths: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 1, finalized: 32 };
const family = ["getEpochInfo", "getSlot", "getBlockHeight", "getTransactionCount"] as const;
type Member = (typeof family)[number];

describe("answers contained in another answer", () => {
  let slot: number;
  /** What a node writes instead of a count; undefined if it counts. */
  let count: string | undefined;
  let upstream: ScriptedUpstream;
  let bench: Bench;
  let heads: NetworkHeads;
  let reports: Map<string, SlotListener>;

  beforeEach(async () => {
    [slot, count] = [1000, undefined];
    upstream = new ScriptedUpstream(truth);
    upstream.scriptsProbes = true;
    await upstream.start();
    build();
  });
  afterEach(async () => {
    heads.close();
    await bench.close();
    await upstream.stop();
  });

  function build(change: Parameters<typeof createBench>[1] = {}): void {
    heads = new NetworkHeads(1_000_000);
    reports = new Map();
    heads.followWith(({ id }, report) => {
      reports.set(id, report);
      return Promise.resolve(() => undefined);
    });
    bench = createBench([upstream], {
      cache: { enabled: false },
      upstream: { pollIntervalMs: 600_000 },
      ...change,
      heads,
    });
  }

  async function rebuild(change: Parameters<typeof build>[0]): Promise<void> {
    heads.close();
    await bench.close();
    build(change);
  }

  /** A node's answer; its numbers are all different, and too large for a double. */
  function alone(method: string, params: unknown): string {
    const [{ commitment = "finalized" } = {}] = (params ?? []) as { commitment?: Commitment }[];
    const at = slot - depths[commitment];
    const height = String(at - 77);
    const transactions = count ?? `1844674407370955${at}`;
    switch (method) {
      case "getSlot":
        return String(at);
      case "getBlockHeight":
        return height;
      case "getTransactionCount":
        return count === undefined ? transactions : "7";
      case "getEpochInfo":
        return `{"absoluteSlot": ${at},"blockHeight":${height} ,"epoch":2,"slotIndex":7,"slotsInEpoch":432000,"transactionCount":${transactions}}`;
      case "getGenesisHash":
        return '"GenesisA"';
      default:
        return '"ok"';
    }
  }

  function truth({ method, params }: Asked): string {
    return alone(method, params);
  }

  const at = (commitment: string) => `[{"commitment":"${commitment}"}]`;
  const confirmed = at("confirmed");

  function moveOn(): void {
    slot += 1;
    for (const report of reports.values()) report(slot + 1, slot);
  }

  async function follow(): Promise<void> {
    for (let calls = 0; calls < 10 && reports.size === 0; calls += 1) {
      await bench.ask("getSupply");
      await Promise.resolve();
    }
    moveOn();
  }

  /** Asks for two of them at a commitment, then moves the head. */
  async function askTogether(params = confirmed): Promise<void> {
    await follow();
    for (const method of ["getSlot", "getBlockHeight"]) await bench.ask(method, params);
    moveOn();
  }

  async function ask(
    method: string,
    params = confirmed,
    options: AskOptions = {},
  ): Promise<[answer: string, source: CallNotes["cache"]]> {
    const notes: CallNotes = {};
    return [await bench.ask(method, params, { ...options, notes }), notes.cache];
  }

  /** What is sent upstream during a function. */
  async function upstreamCalls(work: () => Promise<unknown>): Promise<string[]> {
    const before = upstream.asked.length;
    await work();
    return upstream.asked.slice(before).map(({ method }) => method);
  }

  it("come from one call, each byte for byte as a node would give it", async () => {
    await askTogether();
    const answers: unknown[] = [];
    const calls = await upstreamCalls(async () => {
      for (const method of ["getSlot", "getBlockHeight", "getTransactionCount", "getEpochInfo"])
        answers.push(await ask(method));
    });
    expect(calls).to.deep.equal(["getEpochInfo"]);
    expect(answers).to.deep.equal([
      [alone("getSlot", JSON.parse(confirmed)), "merged"],
      [alone("getBlockHeight", JSON.parse(confirmed)), "head"],
      [alone("getTransactionCount", JSON.parse(confirmed)), "head"],
      [alone("getEpochInfo", JSON.parse(confirmed)), "head"],
    ]);
  });

  it("share the call that is in flight", async () => {
    await askTogether();
    const calls = await upstreamCalls(() => Promise.all(family.map((method) => ask(method))));
    expect(calls).to.deep.equal(["getEpochInfo"]);
  });

  it("are fetched by themselves if only one of them is asked for", async () => {
    await follow();
    const calls = await upstreamCalls(async () => {
      for (let turn = 0; turn < 3; turn += 1) {
        await ask("getSlot");
        await ask("getBlockHeight", at("processed"));
        moveOn();
      }
    });
    expect(new Set(calls)).to.deep.equal(new Set(["getSlot", "getBlockHeight"]));
  });

  it("are fetched by themselves while the head is not followed, and on a development ledger", async () => {
    const both = async () => {
      for (const method of ["getSlot", "getBlockHeight", "getSlot"]) await bench.ask(method, confirmed);
    };
    expect(await upstreamCalls(both)).not.to.include("getEpochInfo");
    await rebuild({ network: { type: "localnet" } });
    await both();
    expect(await upstreamCalls(both)).not.to.include("getEpochInfo");
  });

  it("come from an upstream for a caller who wants them fresh", async () => {
    await askTogether();
    await ask("getSlot");
    const calls = await upstreamCalls(() => ask("getBlockHeight", confirmed, { isFresh: true }));
    expect(calls).to.deep.equal(["getBlockHeight"]);
  });

  it("are not reused once a newer slot is known, at their commitment or processed", async () => {
    await askTogether();
    await ask("getSlot");
    moveOn();
    expect(await ask("getBlockHeight")).to.deep.equal([
      alone("getBlockHeight", JSON.parse(confirmed)),
      "merged",
    ]);
    heads.get("test")?.record("confirmed", slot);
    expect((await ask("getBlockHeight"))[1]).to.equal("merged");
  });

  it("are not kept if the upstream is behind the newest known slot", async () => {
    await askTogether();
    heads.get("test")?.record("confirmed", slot);
    await ask("getSlot");
    expect((await ask("getBlockHeight"))[1]).to.equal("merged");
  });

  it("are not used for a caller that names a higher slot", async () => {
    await askTogether();
    await ask("getSlot");
    slot += 1;
    const calls = await upstreamCalls(async () => {
      for (const method of ["getSlot", "getBlockHeight"])
        expect((await ask(method, confirmed, { minSlot: slot - 1 }))[0]).to.equal(
          alone(method, JSON.parse(confirmed)),
        );
    });
    expect(calls).to.include.members(["getSlot", "getBlockHeight"]);
  });

  it("go to the node with the slot that the caller asks for", async () => {
    const params = `[{"commitment":"confirmed","minContextSlot":900}]`;
    await askTogether(params);
    await ask("getSlot", params);
    const last = upstream.asked.at(-1);
    expect([last?.method, JSON.stringify(last?.params)]).to.deep.equal(["getEpochInfo", params]);
  });

  it("are fetched by themselves, each separately, if a node writes null for them", async () => {
    count = "null";
    await askTogether();
    const calls = await upstreamCalls(async () => {
      for (let turn = 0; turn < 2; turn += 1) {
        expect((await ask("getTransactionCount"))[0]).to.equal("7");
        expect((await ask("getSlot"))[0]).to.equal(String(slot - 1));
        moveOn();
      }
    });
    expect(calls).to.deep.equal([
      "getEpochInfo",
      "getTransactionCount",
      "getTransactionCount",
      "getEpochInfo",
    ]);
  });

  for (const [why, answer] of [
    ["an error", undefined],
    ["a text", '"no"'],
    ["a list", "[]"],
    ["an object without them", "{}"],
  ] as const) {
    it(`are fetched by themselves for a while if the answer that should contain them is ${why}`, async () => {
      await askTogether();
      upstream.script = (asked, response) => {
        if (asked.method !== "getEpochInfo") return truth(asked);
        if (answer === undefined) respondError(response, asked, -32603, "Internal error");
        return answer;
      };
      const calls = await upstreamCalls(async () => {
        for (let turn = 0; turn < 3; turn += 1) {
          expect((await ask("getSlot"))[0]).to.equal(String(slot - 1));
          moveOn();
        }
      });
      expect(calls.filter((method) => method === "getEpochInfo")).to.have.lengthOf(1);
    });
  }

  it("are fetched by themselves after the answer that should contain them did not arrive in time", async () => {
    await askTogether();
    upstream.script = (asked) => (asked.method === "getEpochInfo" ? undefined : truth(asked));
    expect(await faultOf(ask("getSlot", confirmed, { timeoutMs: 100 }))).to.include({
      kind: "upstreamTimeout",
    });
    expect(await ask("getSlot")).to.deep.equal([String(slot - 1), "miss"]);
  });

  it("are fetched by themselves while the answer that should contain them is slow to arrive", async () => {
    await askTogether();
    upstream.script = (asked) => (asked.method === "getEpochInfo" ? undefined : truth(asked));
    const first = ask("getSlot", confirmed, { timeoutMs: 5000 });
    const askedAt = performance.now();
    await until(() => performance.now() - askedAt > 550, "the first caller has waited");
    expect(await ask("getSlot", confirmed, { timeoutMs: 400 })).to.deep.equal([String(slot - 1), "miss"]);
    expect(await first).to.deep.equal([String(slot - 1), "miss"]);
  });

  it("fail with the node's errors, and are fetched together again afterwards", async () => {
    await askTogether();
    const { script } = upstream;
    upstream.script = (asked, response) => void respondError(response, asked, -32016, "Minimum context slot");
    expect(await faultOf(ask("getSlot"))).to.include({ kind: "ledger", code: -32016 });
    upstream.script = script;
    expect(await upstreamCalls(() => ask("getSlot"))).to.deep.equal(["getEpochInfo"]);
  });

  it("are fetched by themselves if an upstream lacks the method that contains them", async () => {
    await askTogether();
    upstream.script = (asked, response) =>
      asked.method === "getEpochInfo"
        ? void respondError(response, asked, -32601, "Method not found")
        : truth(asked);
    await ask("getSlot");
    moveOn();
    const calls = await upstreamCalls(async () => {
      await ask("getSlot");
      await ask("getBlockHeight");
    });
    expect(calls).to.deep.equal(["getSlot", "getBlockHeight"]);
  });

  for (const [why, settings] of [
    ["may not be asked for the method that holds them", { methods: { allow: [], deny: ["getEpochInfo"] } }],
    ["counts more credits for it", { costs: { getEpochInfo: 10 } }],
  ] as const) {
    it(`are fetched by themselves if an upstream ${why}`, async () => {
      const rpcUrls = [
        { url: upstream.url, weight: 1, trusted: true, settings: entryOf(upstream.url, settings) },
      ];
      await rebuild({ network: { rpcUrls } });
      await askTogether();
      const calls = await upstreamCalls(async () => {
        await ask("getSlot");
        await ask("getBlockHeight");
      });
      expect(calls).to.deep.equal(["getSlot", "getBlockHeight"]);
    });
  }

  it("are counted as the methods that clients called", async () => {
    const metrics = createMetrics({ process: false });
    await rebuild({ metrics });
    await askTogether();
    await ask("getSlot");
    await ask("getBlockHeight");
    const text = await metrics.text();
    expect(text).to.match(/svm_gateway_head_answers_total\{method="getBlockHeight",network="test"\} 1/);
    expect(text).not.to.match(/svm_gateway_head_answers_total\{method="getEpochInfo"/);
  });

  it("are, byte for byte, what a node answers to each call, in both dialects, on one network and on all", async () => {
    const gateway = await createTestGateway((call) =>
      bench.ask(call.upstreamMethod, call.params, {
        notes: call.notes,
        network: { ...bench.network, id: call.network.id },
      }),
    );
    const call = fc.record({
      method: fc.constantFrom<Member>(...family),
      commitment: fc.constantFrom<Commitment>("processed", "confirmed", "confirmed", "finalized"),
      dialect: fc.constantFrom("gateway" as const, "ledger" as const),
      network: fc.constantFrom("one", "two", "all"),
    });
    const step = fc.record({ batch: fc.array(call, { maxLength: 8 }), moves: fc.boolean() });
    const sources = new Set<CallNotes["cache"]>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const { batch, moves } of steps) {
          if (moves) moveOn();
          const answered = batch.map(async ({ method, commitment, dialect, network }) => {
            const notes: CallNotes = {};
            const params = dialect === "ledger" ? at(commitment) : `{"commitment":"${commitment}"}`;
            const answer = await gateway.call(method, params, { dialect, network, notes });
            sources.add(notes.cache);
            const raw = alone(method, [{ commitment }]);
            const one = dialect === "gateway" && method !== "getEpochInfo" ? `{"value":${raw}}` : raw;
            expect(answer).to.equal(network === "all" ? `{"one":${one},"two":${one}}` : one);
          });
          await Promise.all(answered);
        }
      }),
      { numRuns: 60 },
    );
    expect(sources).to.include("head").and.include("merged");
  });
});
