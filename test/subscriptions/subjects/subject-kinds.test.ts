import { expect } from "chai";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { findSubjectKind } from "../../../src/subscriptions/subjects/subject-kinds.ts";

describe("the slot that a notification without a context shows", () => {
  for (const [method, payload, shown, why] of [
    ["slotSubscribe", '{"slot":41,"parent":40,"root":9}', 40, "a slot that begins is not yet answered from"],
    ["rootSubscribe", "9", 9, "a root is confirmed, and soon finalized"],
  ] as const) {
    it(`is ${shown} in ${method}'s ${payload}: ${why}`, () => {
      const rule = indexedMethods.get(method)?.method.subscription ?? expect.fail();
      const { slotInPayload: preferredSlot } = findSubjectKind(rule);
      expect(preferredSlot?.slotOf(RawJson.fromText(payload))).to.equal(shown);
      expect(preferredSlot?.commitment).to.equal(method === "slotSubscribe" ? "processed" : "confirmed");
    });
  }
});
