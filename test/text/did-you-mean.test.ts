import { expect } from "chai";
import { didYouMean, nearest } from "../../src/text/did-you-mean.ts";

const methods = [
  ...["getAccountInfo", "getBalance", "getBlock", "getBlocks", "getSlot", "getSlotLeader", "getTransaction"],
  ...[
    "sendTransaction",
    "simulateTransaction",
    "getTokenAccountBalance",
    "getMinimumBalanceForRentExemption",
  ],
];
const networks = ["solana-mainnet", "solana-devnet", "eclipse-mainnet", "localnet"];

describe("nearest", () => {
  for (const [name, expected] of [
    ["getbalance", ["getBalance"]],
    ["GETBALANCE", ["getBalance"]],
    ["getBalence", ["getBalance"]],
    ["getBalnace", ["getBalance"]],
    ["getBalanc", ["getBalance"]],
    ["ggetBalance", ["getBalance"]],
    ["getSlto", ["getSlot"]],
    ["balance", ["getBalance", "getTokenAccountBalance", "getMinimumBalanceForRentExemption"]],
    ["sendTransacton", ["sendTransaction", "getTransaction"]],
    ["slot", ["getSlot", "getSlotLeader"]],
    ["getBalanxx", ["getBalance"]],
    ["eth_blockNumber", []],
    ["getFooBar", []],
    ["bl", []],
    ["", []],
    ["__proto__", []],
  ] as const) {
    it(`suggests ${expected.join(", ") || "nothing"} for ${JSON.stringify(name)}`, () => {
      expect(nearest(name, methods, 3)).to.deep.equal(expected);
    });
  }

  it("does not suggest a name of the same family with a different ending", () => {
    expect(nearest("nothingSubscribe", ["voteUnsubscribe", "slotSubscribe"], 1)).to.deep.equal([]);
    expect(nearest("sloutSubscribe", ["voteUnsubscribe", "slotSubscribe"], 1)).to.deep.equal([
      "slotSubscribe",
    ]);
  });

  it("finds networks by a part of their id", () => {
    expect(nearest("mainnet", networks, 3)).to.deep.equal(["solana-mainnet", "eclipse-mainnet"]);
    expect(nearest("solana-mainet", networks, 1)).to.deep.equal(["solana-mainnet"]);
  });

  it("prefers the same name in another case", () => {
    expect(nearest("getblock", ["getblocs", "getBlock"], 2)).to.deep.equal(["getBlock", "getblocs"]);
  });

  it("counts two swapped characters as one typo", () => {
    expect(nearest("solt", ["slot", "bolts", "salty"], 3)).to.deep.equal(["slot"]);
  });

  it("returns no more than asked for", () => {
    expect(nearest("getBlock", methods, 1)).to.deep.equal(["getBlock"]);
    expect(nearest("getBlock", methods, 0)).to.deep.equal([]);
  });

  it("takes any iterable", () => {
    expect(nearest("b", new Map([["a", 1]]).keys(), 1)).to.deep.equal(["a"]);
  });

  it("compares no name of more than 64 characters", () => {
    const candidate = "x".repeat(66);
    expect(nearest("x".repeat(64), [candidate], 1)).to.deep.equal([candidate]);
    expect(nearest("x".repeat(65), [candidate], 1)).to.deep.equal([]);
    expect(nearest("x".repeat(1_000_000), [candidate], 1)).to.deep.equal([]);
  });

  it("is not confused by characters that change their length with their case", () => {
    expect(nearest("İ".repeat(64), ["İ".repeat(64), "i"], 2)).to.deep.equal(["İ".repeat(64)]);
  });
});

describe("didYouMean", () => {
  for (const [near, expected] of [
    [[], "--help lists all"],
    [["getSlot"], "did you mean getSlot?"],
    [["a", "b"], "did you mean a or b?"],
  ] as const) {
    it(`says ${JSON.stringify(expected)} for ${near.length} names`, () => {
      expect(didYouMean(near, "--help lists all")).to.equal(expected);
    });
  }
});
