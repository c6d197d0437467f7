import { expect } from "chai";
import fc from "fast-check";
import { feeLevelNamed, feeLevelNames, feeLevels } from "../../src/handlers/priority-fee-estimate.ts";
import { runs } from "../property-runs.ts";

describe("the levels of a fee estimate", () => {
  const tables: [what: string, observed: bigint[], levels: bigint[]][] = [
    ["nothing", [], [0n, 0n, 0n, 0n, 0n, 0n]],
    ["one fee", [7n], [7n, 7n, 7n, 7n, 7n, 7n]],
    ["two fees", [20n, 10n], [10n, 10n, 10n, 20n, 20n, 20n]],
    ["four fees", [40n, 10n, 30n, 20n], [10n, 10n, 20n, 30n, 40n, 40n]],
    ["1 to 100", Array.from({ length: 100 }, (_, at) => BigInt(100 - at)), [1n, 25n, 50n, 75n, 95n, 100n]],
  ];
  for (const [what, observed, expected] of tables)
    it(`of ${what} are those percentiles`, () =>
      expect(Object.values(feeLevels(observed))).to.deep.equal(expected));

  const fee = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });

  it("rise, and each is the observed fee that its share of all fees does not exceed", () => {
    const shares = [0, 0.25, 0.5, 0.75, 0.95, 1];
    fc.assert(
      fc.property(fc.array(fee, { minLength: 1, maxLength: 150 }), (observed) => {
        const levels = Object.values(feeLevels(observed));
        levels.forEach((level, at) => {
          expect(observed).to.include(level);
          expect(level >= (levels[at - 1] ?? 0n)).to.equal(true);
          const atMost = observed.filter((one) => one <= level).length;
          const below = observed.filter((one) => one < level).length;
          const share = shares[at] ?? 0;
          expect(atMost).to.be.at.least(share * observed.length);
          expect(below).to.be.at.most(Math.ceil(share * observed.length));
        });
      }),
      { numRuns: runs(500) },
    );
  });

  it("do not depend on the order", () => {
    fc.assert(
      fc.property(fc.array(fee), (observed) => {
        expect(feeLevels(observed)).to.deep.equal(feeLevels(observed.toReversed()));
      }),
      { numRuns: runs(200) },
    );
  });

  it("have the names that providers write", () => {
    for (const name of ["VeryHigh", "veryHigh", "very_high", "VERY_HIGH"])
      expect(feeLevelNamed(name)).to.equal("veryHigh");
    expect(feeLevelNames.map((name) => feeLevelNamed(name))).to.deep.equal(feeLevelNames);
    expect(feeLevelNamed("Highest")).to.equal(undefined);
  });
});
