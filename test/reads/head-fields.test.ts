import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { Cancellation } from "../../src/call/cancellation.ts";
import { UpstreamCall } from "../../src/call/upstream-call.ts";
import { RawJson } from "../../src/json/raw-json.ts";
import type { Network } from "../../src/networks/network.ts";
import { HeadFields } from "../../src/reads/head-fields.ts";
import type { HeadRead } from "../../src/reads/head-read.ts";
import { LedgerState } from "../../src/reads/state/ledger-states.ts";
import { MemoryBudget } from "../../src/reads/state/memory-budget.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";
import type { UpstreamSet } from "../../src/upstream/node/upstream-set.ts";
import { useFakeClock } from "../fake-clock.ts";

type Part = "getEpochInfo" | "getSlot" | "getBlockHeight" | "getTransactionCount" | "getLatestBlockhash";

const ledgerSet = {
  clock: { slotMs: 400, cautiousSlotMs: 400 },
  isBelieved: () => true,
} as unknown as UpstreamSet;
const epochInfo = '{"absoluteSlot":10,"blockHeight":7,"transactionCount":99}';

function newLedger(): LedgerState {
  const ledger = new LedgerState(ledgerSet, new MemoryBudget(1e7), 0);
  ledger.head.recordSlot(11, 10, 0);
  return ledger;
}

describe("the fields of a ledger's head", () => {
  let ledger: LedgerState;
  let parts: HeadFields;
  let sent: UpstreamCall[];
  let costs: Record<string, number>;

  beforeEach(() => {
    useFakeClock();
    ledger = newLedger();
    parts = new HeadFields();
    sent = [];
    costs = {};
  });

  function read(name: Part, members: Partial<HeadRead> = {}, params = "[]"): HeadRead {
    const method = methods[name];
    const call = new UpstreamCall({
      network: { id: "test" } as Network,
      method,
      params,
      cancellation: new Cancellation(),
      deadline: 30_000,
      notes: {},
    });
    const upstream = { allows: () => true, lacksMethod: () => false, costOf: (of: string) => costs[of] ?? 1 };
    const set = { upstreams: [upstream] } as unknown as UpstreamSet;
    const floors = { fromUpstream: 0, fromMemory: 10 };
    return {
      call,
      method,
      countedAs: method,
      query: undefined,
      set,
      ledger,
      commitment: "processed",
      floors,
      now: 0,
      ...members,
    };
  }

  /** What is sent upstream for a read; undefined if its call must be sent as it is. */
  function ask(of: HeadRead, answer = () => Promise.resolve(RawJson.fromText(epochInfo))) {
    return parts.readSource(of, ({ call }) => {
      sent.push(call);
      return call.upstreamMethod === "getEpochInfo" ? answer() : Promise.resolve(RawJson.fromText("8"));
    });
  }

  const names = () => sent.map(({ upstreamMethod }) => upstreamMethod);

  it("come from their source if another field was read in the last five seconds", async () => {
    expect(ask(read("getSlot"))).to.equal(undefined);
    expect((await ask(read("getBlockHeight", { now: 4999 })))?.toString()).to.equal("7");
    expect(names()).to.deep.equal(["getEpochInfo"]);
  });

  const separate: readonly (readonly [when: string, first: () => HeadRead, second: () => HeadRead])[] = [
    ["longer ago", () => read("getSlot"), () => read("getBlockHeight", { now: 5000 })],
    [
      "at another commitment",
      () => read("getSlot", { commitment: "confirmed" }),
      () => read("getBlockHeight"),
    ],
    ["of another ledger", () => read("getSlot", { ledger: newLedger() }), () => read("getBlockHeight")],
    ["of another answer", () => read("getLatestBlockhash"), () => read("getBlockHeight")],
    ["the same", () => read("getBlockHeight"), () => read("getBlockHeight")],
    ["with less", () => read("getSlot"), () => read("getBlockHeight", {}, '[{"minContextSlot":9}]')],
  ];
  for (const [which, first, second] of separate)
    it(`come from calls of their own if the previous read was ${which}`, () => {
      ask(first());
      expect(ask(second())).to.equal(undefined);
    });

  it("come from calls of their own if the source costs more", () => {
    costs.getEpochInfo = 2;
    ask(read("getSlot"));
    expect(ask(read("getBlockHeight"))).to.equal(undefined);
  });

  it("are cut from a kept source that is new enough", () => {
    expect(parts.keep(read("getEpochInfo"), 10, RawJson.fromText(epochInfo), 0)).to.equal(true);
    const found = (of: HeadRead) => parts.find(of)?.toString();
    expect([found(read("getBlockHeight")), found(read("getTransactionCount"))]).to.deep.equal(["7", "99"]);
    const floors = { fromUpstream: 0, fromMemory: 11 };
    expect(found(read("getBlockHeight", { floors }))).to.equal(undefined);
    expect(found(read("getBlockHeight", {}, '[{"minContextSlot":9}]'))).to.equal(undefined);
  });

  it("are not kept from a result without a slot, of a single field, or of a call with more than a commitment", () => {
    expect(parts.keep(read("getEpochInfo"), undefined, RawJson.fromText(epochInfo), 0)).to.equal(false);
    expect(parts.keep(read("getBlockHeight"), 10, RawJson.fromText("7"), 0)).to.equal(false);
    const more = read("getEpochInfo", {}, '[{"minContextSlot":9}]');
    expect(parts.keep(more, 10, RawJson.fromText(epochInfo), 0)).to.equal(false);
  });

  it("need no source if they are the slot itself", () => {
    expect(parts.find(read("getSlot"))?.toString()).to.equal("10");
  });

  it("wait at most a second for their source, then come from calls of their own for ten", async () => {
    ask(read("getSlot"));
    const late = () => Promise.reject(RpcError.of("upstreamTimeout", "late"));
    const answered = ask(read("getBlockHeight"), late);
    while (sent.length < 2) await Promise.resolve();
    // Already before the call of its own is answered.
    expect(ask(read("getBlockHeight"))).to.equal(undefined);
    expect((await answered)?.toString()).to.equal("8");
    expect(sent[0]?.deadline).to.equal(1000);
    expect(names()).to.deep.equal(["getEpochInfo", "getBlockHeight"]);
    ask(read("getSlot", { now: 9000 }));
    expect(ask(read("getBlockHeight", { now: 9999 }))).to.equal(undefined);
    expect(ask(read("getBlockHeight", { now: 10_000 }))).to.not.equal(undefined);
  });

  it("fail with the source's error if the shorter timeout can't have caused it", async () => {
    ask(read("getSlot"));
    const error = RpcError.of("cancelled", "The client left.");
    const outcome = await ask(read("getBlockHeight"), () => Promise.reject(error))?.catch((caught) => caught);
    expect(outcome).to.equal(error);
    expect(names()).to.deep.equal(["getEpochInfo"]);
  });
});
