import { expect } from "chai";
import fc from "fast-check";
import type { Commitment } from "../../src/contract/method-description.ts";
import { Head } from "../../src/reads/head.ts";
import { detachedTexts, ShownItems } from "../../src/reads/items.ts";
import { KnownItems } from "../../src/reads/known-items.ts";
import { MemoryBudget } from "../../src/reads/memory-budget.ts";

const keys = ["a", "b", "c"];
const slotMs = 400;

type Step =
  | { readonly kind: "slot"; readonly by: number }
  | { readonly kind: "fork" }
  | { readonly kind: "restart"; readonly back: number }
  | { readonly kind: "pass"; readonly ms: number }
  | {
      readonly kind: "answer";
      readonly commitment: Commitment;
      readonly keys: readonly string[];
      readonly lag: number;
    }
  | { readonly kind: "read"; readonly commitment: Commitment; readonly keys: readonly string[] };

const commitment = fc.constantFrom<Commitment>("processed", "confirmed", "finalized");
const someKeys = fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("slot" as const), by: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("fork" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("restart" as const), back: fc.constantFrom(500, 4) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 3000 }) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("answer" as const),
      commitment,
      keys: someKeys,
      lag: fc.integer({ min: 0, max: 2 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("read" as const), commitment, keys: someKeys }) },
);

/** A ledger: what each item is at a slot follows from the slot, the fork that an upstream sees, and how often it was started again. */
class Model {
  head = 100_000;
  era = 0;
  fork = 0;

  slotAt(level: Commitment): number {
    return this.head - { processed: 0, confirmed: 1, finalized: 4 }[level];
  }

  /** What is confirmed is the same on all forks. Items change in some slots only. */
  textAt(level: Commitment, key: string, slot: number): string {
    const fork = level === "processed" ? this.fork : 0;
    return `${key} ${this.era} ${fork} ${Math.floor(slot / (keys.indexOf(key) + 1))}`;
  }
}

/** Takes the steps; calls back with what is wrong. */
function run(steps: readonly Step[], behind: number, maxBytes: number): string[] {
  const model = new Model();
  const room = new MemoryBudget(maxBytes);
  const head = new Head({ slotMs, cautiousSlotMs: slotMs }, behind);
  const items = new KnownItems(60, head, room);
  head.onForget = () => items.dropTexts();
  /** All that was ever true, by commitment and slot: the states that an upstream had, each with all items. */
  const states = new Map<string, string[][]>();
  const faults: string[] = [];
  let now = 0;
  const note = () => {
    for (const level of ["processed", "confirmed", "finalized"] as const)
      for (let lag = 0; lag <= 2; lag += 1) {
        const slot = model.slotAt(level) - lag;
        const name = `${level} ${slot}`;
        states.set(name, [...(states.get(name) ?? []), keys.map((key) => model.textAt(level, key, slot))]);
      }
  };
  head.recordSlot(model.head + 1, model.head, now);
  note();
  for (const taken of steps) {
    now += 10;
    if (taken.kind === "slot") {
      model.head += taken.by;
      model.fork = 0;
      head.recordSlot(model.head + 1, model.head, now);
    } else if (taken.kind === "fork") {
      model.fork += 1;
    } else if (taken.kind === "restart") {
      now += 2500;
      model.head -= taken.back;
      model.era += 1;
      head.recordSlot(model.head + 1, model.head, now);
      states.clear();
    } else if (taken.kind === "pass") {
      now += taken.ms;
    } else if (taken.kind === "answer") {
      const slot = model.slotAt(taken.commitment) - taken.lag;
      head.recordAnswer(taken.commitment, slot, now, now);
      const shown = taken.keys.map((key) => items.countRead(key, undefined));
      const texts = taken.keys.map((key) => model.textAt(taken.commitment, key, slot));
      items.keep(new ShownItems(taken.commitment, slot, "", shown, detachedTexts(texts)), now);
    } else {
      const asked = taken.keys.map((key) => items.countRead(key, undefined));
      const known = items.find(taken.commitment, asked, head.floor(taken.commitment, now), now);
      if (known === undefined) continue;
      const { slot, texts } = known;
      // What was confirmed is processed on all forks that go on.
      const wanted = [taken.commitment, "confirmed"].flatMap((level) => states.get(`${level} ${slot}`) ?? []);
      const isTrue = wanted.some((state) =>
        taken.keys.every((key, index) => state[keys.indexOf(key)] === texts[index]),
      );
      if (!isTrue) faults.push(`${taken.commitment} ${taken.keys} at ${slot}: ${texts}`);
      const behindBy = model.slotAt(taken.commitment) - slot;
      if (behindBy > 2 + behind) faults.push(`${taken.commitment} is ${behindBy} slots behind`);
    }
    note();
    items.rank(now);
    if (room.bytes > maxBytes / 10) faults.push(`takes ${room.bytes} bytes`);
  }
  items.clear();
  if (room.bytes !== 0) faults.push(`${room.bytes} bytes are left`);
  return faults;
}

