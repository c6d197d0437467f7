import { expect } from "chai";
import { renameMembers } from "../../src/json/replace-member.ts";

describe("renameMembers", () => {
  const names = new Map([
    ["pubkey", "account"],
    ['a"b', "c"],
  ]);
  const cases: readonly (readonly [text: string, expected: string | undefined])[] = [
    ['{"pubkey":"x","n":1.0}', '{"account":"x","n":1.0}'],
    ['{ "n" : 18446744073709551615, "pubkey" : [ 1 ] }', '{"n":18446744073709551615,"account":[ 1 ]}'],
    ['{"a\\"b":1,"d\\"e":2}', '{"c":1,"d\\"e":2}'],
    ['{"account":1,"value":"pubkey"}', undefined],
    ["{}", undefined],
  ];
  for (const [text, expected] of cases)
    it(`makes ${expected ?? "nothing"} of ${text}`, () => {
      expect(renameMembers(text, names)).to.equal(expected);
    });
});
