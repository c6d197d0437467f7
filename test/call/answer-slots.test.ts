import { expect } from "chai";
import { methods } from "../../generated/methods.ts";
import { recordShownSlots } from "../../src/call/answer-slots.ts";
import { ShownSlots } from "../../src/call/shown-slots.ts";
import type { Commitment } from "../../src/contract/method-description.ts";
import { RawJson } from "../../src/json/raw-json.ts";

function shownBy(method: keyof typeof methods, commitment: Commitment, result: string): number[] {
  const shown = new ShownSlots();
  recordShownSlots(shown, methods[method], commitment, RawJson.fromText(result));
  return [shown.processed, shown.confirmed, shown.finalized];
}

describe("the slots that an answer shows", () => {
  for (const [name, method, commitment, result, expected] of [
    ["that of its context", "getBalance", "confirmed", '{"context":{"slot":7},"value":1}', [7, 7, 0]],
    ["the whole answer", "getSlot", "finalized", "9", [9, 9, 9]],
    ["a member of the answer", "getEpochInfo", "processed", '{"epoch":1,"absoluteSlot":433}', [433, 0, 0]],
    ["that of a transaction", "getTransaction", "confirmed", '{"blockTime":1,"slot":5}', [5, 5, 0]],
    [
      "those of statuses, each at its own level",
      "getSignatureStatuses",
      "processed",
      '{"context":{"slot":90},"value":[null,{"slot":80,"err":{"InstructionError":[0,{"Custom":1}]},"confirmationStatus":"confirmed"},{"confirmationStatus":"finalized","slot":40},{"slot":89,"confirmationStatus":"processed"}]}',
      [90, 80, 40],
    ],
    ["none, where there is none", "getTransaction", "confirmed", "null", [0, 0, 0]],
    ["none, where a slot is no number", "getSlot", "confirmed", '"9"', [0, 0, 0]],
    ["none, where a slot is too large for a number", "getSlot", "processed", "9007199254740993", [0, 0, 0]],
    ["none, in statuses of another form", "getSignatureStatuses", "processed", '{"value":7}', [0, 0, 0]],
  ] as const)
    it(`are ${name}`, () => {
      expect(shownBy(method, commitment, result)).to.deep.equal(expected);
    });

  it("never go back", () => {
    const shown = new ShownSlots();
    shown.raise("finalized", 50);
    shown.raise("confirmed", 40);
    shown.raise("processed", 60);
    expect([shown.processed, shown.confirmed, shown.finalized]).to.deep.equal([60, 50, 50]);
    shown.clear();
    expect(shown.processed).to.equal(0);
  });
});
