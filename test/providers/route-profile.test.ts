import { expect } from "chai";
import type { RouteProfile } from "../../generated/config.ts";
import { shippedProviders } from "../../src/providers/known-providers.ts";
import { isRoute, type SentContents, unmetDemand } from "../../src/providers/route-profile.ts";
import { hashOf } from "../transaction/made-transactions.ts";
import { plainRoute } from "./plain-route.ts";

const tips = [hashOf(1), hashOf(2)] as const;
const none: RouteProfile = { ...plainRoute, methods: { sendTransaction: "" } };
const one: SentContents = { transfers: [], bundleSize: undefined, wantsPreflight: false };
const paying = (...lamports: readonly bigint[]): SentContents => ({
  ...one,
  transfers: lamports.map((paid, at) => ({ to: tips[at % 2] ?? "", lamports: paid })),
});

describe("the demands of a route", () => {
  const tipped = { ...none, tipAccounts: tips, leastTip: 1000 };
  const wants = `needs a tip of at least 1000 lamports to one of its 2 tip accounts, such as ${tips[0]}`;
  const cases: [what: string, route: RouteProfile, sent: SentContents, unmet: string | undefined][] = [
    ["is met by anything where it has none", none, one, undefined],
    ["is met by a tip of just the least", tipped, paying(1000n), undefined],
    ["is met by a tip to any of its accounts", tipped, paying(0n, 1000n), undefined],
    ["is not met without a tip", tipped, one, `${wants}, and gets 0`],
    ["is not met by a tip that is one lamport too low", tipped, paying(999n), `${wants}, and gets 999`],
    ["is not met by two tips that are enough together", tipped, paying(500n, 500n), `${wants}, and gets 500`],
    [
      "is not met by a transfer to someone else",
      tipped,
      { ...one, transfers: [{ to: hashOf(9), lamports: 5000n }] },
      `${wants}, and gets 0`,
    ],
    [
      "names its only account",
      { ...tipped, tipAccounts: [tips[1]] },
      one,
      `needs a tip of at least 1000 lamports to ${tips[1]}, and gets 0`,
    ],
    ["is met by any tip where none is too low", { ...tipped, leastTip: 0 }, paying(0n), undefined],
    [
      "is not met by preflight",
      { ...none, skipPreflight: true },
      { ...one, wantsPreflight: true },
      "does no preflight, and the call asks for it: set skipPreflight to true",
    ],
    ["is met by a bundle of its size", { ...none, bundleSize: 4 }, { ...one, bundleSize: 4 }, undefined],
    [
      "is not met by a larger one",
      { ...none, bundleSize: 4 },
      { ...one, bundleSize: 5 },
      "takes bundles of at most 4 transactions, and this one has 5",
    ],
  ];
  for (const [what, route, sent, unmet] of cases)
    it(what, () => expect(unmetDemand(route, sent)).to.equal(unmet));
});

describe("the routes that are known", () => {
  const routes = new Map([...shippedProviders].filter(([, { route }]) => isRoute(route)));

  it("are the services that take transactions, and a node", () => {
    expect([...routes.keys()]).to.deep.equal([
      "helius-sender",
      "helius-swqos",
      "jito",
      "nozomi",
      "bloxroute",
      "bloxroute-protect",
      "nextblock",
      "astralane",
      "node",
    ]);
  });

  it("take a transaction that tips each of them just enough, and no lower one", () => {
    for (const [id, { route }] of routes) {
      const [account = ""] = route.tipAccounts;
      if (account === "") continue;
      const tip = (lamports: number) => ({
        ...one,
        transfers: [{ to: account, lamports: BigInt(lamports) }],
      });
      expect(unmetDemand(route, tip(route.leastTip)), id).to.equal(undefined);
      expect(unmetDemand(route, tip(route.leastTip - 1)), id).to.contain("needs a tip");
    }
  });
});
