import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { toLine } from "../../../src/transports/shared/one-line.ts";

describe("toLine", () => {
  const cases: readonly (readonly [name: string, text: string, line: string])[] = [
    ["ends a line", '{"a":1}', '{"a":1}\n'],
    ["takes breaks between tokens for spaces", '{\r\n  "a":\n1\r}', '{    "a": 1 }\n'],
    ["leaves escaped breaks in strings", '"a\\nb"', '"a\\nb"\n'],
    ["leaves letters whose bytes look like nothing else", '"ਊ"', '"ਊ"\n'],
  ];
  for (const [name, text, line] of cases) {
    it(name, () => {
      expect(toLine(RawJson.fromText(text)).toString()).to.equal(line);
    });
  }

  it("joins parts without changing them", () => {
    const parts = [Buffer.from("[1,\n"), Buffer.from("2]\n")];
    expect(toLine(new RawJson(parts, 7)).toString()).to.equal("[1, 2] \n");
    expect(Buffer.concat(parts).toString()).to.equal("[1,\n2]\n");
  });
});
