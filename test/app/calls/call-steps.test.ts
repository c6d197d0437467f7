import { expect } from "chai";
import { methods } from "../../../generated/methods.ts";
import { callSteps } from "../../../src/app/calls/call-steps.ts";
import type { MethodDescription } from "../../../src/contract/method-description.ts";

describe("the steps of a call to an upstream", () => {
  const read = ["merge spans", "coalescing", "concurrency"];
  const attempts = ["failover", "hedging", "attempt spans", "outcomes"];
  const heavyAttempts = ["failover", "attempt spans", "outcomes"];
  const passed: readonly {
    readonly calls: string;
    readonly method: MethodDescription | undefined;
    readonly steps: readonly string[];
  }[] = [
    {
      calls: "a method that the document does not list",
      method: undefined,
      steps: ["merge spans", "concurrency", ...heavyAttempts],
    },
    {
      calls: "a read of the head",
      method: methods.getBalance,
      steps: ["floors", "agreement", "reads", ...read, ...attempts],
    },
    {
      calls: "a read of what never changes",
      method: methods.getGenesisHash,
      steps: ["agreement", "cache", ...read, ...attempts],
    },
    {
      calls: "a heavy read",
      method: methods.getProgramAccounts,
      steps: ["floors", "agreement", "reads", ...read, ...heavyAttempts],
    },
    {
      calls: "a method with several names at upstreams",
      method: { ...methods.getSlot, upstreamNames: ["getSlot", "getOldSlot"] },
      steps: ["floors", "agreement", "reads", ...read, ...attempts, "method names"],
    },
    {
      calls: "a transaction",
      method: methods.sendTransaction,
      steps: [
        ...["floors", "reads", "merge spans", "concurrency", "routes", "landing", "broadcast"],
        ...[...heavyAttempts, "route parameters"],
      ],
    },
    {
      calls: "a read that gives a blockhash away",
      method: methods.getLatestBlockhash,
      steps: ["floors", "agreement", "reads", ...read, "landing", ...attempts],
    },
  ];
  for (const { calls, method, steps } of passed) {
    it(`are only those that apply: ${calls}`, () => {
      const entered = callSteps.filter(({ applies }) => applies(method));
      expect(entered.map(({ name }) => name)).to.deep.equal(steps);
    });
  }

  it("have unique names", () => {
    const names = callSteps.map(({ name }) => name);
    expect(names).to.deep.equal([...new Set(names)]);
  });
});
