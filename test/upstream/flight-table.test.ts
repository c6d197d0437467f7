import { expect } from "chai";
import fc from "fast-check";
import { FlightTable, hashOf, type TableEntry } from "../../src/upstream/flight-table.ts";

class Entry implements TableEntry<Entry> {
  readonly key: string;
  readonly hash: number;
  next: Entry | undefined = undefined;

  constructor(key: string, hash = hashOf(key)) {
    this.key = key;
    this.hash = hash;
  }
}

describe("the table of calls in flight", () => {
  it("finds what was added until it is removed", () => {
    const table = new FlightTable<Entry>();
    const entry = new Entry("a");
    table.add(entry);
    expect(table.get("a", hashOf("a"))).to.equal(entry);
    table.remove(entry);
    table.remove(entry);
    expect(table.get("a", hashOf("a"))).to.equal(undefined);
  });

  it("tells keys apart that have one hash", () => {
    const table = new FlightTable<Entry>();
    const [one, two, three] = [new Entry("a", 7), new Entry("b", 7), new Entry("c", 7 + 1024)];
    for (const entry of [one, two, three]) table.add(entry);
    expect([table.get("a", 7), table.get("b", 7), table.get("c", 1031), table.get("c", 7)]).to.deep.equal([
      one,
      two,
      three,
      undefined,
    ]);
    table.remove(two);
    expect([table.get("a", 7), table.get("b", 7), table.get("c", 1031)]).to.deep.equal([
      one,
      undefined,
      three,
    ]);
  });

  it("does what a Map does", () => {
    const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d", "e"), add: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const table = new FlightTable<Entry>();
        const map = new Map<string, Entry>();
        for (const { key, add } of steps) {
          const known = map.get(key);
          if (add && known === undefined) {
            const entry = new Entry(key, key.charCodeAt(0) % 2);
            table.add(entry);
            map.set(key, entry);
          } else if (!add && known !== undefined) {
            table.remove(known);
            map.delete(key);
          }
          if (
            ["a", "b", "c", "d", "e"].some(
              (each) => table.get(each, each.charCodeAt(0) % 2) !== map.get(each),
            )
          )
            return false;
        }
        return true;
      }),
    );
  });
});
