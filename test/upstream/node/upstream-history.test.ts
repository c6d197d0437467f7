import { expect } from "chai";
import { UpstreamHistory } from "../../../src/upstream/node/upstream-history.ts";

const denial = (first: string) =>
  `Block 5 cleaned up, does not exist on node. First available block: ${first}`;

describe("the known history of an upstream", () => {
  const messages: readonly [message: string, first: number][] = [
    [denial("700"), 700],
    [denial("700").toUpperCase(), 700],
    [denial("1001"), 0],
    [denial("99999999999999999999"), 0],
    ["Block 5 cleaned up, does not exist on node.", 0],
    ["", 0],
  ];
  for (const [message, first] of messages) {
    it(`begins at slot ${first} after ${JSON.stringify(message)} at slot 1000`, () => {
      const history = new UpstreamHistory(undefined);
      history.recordRefusal(message, 1000, 0);
      expect([history.firstSlot, history.reportedMissing(first - 1)]).to.deep.equal([first, first > 0]);
      expect(history.reportedMissing(first)).to.equal(false);
    });
  }

  it("is a guess if another upstream has a slot that it lacks", () => {
    const history = new UpstreamHistory(undefined);
    history.recordMissing(400, 0);
    expect([history.lacks(400, 1000), history.reportedMissing(400)]).to.deep.equal([true, false]);
    history.recordFirst(300, 1);
    expect([history.lacks(400, 1000), history.reportedMissing(299)]).to.deep.equal([false, true]);
  });

  it("is what the operator configured, if anything", () => {
    for (const configured of ["full", 5000] as const) {
      const history = new UpstreamHistory(configured);
      history.recordRefusal(denial("700"), 1000, 0);
      expect([history.lacks(600, 1000), history.reportedMissing(600)]).to.deep.equal([false, false]);
    }
  });

  it("is queried again a minute later if calls have avoided the upstream", () => {
    const history = new UpstreamHistory(undefined);
    history.recordFirst(700, 0);
    expect(history.isRecheckDue(100_000)).to.equal(false);
    history.scheduleRecheck();
    expect([59_999, 60_000].map((now) => history.isRecheckDue(now))).to.deep.equal([false, true]);
    history.recordFirst(700, 60_000);
    history.scheduleRecheck();
    expect([119_999, 120_000].map((now) => history.isRecheckDue(now))).to.deep.equal([false, true]);
  });
});
