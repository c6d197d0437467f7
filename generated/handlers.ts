// Generated from openrpc.json by codegen/emit/emit-handlers.ts; do not edit. Run: npm run generate
// The interfaces of the gateway's handlers, one for each category: a missing, misspelt or extra method, or one with
// another result, does not compile. `Context` is what every handler is called with. If the gateway wraps a scalar as
// {value}, the handler answers the scalar.

import type { RawJson } from "../src/json/raw-json.ts";
import type {
  DisableSvmNetworkResult,
  EnableSvmNetworkResult,
  GetAccountInfoAndContextResult,
  GetAccountInfoResult,
  GetAccountOwnerResult,
  GetAgGenesisCertResult,
  GetAssetBatchResult,
  GetAssetProofBatchResult,
  GetAssetProofResult,
  GetAssetResult,
  GetAssetsByAuthorityResult,
  GetAssetsByCreatorResult,
  GetAssetsByGroupResult,
  GetAssetsByOwnerResult,
  GetBalanceAndContextResult,
  GetBalanceResult,
  GetBlockCommitmentResult,
  GetBlockHeightResult,
  GetBlockProductionResult,
  GetBlockResult,
  GetBlockTimeResult,
  GetBlocksResult,
  GetBlocksWithLimitResult,
  GetBundleStatusesResult,
  GetClusterNodesResult,
  GetCompressedAccountBalanceResult,
  GetCompressedAccountProofResult,
  GetCompressedAccountProofV2Result,
  GetCompressedAccountResult,
  GetCompressedAccountV2Result,
  GetCompressedAccountsByOwnerResult,
  GetCompressedAccountsByOwnerV2Result,
  GetCompressedBalanceByOwnerResult,
  GetCompressedMintTokenHoldersResult,
  GetCompressedTokenAccountBalanceResult,
  GetCompressedTokenAccountsByDelegateResult,
  GetCompressedTokenAccountsByDelegateV2Result,
  GetCompressedTokenAccountsByOwnerResult,
  GetCompressedTokenAccountsByOwnerV2Result,
  GetCompressedTokenBalancesByOwnerResult,
  GetCompressedTokenBalancesByOwnerV2Result,
  GetCompressionSignaturesForAccountResult,
  GetCompressionSignaturesForAddressResult,
  GetCompressionSignaturesForOwnerResult,
  GetCompressionSignaturesForTokenOwnerResult,
  GetConfirmedBlockResult,
  GetConfirmedBlocksResult,
  GetConfirmedBlocksWithLimitResult,
  GetConfirmedSignaturesForAddress2Result,
  GetConfirmedTransactionResult,
  GetEpochInfoResult,
  GetEpochScheduleResult,
  GetFeeCalculatorForBlockhashResult,
  GetFeeForMessageResult,
  GetFeeRateGovernorResult,
  GetFeesResult,
  GetFirstAvailableBlockResult,
  GetGenesisHashResult,
  GetGroupingResult,
  GetHealthResult,
  GetHighestSnapshotSlotResult,
  GetIdentityResult,
  GetIndexerHealthResult,
  GetIndexerSlotResult,
  GetInflationGovernorResult,
  GetInflationRateResult,
  GetInflationRewardResult,
  GetInflightBundleStatusesResult,
  GetLargestAccountsResult,
  GetLatestBlockhashResult,
  GetLatestCompressionSignaturesResult,
  GetLatestNonVotingSignaturesResult,
  GetLeaderScheduleResult,
  GetMaxRetransmitSlotResult,
  GetMaxShredInsertSlotResult,
  GetMinimumBalanceForRentExemptionResult,
  GetMultipleAccountsAndContextResult,
  GetMultipleAccountsResult,
  GetMultipleCompressedAccountProofsResult,
  GetMultipleCompressedAccountProofsV2Result,
  GetMultipleCompressedAccountsResult,
  GetMultipleCompressedAccountsV2Result,
  GetMultipleNewAddressProofsResult,
  GetMultipleNewAddressProofsV2Result,
  GetNftEditionsResult,
  GetPriorityFeeEstimateResult,
  GetProgramAccountsAndContextResult,
  GetProgramAccountsResult,
  GetProgramAccountsV2Result,
  GetRankMapResult,
  GetRecentBlockhashResult,
  GetRecentPerformanceSamplesResult,
  GetRecentPrioritizationFeesResult,
  GetSignatureStatusesResult,
  GetSignaturesForAddressResult,
  GetSignaturesForAssetResult,
  GetSlotLeaderResult,
  GetSlotLeadersResult,
  GetSlotResult,
  GetSnapshotSlotResult,
  GetStakeActivationResult,
  GetStakeMinimumDelegationResult,
  GetSupplyResult,
  GetTipAccountsResult,
  GetTokenAccountBalanceResult,
  GetTokenAccountsByDelegateResult,
  GetTokenAccountsByMintResult,
  GetTokenAccountsByOwnerResult,
  GetTokenAccountsByOwnerV2Result,
  GetTokenAccountsResult,
  GetTokenLargestAccountsResult,
  GetTokenSupplyResult,
  GetTransactionCountResult,
  GetTransactionFateResult,
  GetTransactionResult,
  GetTransactionWithCompressionInfoResult,
  GetTransactionWithCompressionInfoV2Result,
  GetTransactionWithConfigResult,
  GetTransactionsForAddressResult,
  GetTransfersByAddressResult,
  GetValidityProofResult,
  GetValidityProofV2Result,
  GetVersionResult,
  GetVoteAccountsResult,
  IsBlockhashValidResult,
  ListSvmNetworksResult,
  MinimumLedgerSlotResult,
  RequestAirdropResult,
  SearchAssetsResult,
  SendAndConfirmTransactionResult,
  SendBundleResult,
  SendTransactionResult,
  SetNetworkRpcUrlResult,
  SimulateBundleResult,
  SimulateTransactionResult,
} from "./types.ts";

