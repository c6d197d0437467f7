import { expect } from "chai";
import { shapeDifference } from "./json-shape.ts";

describe("shapeDifference", () => {
  for (const [expected, actual] of [
    [1, 2],
    ["a", "b"],
    [{ slot: 1 }, { slot: 9 }],
    [
      [1, "..."],
      [2, 3, 4],
    ],
    ["...", { any: "thing" }],
    [null, null],
  ]) {
    it(`accepts ${JSON.stringify(actual)} for ${JSON.stringify(expected)}`, () => {
      expect(shapeDifference(expected, actual)).to.equal(undefined);
    });
  }

  for (const [expected, actual, difference] of [
    [1, "1", "answer: the guide shows number, it is string"],
    [null, 0, "answer: the guide shows null, it is number"],
    [true, false, "answer: the guide shows true, it is false"],
    [{ a: 1 }, {}, "answer.a: in the guide, but not in the answer"],
    [{}, { a: 1 }, "answer.a: in the answer, but not in the guide"],
    [{ a: { b: [1] } }, { a: { b: ["x"] } }, "answer.a.b[0]: the guide shows number, it is string"],
    [[1], [1, 2], "answer: the guide shows 1 entries, there are 2"],
    [[1, 2, "..."], [1], "answer: the guide shows 2 entries, there are 1"],
  ] as const) {
    it(`refuses ${JSON.stringify(actual)} for ${JSON.stringify(expected)}`, () => {
      expect(shapeDifference(expected, actual)).to.equal(difference);
    });
  }
});
