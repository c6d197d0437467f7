import { expect } from "chai";
import { renameMembers, replaceMember } from "../../src/json/replace-member.ts";
import { JsonError } from "../../src/json/scan/json-error.ts";

describe("replaceMember", () => {
  const cases: readonly (readonly [text: string, expected: string | undefined])[] = [
    ['{"data":"a"}', '{"data":[1.0]}'],
    ['{"b":1e2,"data":{"x":1},"c":"data"}', '{"b":1e2,"data":[1.0],"c":"data"}'],
    ['{"data":1,"\\n":2}', '{"data":[1.0],"\\n":2}'],
    ['{"b":1}', undefined],
    ["{}", undefined],
    ['{ "data":1}', undefined],
    ['{"data": 1}', undefined],
    ['{"data":1,"b":2 }', undefined],
  ];
  for (const [text, expected] of cases)
    it(`makes ${expected ?? "nothing"} of ${text}`, () => {
      expect(replaceMember(text, "data", "[1.0]")).to.equal(expected);
    });

  it("takes a thousand members, and refuses more", () => {
    const members = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join(",")}}`;
    expect(replaceMember(members(1000), "999", "1")).to.contain('"999":1}');
    expect(() => replaceMember(members(1001), "999", "1")).to.throw(JsonError);
  });
});

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
