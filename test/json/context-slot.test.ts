import { expect } from "chai";
import { contextSlot, leadingContextSlot } from "../../src/json/context-slot.ts";
import { ResponseCutter } from "../../src/json/cut-response.ts";
import { RawJson } from "../../src/json/raw-json.ts";

describe("the slot of a result's context", () => {
  for (const [text, slot] of [
    ['{"context":{"slot":7},"value":1}', 7],
    ['{"context":{"apiVersion":"3.1.10","slot":341197053},"value":{}}', 341197053],
    ['{"context":{"slot":9,"apiVersion":"3.1.10"},"value":{}}', 9],
    ['{"context":{"x":1234567,"slot":9},"value":{}}', 9],
    ['{"context":{"slot":5},"value":"abcd,e"}', 5],
    ['{"value":1,"context":{"slot":7}}', undefined],
    ['{"context": {"slot": 7}, "value": 1}', 7],
    ['{"context":{"slot": 7 },"value":1}', 7],
    [
      '{\n  "context": {\n    "apiVersion": "3.1.10",\n    "slot": 341197053\n  },\n  "value": 1\n}',
      341197053,
    ],
    ['{ "context" : { "apiVersion" : "3" } , "value" : { "slot" : 7 } }', undefined],
    ['{"context": {"at": {"slot": 7}}, "value": 1}', undefined],
    ['{"context": {"slot": 7.5}, "value": 1}', undefined],
    ['{"context": {"slot": 7e2}, "value": 1}', undefined],
    ['{"context":{"slot":"7"},"value":1}', undefined],
    ['{"context":{"slot":},"value":1}', undefined],
    ['{"context":{"slot":7.5},"value":1}', undefined],
    ['{"context":{"slot":1234567890123456},"value":1}', 1234567890123456],
    ['{"context":{"slot":12345678901234567},"value":1}', undefined],
    ['{"context":{"slot":9007199254740991},"value":1}', 9007199254740991],
    ['{"context":{"slot":9007199254740993},"value":1}', undefined],
    ['{"context":{"slot":-7},"value":1}', undefined],
    ['{"context":{"slot":7,"slot":9},"value":1}', 9],
    ['{"context":{"slot":7,"slot":"x"},"value":1}', undefined],
    ['{"context":{"apiVersion":"3"},"value":{"slot":7}}', undefined],
    ['{"context":{},"value":[{"slot":7}]}', undefined],
    ['{"context":{"slot":null},"value":[{"slot":7}]}', undefined],
    ['{"context":{"at":{"slot":7},"slot":9},"value":1}', undefined],
    [`{"context":{"apiVersion":"${"x".repeat(100)}","slot":7},"value":1}`, undefined],
    ['{"context":{', undefined],
    ["7", undefined],
    ["null", undefined],
    ['{"a":12}', undefined],
    ['{"ab":12}', undefined],
  ] as const) {
    it(`is ${slot} in ${text.slice(0, 60)}`, () => {
      expect(leadingContextSlot(RawJson.fromText(text))).to.equal(slot);
      expect(leadingContextSlot(RawJson.fromBytes(Buffer.from(text)))).to.equal(slot);
    });
  }

  for (const length of [50, 20_000])
    it(`is found wherever the first piece of an answer of ${length} bytes ends`, () => {
      const body = Buffer.from(
        `{"jsonrpc":"2.0","result":{"context":{"apiVersion":"3.1.10","slot":7},"value":"${"x".repeat(length)}"},"id":1}`,
      );
      for (let end = 1; end < 100; end += 1) {
        const cutter = new ResponseCutter();
        cutter.push(body.subarray(0, end));
        cutter.push(body.subarray(end));
        const answer = cutter.end();
        expect(answer.kind === "result" && leadingContextSlot(answer.result), String(end)).to.equal(7);
      }
    });

  it("is looked for only in the first 96 bytes", () => {
    const endingAt = (bytes: number) => {
      const [before, after] = ['{"context":{"apiVersion":"', '","slot":7,'];
      return `${before}${"x".repeat(bytes - before.length - after.length)}${after}"more":1},"value":1}`;
    };
    expect(leadingContextSlot(RawJson.fromText(endingAt(96)))).to.equal(7);
    expect(leadingContextSlot(RawJson.fromText(endingAt(97)))).to.equal(undefined);
  });
});

describe("the slot of a context that may stand anywhere", () => {
  for (const [text, slot] of [
    ['{"context":{"slot":7},"value":1}', 7],
    ['{"value":1,"context":{"slot":7}}', 7],
    [`{"value":"${"x".repeat(200)}","context":{"slot":8}}`, 8],
    [`{"context":{"slot":9},"value":1}`, 9],
    ['{"context":{"slot":"7"},"value":1}', undefined],
    ['{"value":1}', undefined],
    ["5", undefined],
  ] as const) {
    it(`is ${slot} in ${text.slice(0, 50)}`, () => {
      expect(contextSlot(RawJson.fromText(text))).to.equal(slot);
    });
  }
});
