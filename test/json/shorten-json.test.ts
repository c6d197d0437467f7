import { expect } from "chai";
import fc from "fast-check";
import { indexLongValues, shortenJson } from "../../src/json/shorten-json.ts";
import { runs } from "../property-runs.ts";
import { expectProportionalWork } from "../work-grows.ts";

const long = (length: number, letter = "x") => letter.repeat(length);

describe("shortenJson", () => {
  it("leaves what fits unchanged", () => {
    const text = '{"a":18446744073709551615,"b":[1.0,1e3]}';
    expect(shortenJson(text, 256)).to.deep.equal({ text, omissions: [] });
  });

  for (const [text, what] of [
    [`["${long(296)}"]`, "list"],
    [`{"a":"${long(292)}"}`, "object"],
    [`"${long(298)}"`, "string"],
  ] as const)
    it(`leaves a ${what} of exactly the bytes that fit unchanged, and shortens it for one byte less`, () => {
      expect(shortenJson(text, 300)).to.deep.equal({ text, omissions: [] });
      expect(shortenJson(text, 299).omissions).to.have.length(1);
      expect(shortenJson(text, 299).text.length).to.be.within(1, 299);
    });

  it("cuts a string before a character, an escape or a pair of escapes, never in it", () => {
    for (const unit of ["é", "€", "😀", "\\n", "\\u00e9", "\\ud83d\\ude00"])
      for (let room = 256; room < 270; room += 1) {
        const bytes = Buffer.byteLength(unit);
        const { text, omissions } = shortenJson(`"${unit.repeat(300)}"`, room);
        const whole = Math.floor((room - 2) / bytes);
        expect(text, `${unit} in ${room}`).to.equal(`"${unit.repeat(whole)}"`);
        expect(omissions[0]?.unit).to.equal("characters");
      }
  });

  it("keeps the first items of a list, byte for byte", () => {
    const items = Array.from({ length: 100 }, (_, at) => `{"n":1844674407370955${1000 + at},"d":1.0}`);
    const { text, omissions } = shortenJson(`[${items.join(",")}]`, 1024);
    const kept = (JSON.parse(text) as unknown[]).length;
    expect(text).to.equal(`[${items.slice(0, kept).join(",")}]`);
    expect(omissions).to.deep.equal([{ path: "", kept, total: 100, unit: "items" }]);
    expect(text.length).to.be.within(1024 - (items[0] ?? "").length - 1, 1024);
  });

  it("keeps small members of a record whole and shortens the long one", () => {
    const items = Array.from({ length: 1000 }, (_, at) => String(at)).join(",");
    const { text, omissions } = shortenJson(`{"context":{"slot":5},"value":[${items}],"end":true}`, 1000);
    const parsed = JSON.parse(text) as { context: object; value: number[]; end: boolean };
    expect(parsed.context).to.deep.equal({ slot: 5 });
    expect(parsed.end).to.equal(true);
    expect(omissions).to.deep.equal([
      { path: "value", kept: parsed.value.length, total: 1000, unit: "items" },
    ]);
  });

  it("keeps both parts of [data, encoding] and the beginning of the data", () => {
    const { text, omissions } = shortenJson(
      `{"context":{"slot":1},"value":{"data":["${long(5000)}","base64"],"lamports":7}}`,
      1000,
    );
    const { value } = JSON.parse(text) as { value: { data: [string, string]; lamports: number } };
    expect(value.data[1]).to.equal("base64");
    expect(value.lamports).to.equal(7);
    expect(omissions).to.deep.equal([
      { path: "value.data[0]", kept: value.data[0].length, total: 5000, unit: "characters" },
    ]);
    expect(text.length).to.be.within(990, 1000);
  });

  it("keeps the first members of a map with many", () => {
    const members = Array.from({ length: 500 }, (_, at) => `"k${at}":[${at},${at + 1}]`);
    const { text, omissions } = shortenJson(`{${members.join(",")}}`, 1024);
    const kept = Object.keys(JSON.parse(text) as object).length;
    expect(text).to.equal(`{${members.slice(0, kept).join(",")}}`);
    expect(omissions).to.deep.equal([{ path: "", kept, total: 500, unit: "members" }]);
  });

  it("keeps as many members of a map as fit, whatever the room", () => {
    const members = Array.from({ length: 200 }, (_, at) => `"k${100 + at}":[${100 + at}]`);
    const [member = ""] = members;
    for (let room = 300; room < 300 + member.length; room += 1) {
      const { text, omissions } = shortenJson(`{${members.join(",")}}`, room);
      const kept = Object.keys(JSON.parse(text) as object).length;
      expect(text).to.equal(`{${members.slice(0, kept).join(",")}}`);
      expect(text.length).to.be.within(room - member.length - 1, room);
      expect(omissions).to.deep.equal([{ path: "", kept, total: 200, unit: "members" }]);
    }
  });

  it("shortens the first item of a list when none fits", () => {
    const item = `{"name":"first","data":"${long(3000)}"}`;
    const { text, omissions } = shortenJson(`[${item},${item}]`, 512);
    expect((JSON.parse(text) as { name: string }[]).map(({ name }) => name)).to.deep.equal(["first"]);
    expect(omissions.map(({ path, total }) => [path, total])).to.deep.equal([
      ["", 2],
      ["[0].data", 3000],
    ]);
  });

  const pieces: readonly (readonly [name: string, piece: string])[] = [
    ["an escape", "\\n"],
    ["an escaped quote", '\\"'],
    ["an escaped letter", "\\u00e9"],
    ["a pair of escaped surrogates", "\\ud83d\\ude00"],
    ["a letter of two bytes", "é"],
    ["a letter of three bytes", "€"],
    ["a pair of surrogates", "😀"],
  ];
  for (const [name, piece] of pieces) {
    it(`does not cut through ${name}`, () => {
      const whole = JSON.parse(`"${piece}"`) as string;
      for (let lead = 0; lead < 13; lead += 1) {
        const { text } = shortenJson(`"${long(lead)}${piece.repeat(400)}"`, 300);
        const value = JSON.parse(text) as string;
        const rest = value.slice(lead);
        expect(Buffer.byteLength(text)).to.be.within(300 - 13, 300);
        expect(rest).to.equal(whole.repeat(rest.length / whole.length));
      }
    });
  }

  it("returns JSON that is no longer than allowed, whatever the value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 256, max: 2048 }), (value, maxBytes) => {
        const list = JSON.stringify([value, { value, more: Array(20).fill(value) }, long(300)]);
        const { text, omissions } = shortenJson(list, maxBytes);
        JSON.parse(text);
        expect(Buffer.byteLength(text)).to.be.at.most(maxBytes);
        expect(omissions.length === 0).to.equal(text === list);
      }),
      { numRuns: runs(500) },
    );
  });

  const deep: readonly (readonly [what: string, text: (bytes: number) => string])[] = [
    ["arrays", (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2)],
    ["objects", (bytes) => `${'{"a":'.repeat(bytes / 6)}1${"}".repeat(bytes / 6)}`],
    ["both", (bytes) => `${'[{"a":'.repeat(bytes / 8)}1${"}]".repeat(bytes / 8)}`],
    [
      "records with neighbours",
      (bytes) => `${'{"a":1,"b":'.repeat(bytes / 20)}1${',"c":[1]}'.repeat(bytes / 20)}`,
    ],
  ];
  for (const [what, textOf] of deep) {
    it(`cuts nested ${what}, with work in proportion to their length`, async () => {
      const { text, omissions } = shortenJson(textOf(800_000), 100_000);
      expect(text.length).to.be.at.most(100_000);
      JSON.parse(text);
      expect(omissions).not.to.deep.equal([]);
      await expectProportionalWork((bytes) => shortenJson(textOf(bytes), 25_000), 100_000);
    });
  }

  it("empties what does not fit below 32 levels", () => {
    const { text, omissions } = shortenJson(`${"[".repeat(40)}"${long(2000)}"${"]".repeat(40)}`, 512);
    expect(text).to.equal(`${"[".repeat(33)}${"]".repeat(33)}`);
    expect(omissions.at(-1)).to.deep.equal({ path: "[0]".repeat(32), kept: 0, total: 1, unit: "items" });
  });

  it("empties records below 32 levels", () => {
    const { text, omissions } = shortenJson(`${'{"a":'.repeat(40)}"${long(2000)}"${"}".repeat(40)}`, 512);
    expect(text).to.equal(`${'{"a":'.repeat(32)}{}${"}".repeat(32)}`);
    const path = Array(32).fill("a").join(".");
    expect(omissions).to.deep.equal([{ path, kept: 0, total: 1, unit: "members" }]);
  });

  it("shortens the keys of a path", () => {
    const { omissions } = shortenJson(`{"${long(300)}":"${long(5000)}"}`, 1000);
    expect(omissions.map(({ path }) => path)).to.deep.equal([`${long(57)}...`]);
  });

  it("cuts a long list of accounts, with work in proportion to its length", async () => {
    const item = `{"pubkey":"${long(44)}","account":{"data":["${long(2000)}","base64"],"lamports":1}}`;
    const listOf = (bytes: number) =>
      `{"context":{"slot":1},"value":[${Array(Math.ceil(bytes / item.length))
        .fill(item)
        .join(",")}]}`;
    expect(shortenJson(listOf(4_000_000), 100_000).text.length).to.be.within(97_000, 100_000);
    await expectProportionalWork((bytes) => shortenJson(listOf(bytes), 100_000), 500_000);
  });
});

describe("indexLongValues", () => {
  const longText = `"${"x".repeat(2000)}"`;

  it("knows where long arrays and objects end, and no others", () => {
    const text = `{"a":[${longText}],"b":[1],"c":${longText},"d":{"e":${longText}}}`;
    const inner = text.indexOf("[");
    const last = text.lastIndexOf("{");
    expect([...indexLongValues(text, 32)].sort(([a], [b]) => a - b)).to.deep.equal([
      [0, text.length],
      [inner, inner + longText.length + 2],
      [last, text.length - 1],
    ]);
  });

  it("is not fooled by brackets and quotes in strings", () => {
    const text = `["[[{{\\"]}",${longText},"]"]`;
    expect([...indexLongValues(text, 32)]).to.deep.equal([[0, text.length]]);
  });

  it("looks only at the outermost levels", () => {
    const text = `[[[[${longText}]]]]`;
    expect([...indexLongValues(text, 2).keys()].sort()).to.deep.equal([0, 1]);
  });
});
