import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { findSubjectKind } from "../../../src/subscriptions/subjects/subject-kinds.ts";

const address = '"11111111111111111111111111111111"';
const subscriptions = [
  ["accountSubscribe", `[${address}]`, '{"lamports":1}'],
  ["programSubscribe", `[${address}]`, `{"pubkey":${address},"account":{"lamports":1}}`],
  ["logsSubscribe", '["all"]', '{"signature":"5h","err":null,"logs":[]}'],
  ["signatureSubscribe", `["${"5".repeat(88)}"]`, '"receivedSignature"'],
  ["blockSubscribe", '["all"]', '{"slot":5,"block":{},"err":null}'],
  ["slotSubscribe", "[]", undefined],
  ["rootSubscribe", "[]", undefined],
] as const;

describe("a payload of another form than its subscription's", () => {
  for (const [method, params, value] of subscriptions)
    it(`is not delivered: ${method}`, () => {
      const methodIndex = indexedMethods.get(method) ?? expect.fail();
      const rule = methodIndex.method.subscription ?? expect.fail();
      const subject = findSubjectKind(rule).create(bindParams(methodIndex, params), { left: 100 });
      const decisionOf = (text: string) => subject.decide(RawJson.fromText(text));
      for (const text of [
        "null",
        "{}",
        "[]",
        '"x"',
        "true",
        '{"context":{},"value":null}',
        '{"context":null}',
      ])
        expect(decisionOf(text), text).to.not.equal("deliver");
      if (value !== undefined)
        expect(decisionOf(`{"context":{"slot":5},"value":${value}}`)).to.equal("deliver");
    });

  it("is read from the ledger if it shows no account", () => {
    const methodIndex = indexedMethods.get("accountSubscribe") ?? expect.fail();
    const rule = methodIndex.method.subscription ?? expect.fail();
    const subject = findSubjectKind(rule).create(bindParams(methodIndex, `[${address}]`), { left: 100 });
    expect(subject.decide(RawJson.fromText('{"context":{"slot":5},"value":null}'))).to.equal("refresh");
  });
});