/** Answers calls of one method. One that only passes bytes on returns `RawJson<never>`, which fits every result. */
export type Handler<Context, Result> = (context: Context) => Promise<RawJson<Result>>;

/** Handlers of the category Account. */
export interface AccountHandlers<Context> {
  /** Read one account: balance, owning program and data. */
  readonly getAccountInfo: Handler<Context, GetAccountInfoResult>;
  /** Read the balance of one account in lamports. */
  readonly getBalance: Handler<Context, GetBalanceResult>;
  /** Read up to 100 accounts at one slot. */
  readonly getMultipleAccounts: Handler<Context, GetMultipleAccountsResult>;
  /** List the accounts that a program owns, narrowed by filters. */
  readonly getProgramAccounts: Handler<Context, GetProgramAccountsResult>;
  /** List the 20 accounts with the most lamports. */
  readonly getLargestAccounts: Handler<Context, GetLargestAccountsResult>;
  /** Compute the lamports that an account of a given size must hold. */
  readonly getMinimumBalanceForRentExemption: Handler<
    Context,
    GetMinimumBalanceForRentExemptionResult["value"]
  >;
  /** Tell how much of a stake account is active in an epoch. */
  readonly getStakeActivation: Handler<Context, GetStakeActivationResult>;
  /** Read which program owns an account. */
  readonly getAccountOwner: Handler<Context, GetAccountOwnerResult>;
  /** Read one account together with the slot of the answer. */
  readonly getAccountInfoAndContext: Handler<Context, GetAccountInfoAndContextResult>;
  /** Read the balance of one account together with the slot of the answer. */
  readonly getBalanceAndContext: Handler<Context, GetBalanceAndContextResult>;
  /** Read up to 100 accounts together with the slot of the answer. */
  readonly getMultipleAccountsAndContext: Handler<Context, GetMultipleAccountsAndContextResult>;
  /** List the accounts that a program owns together with the slot of the answer. */
  readonly getProgramAccountsAndContext: Handler<Context, GetProgramAccountsAndContextResult>;
  /** List the accounts of a program in pages. */
  readonly getProgramAccountsV2: Handler<Context, GetProgramAccountsV2Result>;
}

