import { expect } from "chai";
import fc from "fast-check";
import type { Commitment } from "../../../src/contract/method-description.ts";
import { ItemStore } from "../../../src/reads/state/item-store.ts";
import { MemoryBudget } from "../../../src/reads/state/memory-budget.ts";
import { detachedTexts, ResponseItems } from "../../../src/reads/state/response-items.ts";
import { hardCases, headOf, ItemModel, type ModelStep } from "../item-model.ts";

const commitment = fc.constantFrom<Commitment>("processed", "confirmed", "finalized");
const asked = {
  commitment,
  client: fc.nat(12),
  keys: fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 4 }),
};
const weighted: readonly (readonly [weight: number, step: fc.Arbitrary<ModelStep>])[] = [
  [16, fc.record({ kind: fc.constant("slot"), by: fc.constantFrom(1, 1, 1, 2, 3) })],
  [8, fc.constant({ kind: "fork" })],
  [1, fc.record({ kind: fc.constant("restart"), back: fc.constantFrom(5000, 4, 1) })],
  [4, fc.record({ kind: fc.constant("pass"), ms: fc.constantFrom(100, 400, 1000) })],
  [1, fc.record({ kind: fc.constant("pass"), ms: fc.constantFrom(3000, 200_000) })],
  [1, fc.constant({ kind: "clear" })],
  [
    80,
    fc.record({
      kind: fc.constant("ask"),
      ...asked,
      lag: fc.constantFrom(0, 0, 0, 0, 0, 1, 2, -1),
    }),
  ],
  // The newest most often: the others make late responses.
  [100, fc.record({ kind: fc.constant("arrive"), nth: fc.constantFrom(0, 0, 0, 0, 1, 4) })],
  [100, fc.record({ kind: fc.constant("read"), ...asked, below: fc.constantFrom(0, 0, 1, 3, 10) })],
];
const steps = fc.array(fc.oneof(...weighted.map(([weight, arbitrary]) => ({ weight, arbitrary }))), {
  maxLength: 400,
  size: "max",
});
const options = fc.record({
  behind: fc.constantFrom(0, 1),
  maxBytes: fc.constantFrom(1e7, 50_000, 10_000),
  keyCount: fc.constantFrom(2, 4, 30),
  clientCount: fc.constantFrom(2, 13),
});

