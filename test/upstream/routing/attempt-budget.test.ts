import { expect } from "chai";
import type { UpstreamSet } from "../../../src/upstream/node/upstream-set.ts";
import { createAttemptBudgets } from "../../../src/upstream/routing/attempt-budget.ts";

describe("the budgets of extra attempts", () => {
  const [busy, calm] = [{}, {}] as UpstreamSet[] as [UpstreamSet, UpstreamSet];

  it("are separate for each network, so that a failing one drains only its own", () => {
    const budgetForCall = createAttemptBudgets(0.1, 3);
    const spent = Array.from({ length: 9 }, () => budgetForCall(busy).spend());
    expect(spent.filter(Boolean)).to.have.length(3);
    expect(budgetForCall(calm).spend()).to.equal(true);
  });

  it("earn one attempt with every fourth call at a ratio of 0.25", () => {
    const budgetForCall = createAttemptBudgets(0.25, 1);
    budgetForCall(busy).spend();
    expect(Array.from({ length: 8 }, () => budgetForCall(busy).spend())).to.deep.equal(
      [1, 2, 3, 4, 5, 6, 7, 8].map((call) => call % 4 === 0),
    );
  });

  it("allow no attempt at a ratio of 0", () => {
    expect(createAttemptBudgets(0, 5)(calm).spend()).to.equal(false);
  });
});
