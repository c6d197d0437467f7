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

  it("puts what is current before what is deprecated", () => {
    const names = searchMethods(contract, "transaction").map((each) => each.name);
    expect(names.indexOf("getTransaction")).to.be.lessThan(names.indexOf("getConfirmedTransaction"));
  });

  it("finds nothing for nothing and for words that no method has", () => {
    expect(searchMethods(contract, "  ")).to.deep.equal([]);
    expect(searchMethods(contract, "zzzz")).to.deep.equal([]);
  });
});