describe("the item store", () => {
  it("is correct at the slot that it names, with all items from one state, and releases all memory", () => {
    const met = new Map<string, number>(hardCases.map((name) => [name, 0]));
    const countMet = (name: string) => met.set(name, (met.get(name) ?? 0) + 1);
    fc.assert(
      fc.property(steps, options, fc.boolean(), (taken, given, endsByRank) => {
        const model = new ItemModel(given, countMet);
        for (const each of taken) model.take(each);
        model.end(endsByRank);
        expect(model.faults).to.deep.equal([]);
      }),
      { numRuns: 300 },
    );
    expect([...met].filter(([, count]) => count === 0)).to.deep.equal([]);
  });

  it("comes from the newest slot at which all items are known", () => {
    const head = headOf(1);
    const items = new ItemStore(60, head, new MemoryBudget(1e7));
    head.recordSlot(11, 10, 0);
    const item = items.countRead("a", undefined);
    items.keep(new ResponseItems("confirmed", 8, "", [item], detachedTexts(["older"])), 0);
    items.keep(new ResponseItems("confirmed", 9, "", [item], detachedTexts(["newer"])), 0);
    expect(items.find("confirmed", [item], 8, 0)?.texts).to.deep.equal(["newer"]);
    expect(items.find("confirmed", [item], 10, 0)).to.equal(undefined);
  });

  it("comes from one slot at finalized, also for items that were only shown as confirmed there", () => {
    const head = headOf(0);
    const items = new ItemStore(60, head, new MemoryBudget(1e7));
    head.recordSlot(11, 10, 0);
    head.recordResponse("finalized", 6, 0, 0);
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 6, 0);
    items.keep(new ResponseItems("confirmed", 6, "", [one], detachedTexts(["of one"])), 0);
    items.keep(new ResponseItems("finalized", 6, "", [other], detachedTexts(["of the other"])), 0);
    expect(items.find("finalized", [one, other], 6, 0)?.texts).to.deep.equal(["of one", "of the other"]);
    expect(items.find("confirmed", [one, other], 6, 0)).to.equal(undefined);
  });

  it("covers only slots at which an item was shown, even if it was the same at the slots around", () => {
    const head = headOf(0);
    const items = new ItemStore(60, head, new MemoryBudget(1e7));
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 0, 0);
    head.recordSlot(13, 12, 0);
    for (const slot of [6, 8, 10]) {
      head.recordResponse("confirmed", slot, 0, 0);
      items.keep(new ResponseItems("confirmed", slot, "", [one], detachedTexts(["same"])), 0);
    }
    head.recordResponse("finalized", 7, 0, 0);
    items.keep(new ResponseItems("finalized", 7, "", [other], detachedTexts(["of the other"])), 0);
    expect(items.find("finalized", [one], 6, 0)).to.include({ slot: 6 });
    expect(items.find("finalized", [one, other], 6, 0)).to.equal(undefined);
  });

  it("covers no slot at which only others were shown, even if an item was the same before and after", () => {
    const head = headOf(0);
    const items = new ItemStore(60, head, new MemoryBudget(1e7));
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 0, 0);
    head.recordSlot(13, 12, 0);
    for (const [slot, of] of [
      [6, one],
      [8, other],
      [10, one],
    ] as const) {
      head.recordResponse("confirmed", slot, 0, 0);
      items.keep(new ResponseItems("confirmed", slot, "", [of], detachedTexts(["same"])), 0);
    }
    head.recordResponse("finalized", 8, 0, 0);
    expect(items.find("finalized", [other], 8, 0)).to.include({ slot: 8 });
    expect(items.find("finalized", [one, other], 8, 0)).to.equal(undefined);
  });

  it("covers no slot of a response that came after its slot was finalized", () => {
    const head = headOf(0);
    const items = new ItemStore(60, head, new MemoryBudget(1e7));
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 0, 0);
    const keep = (commitment: Commitment, slot: number, of: typeof one, text: string) => {
      head.recordResponse(commitment, slot, 0, 0);
      items.keep(new ResponseItems(commitment, slot, "", [of], detachedTexts([text])), 0);
    };
    head.recordSlot(13, 12, 0);
    keep("confirmed", 8, one, "same");
    keep("confirmed", 10, one, "same");
    head.recordResponse("finalized", 12, 0, 0);
    // At slot 9, the first item was not shown, and may have been another.
    keep("confirmed", 9, other, "of the other");
    expect(items.find("finalized", [one, other], 9, 0)).to.equal(undefined);
  });

  it("covers no slot of a ledger that was started again during a silence", () => {
    const head = headOf(0, () => items.dropTexts());
    const items = new ItemStore(60, head, new MemoryBudget(1e7));
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 0, 0);
    const keep = (of: typeof one, text: string, now: number) => {
      head.recordResponse("confirmed", 10, now, now);
      items.keep(new ResponseItems("confirmed", 10, "", [of], detachedTexts([text])), now);
    };
    head.recordSlot(13, 12, 0);
    keep(one, "of the ledger before", 0);
    head.recordSlot(14, 13, 3000);
    keep(other, "of this ledger", 3000);
    head.recordResponse("finalized", 10, 3000, 3000);
    expect(items.find("finalized", [other], 10, 3000)).to.include({ slot: 10 });
    expect(items.find("finalized", [one, other], 10, 3000)).to.equal(undefined);
  });

  it("ranks items by recent reads, and evicts those that are no longer read", () => {
    const head = headOf(0);
    const budget = new MemoryBudget(1e7);
    const items = new ItemStore(60, head, budget);
    for (let second = 0; second < 40; second += 1) {
      // What is read most changes every ten seconds.
      const hot = `hot ${Math.floor(second / 10)}`;
      for (let reads = 0; reads < 10; reads += 1) items.countRead(hot, undefined);
      items.countRead("steady", undefined);
      const [first] = items.rank(second * 1000);
      if (second % 10 >= 9) expect(first?.key).to.equal(hot);
    }
    items.rank(1_000_000);
    expect([items.get("steady"), budget.bytes]).to.deep.equal([undefined, 0]);
  });
});
