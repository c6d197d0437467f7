import { expect } from "chai";
import { jsonKind, RawJson, wholeNumber } from "../../src/json/raw-json.ts";

const parts = () => new RawJson([Buffer.from('{"a":'), Buffer.from("1}")], 7);

describe("RawJson", () => {
  it("returns its parts in one piece, as bytes, as text and parsed", () => {
    expect(parts().toBuffer()).to.deep.equal(Buffer.from('{"a":1}'));
    expect(parts().toString()).to.equal('{"a":1}');
    expect(parts().parse()).to.deep.equal({ a: 1 });
  });

  it("does not copy a single part", () => {
    const bytes = Buffer.from("[1]");
    expect(RawJson.fromBytes(bytes).toBuffer()).to.equal(bytes);
  });

  it("copies its parts into one piece of exactly its size", () => {
    const copy = parts().copy();
    expect(copy.toString()).to.equal('{"a":1}');
    expect(copy.toBuffer().buffer.byteLength).to.equal(7);
  });

  for (const [maxBytes, text] of [
    [3, '{"a'],
    [6, '{"a":1'],
    [100, '{"a":1}'],
  ] as const)
    it(`gives at most ${maxBytes} of its first bytes`, () => {
      expect(parts().leadingText(maxBytes)).to.equal(text);
    });

  it("gives the first bytes of a large value in several parts", () => {
    const large = new RawJson([Buffer.from('["'), Buffer.alloc(20_000, "x"), Buffer.from('"]')], 20_004);
    expect(large.leadingText(5)).to.equal('["xxx');
    expect(large.leadingText(20_003)).to.equal(`["${"x".repeat(20_000)}"`);
  });

  it("is byte text, one character for each byte", () => {
    expect(RawJson.fromBytes(Buffer.from('"é"')).toByteText()).to.equal('"Ã©"');
    expect(RawJson.fromText('"é"').toByteText()).to.equal('"Ã©"');
  });

  it("counts bytes, not characters", () => {
    expect(RawJson.fromText('"😀"').byteLength).to.equal(6);
  });

  for (const [text, isNull, isObject] of [
    ["null", true, false],
    ["{}", false, true],
    ['"null"', false, false],
    ["[null]", false, false],
  ] as const) {
    it(`knows what ${text} is without parsing it`, () => {
      const raw = RawJson.fromText(text);
      expect(raw.isNull).to.equal(isNull);
      expect(raw.isObject).to.equal(isObject);
    });
  }

  it("writes a value with every digit", () => {
    const raw = RawJson.write<{ slot: bigint; name: string }>({ slot: 18446744073709551615n, name: "é" });
    expect(raw.toString()).to.equal('{"slot":18446744073709551615,"name":"é"}');
    expect(raw.byteLength).to.equal(Buffer.byteLength(raw.toString()));
  });
});

describe("the kind of a JSON value by its first character", () => {
  for (const [first, kind] of [
    ["0", "0"],
    ["5", "0"],
    ["9", "0"],
    ["-", "0"],
    ["t", "t"],
    ["f", "t"],
    ["n", "n"],
    ['"', '"'],
    ["{", "{"],
    ["[", "["],
    ["/", "/"],
    [":", ":"],
  ] as const)
    it(`is ${kind} for ${first}`, () => {
      expect(jsonKind(first)).to.equal(kind);
    });
});

describe("a raw value as a whole number", () => {
  for (const [text, value] of [
    ["0", 0],
    ["1", 1],
    ["9007199254740991", Number.MAX_SAFE_INTEGER],
    ["9007199254740992", undefined],
    ["-1", undefined],
    ["1.5", undefined],
    ["[1,2]", undefined],
    ['"x"', undefined],
  ] as const)
    it(`is ${value} for ${text}`, () => {
      expect(wholeNumber(RawJson.fromText(text))).to.equal(value);
    });

  it("is undefined for a longer value, whose parts it does not join", () => {
    const parts = [Buffer.from("1".repeat(8)), Buffer.from("2".repeat(9))];
    const joined = Object.assign(new RawJson(parts, 17), { toString: () => expect.fail("joined") });
    expect(wholeNumber(joined)).to.equal(undefined);
  });

  it("is undefined for no value", () => {
    expect(wholeNumber(undefined)).to.equal(undefined);
  });
});
