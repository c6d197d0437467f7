import { expect } from "chai";
import { tools } from "../../generated/tools.ts";
import { createSearch } from "../../src/text/search.ts";

/** What people ask in plain words, and the methods of which one must be among the first three. */
const questions: readonly (readonly [question: string, ...methods: string[]])[] = [
  ["transfer", "sendTransaction"],
  ["send money to a friend", "sendTransaction"],
  ["submit a signed transaction", "sendTransaction"],
  ["what tokens does this wallet hold", "getTokenAccountsByOwner"],
  ["what tokens", "getTokenAccountsByOwner"],
  ["my usdc balance", "getTokenAccountsByOwner", "getTokenAccountBalance"],
  ["portfolio of an address", "getTokenAccountsByOwner"],
  ["rent", "getMinimumBalanceForRentExemption"],
  ["how much does it cost to create an account", "getMinimumBalanceForRentExemption"],
  ["balance in SOL", "getBalance"],
  ["how much SOL is in my wallet", "getBalance"],
  ["what is this address", "getAccountInfo"],
  ["look up an account", "getAccountInfo"],
  ["read many accounts at once", "getMultipleAccounts"],
  ["all accounts of a program", "getProgramAccounts"],
  ["which program owns this account", "getAccountOwner"],
  ["richest wallets", "getLargestAccounts"],
  ["biggest holders of a token", "getTokenLargestAccounts"],
  ["everyone who holds this token", "getTokenAccountsByMint", "getTokenLargestAccounts"],
  ["total supply of a token", "getTokenSupply"],
  ["how many decimals does this mint have", "getTokenSupply"],
  ["circulating supply of SOL", "getSupply"],
  ["who may spend my tokens, delegate", "getTokenAccountsByDelegate"],
  ["what happened in this transaction", "getTransaction"],
  ["why did my transaction fail", "getTransaction"],
  ["transaction history of a wallet", "getSignaturesForAddress"],
  ["recent activity of an address", "getSignaturesForAddress"],
  ["did my transaction go through", "getSignatureStatuses"],
  ["is it confirmed yet", "getSignatureStatuses"],
  ["try a transaction without sending it", "simulateTransaction"],
  ["dry run", "simulateTransaction"],
  ["priority fee", "getRecentPrioritizationFees"],
  ["gas price", "getRecentPrioritizationFees"],
  ["what fee will this message cost", "getFeeForMessage"],
  ["recent blockhash", "getLatestBlockhash"],
  ["has this blockhash expired", "isBlockhashValid"],
  ["free test coins", "requestAirdrop"],
  ["faucet", "requestAirdrop"],
  ["is the network healthy", "getHealth"],
  ["is it down", "getHealth"],
  ["which networks can I use", "listSvmNetworks"],
  ["turn off a network", "disableSvmNetwork"],
  ["turn on a network", "enableSvmNetwork"],
  ["change the rpc url", "setNetworkRpcUrl"],
  ["software version of the node", "getVersion"],
  ["transactions per second", "getRecentPerformanceSamples"],
  ["how busy is the network", "getRecentPerformanceSamples"],
  ["when does the epoch end", "getEpochInfo"],
  ["how long is an epoch", "getEpochSchedule", "getEpochInfo"],
  ["current slot", "getSlot"],
  ["block height", "getBlockHeight"],
  ["when was this block produced", "getBlockTime"],
  ["contents of a block", "getBlock"],
  ["list blocks between two slots", "getBlocks"],
  ["oldest block available", "getFirstAvailableBlock"],
  ["validators and their stake", "getVoteAccounts"],
  ["who is the leader now", "getSlotLeader"],
  ["next leaders", "getSlotLeaders"],
  ["staking rewards I earned", "getInflationReward"],
  ["inflation rate", "getInflationRate"],
];

/** How many of the questions must be answered. */
const least = 58;

describe("the search by plain words", () => {
  const search = createSearch(tools.filter(({ hidden }) => hidden !== true));
  const found = (query: string) => search(query, 3).map(({ name }) => name);

  it(`finds the right method among the first three for ${least} of ${questions.length} questions`, () => {
    expect(questions).to.have.length(60);
    const missed = questions
      .filter(([question, ...methods]) => !found(question).some((name) => methods.includes(name)))
      .map(([question]) => `${question}: ${found(question).join(", ")}`);
    expect(questions.length - missed.length, missed.join("\n")).to.be.at.least(least);
  });

  for (const { name } of tools.filter(({ hidden }) => hidden !== true)) {
    it(`finds ${name} first by its name`, () => {
      expect(found(name)[0]).to.equal(name);
    });
  }

  it("finds nothing for words without meaning", () => {
    expect(found("")).to.deep.equal([]);
    expect(found("the of and")).to.deep.equal([]);
    expect(found("xyzzy qqq")).to.deep.equal([]);
  });

  it("reads only the beginning of an endless question", () => {
    expect(found(`${" ".repeat(1000)} airdrop`)).to.deep.equal(found("airdrop"));
    expect(found(`${" ".repeat(1_000_000)} airdrop`)).to.deep.equal([]);
    expect(found(`${"q".repeat(1_000_000)} airdrop`)).to.deep.equal([]);
  });
});
