import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";
import { ProgramSubject } from "../../../src/subscriptions/subjects/program-subject.ts";
import type { Budget } from "../../../src/subscriptions/subjects/subject.ts";
import { account, addresses } from "../harness.ts";

const [program, first, second] = addresses;

function changed(pubkey: string, slot: number, lamports: number): RawJson {
  return RawJson.fromText(
    `{"context":{"slot":${slot}},"value":{"pubkey":"${pubkey}","account":${account(lamports)}}}`,
  );
}

describe("the accounts of a program", () => {
  const bound = () => bindParams(indexedMethods.get("programSubscribe") ?? expect.fail(), `["${program}"]`);
  let budget: Budget;
  let subject: ProgramSubject;

  beforeEach(() => {
    budget = { left: 2 };
    subject = new ProgramSubject(bound(), budget);
  });

  it("are delivered once in each state, and read again when an older slot shows something new", () => {
    expect(subject.decide(changed(first, 10, 1))).to.equal("deliver");
    expect(subject.decide(changed(first, 10, 1))).to.equal("drop");
    expect(subject.decide(changed(first, 9, 1))).to.equal("drop");
    expect(subject.decide(changed(second, 9, 1))).to.equal("refresh");
    expect(subject.decide(changed(first, 10, 2))).to.equal("deliver");
  });

  it("are read in full: unknown ones are delivered after a gap, but not before", async () => {
    const list = (slot: number, lamports: number) => ({
      slot,
      accounts: [RawJson.fromText(`{"account":${account(lamports)},"pubkey":"${first}"}`)],
    });
    let read = list(10, 1);
    const reader = { programAccounts: async () => read } as unknown as LedgerReader;
    const fetched = async (from: number | undefined) =>
      (await subject.fetch(reader, from, () => true)).map(String);
    expect(await fetched(undefined)).to.deep.equal([]);
    expect(await fetched(9)).to.deep.equal([]);
    read = list(11, 2);
    expect(await fetched(10)).to.deep.equal([
      `{"context":{"slot":11},"value":{"pubkey":"${first}","account":${account(2)}}}`,
    ]);
    subject = new ProgramSubject(bound(), budget);
    expect(await fetched(10)).to.have.length(1);
  });

  it("each take one of the places that all subscriptions share, and give it back at the end", () => {
    subject.decide(changed(first, 10, 1));
    subject.decide(changed(first, 11, 2));
    subject.decide(changed(second, 12, 1));
    expect(budget.left).to.equal(0);
    subject.close();
    // A notification that was in flight when the subscription ended.
    subject.decide(changed(first, 13, 3));
    expect(budget.left).to.equal(2);
  });
});
