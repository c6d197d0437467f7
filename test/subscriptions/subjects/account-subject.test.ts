import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RawJson } from "../../../src/json/raw-json.ts";
import type { LedgerReader } from "../../../src/subscriptions/reader/ledger-reader.ts";
import { AccountSubject } from "../../../src/subscriptions/subjects/account-subject.ts";
import { account, addresses } from "../harness.ts";

const [address] = addresses;

function changed(slot: number, lamports: number): string {
  return `{"context":{"slot":${slot}},"value":${account(lamports)}}`;
}

describe("the state of an account", () => {
  const methodIndex = indexedMethods.get("accountSubscribe") ?? expect.fail();
  let subject: AccountSubject;

  beforeEach(() => {
    subject = new AccountSubject(bindParams(methodIndex, `["${address}",{"encoding":"base64"}]`));
  });

  const take = (slot: number, lamports: number) => subject.decide(RawJson.fromText(changed(slot, lamports)));
  const fetched = async (slot: number, lamports: number, from?: number) => {
    const answer = { slot, value: RawJson.fromText(account(lamports)) };
    const reader = { account: async () => answer } as unknown as LedgerReader;
    return (await subject.fetch(reader, from)).map(String);
  };

  it("is delivered once, and read again when an older slot shows another", () => {
    expect(take(10, 1)).to.equal("deliver");
    expect(take(10, 1)).to.equal("drop");
    expect(take(9, 1)).to.equal("drop");
    expect(take(9, 2)).to.equal("refresh");
    expect(take(10, 2)).to.equal("deliver");
  });

  it("is delivered if it is read at the last delivered slot or later, and never if it is older", async () => {
    take(10, 1);
    expect(await fetched(9, 2)).to.deep.equal([]);
    expect(await fetched(10, 1)).to.deep.equal([]);
    expect(await fetched(10, 2)).to.deep.equal([changed(10, 2)]);
    expect(await fetched(11, 3)).to.deep.equal([changed(11, 3)]);
  });

  it("is not delivered if it is the first that is read, unless there was a gap", async () => {
    expect(await fetched(10, 1)).to.deep.equal([]);
    expect(await fetched(11, 2, 10)).to.deep.equal([changed(11, 2)]);
  });
});
