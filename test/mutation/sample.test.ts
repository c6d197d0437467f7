import { expect } from "chai";
import { sample } from "./sample.ts";

describe("a sample of mutants", () => {
  const members = Array.from({ length: 100 }, (_, index) => index);

  it("is the same for the same seed, and another for another", () => {
    expect(sample(members, 10, 1)).to.deep.equal(sample(members, 10, 1));
    expect(sample(members, 10, 1)).not.to.deep.equal(sample(members, 10, 2));
  });

  it("holds no member twice, and no more than there are", () => {
    expect(sample(members, 200, 1)).to.have.members(members);
  });
});
