import { expect } from "chai";
import fc from "fast-check";
import { answerRequest } from "../../../bench/ledger/answer-request.ts";
import { KnownLedger } from "../../../bench/ledger/known-ledger.ts";
import { LedgerView } from "../../../bench/ledger/ledger-view.ts";
import { Cancellation } from "../../../src/call/cancellation.ts";
import type { CallNotes } from "../../../src/call/upstream-call.ts";
import { createMetrics } from "../../../src/observability/metrics.ts";
import {
  type Asked,
  type AskOptions,
  type Bench,
  createBench,
  faultOf,
  respond,
  respondError,
  ScriptedUpstream,
  until,
} from "../../faults/upstream-harness.ts";

const ledger = new KnownLedger({ dataLength: 200 });
const addresses = Array.from({ length: 130 }, (_, index) => ledger.addAccount(`account ${index}`));
/** An account that does not exist. */
const missing = "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA";
const signatures = ["a", "b", "c"].map((letter) => `5${letter.repeat(86)}1`);
ledger.take({ signature: signatures[0] ?? "", blockhash: "", writes: addresses[0] ?? "", buildsOn: 0 });
ledger.advance();
const view = new LedgerView(ledger);

/** What an upstream answers to a call by itself. */
function alone(method: string, params: string): string {
  const outcome = answerRequest(view, method, JSON.parse(params) as unknown[]);
  return "result" in outcome ? outcome.result : outcome.error;
}