/** Handlers of the category Block. */
export interface BlockHandlers<Context> {
  /** Read the block of a slot with its transactions and rewards. */
  readonly getBlock: Handler<Context, GetBlockResult>;
  /** List the slots in a range that hold a confirmed block. */
  readonly getBlocks: Handler<Context, GetBlocksResult>;
  /** List the slots of the next confirmed blocks from a slot on. */
  readonly getBlocksWithLimit: Handler<Context, GetBlocksWithLimitResult>;
  /** Get the time at which the block of a slot was produced. */
  readonly getBlockTime: Handler<Context, GetBlockTimeResult["value"]>;
  /** Get the height of the newest block. */
  readonly getBlockHeight: Handler<Context, GetBlockHeightResult["value"]>;
  /** Get the stake that has voted on a recent block. */
  readonly getBlockCommitment: Handler<Context, GetBlockCommitmentResult>;
  /** Count how many of its slots each leader filled with a block. */
  readonly getBlockProduction: Handler<Context, GetBlockProductionResult>;
  /** Get the newest slot. */
  readonly getSlot: Handler<Context, GetSlotResult["value"]>;
  /** Get the validator that leads the current slot. */
  readonly getSlotLeader: Handler<Context, GetSlotLeaderResult>;
  /** List the leaders of a range of slots. */
  readonly getSlotLeaders: Handler<Context, GetSlotLeadersResult>;
  /** Get the oldest block that the node can still return. */
  readonly getFirstAvailableBlock: Handler<Context, GetFirstAvailableBlockResult["value"]>;
  /** Get the lowest slot on the node's own disk. */
  readonly minimumLedgerSlot: Handler<Context, MinimumLedgerSlotResult>;
  /** Get the hash that identifies the network. */
  readonly getGenesisHash: Handler<Context, GetGenesisHashResult["value"]>;
  /** Read the block of a slot (old name of getBlock). */
  readonly getConfirmedBlock: Handler<Context, GetConfirmedBlockResult>;
  /** List the slots in a range that hold a confirmed block (old name of getBlocks). */
  readonly getConfirmedBlocks: Handler<Context, GetConfirmedBlocksResult>;
  /** List the slots of the next confirmed blocks (old name of getBlocksWithLimit). */
  readonly getConfirmedBlocksWithLimit: Handler<Context, GetConfirmedBlocksWithLimitResult>;
}

/** Handlers of the category System. */
export interface SystemHandlers<Context> {
  /** Check whether the node keeps up with the network. */
  readonly getHealth: Handler<Context, GetHealthResult>;
  /** Get the software version of the node. */
  readonly getVersion: Handler<Context, GetVersionResult>;
  /** Get the identity address of the node. */
  readonly getIdentity: Handler<Context, GetIdentityResult>;
  /** List all nodes of the network and their addresses. */
  readonly getClusterNodes: Handler<Context, GetClusterNodesResult>;
  /** Get the leader schedule of an epoch. */
  readonly getLeaderSchedule: Handler<Context, GetLeaderScheduleResult>;
  /** List the voting validators with their stake and votes. */
  readonly getVoteAccounts: Handler<Context, GetVoteAccountsResult>;
  /** Get the newest snapshot slots of the node. */
  readonly getHighestSnapshotSlot: Handler<Context, GetHighestSnapshotSlotResult>;
  /** Get the newest slot that the node has passed on. */
  readonly getMaxRetransmitSlot: Handler<Context, GetMaxRetransmitSlotResult>;
  /** Get the newest slot of which the node has stored data. */
  readonly getMaxShredInsertSlot: Handler<Context, GetMaxShredInsertSlotResult>;
  /** List how many transactions and slots recent minutes held. */
  readonly getRecentPerformanceSamples: Handler<Context, GetRecentPerformanceSamplesResult>;
  /** Get the newest full snapshot slot of the node (legacy). */
  readonly getSnapshotSlot: Handler<Context, GetSnapshotSlotResult>;
  /** Read the certificate with which the Alpenglow consensus began. */
  readonly getAgGenesisCert: Handler<Context, GetAgGenesisCertResult>;
  /** List validators by their rank in certificates. */
  readonly getRankMap: Handler<Context, GetRankMapResult>;
}

/** Handlers of the category Epoch and Inflation. */
export interface EpochAndInflationHandlers<Context> {
  /** Get the current epoch, slot and block height. */
  readonly getEpochInfo: Handler<Context, GetEpochInfoResult>;
  /** Get the rule by which slots are cut into epochs. */
  readonly getEpochSchedule: Handler<Context, GetEpochScheduleResult>;
  /** Get the rule by which inflation falls over the years. */
  readonly getInflationGovernor: Handler<Context, GetInflationGovernorResult>;
  /** Get the inflation rate of the current epoch. */
  readonly getInflationRate: Handler<Context, GetInflationRateResult>;
  /** List the staking rewards that addresses earned in an epoch. */
  readonly getInflationReward: Handler<Context, GetInflationRewardResult>;
}

