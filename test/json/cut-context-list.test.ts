import { expect } from "chai";
import fc from "fast-check";
import { cutContextList } from "../../src/json/cut-context-list.ts";
import { RawJson } from "../../src/json/raw-json.ts";

function cut(text: string, count: number): { context: string; items: readonly string[] } | undefined {
  const found = cutContextList(RawJson.fromText(text), count);
  const items = found && Array.from({ length: count }, (_, index) => found.item(index));
  return found && items && { context: found.context.toString(), items };
}

describe("an answer that is a list", () => {
  it("is cut into its context and items, byte for byte, however it is written", () => {
    const context = '{"apiVersion":"3.1.10","slot":18446744073709551615}';
    const items = ["null", '{"data":["","base64"]}', "[1.0, 2]", '"a\\"]}"'];
    for (const text of [
      `{"context":${context},"value":[${items.join(",")}]}`,
      `{"value":[${items.join(" , ")}],"context":${context}}`,
      `{ "context": ${context} , "value": [ ${items.join(" ,")} ] }`,
    ])
      expect(cut(text, 4), text).to.deep.equal({ context, items });
    expect(cut(`{"context":${context},"value":[]}`, 0)).to.deep.equal({ context, items: [] });
    expect(cutContextList(RawJson.fromText(`{"context":${context},"value":[1,2,3]}`), 3)?.length).to.equal(3);
  });

  it("tells the bytes of its items, and of an answer that is made of some of them", () => {
    const list = cutContextList(RawJson.fromText('{"context":{"slot":1},"value":["é",12345,[1, 2]]}'), 3);
    expect([0, 1, 2].map((index) => list?.byteLength(index))).to.deep.equal([4, 5, 6]);
    expect([0, 1, 2].map((place) => list?.byteLength(place))).to.deep.equal([4, 5, 6]);
  });

  const others: Readonly<Record<string, string>> = {
    "has another number of items": '{"context":{"slot":1},"value":[1,2,3]}',
    "is no list": '{"context":{"slot":1},"value":{"a":1}}',
    "has a further member": '{"context":{"slot":1},"value":[1,2],"more":1}',
    "has two contexts": '{"context":{"slot":1},"context":{"slot":2},"value":[1,2]}',
    "has two lists": '{"context":{"slot":1},"value":[1,2],"value":[3,4]}',
    "has no context": '{"value":[1,2]}',
    "has another first member": '{"contexx":{"slot":1},"value":[1,2]}',
    "has another second member": '{"context":{"slot":1},"valuf":[1,2]}',
    "is no object": "[1,2]",
    "ends too early": '{"context":{"slot":1},"value":[1,2]',
    "goes on behind its end": '{"context":{"slot":1},"value":[1,2]}}',
  };
  for (const [how, text] of Object.entries(others))
    it(`is not cut if it ${how}`, () => expect(cut(text, 2)).to.equal(undefined));

  it("is cut around strings of any length with quotes and backslashes anywhere", () => {
    const part = fc.constantFrom("\\", '"', '\\"', "],[", "a", "b".repeat(11), "c".repeat(100));
    const strings = fc.array(fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")));
    fc.assert(
      fc.property(strings, (value) => {
        const items = value.map((each) => JSON.stringify(each));
        expect(cut(`{"context":{"slot":1},"value":[${items}]}`, items.length)?.items).to.deep.equal(items);
      }),
      { numRuns: 1000 },
    );
  });

  it("is cut as JSON.parse reads it", () => {
    const answer = fc.record({ context: fc.object(), value: fc.array(fc.jsonValue()) });
    fc.assert(
      fc.property(answer, (made) => {
        const text = JSON.stringify({ context: made.context, value: made.value });
        const { context, value } = JSON.parse(text) as typeof made;
        const found = cut(text, value.length);
        const items = found?.items.map((item) => RawJson.fromByteText(item).parse());
        expect([JSON.parse(found?.context ?? ""), items]).to.deep.equal([context, value]);
      }),
    );
  });
});
