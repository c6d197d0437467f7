import { expect } from "chai";
import { RawJson } from "../../../src/json/raw-json.ts";
import { contextAt, payloadSlot } from "../../../src/subscriptions/subjects/subject.ts";

describe("the slot of a notification's context", () => {
  for (const [text, slot] of [
    ['{"context":{"slot":7},"value":1}', 7],
    ['{"value":1,"context":{"slot":7}}', 7],
    [`{"value":"${"x".repeat(200)}","context":{"slot":8}}`, 8],
    [`${contextAt(9)}1}`, 9],
    ['{"context":{"slot":"7"},"value":1}', undefined],
    ['{"value":1}', undefined],
    ["5", undefined],
  ] as const) {
    it(`is ${slot} in ${text.slice(0, 50)}`, () => {
      expect(payloadSlot(RawJson.fromText(text))).to.equal(slot);
    });
  }
});
