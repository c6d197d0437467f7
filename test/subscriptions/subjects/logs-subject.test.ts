import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import { LogsSubject } from "../../../src/subscriptions/subjects/logs-subject.ts";

const logs = (slot: number, signature: string) =>
  RawJson.fromText(`{"context":{"slot":${slot}},"value":{"signature":"${signature}","err":null,"logs":[]}}`);

describe("logs of transactions", () => {
  let subject: LogsSubject;

  beforeEach(() => {
    subject = new LogsSubject(bindParams(indexedMethods.get("logsSubscribe") ?? expect.fail(), '["all"]'));
  });

  it("are delivered once, and none of an older slot", () => {
    expect(subject.decide(logs(5, "a"))).to.equal("deliver");
    expect(subject.decide(logs(5, "a"))).to.equal("drop");
    expect(subject.decide(logs(5, "b"))).to.equal("deliver");
    expect(subject.decide(logs(4, "c"))).to.equal("drop");
    expect(subject.decide(logs(6, "a"))).to.equal("deliver");
  });

  it("are not delivered if they name no slot or no signature", () => {
    for (const text of ['{"value":{"signature":"a"}}', '{"context":{"slot":7},"value":{"err":null}}', "{}"])
      expect(subject.decide(RawJson.fromText(text))).to.equal("drop");
  });

  it("are delivered again on another ledger", () => {
    subject.decide(logs(5, "a"));
    subject.forgetLedger();
    expect(subject.decide(logs(1, "a"))).to.equal("deliver");
  });
});
