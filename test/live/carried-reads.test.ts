import { expect } from "chai";
import fc from "fast-check";
import { answerRequest, encodeTransaction } from "../../bench/ledger/answer-request.ts";
import { KnownLedger } from "../../bench/ledger/known-ledger.ts";
import { LedgerView } from "../../bench/ledger/ledger-view.ts";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { ByteBudget } from "../../src/live/byte-budget.ts";
import { ItemLane } from "../../src/live/item-lane.ts";
import { NetworkHead } from "../../src/live/network-head.ts";
import { NetworkHeads, type SlotListener } from "../../src/live/network-heads.ts";
import { maxCounted, OftenRead } from "../../src/live/often-read.ts";
import { SentSignatures } from "../../src/live/sent-signatures.ts";
import {
  type Asked,
  type AskOptions,
  type Bench,
  createBench,
  respond,
  respondError,
  ScriptedUpstream,
  until,
} from "../faults/upstream-harness.ts";

const base64 = { encoding: "base64", commitment: "confirmed" };

describe("reads that are carried along", () => {
  let ledger: KnownLedger;
  let view: LedgerView;
  let addresses: string[];
  let upstream: ScriptedUpstream;
  let bench: Bench;
  let heads: NetworkHeads;
  let report: SlotListener;
  let isFollowed: boolean;

  beforeEach(async () => {
    ledger = new KnownLedger({ dataLength: 200 });
    addresses = Array.from({ length: 130 }, (_, index) => ledger.addAccount(`account ${index}`));
    view = new LedgerView(ledger);
    upstream = await new ScriptedUpstream(truth).start();
    build();
  });
  afterEach(async () => {
    heads.close();
    await bench.close();
    await upstream.stop();
  });

  function build(change: Parameters<typeof createBench>[1] & { maxBytes?: number } = {}): void {
    heads = new NetworkHeads(change.maxBytes ?? 10_000_000);
    [report, isFollowed] = [() => undefined, false];
    heads.followWith((_, onSlot) => {
      [report, isFollowed] = [onSlot, true];
      return Promise.resolve(() => undefined);
    });
    bench = createBench([upstream], { ...change, heads });
  }

  async function rebuild(change: Parameters<typeof build>[0]): Promise<void> {
    heads.close();
    await bench.close();
    build(change);
  }

  function truth(asked: Asked, response: Parameters<ScriptedUpstream["script"]>[1]): undefined {
    const outcome = answerRequest(view, asked.method, (asked.params ?? []) as unknown[]);
    const body = "result" in outcome ? `"result":${outcome.result}` : `"error":${outcome.error}`;
    respond(response, `{"jsonrpc":"2.0",${body},"id":${asked.id}}`);
  }

  /** What an upstream answers to a call by itself. */
  function alone(method: string, params: string): string {
    const outcome = answerRequest(view, method, JSON.parse(params) as unknown[]);
    return "result" in outcome ? outcome.result : outcome.error;
  }

  type Call = readonly [method: string, params: string];
  const info = (address = "", config: object = base64): Call => [
    "getAccountInfo",
    JSON.stringify([address, config]),
  ];
  const list = (asked: readonly string[], config: object = base64): Call => [
    "getMultipleAccounts",
    JSON.stringify([asked, config]),
  ];

  /** Each account changes, and the next slot is reported. */
  function moveOn(): void {
    for (const address of addresses) ledger.touch(address);
    ledger.advance();
    report(view.slotAt("processed") + 1, view.slotAt("processed"));
  }

  async function follow(): Promise<void> {
    // The first calls of a process may be further apart than a slot.
    for (let calls = 0; calls < 10 && (calls < 2 || !isFollowed); calls += 1) {
      await bench.ask("getBalance", `["${addresses[0]}"]`);
      await Promise.resolve();
    }
    moveOn();
  }

  /** Lets accounts be read often, then the head move. */
  async function readOften(asked: readonly string[], config: object = base64): Promise<void> {
    await follow();
    // Often enough for them to be carried late in a slot too.
    for (let round = 0; round < 4; round += 1)
      for (let from = 0; from < asked.length; from += 20)
        await bench.ask(...list(asked.slice(from, from + 20), config));
    moveOn();
  }

  /** The answer to a call, and where it came from. */
  async function ask(
    call: Call,
    options: AskOptions = {},
  ): Promise<[answer: string, source: CallNotes["cache"]]> {
    const notes: CallNotes = {};
    return [await bench.ask(...call, { ...options, notes }), notes.cache];
  }

  const carriedBy = ({ params }: Asked) => (params as [string[]])[0];

  it("leave with the first read of their kind and answer the next ones, byte for byte", async () => {
    await readOften(addresses.slice(0, 40));
    const before = upstream.asked.length;
    const first = info(addresses[129]);
    expect((await ask(first))[0]).to.equal(alone(...first));
    for (const call of [
      info(addresses[0]),
      list(addresses.slice(3, 9)),
      ["getBalance", JSON.stringify([addresses[5], { commitment: "confirmed" }])],
    ] as readonly Call[])
      expect(await ask(call)).to.deep.equal([alone(...call), "head"]);
    expect(upstream.asked.length - before).to.equal(1);
    expect(carriedBy(upstream.asked.at(-1) as Asked)).to.have.members([
      ...addresses.slice(0, 40),
      addresses[129],
    ]);
  });

  it("answer no read once the head has moved", async () => {
    await readOften(addresses.slice(0, 5));
    await bench.ask(...info(addresses[0]));
    moveOn();
    const [answer, source] = await ask(info(addresses[1]));
    expect([answer, source]).to.deep.equal([alone(...info(addresses[1])), "merged"]);
  });

  it("answer no read once another answer at the commitment showed a newer slot", async () => {
    await readOften(addresses.slice(0, 5));
    await bench.ask(...info(addresses[0]));
    heads.get("test")?.record("confirmed", view.slotAt("confirmed") + 1);
    expect((await ask(info(addresses[1])))[1]).not.to.equal("head");
  });

  it("answer no read at another commitment, with another slice, or that wants the upstream's own answer", async () => {
    await readOften(addresses.slice(0, 5));
    await bench.ask(...info(addresses[0]));
    for (const config of [
      { ...base64, commitment: "processed" },
      { ...base64, dataSlice: { offset: 0, length: 5 } },
    ])
      expect(await ask(info(addresses[1], config))).not.to.include("head");
    expect((await ask(info(addresses[1]), { isFresh: true }))[1]).to.equal(undefined);
  });

  it("answer no balance at another commitment, whatever a slice names", async () => {
    const dataSlice = { offset: 0, length: 0, commitment: "finalized" };
    await readOften(addresses.slice(0, 5), { ...base64, commitment: "processed", dataSlice });
    await bench.ask(...info(addresses[0], { ...base64, commitment: "processed", dataSlice }));
    const balance: Call = ["getBalance", JSON.stringify([addresses[1], { commitment: "finalized" }])];
    expect((await ask(balance))[0]).to.equal(alone(...balance));
  });

  it("answer no read that asks for a slot above their own", async () => {
    await readOften(addresses.slice(0, 5));
    await bench.ask(...info(addresses[0]));
    const slot = view.slotAt("confirmed");
    const at = (minContextSlot: number) => info(addresses[1], { ...base64, minContextSlot });
    expect((await ask(at(slot)))[1]).to.equal("head");
    await bench.ask(...at(slot + 1)).catch(() => undefined);
    expect(upstream.asked.at(-1)?.method).to.equal("getAccountInfo");
  });

  it("answer reads that arrive while they are in flight", async () => {
    await readOften(addresses.slice(0, 5));
    let answer: () => void = () => undefined;
    upstream.script = async (asked, response) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return truth(asked, response);
    };
    const before = upstream.asked.length;
    const first = bench.ask(...info(addresses[0]));
    await until(() => upstream.asked.length > before, "the first call went out");
    const calls = [info(addresses[1]), list(addresses.slice(2, 5))];
    const joined = calls.map((call) => bench.ask(...call));
    answer();
    await first;
    expect(await Promise.all(joined)).to.deep.equal(calls.map((call) => alone(...call)));
    expect(upstream.asked.length - before).to.equal(1);
  });

  it("harm no one if the call that carries them fails, and are not carried for a while", async () => {
    await readOften(addresses.slice(0, 5));
    upstream.script = (asked, response) =>
      carriedBy(asked).length > 3 && asked.method === "getMultipleAccounts"
        ? void respondError(response, asked, -32602, "Too many inputs provided")
        : truth(asked, response);
    for (let round = 0; round < 3; round += 1) {
      const call = info(addresses[100 + round]);
      expect((await ask(call))[0]).to.equal(alone(...call));
      moveOn();
    }
    const lists = upstream.asked.filter(({ method }) => method === "getMultipleAccounts");
    expect(lists.filter((asked) => carriedBy(asked).length > 5)).to.have.lengthOf(1);
  });

  it("fill up a call to 100 accounts", async () => {
    await readOften(addresses);
    await bench.ask(...info(addresses[0]));
    expect(carriedBy(upstream.asked.at(-1) as Asked)).to.have.lengthOf(100);
  });

  it("leave out large accounts", async () => {
    ledger = new KnownLedger({ dataLength: 4000 });
    addresses = Array.from({ length: 5 }, (_, index) => ledger.addAccount(`account ${index}`));
    view = new LedgerView(ledger);
    await readOften(addresses);
    await bench.ask(...info(addresses[0]));
    expect(upstream.asked.at(-1)?.method).to.equal("getAccountInfo");
  });

  it("answer no list that names a large one many times", async () => {
    ledger = new KnownLedger({ dataLength: 100_000 });
    addresses = [ledger.addAccount("large")];
    view = new LedgerView(ledger);
    await readOften(addresses);
    const [large = ""] = addresses;
    const many = list(Array<string>(20).fill(large));
    // The first is sent alone; the others as one call, whose answer is kept as items.
    await Promise.all([info(large), list([large]), list([large, large])].map((call) => ask(call)));
    expect(await ask(list([large, large, large]))).to.have.property("1", "head");
    expect(await ask(many)).to.deep.equal([alone(...many), "miss"]);
  });

  it("leave out large accounts of which only the balance is read, and never read all of their data", async () => {
    const big = addresses[120] ?? "";
    upstream.script = (asked, response) => {
      const outcome = answerRequest(view, asked.method, (asked.params ?? []) as unknown[]);
      const text = "result" in outcome ? outcome.result : outcome.error;
      const large = text.replace('"data":["', `"data":["${"A".repeat(600_000)}`);
      respond(response, `{"jsonrpc":"2.0","result":${readsAllOfIt(asked) ? large : text},"id":${asked.id}}`);
    };
    const readsAllOfIt = ({ params }: Asked) => {
      const text = JSON.stringify(params);
      return text.includes(big) && text.includes("base64") && !text.includes("dataSlice");
    };
    await readOften(addresses.slice(0, 5));
    const balance: Call = ["getBalance", JSON.stringify([big, { commitment: "confirmed" }])];
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await ask(balance))[0]).to.equal(alone(...balance));
      await bench.ask(...info(addresses[turn]));
      moveOn();
    }
    expect(upstream.asked.filter(readsAllOfIt)).to.have.length(1);
  });

  it("take no more memory than answers about the head may", async () => {
    await rebuild({ maxBytes: 1000 });
    await readOften(addresses.slice(0, 40));
    await bench.ask(...info(addresses[0]));
    expect((await ask(info(addresses[1])))[1]).not.to.equal("head");
    expect(heads.byteLength).to.be.at.most(1000);
  });

  it("free their memory with the next slot", async () => {
    await readOften(addresses.slice(0, 40));
    await bench.ask(...info(addresses[0]));
    expect(heads.byteLength).to.be.greaterThan(5000);
    moveOn();
    expect([heads.byteLength, heads.size]).to.deep.equal([0, 0]);
  });

  it("free their memory when too many kinds of reads are known", async () => {
    await readOften(addresses.slice(0, 10));
    await bench.ask(...info(addresses[0]));
    const before = heads.byteLength;
    for (let length = 1; length <= 16; length += 1)
      await bench.ask(...info(addresses[0], { ...base64, dataSlice: { offset: 0, length } }));
    expect((await ask(info(addresses[1])))[1]).to.equal("miss");
    moveOn();
    expect([before > 1000, heads.byteLength]).to.deep.equal([true, 0]);
  });

  for (const [why, change] of [
    ["where that is switched off", { merge: { carry: false } }],
    ["on a ledger for development", { network: { type: "localnet" } }],
  ] as const) {
    it(`are none ${why}`, async () => {
      await rebuild(change as Parameters<typeof build>[0]);
      await readOften(addresses.slice(0, 5));
      await bench.ask(...info(addresses[0]));
      expect(upstream.asked.at(-1)?.method).to.equal("getAccountInfo");
    });
  }

  it("include signatures, but none that are searched for in the history", async () => {
    const signatures = ["a", "b", "c"].map((letter) => `5${letter.repeat(86)}1`);
    const status = (signature: string, config?: object): Call => [
      "getSignatureStatuses",
      JSON.stringify(config ? [[signature], config] : [[signature]]),
    ];
    await follow();
    for (const config of [undefined, { searchTransactionHistory: true }]) {
      for (const each of signatures) await bench.ask(...status(each, config));
      moveOn();
      await bench.ask(...status(signatures[0] ?? "", config));
      const [answer, source] = await ask(status(signatures[1] ?? "", config));
      expect([answer, source === "head"]).to.deep.equal([
        alone(...status(signatures[1] ?? "", config)),
        config === undefined,
      ]);
    }
  });

  describe("of statuses", () => {
    const statuses = (...asked: string[]): Call => ["getSignatureStatuses", JSON.stringify([asked])];

    /** Sends a transaction through the gateway; returns its signature. */
    async function send(number: number): Promise<string> {
      const signature = `5${"x".repeat(84)}${String(100 + number).replaceAll("0", "z")}`;
      const transaction = { signature, blockhash: ledger.blockhashAt(ledger.head), writes: "", buildsOn: -1 };
      const params = [encodeTransaction(transaction), { skipPreflight: true }];
      expect(await bench.ask("sendTransaction", JSON.stringify(params))).to.equal(`"${signature}"`);
      return signature;
    }

    /** Asks for a status, so that there is a call that carries; returns what the next such call asks for. */
    async function carried(): Promise<string[]> {
      moveOn();
      await bench.ask(...statuses(unsent));
      return carriedBy(upstream.asked.at(-1) as Asked);
    }
    const unsent = `5${"y".repeat(86)}1`;

    beforeEach(async () => {
      await follow();
      await bench.ask(...statuses(unsent));
    });

    it("carry the transactions that were recently sent, before anyone asks for their status", async () => {
      const sent = [await send(1), await send(2)];
      expect(await carried()).to.have.members([unsent, ...sent]);
      for (const signature of sent) {
        const call = statuses(signature);
        expect(await ask(call)).to.deep.equal([alone(...call), "head"]);
      }
    });

    it("return a carried null for as long as any other status", async () => {
      const signature = await send(1);
      upstream.script = ({ params }) =>
        `{"context":{"slot":${view.slotAt("processed")}},"value":[${(params as string[][])[0]?.map(() => "null").join(",")}]}`;
      await carried();
      expect((await ask(statuses(signature)))[1]).to.equal("head");
      upstream.script = truth;
      moveOn();
      const [answer, source] = await ask(statuses(signature));
      expect([answer, source === "head"]).to.deep.equal([alone(...statuses(signature)), false]);
    });

    it("carry none that an upstream refused, and no answer that is not a signature", async () => {
      upstream.script = (asked, response) => void respondError(response, asked, -32002, "refused");
      await bench.ask("sendTransaction", '["AAAA"]').catch(() => undefined);
      const ofOtherLength = [32, 63, 200].map((length) => `"${"5".repeat(length)}"`);
      for (const answer of ['"no signature"', "7", '{"a":1}', ...ofOtherLength]) {
        upstream.script = () => answer;
        await bench.ask("sendTransaction", '["AAAA"]');
      }
      upstream.script = truth;
      expect(await carried()).to.deep.equal([unsent]);
    });

    it("carry the newest fifty at most", async () => {
      const sent: string[] = [];
      for (let number = 0; number < 60; number += 1) sent.push(await send(number));
      expect(await carried()).to.have.members([unsent, ...sent.slice(10)]);
    });

    it("carry none if the history is searched", async () => {
      await send(1);
      moveOn();
      const params = JSON.stringify([[unsent], { searchTransactionHistory: true }]);
      await bench.ask("getSignatureStatuses", params);
      expect(carriedBy(upstream.asked.at(-1) as Asked)).to.deep.equal([unsent]);
    });
  });

  it("get, byte for byte, what each read would have got by itself, whatever is asked and whenever the head moves", async () => {
    await follow();
    const address = fc.constantFrom("4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA", ...addresses.slice(0, 8));
    const config = fc
      .record({
        encoding: fc.constantFrom("base64", "base64+zstd", "base58", "jsonParsed", undefined),
        dataSlice: fc.constantFrom(undefined, undefined, { offset: 3, length: 20 }),
        commitment: fc.constantFrom("processed", "confirmed", "finalized", undefined),
      })
      .map((fields) => JSON.parse(JSON.stringify(fields)) as { commitment?: string });
    const read = fc.oneof(
      fc.tuple(address, config).map(([each, with_]) => info(each, with_)),
      fc
        .tuple(fc.array(address, { minLength: 1, maxLength: 5 }), config)
        .map(([asked, with_]) => list(asked, with_)),
      fc
        .tuple(address, config)
        .map(([each, { commitment }]): Call => ["getBalance", JSON.stringify([each, { commitment }])]),
    );
    const step = fc.record({ reads: fc.array(read, { maxLength: 12 }), moves: fc.boolean() });
    const sources = new Set<CallNotes["cache"]>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        for (const { reads, moves } of steps) {
          if (moves) moveOn();
          const answers = await Promise.all(reads.map((call) => ask(call).catch(String)));
          for (const [index, answer] of answers.entries()) {
            if (typeof answer === "string") continue;
            sources.add(answer[1]);
            const call = reads[index] ?? info();
            expect(answer[0], call.join(" ")).to.equal(alone(...call));
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(sources).to.include("head").and.include("merged");
  });
});

