import { expect } from "chai";
import fc from "fast-check";
import { NetworkPermits, PermitPool } from "../../../src/upstream/sharing/permits.ts";

/** A pool of one size with members, by how many permits each has taken. */
function placesOf(
  size: number,
  taken: readonly number[],
): { places: PermitPool; networks: NetworkPermits[] } {
  const places = new PermitPool(size);
  const networks = taken.map(() => new NetworkPermits());
  for (const network of networks) places.setReserve(network, true);
  for (const [index, count] of taken.entries()) {
    const network = networks[index] as NetworkPermits;
    for (let at = 0; at < count; at += 1) places.take(network);
  }
  return { places, networks };
}

describe("permits that networks share", () => {
  const cases: readonly [size: number, taken: number[], room: number[]][] = [
    [100, [0], [100]],
    [100, [0, 0], [75, 75]],
    [100, [75, 0], [0, 25]],
    [100, [30, 10], [45, 60]],
    [100, [65, 0, 0], [3, 19, 19]],
    [4, [3, 0], [0, 1]],
    [3, [2, 0], [0, 1]],
    // Too few for a reserve each.
    [2, [2, 0], [0, 0]],
    [1, [0, 0, 0], [1, 1, 1]],
    [0, [0, 0], [0, 0]],
  ];
  for (const [size, taken, room] of cases) {
    it(`leaves room for ${room} of ${size} when ${taken} are taken`, () => {
      const { places, networks } = placesOf(size, taken);
      expect(networks.map((network) => places.freeFor(network))).to.deep.equal(room);
    });
  }

  it("never hands out more than there are, and always has a member's reserve free for it", () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 300 });
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 40 }), steps, (size, list) => {
        const { places, networks } = placesOf(size, [0, 0, 0, 0]);
        const part = Math.max(1, Math.floor(size / 8));
        for (const [index, takes] of list) {
          const network = networks[index] as NetworkPermits;
          if (!takes && network.taken > 0) places.release(network);
          else if (takes && places.freeFor(network) > 0) places.take(network);
          if (places.taken > size) return false;
          if (networks.some((each) => each.taken < part && places.freeFor(each) < part - each.taken))
            return false;
        }
        return true;
      }),
    );
  });

  it("returns a reserve to all when its network is no longer a member", () => {
    const { places, networks } = placesOf(10, [7, 0]);
    const [first, second] = networks as [NetworkPermits, NetworkPermits];
    expect(places.freeFor(first)).to.equal(1);
    places.setReserve(second, false);
    expect(places.freeFor(first)).to.equal(3);
  });
});