/** Handlers of the category Token. */
export interface TokenHandlers<Context> {
  /** Read the token balance of one token account. */
  readonly getTokenAccountBalance: Handler<Context, GetTokenAccountBalanceResult>;
  /** List the token accounts from which an address may spend as delegate. */
  readonly getTokenAccountsByDelegate: Handler<Context, GetTokenAccountsByDelegateResult>;
  /** List the token accounts of a wallet. */
  readonly getTokenAccountsByOwner: Handler<Context, GetTokenAccountsByOwnerResult>;
  /** List the 20 accounts that hold most of a token. */
  readonly getTokenLargestAccounts: Handler<Context, GetTokenLargestAccountsResult>;
  /** Read the total supply of a token. */
  readonly getTokenSupply: Handler<Context, GetTokenSupplyResult>;
  /** List all token accounts of one token. */
  readonly getTokenAccountsByMint: Handler<Context, GetTokenAccountsByMintResult>;
  /** List the token accounts of a wallet in pages. */
  readonly getTokenAccountsByOwnerV2: Handler<Context, GetTokenAccountsByOwnerV2Result>;
  /** Read one digital asset: collectible, compressed collectible or token. */
  readonly getAsset: Handler<Context, GetAssetResult>;
  /** Read up to 1000 digital assets in one call. */
  readonly getAssetBatch: Handler<Context, GetAssetBatchResult>;
  /** Read the Merkle proof of a compressed asset. */
  readonly getAssetProof: Handler<Context, GetAssetProofResult>;
  /** Read the Merkle proofs of up to 1000 compressed assets. */
  readonly getAssetProofBatch: Handler<Context, GetAssetProofBatchResult>;
  /** List the digital assets that a wallet owns. */
  readonly getAssetsByOwner: Handler<Context, GetAssetsByOwnerResult>;
  /** List the digital assets that an address may update. */
  readonly getAssetsByAuthority: Handler<Context, GetAssetsByAuthorityResult>;
  /** List the digital assets that name an address as creator. */
  readonly getAssetsByCreator: Handler<Context, GetAssetsByCreatorResult>;
  /** List the digital assets of a collection. */
  readonly getAssetsByGroup: Handler<Context, GetAssetsByGroupResult>;
  /** Find digital assets by any mix of owner, creator, collection, name and state. */
  readonly searchAssets: Handler<Context, SearchAssetsResult>;
  /** List the transactions that changed a compressed asset. */
  readonly getSignaturesForAsset: Handler<Context, GetSignaturesForAssetResult>;
  /** List the numbered prints made from a master edition. */
  readonly getNftEditions: Handler<Context, GetNftEditionsResult>;
  /** List token accounts of a mint, an owner or both, in pages. */
  readonly getTokenAccounts: Handler<Context, GetTokenAccountsResult>;
  /** Count the assets of a group. */
  readonly getGrouping: Handler<Context, GetGroupingResult>;
}

/** Handlers of the category Transaction. */
export interface TransactionHandlers<Context> {
  /** Read one transaction with what it did. */
  readonly getTransaction: Handler<Context, GetTransactionResult>;
  /** List the transactions that name an address. */
  readonly getSignaturesForAddress: Handler<Context, GetSignaturesForAddressResult>;
  /** Check whether transactions have landed and how settled they are. */
  readonly getSignatureStatuses: Handler<Context, GetSignatureStatusesResult>;
  /** Count the transactions since the start of the ledger. */
  readonly getTransactionCount: Handler<Context, GetTransactionCountResult["value"]>;
  /** List the priority fees that recent transactions paid. */
  readonly getRecentPrioritizationFees: Handler<Context, GetRecentPrioritizationFeesResult>;
  /** Run a transaction without sending it. */
  readonly simulateTransaction: Handler<Context, SimulateTransactionResult>;
  /** Submit a signed transaction to the network. */
  readonly sendTransaction: Handler<Context, SendTransactionResult>;
  /** Submit a signed transaction and wait until it has landed. */
  readonly sendAndConfirmTransaction: Handler<Context, SendAndConfirmTransactionResult>;
  /** Tell what became of a transaction. */
  readonly getTransactionFate: Handler<Context, GetTransactionFateResult>;
  /** List the transactions that name an address (old name of getSignaturesForAddress). */
  readonly getConfirmedSignaturesForAddress2: Handler<Context, GetConfirmedSignaturesForAddress2Result>;
  /** Read one transaction (old name of getTransaction). */
  readonly getConfirmedTransaction: Handler<Context, GetConfirmedTransactionResult>;
  /** Get a recent blockhash and the fee of a signature (legacy). */
  readonly getRecentBlockhash: Handler<Context, GetRecentBlockhashResult>;
  /** Get a recent blockhash, its fee and its expiry (legacy). */
  readonly getFees: Handler<Context, GetFeesResult>;
  /** Get the fee of a signature under a blockhash (legacy). */
  readonly getFeeCalculatorForBlockhash: Handler<Context, GetFeeCalculatorForBlockhashResult>;
  /** Get the fixed limits of the signature fee (legacy). */
  readonly getFeeRateGovernor: Handler<Context, GetFeeRateGovernorResult>;
  /** Read one transaction, encoding first. */
  readonly getTransactionWithConfig: Handler<Context, GetTransactionWithConfigResult>;
  /** List the transactions of an address, filtered, sorted and in full. */
  readonly getTransactionsForAddress: Handler<Context, GetTransactionsForAddressResult>;
  /** List what a wallet sent and received. */
  readonly getTransfersByAddress: Handler<Context, GetTransfersByAddressResult>;
  /** Submit signed transactions that land together or not at all. */
  readonly sendBundle: Handler<Context, SendBundleResult>;
  /** Try out transactions of a bundle without sending them. */
  readonly simulateBundle: Handler<Context, SimulateBundleResult>;
  /** Check whether bundles have landed. */
  readonly getBundleStatuses: Handler<Context, GetBundleStatusesResult>;
  /** Check bundles that were sent within the last five minutes. */
  readonly getInflightBundleStatuses: Handler<Context, GetInflightBundleStatusesResult>;
  /** List the accounts to which bundles pay their tip. */
  readonly getTipAccounts: Handler<Context, GetTipAccountsResult>;
}

