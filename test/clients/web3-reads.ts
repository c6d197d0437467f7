import { type Connection, PublicKey, type SignatureStatus, VersionedTransaction } from "@solana/web3.js";
import type { LiveLedger } from "../contract/live-ledger.ts";
import type { ClientCase } from "./client-suite.ts";

const version0 = { maxSupportedTransactionVersion: 0 } as const;
const stakeProgram = new PublicKey("Stake11111111111111111111111111111111111111");

const noSuchMethod = /-32601/;

function key(address: string): PublicKey {
  return new PublicKey(address);
}

function unsent(ledger: LiveLedger): VersionedTransaction {
  return VersionedTransaction.deserialize(Buffer.from(ledger.unsent, "base64"));
}

/** What does not change while the block of a transaction sinks below others. */
function lasting(status: SignatureStatus | null): Pick<SignatureStatus, "slot" | "err"> | null {
  return status === null ? null : { slot: status.slot, err: status.err };
}

/** Every getter of `Connection`. */
export const web3Reads: readonly ClientCase<Connection>[] = [
  { name: "getBalance", run: (c, { payer }) => c.getBalance(payer.publicKey) },
  { name: "getBalance of nobody", run: (c) => c.getBalance(PublicKey.default) },
  { name: "getBalanceAndContext", run: (c, { receiver }) => c.getBalanceAndContext(key(receiver)) },
  { name: "getAccountInfo", run: (c, { stakeAccount }) => c.getAccountInfo(key(stakeAccount)) },
  {
    name: "getAccountInfo, a slice",
    run: (c, { stakeAccount }) =>
      c.getAccountInfo(key(stakeAccount), { dataSlice: { offset: 12, length: 32 } }),
  },
  { name: "getAccountInfo of nobody", run: (c, l) => c.getAccountInfo(key(l.blockhash)) },
  {
    name: "getAccountInfoAndContext",
    run: (c, { payer }) => c.getAccountInfoAndContext(payer.publicKey, "processed"),
  },
  { name: "getParsedAccountInfo", run: (c, { stakeAccount }) => c.getParsedAccountInfo(key(stakeAccount)) },
  {
    name: "getMultipleParsedAccounts",
    run: (c, l) => c.getMultipleParsedAccounts([l.payer.publicKey, key(l.tokenAccount), key(l.blockhash)]),
  },
  {
    name: "getMultipleAccountsInfo",
    run: (c, l) => c.getMultipleAccountsInfo([l.payer.publicKey, key(l.tokenAccount), key(l.blockhash)]),
  },
  {
    name: "getMultipleAccountsInfoAndContext",
    run: (c, l) => c.getMultipleAccountsInfoAndContext([key(l.tokenAccount)]),
  },
  { name: "getProgramAccounts", run: (c) => c.getProgramAccounts(stakeProgram) },
  {
    name: "getProgramAccounts with context and filters",
    run: (c, { stakeAccount }) =>
      c.getProgramAccounts(stakeProgram, {
        withContext: true,
        dataSlice: { offset: 0, length: 4 },
        filters: [{ dataSize: 200 }, { memcmp: { offset: 0, bytes: stakeAccount.slice(0, 0) } }],
      }),
  },
  { name: "getParsedProgramAccounts", run: (c) => c.getParsedProgramAccounts(stakeProgram) },
  { name: "getLargestAccounts", run: (c) => c.getLargestAccounts({ filter: "circulating" }) },
  {
    name: "getStakeActivation",
    run: (c, { stakeAccount }) => c.getStakeActivation(key(stakeAccount)),
    translated: noSuchMethod,
  },
  {
    name: "getMinimumBalanceForRentExemption",
    run: (c) => c.getMinimumBalanceForRentExemption(165),
  },
  { name: "getNonce of nobody", run: (c, { blockhash }) => c.getNonce(key(blockhash)) },
  { name: "getNonceAndContext of nobody", run: (c, { blockhash }) => c.getNonceAndContext(key(blockhash)) },
  {
    name: "getAddressLookupTable of nobody",
    run: (c, { blockhash }) => c.getAddressLookupTable(key(blockhash)),
  },

  { name: "getTokenSupply", run: (c, { mint }) => c.getTokenSupply(key(mint)) },
  { name: "getTokenAccountBalance", run: (c, l) => c.getTokenAccountBalance(key(l.tokenAccount)) },
  {
    name: "getTokenAccountBalance of no token account",
    run: (c, { payer }) => c.getTokenAccountBalance(payer.publicKey),
    refused: /-3260[23]/,
  },
  {
    name: "getTokenAccountsByOwner",
    run: (c, { payer, mint }) => c.getTokenAccountsByOwner(payer.publicKey, { mint: key(mint) }),
  },
  {
    name: "getParsedTokenAccountsByOwner",
    run: (c, { payer, mint }) => c.getParsedTokenAccountsByOwner(payer.publicKey, { mint: key(mint) }),
  },
  { name: "getTokenLargestAccounts", run: (c, { mint }) => c.getTokenLargestAccounts(key(mint)) },

  { name: "getSlot", run: (c) => c.getSlot(), moves: true },
  { name: "getSlotLeader", run: (c) => c.getSlotLeader() },
  { name: "getSlotLeaders", run: (c, { slot }) => c.getSlotLeaders(slot, 3) },
  { name: "getBlockHeight", run: (c) => c.getBlockHeight(), moves: true },
  { name: "getMinimumLedgerSlot", run: (c) => c.getMinimumLedgerSlot() },
  { name: "getFirstAvailableBlock", run: (c) => c.getFirstAvailableBlock() },
  { name: "getBlockTime", run: (c, { slot }) => c.getBlockTime(slot) },
  {
    name: "getBlock, accounts only",
    run: (c, l) => c.getBlock(l.slot, { ...version0, transactionDetails: "accounts" }),
  },
  {
    name: "getBlock, no transactions",
    run: (c, l) => c.getBlock(l.slot, { ...version0, transactionDetails: "none" }),
  },
  {
    // The node writes the account keys of a full block as parsed ones, which the client does not take.
    name: "getBlock, full",
    run: (c, { slot }) => c.getBlock(slot, version0),
    refused: /accountKeys/,
  },
  { name: "getParsedBlock", run: (c, { slot }) => c.getParsedBlock(slot, version0) },
  { name: "getBlocks", run: (c, { slot }) => c.getBlocks(slot - 2, slot) },
  { name: "getBlockSignatures", run: (c, { slot }) => c.getBlockSignatures(slot) },
  { name: "getBlockProduction", run: (c) => c.getBlockProduction(), moves: true },
  { name: "getConfirmedBlock", run: (c, { slot }) => c.getConfirmedBlock(slot), refused: /accountKeys/ },
  { name: "getConfirmedBlockSignatures", run: (c, { slot }) => c.getConfirmedBlockSignatures(slot) },

  { name: "getTransaction", run: (c, l) => c.getTransaction(l.signature, version0) },
  { name: "getTransaction of an unknown signature", run: (c) => c.getTransaction("1".repeat(64), version0) },
  { name: "getParsedTransaction", run: (c, l) => c.getParsedTransaction(l.signature, version0) },
  {
    // These go out as a batch, which the node itself does not understand.
    name: "getTransactions",
    run: (c, l) => c.getTransactions([l.signature, l.signature], version0),
    translated: /map is not a function/,
  },
  {
    name: "getParsedTransactions",
    run: (c, l) => c.getParsedTransactions([l.signature, l.signature], version0),
    translated: /map is not a function/,
  },
  { name: "getConfirmedTransaction", run: (c, l) => c.getConfirmedTransaction(l.signature) },
  { name: "getParsedConfirmedTransaction", run: (c, l) => c.getParsedConfirmedTransaction(l.signature) },
  {
    name: "getParsedConfirmedTransactions",
    run: (c, l) => c.getParsedConfirmedTransactions([l.signature]),
    translated: /map is not a function/,
  },
  {
    name: "getConfirmedSignaturesForAddress",
    run: (c, { payer }) => c.getConfirmedSignaturesForAddress(payer.publicKey, 1, 1_000_000),
    translated: noSuchMethod,
  },
  {
    name: "getConfirmedSignaturesForAddress2",
    run: (c, { payer }) => c.getConfirmedSignaturesForAddress2(payer.publicKey, { limit: 1 }),
    translated: noSuchMethod,
  },
  {
    name: "getSignaturesForAddress",
    run: async (c, l) =>
      (await c.getSignaturesForAddress(l.payer.publicKey, { limit: 5 })).map(
        ({ confirmationStatus: _, ...lasting }) => lasting,
      ),
  },
  {
    name: "getSignatureStatus",
    run: async (c, l) => lasting((await c.getSignatureStatus(l.signature)).value),
  },
  {
    name: "getSignatureStatuses",
    run: async (c, l) => (await c.getSignatureStatuses([l.signature, "1".repeat(64)])).value.map(lasting),
  },
  { name: "getTransactionCount", run: (c) => c.getTransactionCount(), moves: true },
  { name: "getFeeForMessage", run: (c, l) => c.getFeeForMessage(unsent(l).message) },
  { name: "getRecentPrioritizationFees", run: (c) => c.getRecentPrioritizationFees(), moves: true },
  { name: "getLatestBlockhash", run: (c) => c.getLatestBlockhash(), moves: true },
  {
    name: "getLatestBlockhashAndContext",
    run: (c) => c.getLatestBlockhashAndContext("confirmed"),
    moves: true,
  },
  // The client's fee calculator throws at whoever reads it.
  { name: "getRecentBlockhash", run: async (c) => (await c.getRecentBlockhash()).blockhash, moves: true },
  {
    name: "getRecentBlockhashAndContext",
    run: async (c) => (await c.getRecentBlockhashAndContext()).value.blockhash,
    moves: true,
  },
  // A new blockhash: on a busy machine that of the ledger's start may expire in between.
  {
    name: "isBlockhashValid",
    run: async (c) => c.isBlockhashValid((await c.getLatestBlockhash()).blockhash),
  },
  {
    name: "getFeeCalculatorForBlockhash",
    run: (c, l) => c.getFeeCalculatorForBlockhash(l.blockhash),
    translated: noSuchMethod,
  },

  { name: "getSupply", run: (c) => c.getSupply() },
  { name: "getTotalSupply", run: (c) => c.getTotalSupply() },
  { name: "getInflationGovernor", run: (c) => c.getInflationGovernor() },
  { name: "getInflationRate", run: (c) => c.getInflationRate() },
  { name: "getInflationReward", run: (c, { payer }) => c.getInflationReward([payer.publicKey]), moves: true },
  { name: "getEpochInfo", run: (c) => c.getEpochInfo(), moves: true },
  { name: "getEpochSchedule", run: (c) => c.getEpochSchedule() },
  { name: "getLeaderSchedule", run: (c) => c.getLeaderSchedule() },
  { name: "getStakeMinimumDelegation", run: (c) => c.getStakeMinimumDelegation() },
  { name: "getClusterNodes", run: (c) => c.getClusterNodes() },
  { name: "getVoteAccounts", run: (c) => c.getVoteAccounts() },
  { name: "getVersion", run: (c) => c.getVersion() },
  { name: "getGenesisHash", run: (c) => c.getGenesisHash() },
  { name: "getRecentPerformanceSamples", run: (c) => c.getRecentPerformanceSamples(2), moves: true },
];
