import { expect } from "chai";
import { shownValue } from "../../src/text/wording.ts";

describe("shownValue", () => {
  const cases: readonly (readonly [unknown, string])[] = [
    ["abc", '"abc"'],
    ['a"b', '"a\\"b"'],
    ["x".repeat(60), `"${"x".repeat(60)}"`],
    ["x".repeat(61), `"${"x".repeat(57)}"... (61 characters)`],
    ["https://user:secret@example.com/key", "another URL"],
    ["http://user:secret@example.com/key", "an http URL"],
    [5, "5"],
    [1.5, "1.5"],
    [true, "true"],
    [null, "null"],
    [undefined, "undefined"],
    [[], "an array of 0 items"],
    [[1], "an array of 1 item"],
    [{ secret: 1 }, "an object"],
  ];

  for (const [value, shown] of cases) {
    it(`shows ${JSON.stringify(value)?.slice(0, 40)} as ${shown.slice(0, 40)}`, () => {
      expect(shownValue(value)).to.equal(shown);
    });
  }
});
