import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  createSolanaRpc,
  createSolanaRpcSubscriptions_UNSTABLE,
  type Rpc,
  type RpcSubscriptions,
  type Signature,
  type SolanaRpcApi,
  type SolanaRpcSubscriptionsApi,
  type SolanaRpcSubscriptionsApiUnstable,
  signature,
  type TransactionMessageBytesBase64,
} from "@solana/kit";
import type { LiveLedger } from "../contract/live-ledger.ts";
import type { ClientCase } from "./client-suite.ts";
import type { Side } from "./sides.ts";

/** What a program that uses @solana/kit holds. */
export interface KitClient {
  readonly rpc: Rpc<SolanaRpcApi>;
  readonly subscriptions: RpcSubscriptions<SolanaRpcSubscriptionsApi & SolanaRpcSubscriptionsApiUnstable>;
}

/** Connects to a side. */
export function connectKit({ url, wsUrl }: Side): KitClient {
  return { rpc: createSolanaRpc(url), subscriptions: createSolanaRpcSubscriptions_UNSTABLE(wsUrl) };
}

const stakeProgram = address("Stake11111111111111111111111111111111111111");
const nobody = address("83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri");
const base64 = { encoding: "base64" } as const;
const version0 = { maxSupportedTransactionVersion: 0 } as const;
const noSuchMethod = /-32601/;

const slotOf = (ledger: LiveLedger): bigint => BigInt(ledger.slot);
const signatureOf = (ledger: LiveLedger): Signature => signature(ledger.signature);
const ownerOf = ({ payer }: LiveLedger): Address => address(payer.publicKey.toBase58());
const messageOf = ({ message }: LiveLedger) => message as TransactionMessageBytesBase64;
const wireOf = ({ unsent }: LiveLedger) => unsent as Base64EncodedWireTransaction;
const mintOf = ({ mint }: LiveLedger) => ({ mint: address(mint) });

