import { expect } from "chai";
import { isHexDigit, isShortEscape, isSpace } from "../../../src/json/scan/skip-value.ts";

describe("the kinds of characters", () => {
  const kinds: readonly (readonly [name: string, isKind: (code: number) => boolean, all: string])[] = [
    ["whitespace", isSpace, "\t\n\r "],
    ["escaped by a letter", isShortEscape, '"/\\bfnrt'],
    ["hexadecimal digits", isHexDigit, "0123456789ABCDEFabcdef"],
  ];
  for (const [name, isKind, all] of kinds)
    it(`know what is ${name}`, () => {
      const found = Array.from({ length: 0x250 }, (_, code) => code).filter(isKind);
      expect(String.fromCharCode(...found)).to.equal(all);
    });
});
