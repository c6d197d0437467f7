import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";
import type { Subject } from "../../../src/subscriptions/subjects/subject.ts";
import { rootSubject } from "../../../src/subscriptions/subjects/subject-kinds.ts";

describe("roots that are polled", () => {
  let root: number;
  let asked: [from: number, to: number][];
  const reader = {
    slot: async () => root,
    blocks: async (from: number, to: number) => {
      asked.push([from, to]);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    },
  } as unknown as LedgerReader;

  let subject: Subject;
  const fetchedAt = async (slot: number) => {
    root = slot;
    const slots: number[] = [];
    for await (const raw of await subject.fetch(reader, undefined, () => true))
      slots.push(Number(raw.toString()));
    return slots;
  };

  beforeEach(() => {
    subject = rootSubject();
    asked = [];
  });

  it("begin with the newest, the first slot of a ledger included", async () => {
    expect(await fetchedAt(0)).to.deep.equal([0]);
    expect(await fetchedAt(3)).to.deep.equal([1, 2, 3]);
    expect(await fetchedAt(3)).to.deep.equal([]);
  });

  it("are read between two polls, without the slot of the second", async () => {
    await fetchedAt(10);
    expect(await fetchedAt(11)).to.deep.equal([11]);
    expect(asked).to.deep.equal([]);
    expect(await fetchedAt(14)).to.deep.equal([12, 13, 14]);
    expect(asked).to.deep.equal([[12, 14]]);
  });

  it("go on from the newest if more than 200 were missed", async () => {
    await fetchedAt(1000);
    expect(await fetchedAt(1200)).to.have.length(200);
    expect(await fetchedAt(1401)).to.deep.equal([1401]);
  });

  it("never go back, unless the network is another ledger", async () => {
    await fetchedAt(1000);
    expect(await fetchedAt(900)).to.deep.equal([]);
    expect(subject.decide(RawJson.fromText("1000"))).to.equal("drop");
    subject.forgetLedger();
    expect(await fetchedAt(5)).to.deep.equal([5]);
  });
});
