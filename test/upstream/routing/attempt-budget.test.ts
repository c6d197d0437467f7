import { expect } from "chai";
import type { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { AttemptBudgets } from "../../../src/upstream/routing/attempt-budget.ts";

describe("the budgets of extra attempts", () => {
  const [busy, calm] = [{}, {}] as UpstreamSet[] as [UpstreamSet, UpstreamSet];

  it("are separate for each network, so that one in trouble uses up only its own", () => {
    const budgets = new AttemptBudgets(0.1, 3);
    const spent = Array.from({ length: 9 }, () => budgets.earnForCall(busy).spend());
    expect(spent.filter(Boolean)).to.have.length(3);
    expect(budgets.earnForCall(calm).spend()).to.equal(true);
  });

  it("earn one attempt with every fourth call at a ratio of 0.25", () => {
    const budgets = new AttemptBudgets(0.25, 1);
    budgets.earnForCall(busy).spend();
    expect(Array.from({ length: 8 }, () => budgets.earnForCall(busy).spend())).to.deep.equal(
      [1, 2, 3, 4, 5, 6, 7, 8].map((call) => call % 4 === 0),
    );
  });

  it("allow no attempt at a ratio of 0", () => {
    expect(new AttemptBudgets(0, 5).earnForCall(calm).spend()).to.equal(false);
  });
});