describe("merged reads", () => {
  let upstream: ScriptedUpstream;
  let bench: Bench;
  let answers: (() => void)[];
  let holds: boolean;

  beforeEach(async () => {
    answers = [];
    holds = true;
    upstream = await new ScriptedUpstream(truth).start();
    upstream.facts = { ...upstream.facts, slot: view.slotAt("processed") };
    bench = createBench([upstream], { merge: { windowMs: 1000 } });
  });
  afterEach(async () => {
    for (const answer of answers) answer();
    await bench.close();
    await upstream.stop();
  });

  /** Answers as the ledger does; the first call waits until it is released, so that others are collected. */
  async function truth(
    asked: Asked,
    response: Parameters<ScriptedUpstream["script"]>[1],
  ): Promise<undefined> {
    if (holds) {
      holds = false;
      await new Promise<void>((resolve) => {
        answers.push(resolve);
      });
    }
    const outcome = answerRequest(view, asked.method, (asked.params ?? []) as unknown[]);
    const body = "result" in outcome ? `"result":${outcome.result}` : `"error":${outcome.error}`;
    respond(response, `{"jsonrpc":"2.0",${body},"id":${asked.id}}`);
  }

  const base64 = { encoding: "base64", commitment: "confirmed" };
  const info = (address: string, config: object = base64) =>
    ["getAccountInfo", JSON.stringify([address, config])] as const;

  /** Sends calls while one of their kind is in flight; returns their answers, in order. */
  async function together(
    calls: readonly (readonly [method: string, params: string, options?: AskOptions])[],
    first: readonly [string, string] = info(addresses[129] ?? ""),
  ): Promise<PromiseSettledResult<string>[]> {
    const leading = bench.ask(...first);
    await until(() => answers.length === 1, "the first call went out");
    const gathered = calls.map((call) => bench.ask(...call));
    answers[0]?.();
    await leading;
    return Promise.allSettled(gathered);
  }

  function valuesOf(settled: readonly PromiseSettledResult<string>[]): (string | undefined)[] {
    return settled.map((each) => (each.status === "fulfilled" ? each.value : String(each.reason)));
  }

  it("are sent at once if none of their kind is in flight", async () => {
    holds = false;
    for (const address of addresses.slice(0, 3)) await bench.ask(...info(address));
    expect(upstream.asked.map(({ method }) => method)).to.deep.equal(Array(3).fill("getAccountInfo"));
  });

  it("are sent together, as one call, when the one in flight returns", async () => {
    const calls = addresses.slice(0, 20).map((address) => info(address));
    expect(valuesOf(await together(calls))).to.deep.equal(calls.map((call) => alone(...call)));
    expect(upstream.asked.map(({ method }) => method)).to.deep.equal([
      "getAccountInfo",
      "getMultipleAccounts",
    ]);
  });

  it("are sent together when the window has passed, though the one in flight has not returned", async () => {
    await bench.close();
    bench = createBench([upstream], { merge: { windowMs: 5 } });
    const leading = bench.ask(...info(addresses[129] ?? ""));
    await until(() => answers.length === 1, "the first call went out");
    await Promise.all([bench.ask(...info(addresses[0] ?? "")), bench.ask(...info(addresses[1] ?? ""))]);
    answers[0]?.();
    await leading;
    expect(upstream.count("getMultipleAccounts")).to.equal(1);
  });

  it("are not merged if that is turned off, or for a caller who wants a fresh answer", async () => {
    const [one = "", other = ""] = addresses;
    await together([
      [...info(one), { isFresh: true }],
      [...info(other), { isFresh: true }],
    ]);
    expect(upstream.count("getAccountInfo")).to.equal(3);
    await bench.close();
    bench = createBench([upstream], { merge: { enabled: false } });
    await Promise.all(addresses.slice(0, 5).map((address) => bench.ask(...info(address))));
    expect(upstream.count("getMultipleAccounts")).to.equal(0);
  });

  it("ask for at most 100 accounts at once, and for each only once", async () => {
    const balance = (address: string) =>
      ["getBalance", JSON.stringify([address, { commitment: "confirmed" }])] as const;
    const calls = addresses.slice(0, 120).flatMap((address) => [info(address), balance(address)]);
    expect(valuesOf(await together(calls))).to.deep.equal(
      calls.map(([method, params]) => alone(method, params)),
    );
    const lists = upstream.asked.filter(({ method }) => method === "getMultipleAccounts");
    const lengths = lists.map(({ params }) => (params as [string[]])[0].length);
    expect(Math.max(...lengths)).to.be.at.most(100);
    expect(lengths.reduce((sum, length) => sum + length, 0)).to.equal(120);
  });

  it("say so in the call's notes, and count what they saved", async () => {
    await bench.close();
    const metrics = createMetrics({ process: false });
    bench = createBench([upstream], { merge: { windowMs: 1000 }, metrics });
    const notes: CallNotes = {};
    const calls = addresses.slice(0, 4).map((address) => [...info(address), { notes }] as const);
    await together(calls);
    expect(notes.cache).to.equal("merged");
    expect(await metrics.text()).to.include('extra_attempts_total{kind="merged",network="test"} 3');
  });

  it("carry the highest slot asked for", async () => {
    await bench.upstreams.check(bench.network);
    const slot = view.slotAt("confirmed") - 10;
    const calls = [2, 5, 3].map((more, index) =>
      info(addresses[index] ?? "", { ...base64, minContextSlot: slot + more }),
    );
    expect(valuesOf(await together(calls))).to.deep.equal(calls.map((call) => alone(...call)));
    expect(upstream.asked.at(-1)?.params).to.have.nested.property("[1].minContextSlot", slot + 5);
  });

  it("are sent alone if they ask for a slot that is not reached yet", async () => {
    const ahead = info(addresses[0] ?? "", { ...base64, minContextSlot: view.slotAt("processed") + 5 });
    const [first, ...rest] = await together([ahead, info(addresses[1] ?? ""), info(addresses[2] ?? "")]);
    expect(String((first as PromiseRejectedResult).reason)).to.include("Minimum context slot");
    expect(rest.map(({ status }) => status)).to.deep.equal(["fulfilled", "fulfilled"]);
  });

  const encoding = fc.constantFrom("base64", "base64+zstd", "base58", "jsonParsed", undefined);
  const dataSlice = fc.option(fc.record({ offset: fc.nat({ max: 220 }), length: fc.nat({ max: 220 }) }), {
    nil: undefined,
  });
  const config = fc
    .record({
      encoding,
      dataSlice,
      commitment: fc.constantFrom("processed", "confirmed", "finalized", undefined),
    })
    .map((fields) => JSON.parse(JSON.stringify(fields)) as { commitment?: string });
  const address = fc.constantFrom(missing, ...addresses.slice(0, 12));
  const read = fc.oneof(
    fc.tuple(fc.constant("getAccountInfo"), fc.tuple(address, config)),
    fc.tuple(fc.constant("getMultipleAccounts"), fc.tuple(fc.array(address, { maxLength: 24 }), config)),
    fc.tuple(
      fc.constant("getBalance"),
      fc.tuple(
        address,
        config.map(({ commitment }) => (commitment === undefined ? {} : { commitment })),
      ),
    ),
  );

  it("get, byte for byte, what each would have got by itself: accounts", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(read, { minLength: 2, maxLength: 40 }), async (reads) => {
        answers = [];
        holds = true;
        const calls = reads.map(([method, params]) => [method, JSON.stringify(params)] as const);
        expect(valuesOf(await together(calls))).to.deep.equal(calls.map((call) => alone(...call)));
      }),
      { numRuns: 25 },
    );
    expect(upstream.count("getMultipleAccounts")).to.be.greaterThan(25);
  });

  it("that would hold a large account many times over are sent by themselves", async () => {
    const large = new KnownLedger({ dataLength: 200_000 });
    const account = large.addAccount("large");
    for (let slot = 0; slot < 5; slot += 1) large.advance();
    const largeView = new LedgerView(large);
    const small = info(addresses[0] ?? "");
    const lists = [0, 1, 2].map(
      (place) =>
        [
          "getMultipleAccounts",
          JSON.stringify([[...Array(19).fill(account), addresses[place]], base64]),
        ] as const,
    );
    const answerOf = (method: string, params: string) => {
      const outcome = answerRequest(largeView, method, JSON.parse(params) as unknown[]);
      return "result" in outcome ? outcome.result : outcome.error;
    };
    upstream.script = (asked, response) =>
      asked.body.includes(account)
        ? answerOf(asked.method, JSON.stringify(asked.params))
        : truth(asked, response);
    const [first, ...others] = valuesOf(await together([small, ...lists]));
    expect(first).to.equal(answerOf(...small));
    expect(others).to.deep.equal(lists.map((call) => answerOf(...call)));
    const named = upstream.asked.map(({ params }) => (params as [string | string[]])[0].length);
    expect(named.slice(1)).to.deep.equal([4, 20, 20, 20]);
  });

  it("do not join reads of another commitment, whatever their slice names", async () => {
    const dataSlice = { offset: 0, length: 0, commitment: "finalized" };
    const calls: readonly (readonly [string, string])[] = [
      info(addresses[0] ?? "", { encoding: "base64", commitment: "processed", dataSlice }),
      ["getBalance", JSON.stringify([addresses[1], { commitment: "finalized" }])],
      ["getBalance", JSON.stringify([addresses[2], { commitment: "finalized" }])],
    ];
    expect(valuesOf(await together(calls))).to.deep.equal(calls.map((call) => alone(...call)));
  });

  it("get, byte for byte, what each would have got by itself: statuses", async () => {
    const list = fc.array(fc.constantFrom(...signatures), { minLength: 1, maxLength: 5 });
    const history = fc.constantFrom(
      {},
      { searchTransactionHistory: true },
      { searchTransactionHistory: false },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(list, history), { minLength: 2, maxLength: 20 }), async (reads) => {
        answers = [];
        holds = true;
        const calls = reads.map((params) => ["getSignatureStatuses", JSON.stringify(params)] as const);
        const first = ["getSignatureStatuses", `[["${signatures[0]}","${signatures[1]}"],{"x":1}]`] as const;
        expect(valuesOf(await together(calls, first))).to.deep.equal(calls.map((call) => alone(...call)));
      }),
      { numRuns: 20 },
    );
  });

  describe("whose merged call fails", () => {
    /** Answers merged calls so, and others as the ledger does. */
    function failMerged(script: ScriptedUpstream["script"]): void {
      upstream.script = (asked, response, socket) =>
        asked.method === "getMultipleAccounts" ? script(asked, response, socket) : truth(asked, response);
    }
    const calls = addresses.slice(0, 6).map((each) => info(each));

    for (const [how, script] of [
      ["with an error", (asked, response) => void respondError(response, asked, -32602, "Invalid param")],
      ["with too few items", () => '{"context":{"slot":1},"value":[null]}'],
      ["with too many items", () => `{"context":{"slot":1},"value":[${Array(7).fill("null").join(",")}]}`],
      ["without a context", () => `{"value":[${Array(6).fill("null").join(",")}]}`],
      ["with no object", () => '"ok"'],
      ["with null", () => "null"],
    ] as readonly (readonly [string, ScriptedUpstream["script"]])[]) {
      it(`${how} are sent by themselves`, async () => {
        failMerged(script);
        expect(valuesOf(await together(calls))).to.deep.equal(calls.map((call) => alone(...call)));
      });
    }

    it("in only one item are sent by themselves if they have no answer yet", async () => {
      const balances = addresses.slice(0, 3).map((each) => ["getBalance", `["${each}"]`] as const);
      failMerged(() => '{"context":{"slot":1},"value":["odd","odd","odd"]}');
      expect(valuesOf(await together(balances))).to.deep.equal(balances.map((call) => alone(...call)));
    });

    it("again and again are not merged for a while", async () => {
      failMerged((asked, response) => void respondError(response, asked, -32602, "Too many inputs provided"));
      for (let round = 0; round < 5; round += 1) {
        answers = [];
        holds = true;
        await together(calls);
      }
      expect(upstream.count("getMultipleAccounts")).to.equal(3);
    });

    it("because one client's reads are refused are merged for all others", async () => {
      upstream.script = (asked, response) =>
        asked.body.includes(missing)
          ? void respondError(response, asked, -32602, "Invalid param")
          : truth(asked, response);
      const bad = [...info(missing), { client: "192.0.2.1" }] as const;
      const good = calls.map((call) => [...call, { client: "192.0.2.2" }] as const);
      for (let round = 0; round < 5; round += 1) {
        answers = [];
        holds = true;
        await together([bad, ...good]);
      }
      // In the last two rounds that client's read was sent alone and the others' together.
      const merged = upstream.asked.filter(({ method }) => method === "getMultipleAccounts");
      expect(merged.map(({ body }) => body.includes(missing))).to.deep.equal([
        true,
        true,
        true,
        false,
        false,
      ]);
    });
  });

  it("go on when one caller leaves, and end when the last does", async () => {
    const cancellations = [new Cancellation(), new Cancellation()];
    const reached = new Promise<void>((resolve) => {
      upstream.script = async (asked, response) => {
        if (asked.method !== "getMultipleAccounts") return truth(asked, response);
        response.on("close", resolve);
        for (const cancellation of cancellations) cancellation.cancel();
        return undefined;
      };
    });
    const settled = await together(
      cancellations.map(
        (cancellation, index) => [...info(addresses[index] ?? ""), { cancellation }] as const,
      ),
    );
    expect(settled.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    await reached;
  });

  it("answer the others when one caller leaves", async () => {
    const cancellation = new Cancellation();
    upstream.script = (asked, response) => {
      if (asked.method === "getMultipleAccounts") cancellation.cancel();
      return truth(asked, response);
    };
    const [gone, ...rest] = await together([
      [...info(addresses[0] ?? ""), { cancellation }],
      info(addresses[1] ?? ""),
      info(addresses[2] ?? ""),
    ]);
    expect(gone?.status).to.equal("rejected");
    expect(rest.map(({ status }) => status)).to.deep.equal(["fulfilled", "fulfilled"]);
  });

  describe("whose merged call takes long", () => {
    const calls = addresses.slice(0, 3).map((each) => info(each));
    const balances = addresses.slice(0, 3).map((each) => ["getBalance", `["${each}"]`] as const);

    it("are sent by themselves if a read by itself is answered first", async () => {
      upstream.script = (asked, response) =>
        asked.method === "getMultipleAccounts" ? undefined : truth(asked, response);
      expect(valuesOf(await together(calls))).to.deep.equal(calls.map((call) => alone(...call)));
      expect(upstream.count("getAccountInfo")).to.equal(4);
    });

    it("get what the ledger says to a read by itself, its refusal too", async () => {
      upstream.script = (asked, response) => {
        if (asked.method === "getMultipleAccounts") return undefined;
        if (asked.body.includes(addresses[0] ?? ""))
          return void respondError(response, asked, -32602, "Invalid param");
        return truth(asked, response);
      };
      const [refused, ...others] = await together(calls);
      expect(refused?.status).to.equal("rejected");
      expect(valuesOf(others)).to.deep.equal(calls.slice(1).map((call) => alone(...call)));
    });

    it("are sent by themselves if one of them is slow by itself, and the caller of another leaves", async () => {
      const cancellation = new Cancellation();
      const [slow = "", leaving = ""] = addresses;
      upstream.script = (asked, response) => {
        if (asked.method === "getMultipleAccounts" || asked.body.includes(slow)) return undefined;
        if (!asked.body.includes(leaving)) return truth(asked, response);
        cancellation.cancel();
        return undefined;
      };
      const options = { timeoutMs: 2000 };
      const [first, second, third] = await together([
        [...info(slow), options],
        [...info(leaving), { ...options, cancellation }],
        info(addresses[2] ?? ""),
      ]);
      expect([first?.status, second?.status]).to.deep.equal(["rejected", "rejected"]);
      expect(valuesOf(third === undefined ? [] : [third])).to.deep.equal([
        alone(...info(addresses[2] ?? "")),
      ]);
    });

    it("wait for it if a read by itself takes as long", async () => {
      const held: (() => void)[] = [];
      upstream.script = async (asked, response) => {
        if (answers.length > 0 && held.length < 2) await new Promise<void>((go) => void held.push(go));
        return truth(asked, response);
      };
      holds = true;
      const settled = together(balances);
      await until(() => held.length === 2, "the merged call and one of its reads went out");
      for (const go of held) go();
      expect(valuesOf(await settled)).to.deep.equal(balances.map((call) => alone(...call)));
      expect(upstream.asked).to.have.lengthOf(3);
    });
  });

  it("keep a caller's own shorter time", async () => {
    const release: (() => void)[] = [];
    upstream.script = async (asked, response) => {
      if (asked.method === "getMultipleAccounts")
        await new Promise<void>((resolve) => void release.push(resolve));
      return truth(asked, response);
    };
    const leading = bench.ask(...info(addresses[129] ?? ""));
    await until(() => answers.length === 1, "the first call went out");
    const short = faultOf(bench.ask(...info(addresses[0] ?? ""), { timeoutMs: 50 }));
    const long = bench.ask(...info(addresses[1] ?? ""));
    answers[0]?.();
    await leading;
    expect((await short).kind).to.equal("upstreamTimeout");
    release[0]?.();
    expect(await long).to.equal(alone(...info(addresses[1] ?? "")));
  });
});
