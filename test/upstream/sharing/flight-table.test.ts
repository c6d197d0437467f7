import { expect } from "chai";
import fc from "fast-check";
import { CallKey } from "../../../src/upstream/sharing/call-key.ts";
import { Flight, FlightTable } from "../../../src/upstream/sharing/flight-table.ts";
import { callOf, networkOf } from "../harness.ts";

const network = networkOf([]);
const add = (table: FlightTable, key: CallKey) =>
  new Flight(callOf(network, "getBlock", "[]"), key, table, () => new Promise(() => undefined));

const keyOf = (head: string) => new CallKey("localnet", "getBlock", head, "]");
/** The middle is not hashed: these keys have the same hash. */
const alike = (name: string) => keyOf(`${"x".repeat(20)}${name}${"x".repeat(20)}`);

describe("the table of calls in flight", () => {
  it("finds what was added until it is removed", () => {
    const table = new FlightTable();
    const entry = add(table, keyOf("a"));
    expect(table.get(keyOf("a"), 0)).to.equal(entry);
    table.remove(entry);
    table.remove(entry);
    expect(table.get(keyOf("a"), 0)).to.equal(undefined);
  });

  it("distinguishes keys with the same hash", () => {
    const table = new FlightTable();
    const entries = ["a", "b", "c"].map((name) => add(table, alike(name)));
    expect(new Set(entries.map(({ key }) => key.hash)).size).to.equal(1);
    expect(["a", "b", "c", "d"].map((name) => table.get(alike(name), 0))).to.deep.equal([
      ...entries,
      undefined,
    ]);
    const [one, two, three] = entries;
    if (two !== undefined) table.remove(two);
    expect(["a", "b", "c"].map((name) => table.get(alike(name), 0))).to.deep.equal([one, undefined, three]);
  });

  it("behaves as a Map does", () => {
    const names = ["a", "b", "c", "d", "e"];
    const keyNamed = (name: string) => (name < "c" ? keyOf(name) : alike(name));
    const step = fc.record({ name: fc.constantFrom(...names), isAdded: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const table = new FlightTable();
        const map = new Map<string, Flight>();
        for (const { name, isAdded } of steps) {
          const known = map.get(name);
          if (isAdded && known === undefined) {
            map.set(name, add(table, keyNamed(name)));
          } else if (!isAdded && known !== undefined) {
            table.remove(known);
            map.delete(name);
          }
          if (names.some((each) => table.get(keyNamed(each), 0) !== map.get(each))) return false;
        }
        return true;
      }),
    );
  });
});