describe("what is known of items", () => {
  it("is true at the slot that it names, with all items of one state, despite forks, restarts and little room", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60, size: "max" }),
        fc.constantFrom(0, 1),
        fc.constantFrom(1e7, 50_000, 12_000),
        (steps, behind, maxBytes) => {
          expect(run(steps, behind, maxBytes)).to.deep.equal([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("comes from the newest slot at which all items are known", () => {
    const head = new Head({ slotMs, cautiousSlotMs: slotMs }, 1);
    const items = new KnownItems(60, head, new MemoryBudget(1e7));
    head.recordSlot(11, 10, 0);
    const item = items.countRead("a", undefined);
    items.keep(new ShownItems("confirmed", 8, "", [item], detachedTexts(["older"])), 0);
    items.keep(new ShownItems("confirmed", 9, "", [item], detachedTexts(["newer"])), 0);
    expect(items.find("confirmed", [item], 8, 0)?.texts).to.deep.equal(["newer"]);
    expect(items.find("confirmed", [item], 10, 0)).to.equal(undefined);
  });

  it("comes from one slot at finalized, also for items that were only shown as confirmed there", () => {
    const head = new Head({ slotMs, cautiousSlotMs: slotMs }, 0);
    const items = new KnownItems(60, head, new MemoryBudget(1e7));
    head.recordSlot(11, 10, 0);
    head.recordAnswer("finalized", 6, 0, 0);
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 6, 0);
    items.keep(new ShownItems("confirmed", 6, "", [one], detachedTexts(["of one"])), 0);
    items.keep(new ShownItems("finalized", 6, "", [other], detachedTexts(["of the other"])), 0);
    expect(items.find("finalized", [one, other], 6, 0)?.texts).to.deep.equal(["of one", "of the other"]);
    expect(items.find("confirmed", [one, other], 6, 0)).to.equal(undefined);
  });

  it("covers only slots at which an item was shown, even if it was the same at the slots around", () => {
    const head = new Head({ slotMs, cautiousSlotMs: slotMs }, 0);
    const items = new KnownItems(60, head, new MemoryBudget(1e7));
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 0, 0);
    head.recordSlot(13, 12, 0);
    for (const slot of [6, 8, 10]) {
      head.recordAnswer("confirmed", slot, 0, 0);
      items.keep(new ShownItems("confirmed", slot, "", [one], detachedTexts(["same"])), 0);
    }
    head.recordAnswer("finalized", 7, 0, 0);
    items.keep(new ShownItems("finalized", 7, "", [other], detachedTexts(["of the other"])), 0);
    expect(items.find("finalized", [one], 6, 0)).to.include({ slot: 6 });
    expect(items.find("finalized", [one, other], 6, 0)).to.equal(undefined);
  });

  it("covers no slot of an answer that came after its slot was finalized", () => {
    const head = new Head({ slotMs, cautiousSlotMs: slotMs }, 0);
    const items = new KnownItems(60, head, new MemoryBudget(1e7));
    const [one, other] = [items.countRead("a", undefined), items.countRead("b", undefined)];
    items.find("finalized", [one], 0, 0);
    const keep = (commitment: Commitment, slot: number, of: typeof one, text: string) => {
      head.recordAnswer(commitment, slot, 0, 0);
      items.keep(new ShownItems(commitment, slot, "", [of], detachedTexts([text])), 0);
    };
    head.recordSlot(13, 12, 0);
    keep("confirmed", 8, one, "same");
    keep("confirmed", 10, one, "same");
    head.recordAnswer("finalized", 12, 0, 0);
    // At slot 9, the first item was not shown, and may have been another.
    keep("confirmed", 9, other, "of the other");
    expect(items.find("finalized", [one, other], 9, 0)).to.equal(undefined);
  });

  it("is ranked by recent reads, and what is no longer read is forgotten", () => {
    const head = new Head({ slotMs, cautiousSlotMs: slotMs }, 0);
    const room = new MemoryBudget(1e7);
    const items = new KnownItems(60, head, room);
    for (let second = 0; second < 40; second += 1) {
      // What is read most changes every ten seconds.
      const hot = `hot ${Math.floor(second / 10)}`;
      for (let reads = 0; reads < 10; reads += 1) items.countRead(hot, undefined);
      items.countRead("steady", undefined);
      const [first] = items.rank(second * 1000);
      if (second % 10 >= 9) expect(first?.key).to.equal(hot);
    }
    items.rank(1_000_000);
    expect([items.get("steady"), room.bytes]).to.deep.equal([undefined, 0]);
  });
});
