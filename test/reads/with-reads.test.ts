import { expect } from "chai";
import { ModelLedger } from "../../bench/ledger/model-ledger.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import type { CallNotes } from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import { useFakeClock } from "../fake-clock.ts";
import { heapBytes } from "../heap-growth.ts";
import { type AskOptions, DrivenLedger, type DrivenOptions, type Got } from "./driven-ledger.ts";

type Call = readonly [method: string, params: readonly unknown[]];

const base64 = { encoding: "base64", commitment: "confirmed" };
const info = (address = "", config: object = base64): Call => ["getAccountInfo", [address, config]];
const list = (addresses: readonly string[], config: object = base64): Call => [
  "getMultipleAccounts",
  [addresses, config],
];
const balance = (address = "", commitment = "confirmed"): Call => ["getBalance", [address, { commitment }]];

describe("reads", () => {
  let clock: ReturnType<typeof useFakeClock>;
  let driven: DrivenLedger;
  let addresses: string[];

  beforeEach(() => {
    clock = useFakeClock();
  });

  /** Accounts of a ledger whose head is followed. */
  async function start(options: DrivenOptions = {}, count = 40): Promise<void> {
    driven = new DrivenLedger(options);
    addresses = Array.from({ length: count }, (_, index) => driven.ledger.addAccount(`account ${index}`));
    for (let reads = 0; reads < 3; reads += 1) await ask(["getSlot", [{ commitment: "finalized" }]]);
    await moveOn();
  }

  /** Each account changes, and the next slot is reported. */
  async function moveOn(): Promise<void> {
    for (const address of addresses) driven.ledger.touch(address);
    driven.advance();
    await clock.tickAsync(1);
  }

  /** Reads accounts until they are known, then lets the head move. */
  async function readAll(config: object = base64): Promise<void> {
    for (let from = 0; from < addresses.length; from += 100)
      await ask(list(addresses.slice(from, from + 100), config));
    await moveOn();
  }

  async function ask([method, params]: Call, options: AskOptions = {}): Promise<string> {
    const answer = driven.ask(method, params, options);
    answer.catch(() => undefined);
    await clock.tickAsync(20);
    return answer;
  }

  async function source(call: Call, options: AskOptions = {}): Promise<CallNotes["cache"]> {
    const notes: CallNotes = {};
    await ask(call, { ...options, notes });
    return notes.cache;
  }

  const alone = ([method, params]: Call): string => driven.answer(method, params).toString();
  const asked = ({ params }: Got): string[] => params[0] as string[];
  const last = (): Got => driven.got.at(-1) as Got;

  it("of popular items are sent along with the first read of a slot, so that later ones need no call", async () => {
    await start();
    await readAll();
    const before = driven.got.length;
    expect(await ask(info(addresses[3]))).to.equal(alone(info(addresses[3])));
    expect(asked(last())).to.have.members(addresses);
    for (const call of [
      info(addresses[0]),
      list(addresses.slice(5, 25)),
      list(addresses),
      balance(addresses[7]),
      info(addresses[8], { ...base64, dataSlice: { offset: 3, length: 9 } }),
      info(addresses[9], {
        commitment: "confirmed",
        encoding: "base58",
        dataSlice: { offset: 0, length: 20 },
      }),
    ])
      expect(await ask(call), JSON.stringify(call)).to.equal(alone(call));
    expect(driven.got.length - before).to.equal(1);
  });

  it("go upstream again once the head has moved, at every commitment", async () => {
    await start();
    for (const commitment of ["processed", "confirmed"]) {
      await readAll({ ...base64, commitment });
      const call = info(addresses[0], { ...base64, commitment });
      expect(await source(call)).to.equal("merged");
      expect(await source(call)).to.equal("head");
      await moveOn();
      expect(await source(call)).to.equal("merged");
    }
  });

  it("may be answered from the previous slot until the next is due, if one slot of lag is accepted", async () => {
    await start({ behind: 1 });
    await ask(list(addresses));
    const before = alone(info(addresses[1]));
    await moveOn();
    expect(await ask(info(addresses[1]))).to.equal(before);
    await clock.tickAsync(400);
    expect(await ask(info(addresses[1]))).to.equal(alone(info(addresses[1])));
  });

  it("go upstream when a new slot is overdue, and are answered from memory again once an upstream shows that there is none", async () => {
    await start();
    await readAll();
    await ask(info(addresses[0]));
    await clock.tickAsync(700);
    expect(await source(info(addresses[1]))).to.equal("merged");
    expect(await source(info(addresses[2]))).to.equal("head");
  });

  it("are answered from memory while responses show newer slots, even if none is reported any more", async () => {
    await start();
    await readAll();
    driven.reports = false;
    for (let slots = 0; slots < 10; slots += 1) {
      await clock.tickAsync(380);
      await moveOn();
      await ask(["getSlot", [{ commitment: "processed" }]]);
    }
    await ask(info(addresses[0]));
    expect(await source(info(addresses[1]))).to.equal("head");
  });

  it("are all sent upstream while the head is unknown", async () => {
    await start();
    await readAll();
    await ask(info(addresses[0]));
    driven.reports = false;
    await clock.tickAsync(2500);
    expect(await source(info(addresses[0]))).to.equal(undefined);
    expect(last().method).to.equal("getAccountInfo");
  });

  it("at finalized are answered from confirmed state once its slot is finalized", async () => {
    await start();
    const finalized = { ...base64, commitment: "finalized" };
    await readAll(finalized);
    for (let slots = 0; slots < 32; slots += 1) {
      await ask(info(addresses[0], finalized));
      await ask(list(addresses));
      await moveOn();
    }
    await ask(["getLatestBlockhash", [{ commitment: "finalized" }]]);
    const before = driven.got.length;
    for (const call of [list(addresses, finalized), balance(addresses[5], "finalized")])
      expect(await ask(call)).to.equal(alone(call));
    expect(driven.got.length).to.equal(before);
  });

  it("at finalized of state confirmed at the next slot share the first call that shows it to be final", async () => {
    await start({}, 120);
    const finalized = { ...base64, commitment: "finalized" };
    await readAll(finalized);
    for (let slots = 0; slots < 32; slots += 1) {
      for (const some of [addresses.slice(0, 60), addresses.slice(60)]) await ask(list(some));
      await ask(["getLatestBlockhash", [{ commitment: "finalized" }]]);
      await moveOn();
    }
    const before = driven.got.length;
    const asked = [
      info(addresses[3], finalized),
      balance(addresses[110], "finalized"),
      list(addresses.slice(0, 70), finalized),
    ];
    const answers = asked.map(([method, params]) => driven.ask(method, params));
    await clock.tickAsync(20);
    expect(await Promise.all(answers)).to.deep.equal(asked.map(alone));
    expect(driven.got.slice(before).map(({ params: [keys] }) => keys)).to.deep.equal([[addresses[3]]]);
  });

  it("about the node itself are answered from its result of some seconds ago, however the head has moved", async () => {
    await start();
    expect(await source(["getVersion", []])).to.equal("miss");
    await moveOn();
    expect(await source(["getVersion", []])).to.equal("head");
    for (let slots = 0; slots < 26; slots += 1) {
      driven.advance();
      await clock.tickAsync(400);
    }
    expect(await source(["getVersion", []])).to.equal("miss");
  });

  it("are never answered from below a slot that the caller names or was shown", async () => {
    await start();
    await readAll();
    await ask(info(addresses[0]));
    const slot = driven.view.slotAt("confirmed");
    expect(await source(info(addresses[1], { ...base64, minContextSlot: slot }))).to.equal("head");
    for (const options of [{ floor: slot + 1 }, { preferredSlot: slot + 1 }])
      expect(await source(info(addresses[1]), options), JSON.stringify(options)).not.to.equal("head");
    await ask(info(addresses[1], { ...base64, minContextSlot: slot + 1 })).catch(() => undefined);
    expect(last().method).to.equal("getAccountInfo");
  });

  it("go upstream if the caller bypasses caches, and on a development ledger", async () => {
    await start();
    await readAll();
    await ask(info(addresses[0]));
    for (const options of [
      { bypassesCache: true },
      { network: { id: "local", type: "localnet" } as NonNullable<AskOptions["network"]> },
    ]) {
      expect(await source(info(addresses[0]), options)).to.equal(undefined);
      expect(last().method).to.equal("getAccountInfo");
    }
  });

  it("that arrive while a call is in flight are merged, and each gets an answer from one slot", async () => {
    await start({ latencyMs: 10 });
    const calls = [
      info(addresses[0]),
      balance(addresses[1]),
      list(addresses.slice(0, 9)),
      info(addresses[12]),
    ];
    const before = driven.got.length;
    const answers = calls.map(([method, params]) => driven.ask(method, params));
    await clock.tickAsync(50);
    expect(await Promise.all(answers)).to.deep.equal(calls.map(alone));
    // The balance of an account of unknown size is a call of its own.
    expect(driven.got.length - before).to.equal(3);
  });

  it("of a list fetch only unknown items, and all of them if the slot has changed", async () => {
    await start();
    await ask(list(addresses.slice(0, 10)));
    await ask(list(addresses.slice(0, 20)));
    expect(asked(last())).to.have.members(addresses.slice(10, 20));
    driven.script = (got) => {
      driven.script = () => undefined;
      driven.ledger.advance();
      return Promise.resolve(driven.answer(got.method, got.params));
    };
    expect(await ask(list(addresses.slice(0, 30)))).to.equal(alone(list(addresses.slice(0, 30))));
    expect(asked(last())).to.include.members(addresses.slice(0, 30));
  });

  it("of a list at processed are answered from a single response, since another may be from another fork", async () => {
    await start();
    const processed = { ...base64, commitment: "processed" };
    await ask(list(addresses.slice(0, 10), processed));
    await ask(list(addresses.slice(10, 20), processed));
    const both = list(addresses.slice(5, 15), processed);
    expect(await source(both)).to.equal("merged");
    expect(asked(last())).to.include.members(addresses.slice(5, 15));
  });

  describe("of large accounts", () => {
    const large = { dataLength: 20_000 };

    it("never fetch all of their data for a balance or a slice", async () => {
      await start(large, 5);
      await ask(balance(addresses[0]));
      await ask(info(addresses[1], { ...base64, dataSlice: { offset: 10, length: 4 } }));
      await moveOn();
      await Promise.all([ask(balance(addresses[0])), ask(balance(addresses[2]))]);
      for (const { method, params } of driven.got.filter((got) => got.method.includes("ccount")))
        if (method === "getMultipleAccounts") expect(params[1]).to.have.property("dataSlice");
    });

    async function letSlotsPass(count: number): Promise<void> {
      for (let slots = 0; slots < count; slots += 1) {
        driven.advance();
        await ask(["getSlot", [{ commitment: "confirmed" }]]);
        await clock.tickAsync(400);
      }
    }

    it("are evicted once they are no longer read, though no call is filled up with them", async () => {
      await start({ dataLength: 20_000 });
      const before = driven.ledgers.byteLength;
      for (const address of addresses) await ask(balance(address));
      expect(driven.ledgers.byteLength).to.be.above(before + 10_000);
      await letSlotsPass(200);
      expect(driven.ledgers.byteLength).to.be.below(before + 1000);
    });

    it("are not kept forever if as many other slices are read while their calls are in flight", async () => {
      await start({ ...large, latencyMs: 10 }, 80);
      const before = driven.ledgers.byteLength;
      const asking = addresses.map((address, offset) =>
        driven.ask(...info(address, { ...base64, dataSlice: { offset, length: 4 } })),
      );
      await clock.tickAsync(100);
      await Promise.all(asking);
      await letSlotsPass(200);
      expect(driven.ledgers.byteLength).to.be.below(before + 1000);
    });

    it("are kept as whole answers, and are never added to merged calls", async () => {
      await start(large, 5);
      await ask(info(addresses[0]));
      expect(await ask(info(addresses[0]))).to.equal(alone(info(addresses[0])));
      await moveOn();
      await ask(info(addresses[0]));
      expect(last().method).to.equal("getAccountInfo");
      await ask(info(addresses[1]));
      expect(asked(last())).to.deep.equal([addresses[1]]);
    });

    it("just small enough to be merged don't delay the reads of others", async () => {
      await start({ dataLength: 10_000, latencyMs: 10 }, 40);
      await readAll();
      const before = driven.got.length;
      const first = driven.ask(...info(addresses[0]));
      const many = driven.ask(...list(addresses.slice(20, 38)));
      const others = driven.ask(...list(addresses.slice(38, 40)));
      await clock.tickAsync(50);
      expect(await Promise.all([first, many, others])).to.have.length(3);
      // 19 of them have 256 KiB.
      const lengths = driven.got.slice(before).map((got) => asked(got).length);
      expect(Math.max(...lengths)).to.be.below(20);
    });

    for (const [name, times, bytesPerMs, isList] of [
      ["together", 3, Number.POSITIVE_INFINITY, true],
      ["together, so slowly that a read alone overtakes them,", 3, 1800, false],
      ["in a list that is slow by itself", 1, 1800, true],
    ] as const)
      it(`read by one caller ${name} delay the reads of others only ${times} times: then they are sent by themselves`, async () => {
        await start({ dataLength: 150_000, latencyMs: 10 }, 60);
        driven.script = ({ method, params, call }) =>
          new Promise((resolve, reject) => {
            const answer = driven.answer(method, params);
            setTimeout(() => resolve(answer), 10 + answer.byteLength / bytesPerMs);
            call.cancellation.add({ onCancel: (reason) => reject(reason) });
          });
        const together: boolean[] = [];
        for (let turn = 0; turn < times + 2; turn += 1) {
          const [first = "", small = "", ...large] = addresses.slice(10 * turn, 10 * turn + 10);
          const before = driven.got.length;
          const others = isList ? [list(large)] : [list(large.slice(0, 4)), list(large.slice(4))];
          const calls = [info(first), ...others, info(small)];
          const answers = calls.map(([method, params]) =>
            driven.ask(
              method,
              params,
              others.some((each) => each[1] === params) ? { clientAddress: "192.0.2.2" } : {},
            ),
          );
          await clock.tickAsync(3000);
          expect(await Promise.all(answers)).to.deep.equal(calls.map(alone));
          const namesBoth = (got: Got) => [small, ...large].every((address) => asked(got).includes(address));
          together.push(driven.got.slice(before).some(namesBoth));
          await moveOn();
        }
        expect(together).to.deep.equal([...Array(times).fill(true), false, false]);
      });

    it("named many times in one list are fetched as often, not copied from one response", async () => {
      driven = new DrivenLedger({ dataLength: 100_000 });
      addresses = ["one", "two"].map((name) => driven.ledger.addAccount(name));
      const first = driven.ask(...info(addresses[0]));
      const many = list(Array(60).fill(addresses[1]));
      expect(await ask(many)).to.equal(alone(many));
      await first;
      const lists = driven.got.filter(({ method }) => method === "getMultipleAccounts");
      expect(lists.map((got) => asked(got).length)).to.deep.equal([1, 60]);
    });
  });

  describe("that fail together", () => {
    /** The script of an upstream that never answers lists. */
    const withoutLists: DrivenLedger["script"] = ({ method, call }) =>
      method === "getMultipleAccounts"
        ? new Promise((_, reject) =>
            call.cancellation.add({
              onCancel: (reason) => reject(reason ?? RpcError.of("cancelled", "left")),
            }),
          )
        : undefined;
    const refusal = () => Promise.reject(RpcError.fromLedger(-32602, "no", RawJson.fromText("{}")));

    it("are sent alone, and after the third time calls are not filled up for a while", async () => {
      await start();
      await readAll();
      for (let turn = 0; turn < 3; turn += 1) {
        driven.script = ({ method }) => (method === "getMultipleAccounts" ? refusal() : undefined);
        expect(await ask(info(addresses[turn]))).to.equal(alone(info(addresses[turn])));
        await moveOn();
      }
      driven.script = () => undefined;
      await ask(info(addresses[7]));
      expect(asked(last())).to.deep.equal([addresses[7]]);
    });

    it("because of one client's items are still merged and filled up for the others", async () => {
      await start();
      await readAll();
      const clientAddress = "192.0.2.2";
      const bad = Array.from({ length: 8 }, (_, index) => driven.ledger.addAccount(`bad ${index}`));
      driven.script = ({ params }) =>
        bad.some((address) => JSON.stringify(params).includes(address)) ? refusal() : undefined;
      for (const address of bad) {
        await moveOn();
        const refused = driven.ask(...info(address), { clientAddress }).catch(RpcError.from);
        expect(await ask(info(addresses[0]))).to.equal(alone(info(addresses[0])));
        expect(await refused).to.have.property("code", -32602);
      }
      await moveOn();
      await ask(info(addresses[1]));
      expect(asked(last())).to.have.length(addresses.length);
    });

    const broken = (data: object, status = 200) => {
      const error = RpcError.of("upstreamUnreachable", "It broke.", { data: { ...data } });
      return () => Promise.reject(error.withUpstreamStatus(status));
    };
    const ofOneCall = {
      "refuses lists with an HTTP status": broken({ phase: "headers" }, 500),
      "breaks off its answers to lists": broken({ phase: "body" }),
    };
    for (const [what, fail] of Object.entries(ofOneCall)) {
      it(`are sent alone if the upstream ${what}`, async () => {
        await start();
        await readAll();
        driven.script = ({ method }) => (method === "getMultipleAccounts" ? fail() : undefined);
        const answers = [info(addresses[0]), balance(addresses[1])].map(([method, params]) =>
          driven.ask(method, params),
        );
        await clock.tickAsync(20);
        expect(await Promise.all(answers)).to.deep.equal(
          [info(addresses[0]), balance(addresses[1])].map(alone),
        );
      });

      it(`are merged and filled up again at once if the upstream that ${what} answered no single reads either`, async () => {
        await start();
        await readAll();
        driven.script = fail;
        for (let turn = 0; turn < 4; turn += 1) await ask(info(addresses[turn])).catch(() => undefined);
        driven.script = () => undefined;
        await moveOn();
        await ask(info(addresses[0]));
        expect(asked(last())).to.have.length(addresses.length);
      });
    }

    it("are not sent alone if the upstream is unreachable", async () => {
      await start();
      await readAll();
      driven.got.splice(0);
      driven.script = broken({ phase: "connect" });
      const kind = await ask(info(addresses[0])).catch((caught: unknown) => RpcError.from(caught).kind);
      expect([kind, driven.got.map(({ method }) => method)]).to.deep.equal([
        "upstreamUnreachable",
        ["getMultipleAccounts"],
      ]);
    });

    for (const [phase, what] of [
      ["connect", "fails with the first of them"],
      ["headers", "is sent by itself after the first failed"],
    ] as const)
      it(`leave the second of two shared calls with the only read that waits for it, which ${what}`, async () => {
        await start();
        const [one = "", two = ""] = addresses;
        let fail = (): unknown => undefined;
        driven.script = ({ method, params, call }) => {
          if (method !== "getMultipleAccounts" || (params[0] as string[]).length > 1) return undefined;
          return new Promise((_, reject) => {
            call.cancellation.add({
              onCancel: (reason) => reject(reason ?? RpcError.of("cancelled", "left")),
            });
            if ((params[0] as string[]).includes(one)) fail = () => broken({ phase })().catch(reject);
          });
        };
        const reads = [info(one), list([one, two])].map(([method, params]) =>
          driven.ask(method, params).catch((caught: unknown) => RpcError.from(caught).kind),
        );
        await clock.tickAsync(20);
        const second = last();
        expect(asked(second)).to.deep.equal([two]);
        fail();
        await clock.tickAsync(20);
        const isAnswered = phase === "headers";
        expect(await Promise.all(reads)).to.deep.equal(
          isAnswered
            ? [info(one), list([one, two])].map(alone)
            : ["upstreamUnreachable", "upstreamUnreachable"],
        );
        expect(second.call.cancellation.cancelled).to.equal(true);
      });

    const tooMany = {
      "by an HTTP status": broken({ phase: "headers" }, 429),
      "by an error": () =>
        Promise.reject(RpcError.fromLedger(429, "Too many requests", RawJson.fromText("{}"))),
      "by words": () =>
        Promise.reject(RpcError.fromLedger(-32005, "rate limit exceeded", RawJson.fromText("{}"))),
    };
    for (const [how, fail] of Object.entries(tooMany)) {
      const three = () => [info(addresses[0]), balance(addresses[1]), info(addresses[2])];
      /** Three reads that share one call. */
      const askThree = async () => {
        await start();
        await readAll();
        driven.got.splice(0);
        return three().map(([method, params]) => {
          const answer = driven.ask(method, params);
          answer.catch(() => undefined);
          return answer;
        });
      };

      it(`are sent alone if the upstream limits only lists ${how}`, async () => {
        const answers = await askThree();
        driven.script = ({ method }) => (method === "getMultipleAccounts" ? fail() : undefined);
        await clock.tickAsync(20);
        expect(await Promise.all(answers)).to.deep.equal(three().map(alone));
      });

      it(`send a single read, and no other, if the upstream limits all calls ${how}`, async () => {
        const answers = await askThree();
        driven.script = fail;
        await clock.tickAsync(20);
        const kinds = await Promise.all(
          answers.map((answer) => answer.catch((caught: unknown) => RpcError.from(caught).kind)),
        );
        expect(new Set(kinds).size).to.equal(1);
        expect(driven.got.map(({ method }) => method)).to.deep.equal([
          "getMultipleAccounts",
          "getAccountInfo",
        ]);
      });

      it(`fail without another call if they are lists, which the upstream limits ${how}`, async () => {
        await start();
        await readAll();
        driven.got.splice(0);
        driven.script = fail;
        await ask(list(addresses.slice(0, 2))).catch(() => undefined);
        expect(driven.got.map(({ method }) => method)).to.deep.equal(["getMultipleAccounts"]);
      });
    }

    it("are sent alone if the merged response is full of members that no one asked for", async () => {
      await start();
      const bombs = [
        `{"context":{"slot":1},"value":[${"0,".repeat(300_000)}0]}`,
        `{"context":{${'"":0,'.repeat(300_000)}"slot":1},"value":[null]}`,
        `{"context":{"slot":${driven.view.slotAt("confirmed")}},"value":[{${'"":0,'.repeat(300_000)}"lamports":1}]}`,
      ];
      for (const [index, bomb] of bombs.entries()) {
        driven.script = ({ method }) =>
          method === "getMultipleAccounts" ? Promise.resolve(RawJson.fromText(bomb)) : undefined;
        const call = balance(addresses[index]);
        expect(await ask(call)).to.equal(alone(call));
      }
    });

    it("are sent alone if the merged response has something other than an account, and later ones are not answered from it", async () => {
      await start();
      const account = (members: string) => `{"lamports":7,"owner":"x","space":3,${members}}`;
      const texts = [
        account(`"data":["AAEC","base64"],${Array.from({ length: 40 }, (_, index) => `"m${index}":1`)}`),
        account(`"data":[${"0,".repeat(40)}0]`),
        account('"data":["AA!C","base64"]'),
        account('"data":"AAEC"'),
        "7",
        "[1,2]",
      ];
      driven.script = ({ method, params }) => {
        if (method !== "getMultipleAccounts") return undefined;
        const value = (params[0] as string[]).map((address) => texts[addresses.indexOf(address)] ?? "null");
        const slot = driven.view.slotAt("confirmed");
        return Promise.resolve(RawJson.fromText(`{"context":{"slot":${slot}},"value":[${value}]}`));
      };
      const slice = { ...base64, dataSlice: { offset: 1, length: 1 } };
      for (let slots = 0; slots < 2; slots += 1) {
        await ask(list(addresses));
        for (const address of addresses.slice(0, texts.length)) {
          expect(await ask(info(address, slice)), address).to.equal(alone(info(address, slice)));
          expect(await ask(balance(addresses[0]))).to.equal(alone(balance(addresses[0])));
        }
        await moveOn();
      }
    });

    it("because their merged call is slow are sent alone once a single read is answered first", async () => {
      await start();
      await readAll();
      driven.script = withoutLists;
      const answers = [info(addresses[0]), info(addresses[1])].map(([method, params]) =>
        driven.ask(method, params),
      );
      await clock.tickAsync(1500);
      expect(await Promise.all(answers)).to.deep.equal([info(addresses[0]), info(addresses[1])].map(alone));
    });

    it("because an upstream never answers lists are merged less and less often", async () => {
      await start();
      await readAll();
      driven.script = withoutLists;
      const waitedIn = [0, 0, 0];
      const read = async (turn: number, third: number) => {
        const from = performance.now();
        await driven.ask(...info(addresses[turn % addresses.length]));
        if (performance.now() - from > 100) waitedIn[third] = (waitedIn[third] ?? 0) + 1;
      };
      for (let turn = 0; turn < 900; turn += 1) {
        await moveOn();
        void read(turn, Math.floor(turn / 300));
        void read(turn + 1, Math.floor(turn / 300));
        await clock.tickAsync(400);
      }
      await clock.tickAsync(5000);
      expect(waitedIn[0]).to.be.above(0);
      expect(waitedIn[2]).to.be.below(12);
    });

    /** The answer to a call after some time, unless the call is cancelled before. */
    const slowly = ({ method, params, call }: Parameters<DrivenLedger["script"]>[0], ms: number) =>
      new Promise<RawJson>((resolve, reject) => {
        const timer = setTimeout(() => resolve(driven.answer(method, params)), ms);
        call.cancellation.add({
          onCancel: (reason) => {
            clearTimeout(timer);
            reject(reason ?? RpcError.of("cancelled", "left"));
          },
        });
      });

    for (const [whose, listEvery] of [
      ["one after the other", Number.POSITIVE_INFINITY],
      ["between the lists of others", 2],
    ] as const)
      it(`because an upstream is slow with lists are merged less and less often if they come ${whose}`, async () => {
        await start();
        await readAll();
        driven.script = (asked) => (asked.method === "getMultipleAccounts" ? slowly(asked, 1000) : undefined);
        const waitedIn = [0, 0, 0];
        for (let turn = 0; turn < 300; turn += 1) {
          await moveOn();
          const address = addresses[turn % addresses.length] ?? "";
          const from = performance.now();
          const isList = turn % listEvery === listEvery - 1;
          const third = Math.floor(turn / 100);
          void driven.ask(...(isList ? list([address, addresses[0] ?? ""]) : info(address))).then(() => {
            if (!isList && performance.now() - from > 100) waitedIn[third] = (waitedIn[third] ?? 0) + 1;
          });
          await clock.tickAsync(1100);
        }
        expect(waitedIn[0]).to.be.above(0);
        expect(waitedIn[2]).to.be.below(12);
      });

    it("are sent alone if the caller leaves whose read shows whether the upstream limits all calls", async () => {
      await start();
      await readAll();
      driven.script = (got) => {
        if (got.method === "getMultipleAccounts") return tooMany["by an error"]();
        return got.params[0] === addresses[0] ? slowly(got, 300) : undefined;
      };
      const cancellation = new Cancellation();
      const left = driven.ask(...info(addresses[0]), { cancellation }).catch(() => undefined);
      const second = driven.ask(...balance(addresses[1]));
      await clock.tickAsync(20);
      cancellation.cancel();
      await clock.tickAsync(20);
      expect(await second).to.equal(alone(balance(addresses[1])));
      await left;
    });

    it("wait for their slow call if the upstream limits single reads", async () => {
      await start();
      await readAll();
      driven.script = (got) =>
        got.method === "getMultipleAccounts" ? slowly(got, 800) : tooMany["by an error"]();
      const answer = driven.ask(...info(addresses[0]));
      answer.catch(() => undefined);
      await clock.tickAsync(1000);
      expect(await answer).to.equal(alone(info(addresses[0])));
    });

    it("of one client that hang do not hold up those of another, however many they are", async () => {
      await start();
      await readAll();
      const hanging = addresses.slice(0, 4);
      const hangs = ({ params }: Got) => [params[0]].flat().some((key) => hanging.includes(key as string));
      driven.script = (got) => (hangs(got) ? slowly(got, 60_000) : undefined);
      await moveOn();
      for (const address of hanging)
        driven.ask(...info(address), { clientAddress: "192.0.2.1" }).catch(() => undefined);
      let answer: string | undefined;
      void driven.ask(...info(addresses[4]), { clientAddress: "192.0.2.2" }).then((text) => (answer = text));
      await clock.tickAsync(1100);
      expect(answer).to.equal(alone(info(addresses[4])));
      await clock.tickAsync(60_000);
    });

    for (const [whose, clientOf] of [
      ["of others", (turn: number) => `198.51.100.${turn}`],
      ["of the same client", () => "192.0.2.1"],
    ] as const)
      it(`of one client hang again and again without holding up those ${whose} for long`, async () => {
        await start({}, 80);
        const hanging = addresses.slice(0, 40);
        const hangs = ({ params }: Got) => [params[0]].flat().some((key) => hanging.includes(key as string));
        driven.script = (got) => (hangs(got) ? slowly(got, 60_000) : undefined);
        let answered = 0;
        for (const [turn, address] of hanging.entries()) {
          driven.ask(...info(address), { clientAddress: "192.0.2.1" }).catch(() => undefined);
          const other = { clientAddress: clientOf(turn) };
          void driven.ask(...info(addresses[40 + turn]), other).then(() => (answered += 1));
          await clock.tickAsync(75);
        }
        await clock.tickAsync(2000);
        expect(answered).to.equal(40);
        await clock.tickAsync(60_000);
      });

    it("of a slow upstream race their merged calls only now and then", async () => {
      await start({}, 400);
      driven.script = (got) => slowly(got, 1500);
      driven.got.splice(0);
      for (let turn = 0; turn < 100; turn += 1) {
        for (const address of addresses.slice(turn * 4, turn * 4 + 4)) void driven.ask(...info(address));
        await clock.tickAsync(50);
      }
      await clock.tickAsync(5000);
      const raced = driven.got.filter(({ method }) => method !== "getMultipleAccounts");
      expect(raced).to.have.length.below(20);
    });

    for (const slowMs of [3000, 15_000])
      it(`because one item takes ${slowMs} ms hold up others for two seconds at most, whoever reads it and however often`, async () => {
        await start();
        await readAll();
        const [slow = "", ...others] = addresses;
        driven.script = ({ method, params, call }) => {
          const takesLong = method.endsWith("Info")
            ? params[0] === slow
            : (params[0] as string[]).includes(slow);
          return takesLong ? slowly({ method, params, call }, slowMs) : undefined;
        };
        const begin = performance.now();
        const heldUp: { readonly at: number; readonly ms: number }[] = [];
        const read = async (...[address, client]: [string | undefined, string]) => {
          const from = performance.now();
          await driven.ask(...info(address), { clientAddress: client });
          const ms = performance.now() - from;
          if (address !== slow && ms > 50) heldUp.push({ at: from - begin, ms });
        };
        for (let turn = 0; turn < 200; turn += 1) {
          if (turn % 8 === 0) await moveOn();
          void read(slow, `198.51.100.${turn % 50}`);
          void read(others[turn % others.length], "192.0.2.1");
          await clock.tickAsync(49);
        }
        expect(Math.max(...heldUp.map(({ ms }) => ms))).to.be.below(1100);
        expect(Math.max(...heldUp.map(({ at }) => at))).to.be.below(2000);
        await clock.tickAsync(2 * slowMs);
      });
  });

  it("go on when one caller leaves, and end when the last does", async () => {
    await start();
    driven.latencyMs = 50;
    const leaving = [new Cancellation(), new Cancellation()];
    const first = info(addresses[0]);
    const answers = leaving.map((cancellation) => driven.ask(...first, { cancellation }));
    for (const answer of answers) answer.catch(() => undefined);
    await clock.tickAsync(1);
    leaving[0]?.cancel();
    expect(last().call.cancellation.cancelled).to.equal(false);
    leaving[1]?.cancel();
    expect(last().call.cancellation.cancelled).to.equal(true);
  });

  it("of one caller fill a tenth of the memory at most", async () => {
    await start({ maxBytes: 100_000 }, 100);
    await ask(list(addresses), { clientAddress: "192.0.2.9" });
    expect(driven.ledgers.byteLength).to.be.at.most(20_000);
    const others = Array.from({ length: 5 }, (_, index) => driven.ledger.addAccount(`other ${index}`));
    await ask(list(others), { clientAddress: "192.0.2.7" });
    expect(await source(list(others), { clientAddress: "192.0.2.7" })).to.equal("head");
  });

  it("leave nothing of their responses in memory but the items", async () => {
    await start({ dataLength: 10_000 }, 1);
    const [method, [listed]] = list(Array.from({ length: 100 }, () => addresses[0] ?? ""));
    await readAll();
    const heldBytes = () => heapBytes() + process.memoryUsage().arrayBuffers;
    const before = heldBytes();
    const readTwice = async (config: object): Promise<void> => {
      const call: Call = [method, [listed, config]];
      await Promise.all([ask(call), ask(call)]);
    };
    for (const commitment of ["processed", "confirmed", "finalized"])
      await readTwice({ ...base64, commitment });
    // The calls that an upstream got know their reads.
    driven.got.splice(0);
    // Buffers are freed by the collection after the one that finds them.
    heapBytes();
    await clock.tickAsync(1);
    expect(heldBytes() - before).to.be.below(1_000_000);
  });

  it("are forgotten when the network's ledger is replaced, and when the gateway stops", async () => {
    await start();
    await ask(list(addresses));
    driven.generation += 1;
    expect(await source(info(addresses[0]))).not.to.equal("head");
    driven.ledgers.close();
    expect(driven.ledgers.byteLength).to.equal(0);
  });

  for (const commitment of ["processed", "confirmed", "finalized"])
    it(`at ${commitment} are not answered from slots that were dropped when the ledger halted and went back`, async () => {
      await start({}, 5);
      const config = { ...base64, commitment };
      for (let slots = 0; slots < 40; slots += 1) {
        await ask(list(addresses, { ...base64, commitment: "confirmed" }));
        await ask(list(addresses, config));
        await moveOn();
      }
      await ask(list(addresses, config));
      const halted = driven.ledger.head;
      await clock.tickAsync(2500);
      const ledger = new ModelLedger({ firstSlot: halted - 40, dataLength: 200 });
      for (const [index] of addresses.entries()) ledger.addAccount(`account ${index}`);
      driven.restart(ledger);
      while (ledger.head < halted + 40) {
        await moveOn();
        for (const call of [info(addresses[0], config), info(addresses[1], config), list(addresses, config)])
          expect(await ask(call), `${ledger.head - halted}`).to.equal(alone(call));
        await clock.tickAsync(340);
      }
    });

  it("at finalized are not answered from before a rollback if no slot was reported since", async () => {
    await start({ firstSlot: 2000 }, 10);
    const finalized = { ...base64, commitment: "finalized" };
    for (let slots = 0; slots < 40; slots += 1) {
      await ask(list(addresses));
      await ask(list(addresses, finalized));
      await moveOn();
    }
    const ledger = new ModelLedger({ firstSlot: driven.ledger.head - 500, dataLength: 200 });
    for (const [index] of addresses.entries()) ledger.addAccount(`account ${index}`);
    driven.reports = false;
    driven.restart(ledger);
    // The second read joins the call of the first, whose answer does not show its item.
    const calls = [info(addresses[0], finalized), info(addresses[7], finalized)];
    const answers = calls.map(([method, params]) => driven.ask(method, params));
    await clock.tickAsync(20);
    expect(await Promise.all(answers)).to.deep.equal(calls.map(alone));
  });

  it("of token amounts are answered from the account once a response has shown the decimals of its mint", async () => {
    await start();
    const tokens = ["one", "two", "three"].map((name) => driven.ledger.addTokenAccount(name, "mint"));
    const amount = (address = ""): Call => ["getTokenAccountBalance", [address, { commitment: "confirmed" }]];
    await ask(list(tokens));
    expect(await ask(amount(tokens[0]))).to.equal(alone(amount(tokens[0])));
    const before = driven.got.length;
    for (const token of tokens) expect(await ask(amount(token))).to.equal(alone(amount(token)));
    expect(driven.got.length).to.equal(before);
  });

  it("of statuses also fetch those of transactions just sent, before anyone reads them", async () => {
    await start();
    const signature = `5${"x".repeat(86)}1`;
    driven.script = ({ method }) =>
      method === "sendTransaction" ? Promise.resolve(RawJson.fromText(`"${signature}"`)) : undefined;
    await ask(["sendTransaction", ["AAAA", { encoding: "base64" }]]);
    await ask(["getSignatureStatuses", [[signature.replace("1", "2")]]]);
    expect(asked(last())).to.include(signature);
    expect(await source(["getSignatureStatuses", [[signature]]])).to.equal("head");
    await ask(["getSignatureStatuses", [[signature.replace("1", "3")], { searchTransactionHistory: true }]]);
    expect(asked(last())).to.have.lengthOf(1);
    // Older nodes refuse an object without it.
    await ask(["getSignatureStatuses", [[signature.replace("1", "4")], { minContextSlot: 1 }]]);
    expect(last().params[1]).to.deep.equal({ minContextSlot: 1, searchTransactionHistory: false });
  });

  describe("of head fields", () => {
    const parts = ["getEpochInfo", "getBlockHeight", "getTransactionCount", "getSlot"];

    it("come from one response, byte for byte", async () => {
      await start();
      for (const method of parts) await ask([method, [{ commitment: "confirmed" }]]);
      await moveOn();
      const before = driven.got.length;
      for (const method of parts) {
        const call: Call = [method, [{ commitment: "confirmed" }]];
        expect(await ask(call), method).to.equal(alone(call));
      }
      expect(driven.got.length - before).to.equal(1);
    });

    it("are sent unchanged if no upstream could be reached in the source's time, and use the source next time", async () => {
      await start();
      for (const method of parts) await ask([method, [{ commitment: "confirmed" }]]);
      await moveOn();
      driven.script = ({ method }) =>
        method === "getEpochInfo"
          ? Promise.reject(RpcError.of("upstreamUnreachable", "No upstream works now."))
          : undefined;
      const call: Call = ["getBlockHeight", [{ commitment: "confirmed" }]];
      expect(await ask(call)).to.equal(alone(call));
      driven.script = () => undefined;
      await moveOn();
      const before = driven.got.length;
      expect(await ask(call)).to.equal(alone(call));
      expect(driven.got.slice(before).map(({ method }) => method)).to.deep.equal(["getEpochInfo"]);
    });

    it("are sent unchanged for a while if the source does not contain them", async () => {
      await start();
      for (const method of parts) await ask([method, [{ commitment: "confirmed" }]]);
      await moveOn();
      driven.script = ({ method }) =>
        method === "getEpochInfo" ? Promise.resolve(RawJson.fromText('{"absoluteSlot":1}')) : undefined;
      const call: Call = ["getBlockHeight", [{ commitment: "confirmed" }]];
      expect(await ask(call)).to.equal(alone(call));
      await moveOn();
      const before = driven.got.length;
      expect(await ask(call)).to.equal(alone(call));
      expect(driven.got.slice(before).map(({ method }) => method)).to.deep.equal(["getBlockHeight"]);
    });
  });
});
