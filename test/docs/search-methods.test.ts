import { expect } from "chai";
import { searchMethods } from "../../docs/playground/contract/search-methods.ts";
import { contract } from "./harness.ts";

describe("searchMethods", () => {
  const first: readonly (readonly [query: string, name: string])[] = [
    ["getBalance", "getBalance"],
    ["balance", "getBalance"],
    ["BLOCKHASH latest", "getLatestBlockhash"],
    ["airdrop", "requestAirdrop"],
    ["tokens wallet", "getTokenAccountsByOwner"],
    ["accountUnsubscribe", "accountSubscribe"],
  ];
  for (const [query, name] of first) {
    it(`finds ${name} for ${JSON.stringify(query)}`, () => {
      expect(
        searchMethods(contract, query)
          .slice(0, 3)
          .map((each) => each.name),
      ).to.include(name);
    });
  }

  it("finds what a question in plain words asks for, like the tools for models", () => {
    const names = searchMethods(contract, "what tokens does this wallet hold?").map(({ name }) => name);
    expect(names.slice(0, 3)).to.include("getTokenAccountsByOwner");
    expect(searchMethods(contract, "send money to a friend")[0]?.name).to.equal("sendTransaction");
  });

  for (const [query, name] of [
    ["getBalnce", "getBalance"],
    ["blokhash", "getLatestBlockhash"],
    ["tranasction count", "getTransactionCount"],
    ["aridrop", "requestAirdrop"],
    ["suply", "getSupply"],
  ] as const) {
    it(`forgives the typo in ${JSON.stringify(query)}`, () => {
      const names = searchMethods(contract, query).map((each) => each.name);
      expect(names.slice(0, 3)).to.include(name);
    });
  }

  it("knows other words for the same thing", () => {
    for (const [query, name] of [
      ["coins wallet", "getTokenAccountsByOwner"],
      ["gas fee", "getRecentPrioritizationFees"],
      ["faucet", "requestAirdrop"],
      ["validators", "getVoteAccounts"],
    ] as const)
      expect(
        searchMethods(contract, query).map((each) => each.name),
        query,
      ).to.include(name);
  });

  it("puts current methods before deprecated ones", () => {
    const names = searchMethods(contract, "transaction").map((each) => each.name);
    expect(names.indexOf("getTransaction")).to.be.lessThan(names.indexOf("getConfirmedTransaction"));
  });

  it("finds nothing for an empty query and for words that no method has", () => {
    expect(searchMethods(contract, "  ")).to.deep.equal([]);
    expect(searchMethods(contract, "zzzz")).to.deep.equal([]);
  });
});