describe("what a call carries", () => {
  it("is what is likely to be read before the head moves: late in a slot, what is read more often", () => {
    const budget = new ByteBudget(1_000_000);
    const head = new NetworkHead(budget);
    const now = performance.now();
    const carriedAt = (msIntoSlot: number, hasUncounted = false) => {
      const each = new ItemLane({ config: "", commitment: "confirmed", seconds: 60 }, head, budget);
      each.record(["once"], 100, now);
      for (let reads = 0; reads < 3; reads += 1) each.record(["often"], 100, now);
      return each.load(["asked"], { max: 100, sent: [], hasUncounted }, now + msIntoSlot)?.items;
    };
    head.report(11, 10, now);
    expect(carriedAt(5)).to.deep.equal(["asked", "often", "once"]);
    expect(carriedAt(200)).to.deep.equal(["asked", "often"]);
    expect(carriedAt(390)).to.deep.equal(["asked"]);
    expect(carriedAt(390, true)).to.deep.equal(["asked", "often", "once"]);
  });
});

describe("the list of items that are read often", () => {
  it("is in order of their reads, and forgets items that are no longer read", () => {
    const often = new OftenRead(5);
    for (const item of ["a", "b", "b", "c", "c", "c"]) often.record(item, 10);
    expect(often.ranked(1000).map(({ item }) => item)).to.deep.equal(["c", "b", "a"]);
    often.record("c", 10);
    expect(often.ranked(7000).map(({ item }) => item)).to.deep.equal(["c", "b"]);
    expect(often.ranked(120_000)).to.deep.equal([]);
  });

  it("counts a bounded number of items, and keeps those that are read most", () => {
    const often = new OftenRead(60);
    for (let index = 0; index < maxCounted * 3; index += 1) often.record(`item ${index}`, 10);
    often.record(`item ${maxCounted + 10}`, 10);
    const ranked = often.ranked(1000);
    expect(ranked).to.have.lengthOf(maxCounted);
    expect(ranked[0]?.item).to.equal(`item ${maxCounted + 10}`);
    expect(often.size).to.equal(maxCounted);
    expect(often.enter("another")).not.to.equal(undefined);
  });
});

describe("the list of sent signatures", () => {
  it("has the newest first, none after fifteen seconds, none that was asked for", () => {
    const sent = new SentSignatures();
    for (const [index, signature] of ["a", "b", "c", "d"].entries()) sent.record(signature, index * 1000);
    sent.forget("b");
    expect(sent.newest(10, 4000)).to.deep.equal(["d", "c", "a"]);
    expect(sent.newest(2, 4000)).to.deep.equal(["d", "c"]);
    expect(sent.newest(10, 15_500)).to.deep.equal(["d", "c"]);
    expect(sent.newest(10, 60_000)).to.deep.equal([]);
  });

  it("is bounded, even if signatures are sent again", () => {
    const sent = new SentSignatures();
    for (let index = 0; index < 1000; index += 1) sent.record(`${index}`, 0);
    sent.record("990", 0);
    const newest = sent.newest(5000, 0);
    expect([newest.length, newest[0], newest.at(-1)]).to.deep.equal([256, "990", "744"]);
  });
});
