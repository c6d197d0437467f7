import { expect } from "chai";
import fc from "fast-check";
import { printableJson, printableText } from "../../src/text/printable.ts";
import { anyCharacter } from "../any-text.ts";

describe("printableText()", () => {
  const cases: [text: string, printed: string][] = [
    ["plain, with ümläuts and 漢字", "plain, with ümläuts and 漢字"],
    ["\u001b[2J\u001b]0;title\u0007gone", "\\u001b[2J\\u001b]0;title\\u0007gone"],
    ["\u009b31mred", "\\u009b31mred"],
    ["two\r\nlines\nand\ta tab\rback", "two lines and\\u0009a tab\\u000dback"],
    ["\u202eevil", "\\u202eevil"],
    ["\u007f", "\\u007f"],
  ];
  for (const [text, printed] of cases) {
    it(`prints ${JSON.stringify(text)} as ${JSON.stringify(printed)}`, () =>
      expect(printableText(text)).to.equal(printed));
  }
});

describe("printableJson()", () => {
  it("keeps the value and its layout, and escapes every control character", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: anyCharacter }), (json) => {
        const text = JSON.stringify(JSON.parse(json), null, 2);
        const printed = printableJson(text);
        expect(JSON.parse(printed)).to.deep.equal(JSON.parse(text));
        expect(printed).to.not.match(/(?!\n)[\p{Cc}\u202e]/u);
      }),
    );
  });
});
