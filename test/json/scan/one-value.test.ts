import { expect } from "chai";
import { isOneJsonValue } from "../../../src/json/scan/json-scanner.ts";

describe("exactly one JSON value", () => {
  for (const text of ["0", "null", '"é"', "[1, 2]", '{"a":1}', "18446744073709551615"])
    it(`is ${text}`, () => {
      expect(isOneJsonValue(Buffer.from(text))).to.equal(true);
    });

  const others: readonly (readonly [what: string, bytes: string | readonly number[]])[] = [
    ["nothing", ""],
    ["whitespace before it", " 1"],
    ["whitespace after it", "1\n"],
    ["two values", "1 2"],
    ["half a value", '{"a":'],
    ["what is no JSON", "nul"],
    ["bytes that are not UTF-8", [0x22, 0xff, 0x22]],
  ];
  for (const [what, bytes] of others)
    it(`is not ${what}`, () => {
      expect(isOneJsonValue(Buffer.from(bytes as string))).to.equal(false);
    });
});
