import { expect } from "chai";
import fc from "fast-check";
import { Holding, Places } from "../../../src/upstream/sharing/places.ts";

/** Places of one size with members, by how many each has taken. */
function placesOf(size: number, taken: readonly number[]): { places: Places; holdings: Holding[] } {
  const places = new Places(size);
  const holdings = taken.map(() => new Holding());
  for (const holding of holdings) places.setMember(holding, true);
  for (const [index, count] of taken.entries()) {
    const holding = holdings[index] as Holding;
    for (let at = 0; at < count; at += 1) places.take(holding);
  }
  return { places, holdings };
}

describe("places that networks share", () => {
  const cases: readonly [size: number, taken: number[], room: number[]][] = [
    [100, [0], [100]],
    [100, [0, 0], [75, 75]],
    [100, [75, 0], [0, 25]],
    [100, [30, 10], [45, 60]],
    [100, [65, 0, 0], [3, 19, 19]],
    [4, [3, 0], [0, 1]],
    [3, [2, 0], [0, 1]],
    // Too few for a part each.
    [2, [2, 0], [0, 0]],
    [1, [0, 0, 0], [1, 1, 1]],
    [0, [0, 0], [0, 0]],
  ];
  for (const [size, taken, room] of cases) {
    it(`leaves room for ${room} of ${size} when ${taken} are taken`, () => {
      const { places, holdings } = placesOf(size, taken);
      expect(holdings.map((holding) => places.room(holding))).to.deep.equal(room);
    });
  }

  it("never gives out more than there are, and always has a member's part free for it", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 40 }), steps, (size, list) => {
        const { places, holdings } = placesOf(size, [0, 0, 0, 0]);
        const part = Math.max(1, Math.floor(size / 8));
        for (const [index, takes] of list) {
          const holding = holdings[index] as Holding;
          if (!takes && holding.taken > 0) places.giveBack(holding);
          else if (takes && places.room(holding) > 0) places.take(holding);
          if (places.taken > size) return false;
          if (holdings.some((each) => each.taken < part && places.room(each) < part - each.taken))
            return false;
        }
        return true;
      }),
    );
  });

  it("returns a part to all when its network is no longer a member", () => {
    const { places, holdings } = placesOf(10, [7, 0]);
    const [first, second] = holdings as [Holding, Holding];
    expect(places.room(first)).to.equal(1);
    places.setMember(second, false);
    expect(places.room(first)).to.equal(3);
  });
});