/** Handlers of the category Other. */
export interface OtherHandlers<Context> {
  /** Ask what a transaction message would cost in lamports. */
  readonly getFeeForMessage: Handler<Context, GetFeeForMessageResult>;
  /** Estimate the priority fee that a transaction needs. */
  readonly getPriorityFeeEstimate: Handler<Context, GetPriorityFeeEstimateResult>;
  /** Get a recent blockhash, which every new transaction must carry. */
  readonly getLatestBlockhash: Handler<Context, GetLatestBlockhashResult>;
  /** Tell whether transactions with a blockhash can still land. */
  readonly isBlockhashValid: Handler<Context, IsBlockhashValidResult>;
  /** Get the least number of lamports that can be delegated as stake. */
  readonly getStakeMinimumDelegation: Handler<Context, GetStakeMinimumDelegationResult>;
  /** Get total, circulating and locked supply of the native token. */
  readonly getSupply: Handler<Context, GetSupplyResult>;
  /** Ask a test network's faucet to send lamports to an account. */
  readonly requestAirdrop: Handler<Context, RequestAirdropResult>;
}

/** Handlers of the category Compression. */
export interface CompressionHandlers<Context> {
  /** Read a compressed account. */
  readonly getCompressedAccount: Handler<Context, GetCompressedAccountResult>;
  /** Read a compressed account with its tree and queue. */
  readonly getCompressedAccountV2: Handler<Context, GetCompressedAccountV2Result>;
  /** Read the lamports of a compressed account. */
  readonly getCompressedAccountBalance: Handler<Context, GetCompressedAccountBalanceResult>;
  /** Read the Merkle proof of a compressed account. */
  readonly getCompressedAccountProof: Handler<Context, GetCompressedAccountProofResult>;
  /** Read the Merkle proof of a compressed account, or that none is needed. */
  readonly getCompressedAccountProofV2: Handler<Context, GetCompressedAccountProofV2Result>;
  /** List the compressed accounts of an owner. */
  readonly getCompressedAccountsByOwner: Handler<Context, GetCompressedAccountsByOwnerResult>;
  /** List the compressed accounts of an owner with their trees. */
  readonly getCompressedAccountsByOwnerV2: Handler<Context, GetCompressedAccountsByOwnerV2Result>;
  /** Read the lamports of all compressed accounts of an owner. */
  readonly getCompressedBalanceByOwner: Handler<Context, GetCompressedBalanceByOwnerResult>;
  /** List the holders of a compressed token. */
  readonly getCompressedMintTokenHolders: Handler<Context, GetCompressedMintTokenHoldersResult>;
  /** Read the amount of a compressed token account. */
  readonly getCompressedTokenAccountBalance: Handler<Context, GetCompressedTokenAccountBalanceResult>;
  /** List the compressed token accounts of a delegate. */
  readonly getCompressedTokenAccountsByDelegate: Handler<Context, GetCompressedTokenAccountsByDelegateResult>;
  /** List the compressed token accounts of a delegate with their trees. */
  readonly getCompressedTokenAccountsByDelegateV2: Handler<
    Context,
    GetCompressedTokenAccountsByDelegateV2Result
  >;
  /** List the compressed token accounts of a wallet. */
  readonly getCompressedTokenAccountsByOwner: Handler<Context, GetCompressedTokenAccountsByOwnerResult>;
  /** List the compressed token accounts of a wallet with their trees. */
  readonly getCompressedTokenAccountsByOwnerV2: Handler<Context, GetCompressedTokenAccountsByOwnerV2Result>;
  /** Sum up the compressed tokens of a wallet. */
  readonly getCompressedTokenBalancesByOwner: Handler<Context, GetCompressedTokenBalancesByOwnerResult>;
  /** Sum up the compressed tokens of a wallet, as items. */
  readonly getCompressedTokenBalancesByOwnerV2: Handler<Context, GetCompressedTokenBalancesByOwnerV2Result>;
  /** List the transactions that made and spent a compressed account. */
  readonly getCompressionSignaturesForAccount: Handler<Context, GetCompressionSignaturesForAccountResult>;
  /** List the transactions of a compressed address. */
  readonly getCompressionSignaturesForAddress: Handler<Context, GetCompressionSignaturesForAddressResult>;
  /** List the transactions of an owner of compressed accounts. */
  readonly getCompressionSignaturesForOwner: Handler<Context, GetCompressionSignaturesForOwnerResult>;
  /** List the transactions of an owner of compressed tokens. */
  readonly getCompressionSignaturesForTokenOwner: Handler<
    Context,
    GetCompressionSignaturesForTokenOwnerResult
  >;
  /** Check whether the index of compressed state keeps up. */
  readonly getIndexerHealth: Handler<Context, GetIndexerHealthResult>;
  /** Read the slot that the index of compressed state has reached. */
  readonly getIndexerSlot: Handler<Context, GetIndexerSlotResult>;
  /** List the newest transactions that touched compressed state. */
  readonly getLatestCompressionSignatures: Handler<Context, GetLatestCompressionSignaturesResult>;
  /** List the newest transactions that are not votes. */
  readonly getLatestNonVotingSignatures: Handler<Context, GetLatestNonVotingSignaturesResult>;
  /** Read the Merkle proofs of several compressed accounts. */
  readonly getMultipleCompressedAccountProofs: Handler<Context, GetMultipleCompressedAccountProofsResult>;
  /** Read the Merkle proofs of several compressed accounts with their trees. */
  readonly getMultipleCompressedAccountProofsV2: Handler<Context, GetMultipleCompressedAccountProofsV2Result>;
  /** Read several compressed accounts. */
  readonly getMultipleCompressedAccounts: Handler<Context, GetMultipleCompressedAccountsResult>;
  /** Read several compressed accounts with their trees. */
  readonly getMultipleCompressedAccountsV2: Handler<Context, GetMultipleCompressedAccountsV2Result>;
  /** Prove that addresses are free. */
  readonly getMultipleNewAddressProofs: Handler<Context, GetMultipleNewAddressProofsResult>;
  /** Prove that addresses are free in their trees. */
  readonly getMultipleNewAddressProofsV2: Handler<Context, GetMultipleNewAddressProofsV2Result>;
  /** Read a transaction with the compressed accounts that it opened and closed. */
  readonly getTransactionWithCompressionInfo: Handler<Context, GetTransactionWithCompressionInfoResult>;
  /** Read a transaction with the compressed accounts that it opened and closed, and their trees. */
  readonly getTransactionWithCompressionInfoV2: Handler<Context, GetTransactionWithCompressionInfoV2Result>;
  /** Prove that compressed accounts exist and addresses are free. */
  readonly getValidityProof: Handler<Context, GetValidityProofResult>;
  /** Prove that compressed accounts exist and addresses are free, by index where that is enough. */
  readonly getValidityProofV2: Handler<Context, GetValidityProofV2Result>;
}

/** Handlers of the category Network. */
export interface NetworkHandlers<Context> {
  /** List the networks that the gateway knows. */
  readonly listSvmNetworks: Handler<Context, ListSvmNetworksResult>;
  /** Let a network take part in calls to all networks. */
  readonly enableSvmNetwork: Handler<Context, EnableSvmNetworkResult>;
  /** Leave a network out of calls to all networks. */
  readonly disableSvmNetwork: Handler<Context, DisableSvmNetworkResult>;
  /** Send a network's calls to another upstream. */
  readonly setNetworkRpcUrl: Handler<Context, SetNetworkRpcUrlResult>;
}
