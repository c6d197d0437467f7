import { expect } from "chai";
import { methods } from "../../../generated/methods.ts";
import { callSteps } from "../../../src/app/calls/call-steps.ts";
import type { UpstreamsOptions } from "../../../src/app/calls/step-parts.ts";
import type { MethodDescription } from "../../../src/contract/method-description.ts";
import { KnownLedgers } from "../../../src/reads/known-ledgers.ts";

/** Settings that the steps depend on, all off. */
const off = { cache: { enabled: false } };
const on = {
  cache: { enabled: true },
  ledgers: new KnownLedgers({ maxBytes: 1000, acceptedLagSlots: 0 }),
  tracing: {},
};

describe("the steps of a call to an upstream", () => {
  const last = ["turns", "failover", "outcomes"];
  const passed: readonly {
    readonly calls: string;
    readonly method: MethodDescription | undefined;
    readonly settings: object;
    readonly steps: readonly string[];
  }[] = [
    { calls: "a method that the document does not list", method: undefined, settings: off, steps: last },
    {
      calls: "a read of the head",
      method: methods.getBalance,
      settings: off,
      steps: ["floors", "agreement", "sharing", "turns", "failover", "hedging", "outcomes"],
    },
    {
      calls: "a read of the head, with everything switched on",
      method: methods.getBalance,
      settings: on,
      steps: [
        ...[
          "floors",
          "agreement",
          "reads",
          "spans of merged calls",
          "sharing",
          "turns",
          "failover",
          "hedging",
        ],
        ...["spans of attempts", "outcomes"],
      ],
    },
    {
      calls: "a read of what never changes",
      method: methods.getGenesisHash,
      settings: { ...on, tracing: undefined },
      steps: ["agreement", "cache", "sharing", "turns", "failover", "hedging", "outcomes"],
    },
    {
      calls: "a heavy read",
      method: methods.getProgramAccounts,
      settings: off,
      steps: ["floors", "agreement", "sharing", "turns", "failover", "outcomes"],
    },
    {
      calls: "a method with several names at upstreams",
      method: { ...methods.getSlot, upstreamNames: ["getSlot", "getOldSlot"] },
      settings: off,
      steps: ["floors", "agreement", "sharing", "turns", "failover", "hedging", "outcomes", "names"],
    },
    {
      calls: "a transaction",
      method: methods.sendTransaction,
      settings: off,
      steps: [
        "floors",
        "turns",
        "routes",
        "landing",
        "broadcast",
        "failover",
        "outcomes",
        "parameters of routes",
      ],
    },
    {
      calls: "a read that gives a blockhash away",
      method: methods.getLatestBlockhash,
      settings: off,
      steps: ["floors", "agreement", "sharing", "turns", "landing", "failover", "hedging", "outcomes"],
    },
  ];
  for (const { calls, method, settings, steps } of passed) {
    it(`are only those that apply: ${calls}`, () => {
      const entered = callSteps.filter(({ applies }) => applies(method, settings as UpstreamsOptions));
      expect(entered.map(({ name }) => name)).to.deep.equal(steps);
    });
  }

  it("have one name each", () => {
    const names = callSteps.map(({ name }) => name);
    expect(names).to.deep.equal([...new Set(names)]);
  });
});
