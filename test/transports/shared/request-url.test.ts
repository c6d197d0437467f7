import { expect } from "chai";
import { networkInPath } from "../../../src/transports/shared/request-url.ts";

describe("the network that a path names", () => {
  const segments = [
    ["one", "one"],
    ["one/", "one"],
    ["a%20b", "a b"],
    ["", undefined],
    ["/", undefined],
    ["one/two", undefined],
    ["%zz", undefined],
  ] as const;
  for (const [segment, network] of segments) {
    it(`is ${network} for /networks/${segment}`, () => {
      expect(networkInPath(segment)).to.equal(network);
    });
  }
});