/** Every method of the client's rpc that reads. */
export const kitReads: readonly ClientCase<KitClient>[] = [
  {
    name: "getAccountInfo",
    run: ({ rpc }, l) => rpc.getAccountInfo(address(l.stakeAccount), base64).send(),
  },
  {
    name: "getAccountInfo, parsed",
    run: ({ rpc }, l) => rpc.getAccountInfo(address(l.stakeAccount), { encoding: "jsonParsed" }).send(),
  },
  {
    name: "getAccountInfo, compressed",
    run: ({ rpc }, l) => rpc.getAccountInfo(address(l.stakeAccount), { encoding: "base64+zstd" }).send(),
  },
  {
    name: "getAccountInfo in base 58",
    run: ({ rpc }, l) =>
      rpc
        .getAccountInfo(address(l.stakeAccount), {
          encoding: "base58",
          dataSlice: { offset: 0, length: 32 },
        })
        .send(),
  },
  { name: "getAccountInfo of nobody", run: ({ rpc }) => rpc.getAccountInfo(nobody, base64).send() },
  { name: "getBalance", run: ({ rpc }, l) => rpc.getBalance(address(l.receiver)).send() },
  {
    name: "getMultipleAccounts",
    run: ({ rpc }, l) =>
      rpc.getMultipleAccounts([address(l.receiver), address(l.tokenAccount), nobody], base64).send(),
  },
  { name: "getProgramAccounts", run: ({ rpc }) => rpc.getProgramAccounts(stakeProgram, base64).send() },
  {
    name: "getProgramAccounts with context and filters",
    run: ({ rpc }) =>
      rpc
        .getProgramAccounts(stakeProgram, { ...base64, withContext: true, filters: [{ dataSize: 200n }] })
        .send(),
  },
  {
    name: "getLargestAccounts",
    run: ({ rpc }) => rpc.getLargestAccounts({ filter: "circulating" }).send(),
  },
  {
    name: "getMinimumBalanceForRentExemption",
    run: ({ rpc }) => rpc.getMinimumBalanceForRentExemption(165n).send(),
  },

  {
    name: "getTokenAccountBalance",
    run: ({ rpc }, l) => rpc.getTokenAccountBalance(address(l.tokenAccount)).send(),
  },
  {
    name: "getTokenAccountsByDelegate",
    run: ({ rpc }, l) => rpc.getTokenAccountsByDelegate(address(l.receiver), mintOf(l), base64).send(),
  },
  {
    name: "getTokenAccountsByOwner",
    run: ({ rpc }, l) => rpc.getTokenAccountsByOwner(ownerOf(l), mintOf(l), base64).send(),
  },
  {
    name: "getTokenLargestAccounts",
    run: ({ rpc }, l) => rpc.getTokenLargestAccounts(address(l.mint)).send(),
  },
  { name: "getTokenSupply", run: ({ rpc }, l) => rpc.getTokenSupply(address(l.mint)).send() },

  { name: "getBlock", run: ({ rpc }, l) => rpc.getBlock(slotOf(l), version0).send() },
  {
    name: "getBlock in base 64, signatures only",
    run: ({ rpc }, l) =>
      rpc.getBlock(slotOf(l), { ...version0, ...base64, transactionDetails: "signatures" }).send(),
  },
  {
    name: "getBlock of a slot that is far away",
    run: ({ rpc }) => rpc.getBlock(10n ** 15n, version0).send(),
  },
  { name: "getBlockCommitment", run: ({ rpc }, l) => rpc.getBlockCommitment(slotOf(l)).send() },
  { name: "getBlockHeight", run: ({ rpc }) => rpc.getBlockHeight().send(), moves: true },
  { name: "getBlockProduction", run: ({ rpc }) => rpc.getBlockProduction().send(), moves: true },
  { name: "getBlockTime", run: ({ rpc }, l) => rpc.getBlockTime(slotOf(l)).send() },
  { name: "getBlocks", run: ({ rpc }, l) => rpc.getBlocks(slotOf(l) - 2n, slotOf(l)).send() },
  { name: "getBlocksWithLimit", run: ({ rpc }, l) => rpc.getBlocksWithLimit(slotOf(l) - 1n, 2).send() },
  { name: "getFirstAvailableBlock", run: ({ rpc }) => rpc.getFirstAvailableBlock().send() },
  { name: "getSlot", run: ({ rpc }) => rpc.getSlot({ commitment: "confirmed" }).send(), moves: true },
  { name: "getSlotLeader", run: ({ rpc }) => rpc.getSlotLeader().send() },
  { name: "getSlotLeaders", run: ({ rpc }, l) => rpc.getSlotLeaders(slotOf(l), 2).send() },
  { name: "minimumLedgerSlot", run: ({ rpc }) => rpc.minimumLedgerSlot().send() },

  { name: "getClusterNodes", run: ({ rpc }) => rpc.getClusterNodes().send() },
  { name: "getEpochInfo", run: ({ rpc }) => rpc.getEpochInfo().send(), moves: true },
  { name: "getEpochSchedule", run: ({ rpc }) => rpc.getEpochSchedule().send() },
  { name: "getGenesisHash", run: ({ rpc }) => rpc.getGenesisHash().send() },
  { name: "getHealth", run: ({ rpc }) => rpc.getHealth().send() },
  {
    name: "getHighestSnapshotSlot",
    run: ({ rpc }) => rpc.getHighestSnapshotSlot().send(),
    refused: /-32008/,
  },
  { name: "getIdentity", run: ({ rpc }) => rpc.getIdentity().send() },
  { name: "getInflationGovernor", run: ({ rpc }) => rpc.getInflationGovernor().send() },
  { name: "getInflationRate", run: ({ rpc }) => rpc.getInflationRate().send() },
  {
    name: "getInflationReward",
    run: ({ rpc }, l) => rpc.getInflationReward([address(l.receiver)]).send(),
    moves: true,
  },
  { name: "getLeaderSchedule", run: ({ rpc }) => rpc.getLeaderSchedule().send() },
  { name: "getMaxRetransmitSlot", run: ({ rpc }) => rpc.getMaxRetransmitSlot().send(), moves: true },
  { name: "getMaxShredInsertSlot", run: ({ rpc }) => rpc.getMaxShredInsertSlot().send(), moves: true },
  {
    name: "getRecentPerformanceSamples",
    run: ({ rpc }) => rpc.getRecentPerformanceSamples(2).send(),
    moves: true,
  },
  { name: "getStakeMinimumDelegation", run: ({ rpc }) => rpc.getStakeMinimumDelegation().send() },
  { name: "getSupply", run: ({ rpc }) => rpc.getSupply().send() },
  { name: "getVersion", run: ({ rpc }) => rpc.getVersion().send() },
  { name: "getVoteAccounts", run: ({ rpc }) => rpc.getVoteAccounts().send() },
  { name: "getAgGenesisCert", run: ({ rpc }) => rpc.getAgGenesisCert().send(), refused: noSuchMethod },

  { name: "getFeeForMessage", run: ({ rpc }, l) => rpc.getFeeForMessage(messageOf(l)).send() },
  { name: "getLatestBlockhash", run: ({ rpc }) => rpc.getLatestBlockhash().send(), moves: true },
  // A new blockhash: on a busy machine that of the ledger's start may expire in between.
  {
    name: "isBlockhashValid",
    run: async ({ rpc }) =>
      rpc.isBlockhashValid((await rpc.getLatestBlockhash().send()).value.blockhash).send(),
  },
  { name: "getRecentPrioritizationFees", run: ({ rpc }) => rpc.getRecentPrioritizationFees().send() },
  {
    name: "getSignatureStatuses",
    run: async ({ rpc }, l) => {
      const { value } = await rpc.getSignatureStatuses([signatureOf(l), signature("1".repeat(64))]).send();
      return value.map((status) => status && { slot: status.slot, err: status.err });
    },
  },
  {
    name: "getSignaturesForAddress",
    run: async ({ rpc }, l) =>
      (await rpc.getSignaturesForAddress(address(l.receiver), { limit: 3 }).send()).map(
        ({ confirmationStatus: _, ...lasting }) => lasting,
      ),
  },
  {
    name: "getTransaction",
    run: ({ rpc }, l) => rpc.getTransaction(signatureOf(l), { ...version0, encoding: "json" }).send(),
  },
  {
    name: "getTransaction, parsed",
    run: ({ rpc }, l) => rpc.getTransaction(signatureOf(l), { ...version0, encoding: "jsonParsed" }).send(),
  },
  {
    name: "getTransaction in base 64",
    run: ({ rpc }, l) => rpc.getTransaction(signatureOf(l), { ...version0, ...base64 }).send(),
  },
  { name: "getTransactionCount", run: ({ rpc }) => rpc.getTransactionCount().send(), moves: true },
  {
    name: "getTransactionsForAddress",
    run: ({ rpc }, l) => rpc.getTransactionsForAddress(address(l.receiver)).send(),
    refused: noSuchMethod,
  },
  {
    // The blockhash of the ledger's start may expire in between.
    name: "simulateTransaction with another blockhash",
    run: async ({ rpc }, l) => {
      const config = { ...base64, replaceRecentBlockhash: true } as const;
      const { value } = await rpc.simulateTransaction(wireOf(l), config).send();
      return { ...value, replacementBlockhash: undefined };
    },
  },
];
