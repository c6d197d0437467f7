// Generated from openrpc.json by codegen/emit-client.ts; do not edit. Run: npm run generate
// What the typed client is made of. The interfaces are types only; the tables are data, no method has a body.
// clientShapes says where the 64-bit integers of a result or notification stand (src/client/json/shape.ts); a method or
// notification that holds none is left out.

import type { Shape } from "../src/client/json/shape.ts";
import type { ClientMethod, ClientSubscription } from "../src/client/shared/client-table.ts";
import type {
  AccountNotification,
  AccountSubscribeParams,
  BlockNotification,
  BlockSubscribeParams,
  DisableSvmNetworkParams,
  DisableSvmNetworkResult,
  EnableSvmNetworkParams,
  EnableSvmNetworkResult,
  GetAccountInfoAndContextParams,
  GetAccountInfoAndContextResult,
  GetAccountInfoParams,
  GetAccountInfoResult,
  GetAccountOwnerParams,
  GetAccountOwnerResult,
  GetAgGenesisCertParams,
  GetAgGenesisCertResult,
  GetAssetBatchParams,
  GetAssetBatchResult,
  GetAssetParams,
  GetAssetProofBatchParams,
  GetAssetProofBatchResult,
  GetAssetProofParams,
  GetAssetProofResult,
  GetAssetResult,
  GetAssetsByAuthorityParams,
  GetAssetsByAuthorityResult,
  GetAssetsByCreatorParams,
  GetAssetsByCreatorResult,
  GetAssetsByGroupParams,
  GetAssetsByGroupResult,
  GetAssetsByOwnerParams,
  GetAssetsByOwnerResult,
  GetBalanceAndContextParams,
  GetBalanceAndContextResult,
  GetBalanceParams,
  GetBalanceResult,
  GetBlockCommitmentParams,
  GetBlockCommitmentResult,
  GetBlockHeightParams,
  GetBlockHeightResult,
  GetBlockParams,
  GetBlockProductionParams,
  GetBlockProductionResult,
  GetBlockResult,
  GetBlockTimeParams,
  GetBlockTimeResult,
  GetBlocksParams,
  GetBlocksResult,
  GetBlocksWithLimitParams,
  GetBlocksWithLimitResult,
  GetBundleStatusesParams,
  GetBundleStatusesResult,
  GetClusterNodesParams,
  GetClusterNodesResult,
  GetCompressedAccountBalanceParams,
  GetCompressedAccountBalanceResult,
  GetCompressedAccountParams,
  GetCompressedAccountProofParams,
  GetCompressedAccountProofResult,
  GetCompressedAccountProofV2Params,
  GetCompressedAccountProofV2Result,
  GetCompressedAccountResult,
  GetCompressedAccountV2Params,
  GetCompressedAccountV2Result,
  GetCompressedAccountsByOwnerParams,
  GetCompressedAccountsByOwnerResult,
  GetCompressedAccountsByOwnerV2Params,
  GetCompressedAccountsByOwnerV2Result,
  GetCompressedBalanceByOwnerParams,
  GetCompressedBalanceByOwnerResult,
  GetCompressedMintTokenHoldersParams,
  GetCompressedMintTokenHoldersResult,
  GetCompressedTokenAccountBalanceParams,
  GetCompressedTokenAccountBalanceResult,
  GetCompressedTokenAccountsByDelegateParams,
  GetCompressedTokenAccountsByDelegateResult,
  GetCompressedTokenAccountsByDelegateV2Params,
  GetCompressedTokenAccountsByDelegateV2Result,
  GetCompressedTokenAccountsByOwnerParams,
  GetCompressedTokenAccountsByOwnerResult,
  GetCompressedTokenAccountsByOwnerV2Params,
  GetCompressedTokenAccountsByOwnerV2Result,
  GetCompressedTokenBalancesByOwnerParams,
  GetCompressedTokenBalancesByOwnerResult,
  GetCompressedTokenBalancesByOwnerV2Params,
  GetCompressedTokenBalancesByOwnerV2Result,
  GetCompressionSignaturesForAccountParams,
  GetCompressionSignaturesForAccountResult,
  GetCompressionSignaturesForAddressParams,
  GetCompressionSignaturesForAddressResult,
  GetCompressionSignaturesForOwnerParams,
  GetCompressionSignaturesForOwnerResult,
  GetCompressionSignaturesForTokenOwnerParams,
  GetCompressionSignaturesForTokenOwnerResult,
  GetConfirmedBlockParams,
  GetConfirmedBlockResult,
  GetConfirmedBlocksParams,
  GetConfirmedBlocksResult,
  GetConfirmedBlocksWithLimitParams,
  GetConfirmedBlocksWithLimitResult,
  GetConfirmedSignaturesForAddress2Params,
  GetConfirmedSignaturesForAddress2Result,
  GetConfirmedTransactionParams,
  GetConfirmedTransactionResult,
  GetEpochInfoParams,
  GetEpochInfoResult,
  GetEpochScheduleParams,
  GetEpochScheduleResult,
  GetFeeCalculatorForBlockhashParams,
  GetFeeCalculatorForBlockhashResult,
  GetFeeForMessageParams,
  GetFeeForMessageResult,
  GetFeeRateGovernorParams,
  GetFeeRateGovernorResult,
  GetFeesParams,
  GetFeesResult,
  GetFirstAvailableBlockParams,
  GetFirstAvailableBlockResult,
  GetGenesisHashParams,
  GetGenesisHashResult,
  GetGroupingParams,
  GetGroupingResult,
  GetHealthParams,
  GetHealthResult,
  GetHighestSnapshotSlotParams,
  GetHighestSnapshotSlotResult,
  GetIdentityParams,
  GetIdentityResult,
  GetIndexerHealthParams,
  GetIndexerHealthResult,
  GetIndexerSlotParams,
  GetIndexerSlotResult,
  GetInflationGovernorParams,
  GetInflationGovernorResult,
  GetInflationRateParams,
  GetInflationRateResult,
  GetInflationRewardParams,
  GetInflationRewardResult,
  GetInflightBundleStatusesParams,
  GetInflightBundleStatusesResult,
  GetLargestAccountsParams,
  GetLargestAccountsResult,
  GetLatestBlockhashParams,
  GetLatestBlockhashResult,
  GetLatestCompressionSignaturesParams,
  GetLatestCompressionSignaturesResult,
  GetLatestNonVotingSignaturesParams,
  GetLatestNonVotingSignaturesResult,
  GetLeaderScheduleParams,
  GetLeaderScheduleResult,
  GetMaxRetransmitSlotParams,
  GetMaxRetransmitSlotResult,
  GetMaxShredInsertSlotParams,
  GetMaxShredInsertSlotResult,
  GetMinimumBalanceForRentExemptionParams,
  GetMinimumBalanceForRentExemptionResult,
  GetMultipleAccountsAndContextParams,
  GetMultipleAccountsAndContextResult,
  GetMultipleAccountsParams,
  GetMultipleAccountsResult,
  GetMultipleCompressedAccountProofsParams,
  GetMultipleCompressedAccountProofsResult,
  GetMultipleCompressedAccountProofsV2Params,
  GetMultipleCompressedAccountProofsV2Result,
  GetMultipleCompressedAccountsParams,
  GetMultipleCompressedAccountsResult,
  GetMultipleCompressedAccountsV2Params,
  GetMultipleCompressedAccountsV2Result,
  GetMultipleNewAddressProofsParams,
  GetMultipleNewAddressProofsResult,
  GetMultipleNewAddressProofsV2Params,
  GetMultipleNewAddressProofsV2Result,
  GetNftEditionsParams,
  GetNftEditionsResult,
  GetPriorityFeeEstimateParams,
  GetPriorityFeeEstimateResult,
  GetProgramAccountsAndContextParams,
  GetProgramAccountsAndContextResult,
  GetProgramAccountsParams,
  GetProgramAccountsResult,
  GetProgramAccountsV2Params,
  GetProgramAccountsV2Result,
  GetRankMapParams,
  GetRankMapResult,
  GetRecentBlockhashParams,
  GetRecentBlockhashResult,
  GetRecentPerformanceSamplesParams,
  GetRecentPerformanceSamplesResult,
  GetRecentPrioritizationFeesParams,
  GetRecentPrioritizationFeesResult,
  GetSignatureStatusesParams,
  GetSignatureStatusesResult,
  GetSignaturesForAddressParams,
  GetSignaturesForAddressResult,
  GetSignaturesForAssetParams,
  GetSignaturesForAssetResult,
  GetSlotLeaderParams,
  GetSlotLeaderResult,
  GetSlotLeadersParams,
  GetSlotLeadersResult,
  GetSlotParams,
  GetSlotResult,
  GetSnapshotSlotParams,
  GetSnapshotSlotResult,
  GetStakeActivationParams,
  GetStakeActivationResult,
  GetStakeMinimumDelegationParams,
  GetStakeMinimumDelegationResult,
  GetSupplyParams,
  GetSupplyResult,
  GetTipAccountsParams,
  GetTipAccountsResult,
  GetTokenAccountBalanceParams,
  GetTokenAccountBalanceResult,
  GetTokenAccountsByDelegateParams,
  GetTokenAccountsByDelegateResult,
  GetTokenAccountsByMintParams,
  GetTokenAccountsByMintResult,
  GetTokenAccountsByOwnerParams,
  GetTokenAccountsByOwnerResult,
  GetTokenAccountsByOwnerV2Params,
  GetTokenAccountsByOwnerV2Result,
  GetTokenAccountsParams,
  GetTokenAccountsResult,
  GetTokenLargestAccountsParams,
  GetTokenLargestAccountsResult,
  GetTokenSupplyParams,
  GetTokenSupplyResult,
  GetTransactionCountParams,
  GetTransactionCountResult,
  GetTransactionParams,
  GetTransactionResult,
  GetTransactionWithCompressionInfoParams,
  GetTransactionWithCompressionInfoResult,
  GetTransactionWithCompressionInfoV2Params,
  GetTransactionWithCompressionInfoV2Result,
  GetTransactionWithConfigParams,
  GetTransactionWithConfigResult,
  GetTransactionsForAddressParams,
  GetTransactionsForAddressResult,
  GetTransfersByAddressParams,
  GetTransfersByAddressResult,
  GetValidityProofParams,
  GetValidityProofResult,
  GetValidityProofV2Params,
  GetValidityProofV2Result,
  GetVersionParams,
  GetVersionResult,
  GetVoteAccountsParams,
  GetVoteAccountsResult,
  IsBlockhashValidParams,
  IsBlockhashValidResult,
  ListSvmNetworksParams,
  ListSvmNetworksResult,
  LogsNotification,
  LogsSubscribeParams,
  MinimumLedgerSlotParams,
  MinimumLedgerSlotResult,
  ProgramNotification,
  ProgramSubscribeParams,
  RequestAirdropParams,
  RequestAirdropResult,
  RootNotification,
  RootSubscribeParams,
  SearchAssetsParams,
  SearchAssetsResult,
  SendBundleParams,
  SendBundleResult,
  SendTransactionParams,
  SendTransactionResult,
  SetNetworkRpcUrlParams,
  SetNetworkRpcUrlResult,
  SignatureNotification,
  SignatureSubscribeParams,
  SimulateBundleParams,
  SimulateBundleResult,
  SimulateTransactionParams,
  SimulateTransactionResult,
  SlotNotification,
  SlotSubscribeParams,
  SlotUpdate,
  SlotsUpdatesSubscribeParams,
  TransactionNotification,
  TransactionSubscribeParams,
  VoteNotification,
  VoteSubscribeParams,
} from "./types.ts";

/** Methods that a ledger answers. */
export interface LedgerMethods {
  /** Read one account: balance, owning program and data. */
  getAccountInfo: { params: GetAccountInfoParams; result: GetAccountInfoResult };
  /** Read the balance of one account in lamports. */
  getBalance: { params: GetBalanceParams; result: GetBalanceResult };
  /** Read up to 100 accounts at one slot. */
  getMultipleAccounts: { params: GetMultipleAccountsParams; result: GetMultipleAccountsResult };
  /** List the accounts that a program owns, narrowed by filters. */
  getProgramAccounts: { params: GetProgramAccountsParams; result: GetProgramAccountsResult };
  /** List the 20 accounts with the most lamports. */
  getLargestAccounts: { params: GetLargestAccountsParams; result: GetLargestAccountsResult };
  /** Compute the lamports that an account of a given size must hold. */
  getMinimumBalanceForRentExemption: {
    params: GetMinimumBalanceForRentExemptionParams;
    result: GetMinimumBalanceForRentExemptionResult;
  };
  /**
   * Tell how much of a stake account is active in an epoch.
   * @deprecated
   */
  getStakeActivation: { params: GetStakeActivationParams; result: GetStakeActivationResult };
  /** Read which program owns an account. */
  getAccountOwner: { params: GetAccountOwnerParams; result: GetAccountOwnerResult };
  /** Read one account together with the slot of the answer. */
  getAccountInfoAndContext: {
    params: GetAccountInfoAndContextParams;
    result: GetAccountInfoAndContextResult;
  };
  /** Read the balance of one account together with the slot of the answer. */
  getBalanceAndContext: { params: GetBalanceAndContextParams; result: GetBalanceAndContextResult };
  /** Read up to 100 accounts together with the slot of the answer. */
  getMultipleAccountsAndContext: {
    params: GetMultipleAccountsAndContextParams;
    result: GetMultipleAccountsAndContextResult;
  };
  /** List the accounts that a program owns together with the slot of the answer. */
  getProgramAccountsAndContext: {
    params: GetProgramAccountsAndContextParams;
    result: GetProgramAccountsAndContextResult;
  };
  /** List the accounts of a program in pages. */
  getProgramAccountsV2: { params: GetProgramAccountsV2Params; result: GetProgramAccountsV2Result };
  /** Read the block of a slot with its transactions and rewards. */
  getBlock: { params: GetBlockParams; result: GetBlockResult };
  /** List the slots in a range that hold a confirmed block. */
  getBlocks: { params: GetBlocksParams; result: GetBlocksResult };
  /** List the slots of the next confirmed blocks from a slot on. */
  getBlocksWithLimit: { params: GetBlocksWithLimitParams; result: GetBlocksWithLimitResult };
  /** Get the time at which the block of a slot was produced. */
  getBlockTime: { params: GetBlockTimeParams; result: GetBlockTimeResult };
  /** Get the height of the newest block. */
  getBlockHeight: { params: GetBlockHeightParams; result: GetBlockHeightResult };
  /** Get the stake that has voted on a recent block. */
  getBlockCommitment: { params: GetBlockCommitmentParams; result: GetBlockCommitmentResult };
  /** Count how many of its slots each leader filled with a block. */
  getBlockProduction: { params: GetBlockProductionParams; result: GetBlockProductionResult };
  /** Get the newest slot. */
  getSlot: { params: GetSlotParams; result: GetSlotResult };
  /** Get the validator that leads the current slot. */
  getSlotLeader: { params: GetSlotLeaderParams; result: GetSlotLeaderResult };
  /** List the leaders of a range of slots. */
  getSlotLeaders: { params: GetSlotLeadersParams; result: GetSlotLeadersResult };
  /** Get the oldest block that the node can still return. */
  getFirstAvailableBlock: { params: GetFirstAvailableBlockParams; result: GetFirstAvailableBlockResult };
  /** Get the lowest slot on the node's own disk. */
  minimumLedgerSlot: { params: MinimumLedgerSlotParams; result: MinimumLedgerSlotResult };
  /** Get the hash that identifies the network. */
  getGenesisHash: { params: GetGenesisHashParams; result: GetGenesisHashResult };
  /**
   * Read the block of a slot (old name of getBlock).
   * @deprecated
   */
  getConfirmedBlock: { params: GetConfirmedBlockParams; result: GetConfirmedBlockResult };
  /**
   * List the slots in a range that hold a confirmed block (old name of getBlocks).
   * @deprecated
   */
  getConfirmedBlocks: { params: GetConfirmedBlocksParams; result: GetConfirmedBlocksResult };
  /**
   * List the slots of the next confirmed blocks (old name of getBlocksWithLimit).
   * @deprecated
   */
  getConfirmedBlocksWithLimit: {
    params: GetConfirmedBlocksWithLimitParams;
    result: GetConfirmedBlocksWithLimitResult;
  };
  /** Check whether the node keeps up with the network. */
  getHealth: { params: GetHealthParams; result: GetHealthResult };
  /** Get the software version of the node. */
  getVersion: { params: GetVersionParams; result: GetVersionResult };
  /** Get the identity address of the node. */
  getIdentity: { params: GetIdentityParams; result: GetIdentityResult };
  /** List all nodes of the network and their addresses. */
  getClusterNodes: { params: GetClusterNodesParams; result: GetClusterNodesResult };
  /** Get the leader schedule of an epoch. */
  getLeaderSchedule: { params: GetLeaderScheduleParams; result: GetLeaderScheduleResult };
  /** List the voting validators with their stake and votes. */
  getVoteAccounts: { params: GetVoteAccountsParams; result: GetVoteAccountsResult };
  /** Get the newest snapshot slots of the node. */
  getHighestSnapshotSlot: { params: GetHighestSnapshotSlotParams; result: GetHighestSnapshotSlotResult };
  /** Get the newest slot that the node has passed on. */
  getMaxRetransmitSlot: { params: GetMaxRetransmitSlotParams; result: GetMaxRetransmitSlotResult };
  /** Get the newest slot of which the node has stored data. */
  getMaxShredInsertSlot: { params: GetMaxShredInsertSlotParams; result: GetMaxShredInsertSlotResult };
  /** List how many transactions and slots recent minutes held. */
  getRecentPerformanceSamples: {
    params: GetRecentPerformanceSamplesParams;
    result: GetRecentPerformanceSamplesResult;
  };
  /**
   * Get the newest full snapshot slot of the node (legacy).
   * @deprecated
   */
  getSnapshotSlot: { params: GetSnapshotSlotParams; result: GetSnapshotSlotResult };
  /** Read the certificate with which the Alpenglow consensus began. */
  getAgGenesisCert: { params: GetAgGenesisCertParams; result: GetAgGenesisCertResult };
  /** List validators by their rank in certificates. */
  getRankMap: { params: GetRankMapParams; result: GetRankMapResult };
  /** Get the current epoch, slot and block height. */
  getEpochInfo: { params: GetEpochInfoParams; result: GetEpochInfoResult };
  /** Get the rule by which slots are cut into epochs. */
  getEpochSchedule: { params: GetEpochScheduleParams; result: GetEpochScheduleResult };
  /** Get the rule by which inflation falls over the years. */
  getInflationGovernor: { params: GetInflationGovernorParams; result: GetInflationGovernorResult };
  /** Get the inflation rate of the current epoch. */
  getInflationRate: { params: GetInflationRateParams; result: GetInflationRateResult };
  /** List the staking rewards that addresses earned in an epoch. */
  getInflationReward: { params: GetInflationRewardParams; result: GetInflationRewardResult };
  /** Read the token balance of one token account. */
  getTokenAccountBalance: { params: GetTokenAccountBalanceParams; result: GetTokenAccountBalanceResult };
  /** List the token accounts from which an address may spend as delegate. */
  getTokenAccountsByDelegate: {
    params: GetTokenAccountsByDelegateParams;
    result: GetTokenAccountsByDelegateResult;
  };
  /** List the token accounts of a wallet. */
  getTokenAccountsByOwner: { params: GetTokenAccountsByOwnerParams; result: GetTokenAccountsByOwnerResult };
  /** List the 20 accounts that hold most of a token. */
  getTokenLargestAccounts: { params: GetTokenLargestAccountsParams; result: GetTokenLargestAccountsResult };
  /** Read the total supply of a token. */
  getTokenSupply: { params: GetTokenSupplyParams; result: GetTokenSupplyResult };
  /** List all token accounts of one token. */
  getTokenAccountsByMint: { params: GetTokenAccountsByMintParams; result: GetTokenAccountsByMintResult };
  /** List the token accounts of a wallet in pages. */
  getTokenAccountsByOwnerV2: {
    params: GetTokenAccountsByOwnerV2Params;
    result: GetTokenAccountsByOwnerV2Result;
  };
  /** Read one digital asset: collectible, compressed collectible or token. */
  getAsset: { params: GetAssetParams; result: GetAssetResult };
  /** Read up to 1000 digital assets in one call. */
  getAssetBatch: { params: GetAssetBatchParams; result: GetAssetBatchResult };
  /** Read the Merkle proof of a compressed asset. */
  getAssetProof: { params: GetAssetProofParams; result: GetAssetProofResult };
  /** Read the Merkle proofs of up to 1000 compressed assets. */
  getAssetProofBatch: { params: GetAssetProofBatchParams; result: GetAssetProofBatchResult };
  /** List the digital assets that a wallet owns. */
  getAssetsByOwner: { params: GetAssetsByOwnerParams; result: GetAssetsByOwnerResult };
  /** List the digital assets that an address may update. */
  getAssetsByAuthority: { params: GetAssetsByAuthorityParams; result: GetAssetsByAuthorityResult };
  /** List the digital assets that name an address as creator. */
  getAssetsByCreator: { params: GetAssetsByCreatorParams; result: GetAssetsByCreatorResult };
  /** List the digital assets of a collection. */
  getAssetsByGroup: { params: GetAssetsByGroupParams; result: GetAssetsByGroupResult };
  /** Find digital assets by any mix of owner, creator, collection, name and state. */
  searchAssets: { params: SearchAssetsParams; result: SearchAssetsResult };
  /** List the transactions that changed a compressed asset. */
  getSignaturesForAsset: { params: GetSignaturesForAssetParams; result: GetSignaturesForAssetResult };
  /** List the numbered prints made from a master edition. */
  getNftEditions: { params: GetNftEditionsParams; result: GetNftEditionsResult };
  /** List token accounts of a mint, an owner or both, in pages. */
  getTokenAccounts: { params: GetTokenAccountsParams; result: GetTokenAccountsResult };
  /** Count the assets of a group. */
  getGrouping: { params: GetGroupingParams; result: GetGroupingResult };
  /** Read one transaction with what it did. */
  getTransaction: { params: GetTransactionParams; result: GetTransactionResult };
  /** List the transactions that name an address. */
  getSignaturesForAddress: { params: GetSignaturesForAddressParams; result: GetSignaturesForAddressResult };
  /** Check whether transactions have landed and how settled they are. */
  getSignatureStatuses: { params: GetSignatureStatusesParams; result: GetSignatureStatusesResult };
  /** Count the transactions since the start of the ledger. */
  getTransactionCount: { params: GetTransactionCountParams; result: GetTransactionCountResult };
  /** List the priority fees that recent transactions paid. */
  getRecentPrioritizationFees: {
    params: GetRecentPrioritizationFeesParams;
    result: GetRecentPrioritizationFeesResult;
  };
  /** Run a transaction without sending it. */
  simulateTransaction: { params: SimulateTransactionParams; result: SimulateTransactionResult };
  /** Submit a signed transaction to the network. */
  sendTransaction: { params: SendTransactionParams; result: SendTransactionResult };
  /**
   * List the transactions that name an address (old name of getSignaturesForAddress).
   * @deprecated
   */
  getConfirmedSignaturesForAddress2: {
    params: GetConfirmedSignaturesForAddress2Params;
    result: GetConfirmedSignaturesForAddress2Result;
  };
  /**
   * Read one transaction (old name of getTransaction).
   * @deprecated
   */
  getConfirmedTransaction: { params: GetConfirmedTransactionParams; result: GetConfirmedTransactionResult };
  /**
   * Get a recent blockhash and the fee of a signature (legacy).
   * @deprecated
   */
  getRecentBlockhash: { params: GetRecentBlockhashParams; result: GetRecentBlockhashResult };
  /**
   * Get a recent blockhash, its fee and its expiry (legacy).
   * @deprecated
   */
  getFees: { params: GetFeesParams; result: GetFeesResult };
  /**
   * Get the fee of a signature under a blockhash (legacy).
   * @deprecated
   */
  getFeeCalculatorForBlockhash: {
    params: GetFeeCalculatorForBlockhashParams;
    result: GetFeeCalculatorForBlockhashResult;
  };
  /**
   * Get the fixed limits of the signature fee (legacy).
   * @deprecated
   */
  getFeeRateGovernor: { params: GetFeeRateGovernorParams; result: GetFeeRateGovernorResult };
  /** Read one transaction, encoding first. */
  getTransactionWithConfig: {
    params: GetTransactionWithConfigParams;
    result: GetTransactionWithConfigResult;
  };
  /** List the transactions of an address, filtered, sorted and in full. */
  getTransactionsForAddress: {
    params: GetTransactionsForAddressParams;
    result: GetTransactionsForAddressResult;
  };
  /** List what a wallet sent and received. */
  getTransfersByAddress: { params: GetTransfersByAddressParams; result: GetTransfersByAddressResult };
  /** Submit signed transactions that land together or not at all. */
  sendBundle: { params: SendBundleParams; result: SendBundleResult };
  /** Try out transactions of a bundle without sending them. */
  simulateBundle: { params: SimulateBundleParams; result: SimulateBundleResult };
  /** Check whether bundles have landed. */
  getBundleStatuses: { params: GetBundleStatusesParams; result: GetBundleStatusesResult };
  /** Check bundles that were sent within the last five minutes. */
  getInflightBundleStatuses: {
    params: GetInflightBundleStatusesParams;
    result: GetInflightBundleStatusesResult;
  };
  /** List the accounts to which bundles pay their tip. */
  getTipAccounts: { params: GetTipAccountsParams; result: GetTipAccountsResult };
  /** Ask what a transaction message would cost in lamports. */
  getFeeForMessage: { params: GetFeeForMessageParams; result: GetFeeForMessageResult };
  /** Estimate the priority fee that a transaction needs. */
  getPriorityFeeEstimate: { params: GetPriorityFeeEstimateParams; result: GetPriorityFeeEstimateResult };
  /** Get a recent blockhash, which every new transaction must carry. */
  getLatestBlockhash: { params: GetLatestBlockhashParams; result: GetLatestBlockhashResult };
  /** Tell whether transactions with a blockhash can still land. */
  isBlockhashValid: { params: IsBlockhashValidParams; result: IsBlockhashValidResult };
  /** Get the least number of lamports that can be delegated as stake. */
  getStakeMinimumDelegation: {
    params: GetStakeMinimumDelegationParams;
    result: GetStakeMinimumDelegationResult;
  };
  /** Get total, circulating and locked supply of the native token. */
  getSupply: { params: GetSupplyParams; result: GetSupplyResult };
  /** Ask a test network's faucet to send lamports to an account. */
  requestAirdrop: { params: RequestAirdropParams; result: RequestAirdropResult };
  /** Read a compressed account. */
  getCompressedAccount: { params: GetCompressedAccountParams; result: GetCompressedAccountResult };
  /** Read a compressed account with its tree and queue. */
  getCompressedAccountV2: { params: GetCompressedAccountV2Params; result: GetCompressedAccountV2Result };
  /** Read the lamports of a compressed account. */
  getCompressedAccountBalance: {
    params: GetCompressedAccountBalanceParams;
    result: GetCompressedAccountBalanceResult;
  };
  /** Read the Merkle proof of a compressed account. */
  getCompressedAccountProof: {
    params: GetCompressedAccountProofParams;
    result: GetCompressedAccountProofResult;
  };
  /** Read the Merkle proof of a compressed account, or that none is needed. */
  getCompressedAccountProofV2: {
    params: GetCompressedAccountProofV2Params;
    result: GetCompressedAccountProofV2Result;
  };
  /** List the compressed accounts of an owner. */
  getCompressedAccountsByOwner: {
    params: GetCompressedAccountsByOwnerParams;
    result: GetCompressedAccountsByOwnerResult;
  };
  /** List the compressed accounts of an owner with their trees. */
  getCompressedAccountsByOwnerV2: {
    params: GetCompressedAccountsByOwnerV2Params;
    result: GetCompressedAccountsByOwnerV2Result;
  };
  /** Read the lamports of all compressed accounts of an owner. */
  getCompressedBalanceByOwner: {
    params: GetCompressedBalanceByOwnerParams;
    result: GetCompressedBalanceByOwnerResult;
  };
  /** List the holders of a compressed token. */
  getCompressedMintTokenHolders: {
    params: GetCompressedMintTokenHoldersParams;
    result: GetCompressedMintTokenHoldersResult;
  };
  /** Read the amount of a compressed token account. */
  getCompressedTokenAccountBalance: {
    params: GetCompressedTokenAccountBalanceParams;
    result: GetCompressedTokenAccountBalanceResult;
  };
  /** List the compressed token accounts of a delegate. */
  getCompressedTokenAccountsByDelegate: {
    params: GetCompressedTokenAccountsByDelegateParams;
    result: GetCompressedTokenAccountsByDelegateResult;
  };
  /** List the compressed token accounts of a delegate with their trees. */
  getCompressedTokenAccountsByDelegateV2: {
    params: GetCompressedTokenAccountsByDelegateV2Params;
    result: GetCompressedTokenAccountsByDelegateV2Result;
  };
  /** List the compressed token accounts of a wallet. */
  getCompressedTokenAccountsByOwner: {
    params: GetCompressedTokenAccountsByOwnerParams;
    result: GetCompressedTokenAccountsByOwnerResult;
  };
  /** List the compressed token accounts of a wallet with their trees. */
  getCompressedTokenAccountsByOwnerV2: {
    params: GetCompressedTokenAccountsByOwnerV2Params;
    result: GetCompressedTokenAccountsByOwnerV2Result;
  };
  /** Sum up the compressed tokens of a wallet. */
  getCompressedTokenBalancesByOwner: {
    params: GetCompressedTokenBalancesByOwnerParams;
    result: GetCompressedTokenBalancesByOwnerResult;
  };
  /** Sum up the compressed tokens of a wallet, as items. */
  getCompressedTokenBalancesByOwnerV2: {
    params: GetCompressedTokenBalancesByOwnerV2Params;
    result: GetCompressedTokenBalancesByOwnerV2Result;
  };
  /** List the transactions that made and spent a compressed account. */
  getCompressionSignaturesForAccount: {
    params: GetCompressionSignaturesForAccountParams;
    result: GetCompressionSignaturesForAccountResult;
  };
  /** List the transactions of a compressed address. */
  getCompressionSignaturesForAddress: {
    params: GetCompressionSignaturesForAddressParams;
    result: GetCompressionSignaturesForAddressResult;
  };
  /** List the transactions of an owner of compressed accounts. */
  getCompressionSignaturesForOwner: {
    params: GetCompressionSignaturesForOwnerParams;
    result: GetCompressionSignaturesForOwnerResult;
  };
  /** List the transactions of an owner of compressed tokens. */
  getCompressionSignaturesForTokenOwner: {
    params: GetCompressionSignaturesForTokenOwnerParams;
    result: GetCompressionSignaturesForTokenOwnerResult;
  };
  /** Check whether the index of compressed state keeps up. */
  getIndexerHealth: { params: GetIndexerHealthParams; result: GetIndexerHealthResult };
  /** Read the slot that the index of compressed state has reached. */
  getIndexerSlot: { params: GetIndexerSlotParams; result: GetIndexerSlotResult };
  /** List the newest transactions that touched compressed state. */
  getLatestCompressionSignatures: {
    params: GetLatestCompressionSignaturesParams;
    result: GetLatestCompressionSignaturesResult;
  };
  /** List the newest transactions that are no votes. */
  getLatestNonVotingSignatures: {
    params: GetLatestNonVotingSignaturesParams;
    result: GetLatestNonVotingSignaturesResult;
  };
  /** Read the Merkle proofs of several compressed accounts. */
  getMultipleCompressedAccountProofs: {
    params: GetMultipleCompressedAccountProofsParams;
    result: GetMultipleCompressedAccountProofsResult;
  };
  /** Read the Merkle proofs of several compressed accounts with their trees. */
  getMultipleCompressedAccountProofsV2: {
    params: GetMultipleCompressedAccountProofsV2Params;
    result: GetMultipleCompressedAccountProofsV2Result;
  };
  /** Read several compressed accounts. */
  getMultipleCompressedAccounts: {
    params: GetMultipleCompressedAccountsParams;
    result: GetMultipleCompressedAccountsResult;
  };
  /** Read several compressed accounts with their trees. */
  getMultipleCompressedAccountsV2: {
    params: GetMultipleCompressedAccountsV2Params;
    result: GetMultipleCompressedAccountsV2Result;
  };
  /** Prove that addresses are free. */
  getMultipleNewAddressProofs: {
    params: GetMultipleNewAddressProofsParams;
    result: GetMultipleNewAddressProofsResult;
  };
  /** Prove that addresses are free in their trees. */
  getMultipleNewAddressProofsV2: {
    params: GetMultipleNewAddressProofsV2Params;
    result: GetMultipleNewAddressProofsV2Result;
  };
  /** Read a transaction with the compressed accounts that it opened and closed. */
  getTransactionWithCompressionInfo: {
    params: GetTransactionWithCompressionInfoParams;
    result: GetTransactionWithCompressionInfoResult;
  };
  /** Read a transaction with the compressed accounts that it opened and closed, and their trees. */
  getTransactionWithCompressionInfoV2: {
    params: GetTransactionWithCompressionInfoV2Params;
    result: GetTransactionWithCompressionInfoV2Result;
  };
  /** Prove that compressed accounts exist and addresses are free. */
  getValidityProof: { params: GetValidityProofParams; result: GetValidityProofResult };
  /** Prove that compressed accounts exist and addresses are free, by index where that is enough. */
  getValidityProofV2: { params: GetValidityProofV2Params; result: GetValidityProofV2Result };
}

/** Methods about the gateway's networks. */
export interface NetworkMethods {
  /** List the networks that the gateway knows. */
  listSvmNetworks: { params: ListSvmNetworksParams; result: ListSvmNetworksResult };
  /** Let a network take part in calls to all networks. */
  enableSvmNetwork: { params: EnableSvmNetworkParams; result: EnableSvmNetworkResult };
  /** Leave a network out of calls to all networks. */
  disableSvmNetwork: { params: DisableSvmNetworkParams; result: DisableSvmNetworkResult };
  /** Send a network's calls to another upstream node. */
  setNetworkRpcUrl: { params: SetNetworkRpcUrlParams; result: SetNetworkRpcUrlResult };
}

/** Subscriptions, by the stem of their methods: `account` for accountSubscribe. */
export interface Subscriptions {
  /** Hear of every change of an account. */
  account: { params: AccountSubscribeParams; notification: AccountNotification };
  /** Hear of every change of a program's accounts. */
  program: { params: ProgramSubscribeParams; notification: ProgramNotification };
  /** Hear of what transactions log. */
  logs: { params: LogsSubscribeParams; notification: LogsNotification };
  /** Wait for a transaction to reach a commitment. */
  signature: { params: SignatureSubscribeParams; notification: SignatureNotification };
  /** Hear of every slot that begins. */
  slot: { params: SlotSubscribeParams; notification: SlotNotification };
  /** Hear of every slot that is rooted. */
  root: { params: RootSubscribeParams; notification: RootNotification };
  /** Hear of each step in the life of slots. */
  slotsUpdates: { params: SlotsUpdatesSubscribeParams; notification: SlotUpdate };
  /** Hear of votes before they land. */
  vote: { params: VoteSubscribeParams; notification: VoteNotification };
  /** Hear of every block. */
  block: { params: BlockSubscribeParams; notification: BlockNotification };
  /** Hear of transactions as they land. */
  transaction: { params: TransactionSubscribeParams; notification: TransactionNotification };
}

/** Every method of the client. */
export const clientMethods: Readonly<Record<keyof LedgerMethods | keyof NetworkMethods, ClientMethod>> = {
  getAccountInfo: { read: true },
  getBalance: { read: true },
  getMultipleAccounts: { read: true },
  getProgramAccounts: { read: true },
  getLargestAccounts: { read: true },
  getMinimumBalanceForRentExemption: { read: true },
  getStakeActivation: { read: true },
  getAccountOwner: { read: true },
  getAccountInfoAndContext: { read: true },
  getBalanceAndContext: { read: true },
  getMultipleAccountsAndContext: { read: true },
  getProgramAccountsAndContext: { read: true },
  getProgramAccountsV2: { read: true },
  getBlock: { read: true },
  getBlocks: { read: true },
  getBlocksWithLimit: { read: true },
  getBlockTime: { read: true },
  getBlockHeight: { read: true },
  getBlockCommitment: { read: true },
  getBlockProduction: { read: true },
  getSlot: { read: true },
  getSlotLeader: { read: true },
  getSlotLeaders: { read: true },
  getFirstAvailableBlock: { read: true },
  minimumLedgerSlot: { read: true },
  getGenesisHash: { read: true },
  getConfirmedBlock: { read: true },
  getConfirmedBlocks: { read: true },
  getConfirmedBlocksWithLimit: { read: true },
  getHealth: { read: true },
  getVersion: { read: true },
  getIdentity: { read: true },
  getClusterNodes: { read: true },
  getLeaderSchedule: { read: true },
  getVoteAccounts: { read: true },
  getHighestSnapshotSlot: { read: true },
  getMaxRetransmitSlot: { read: true },
  getMaxShredInsertSlot: { read: true },
  getRecentPerformanceSamples: { read: true },
  getSnapshotSlot: { read: true },
  getAgGenesisCert: { read: true },
  getRankMap: { read: true },
  getEpochInfo: { read: true },
  getEpochSchedule: { read: true },
  getInflationGovernor: { read: true },
  getInflationRate: { read: true },
  getInflationReward: { read: true },
  getTokenAccountBalance: { read: true },
  getTokenAccountsByDelegate: { read: true },
  getTokenAccountsByOwner: { read: true },
  getTokenLargestAccounts: { read: true },
  getTokenSupply: { read: true },
  getTokenAccountsByMint: { read: true },
  getTokenAccountsByOwnerV2: { read: true },
  getAsset: { read: true },
  getAssetBatch: { read: true },
  getAssetProof: { read: true },
  getAssetProofBatch: { read: true },
  getAssetsByOwner: { read: true },
  getAssetsByAuthority: { read: true },
  getAssetsByCreator: { read: true },
  getAssetsByGroup: { read: true },
  searchAssets: { read: true },
  getSignaturesForAsset: { read: true },
  getNftEditions: { read: true },
  getTokenAccounts: { read: true },
  getGrouping: { read: true },
  getTransaction: { read: true },
  getSignaturesForAddress: { read: true },
  getSignatureStatuses: { read: true },
  getTransactionCount: { read: true },
  getRecentPrioritizationFees: { read: true },
  simulateTransaction: { read: true },
  sendTransaction: { read: false },
  getConfirmedSignaturesForAddress2: { read: true },
  getConfirmedTransaction: { read: true },
  getRecentBlockhash: { read: true },
  getFees: { read: true },
  getFeeCalculatorForBlockhash: { read: true },
  getFeeRateGovernor: { read: true },
  getTransactionWithConfig: { read: true },
  getTransactionsForAddress: { read: true },
  getTransfersByAddress: { read: true },
  sendBundle: { read: false },
  simulateBundle: { read: true },
  getBundleStatuses: { read: true },
  getInflightBundleStatuses: { read: true },
  getTipAccounts: { read: true },
  getFeeForMessage: { read: true },
  getPriorityFeeEstimate: { read: true },
  getLatestBlockhash: { read: true },
  isBlockhashValid: { read: true },
  getStakeMinimumDelegation: { read: true },
  getSupply: { read: true },
  requestAirdrop: { read: false },
  getCompressedAccount: { read: true },
  getCompressedAccountV2: { read: true },
  getCompressedAccountBalance: { read: true },
  getCompressedAccountProof: { read: true },
  getCompressedAccountProofV2: { read: true },
  getCompressedAccountsByOwner: { read: true },
  getCompressedAccountsByOwnerV2: { read: true },
  getCompressedBalanceByOwner: { read: true },
  getCompressedMintTokenHolders: { read: true },
  getCompressedTokenAccountBalance: { read: true },
  getCompressedTokenAccountsByDelegate: { read: true },
  getCompressedTokenAccountsByDelegateV2: { read: true },
  getCompressedTokenAccountsByOwner: { read: true },
  getCompressedTokenAccountsByOwnerV2: { read: true },
  getCompressedTokenBalancesByOwner: { read: true },
  getCompressedTokenBalancesByOwnerV2: { read: true },
  getCompressionSignaturesForAccount: { read: true },
  getCompressionSignaturesForAddress: { read: true },
  getCompressionSignaturesForOwner: { read: true },
  getCompressionSignaturesForTokenOwner: { read: true },
  getIndexerHealth: { read: true },
  getIndexerSlot: { read: true },
  getLatestCompressionSignatures: { read: true },
  getLatestNonVotingSignatures: { read: true },
  getMultipleCompressedAccountProofs: { read: true },
  getMultipleCompressedAccountProofsV2: { read: true },
  getMultipleCompressedAccounts: { read: true },
  getMultipleCompressedAccountsV2: { read: true },
  getMultipleNewAddressProofs: { read: true },
  getMultipleNewAddressProofsV2: { read: true },
  getTransactionWithCompressionInfo: { read: true },
  getTransactionWithCompressionInfoV2: { read: true },
  getValidityProof: { read: true },
  getValidityProofV2: { read: true },
  listSvmNetworks: { read: true, network: true },
  enableSvmNetwork: { read: false, network: true },
  disableSvmNetwork: { read: false, network: true },
  setNetworkRpcUrl: { read: false, network: true },
};

/** Every subscription of the client. */
export const clientSubscriptions: Readonly<Record<keyof Subscriptions, ClientSubscription>> = {
  account: {
    subscribe: "accountSubscribe",
    unsubscribe: "accountUnsubscribe",
    notification: "accountNotification",
    slowReader: "newest",
    positions: ["pubkey"],
  },
  program: {
    subscribe: "programSubscribe",
    unsubscribe: "programUnsubscribe",
    notification: "programNotification",
    slowReader: "close",
    positions: ["programId"],
  },
  logs: {
    subscribe: "logsSubscribe",
    unsubscribe: "logsUnsubscribe",
    notification: "logsNotification",
    slowReader: "close",
    positions: ["filter"],
  },
  signature: {
    subscribe: "signatureSubscribe",
    unsubscribe: "signatureUnsubscribe",
    notification: "signatureNotification",
    slowReader: "close",
    oneShot: true,
    positions: ["signature"],
  },
  slot: {
    subscribe: "slotSubscribe",
    unsubscribe: "slotUnsubscribe",
    notification: "slotNotification",
    slowReader: "newest",
    positions: [],
  },
  root: {
    subscribe: "rootSubscribe",
    unsubscribe: "rootUnsubscribe",
    notification: "rootNotification",
    slowReader: "newest",
    positions: [],
  },
  slotsUpdates: {
    subscribe: "slotsUpdatesSubscribe",
    unsubscribe: "slotsUpdatesUnsubscribe",
    notification: "slotsUpdatesNotification",
    slowReader: "close",
    positions: [],
  },
  vote: {
    subscribe: "voteSubscribe",
    unsubscribe: "voteUnsubscribe",
    notification: "voteNotification",
    slowReader: "close",
    positions: [],
  },
  block: {
    subscribe: "blockSubscribe",
    unsubscribe: "blockUnsubscribe",
    notification: "blockNotification",
    slowReader: "close",
    positions: ["filter"],
  },
  transaction: {
    subscribe: "transactionSubscribe",
    unsubscribe: "transactionUnsubscribe",
    notification: "transactionNotification",
    slowReader: "close",
    positions: ["filter"],
  },
};

/** Codes of the errors that a ledger or the gateway answers with, by name. */
export const clientErrors = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  ServerError: -32000,
  BlockCleanedUp: -32001,
  SendTransactionPreflightFailure: -32002,
  TransactionSignatureVerificationFailure: -32003,
  BlockNotAvailable: -32004,
  NodeUnhealthy: -32005,
  TransactionPrecompileVerificationFailure: -32006,
  SlotSkipped: -32007,
  NoSnapshot: -32008,
  LongTermStorageSlotSkipped: -32009,
  KeyExcludedFromSecondaryIndex: -32010,
  TransactionHistoryNotAvailable: -32011,
  ScanError: -32012,
  TransactionSignatureLenMismatch: -32013,
  BlockStatusNotAvailableYet: -32014,
  UnsupportedTransactionVersion: -32015,
  MinContextSlotNotReached: -32016,
  EpochRewardsPeriodActive: -32017,
  SlotNotEpochBoundary: -32018,
  LongTermStorageUnreachable: -32019,
  FilterTransactionNotFound: -32020,
  NoSlotHistory: -32021,
  LeaderScheduleIdentityNotFound: -32022,
  SubscriptionRejected: -32091,
  TooManyRequests: 429,
} as const;

const stakeActivation: Shape = { keys: { active: "bigint", inactive: "bigint" } };
const assetUses: Shape = { keys: { remaining: "bigint", total: "bigint" } };
const snapshotSlots: Shape = { keys: { full: "bigint", incremental: "bigint" } };
const slotRange: Shape = { keys: { firstSlot: "bigint", lastSlot: "bigint" } };
const signatureStatus: Shape = { keys: { slot: "bigint", confirmations: "bigint" } };
const reward: Shape = { keys: { lamports: "bigint", postBalance: "bigint" } };
const prioritizationFee: Shape = { keys: { slot: "bigint", prioritizationFee: "bigint" } };
const nftEdition: Shape = { keys: { edition_number: "bigint", edition: "bigint" } };
const assetTokenAccount: Shape = { keys: { amount: "bigint", delegated_amount: "bigint" } };
const voteNotification: Shape = { keys: { slots: { items: "bigint" }, timestamp: "bigint" } };
const compressedOwnerBalanceList: Shape = { keys: { items: { items: { keys: { balance: "bigint" } } } } };
const slotNotification: Shape = { keys: { slot: "bigint", parent: "bigint", root: "bigint" } };
const rawMessage: Shape = { keys: { transactionConfig: { keys: { priorityFee: "bigint" } } } };
const blockCommitment: Shape = { keys: { commitment: { items: "bigint" }, totalStake: "bigint" } };
const compressedTokenBalanceList: Shape = {
  keys: { token_balances: { items: { keys: { balance: "bigint" } } } },
};
const legacyBlockhash: Shape = { keys: { feeCalculator: { keys: { lamportsPerSignature: "bigint" } } } };
const transferList: Shape = { keys: { data: { items: { keys: { slot: "bigint", blockTime: "bigint" } } } } };
const compressedAccountProofInputs: Shape = {
  keys: { leafIndex: "bigint", rootIndex: { keys: { rootIndex: "bigint" } } },
};
const supply: Shape = { keys: { total: "bigint", circulating: "bigint", nonCirculating: "bigint" } };
const compressedSignatureInfoList: Shape = {
  keys: { items: { items: { keys: { blockTime: "bigint", slot: "bigint" } } } },
};
const jsonTransaction: Shape = { keys: { message: rawMessage } };
const inflationReward: Shape = {
  keys: { epoch: "bigint", effectiveSlot: "bigint", amount: "bigint", postBalance: "bigint" },
};
const assetTokenAccountList: Shape = { keys: { token_accounts: { items: assetTokenAccount } } };
const assetSupply: Shape = {
  keys: { print_max_supply: "bigint", print_current_supply: "bigint", edition_nonce: "bigint" },
};
const rankMap: Shape = {
  keys: { epoch: "bigint", totalStake: "bigint", validators: { items: { keys: { stake: "bigint" } } } },
};
const accountInfo: Shape = {
  keys: { data: { keys: { space: "bigint" } }, lamports: "bigint", rentEpoch: "bigint", space: "bigint" },
};
const performanceSample: Shape = {
  keys: { slot: "bigint", numTransactions: "bigint", numSlots: "bigint", numNonVoteTransactions: "bigint" },
};
const compressedValidityProofV2: Shape = { keys: { accounts: { items: compressedAccountProofInputs } } };
const blockProduction: Shape = { keys: { byIdentity: { rest: { items: "bigint" } }, range: slotRange } };
const voteAccount: Shape = {
  keys: {
    activatedStake: "bigint",
    epochCredits: { items: { items: "bigint" } },
    lastVote: "bigint",
    rootSlot: "bigint",
  },
};
const keyedAccount: Shape = { keys: { account: accountInfo } };
const epochSchedule: Shape = {
  keys: {
    slotsPerEpoch: "bigint",
    leaderScheduleSlotOffset: "bigint",
    firstNormalEpoch: "bigint",
    firstNormalSlot: "bigint",
  },
};
const legacyFees: Shape = {
  keys: {
    feeCalculator: { keys: { lamportsPerSignature: "bigint" } },
    lastValidSlot: "bigint",
    lastValidBlockHeight: "bigint",
  },
};
const nftEditionList: Shape = {
  keys: { supply: "bigint", max_supply: "bigint", editions: { items: nftEdition } },
};
const compressedAccount: Shape = {
  keys: {
    data: { keys: { discriminator: "bigint" } },
    lamports: "bigint",
    leafIndex: "bigint",
    seq: "bigint",
    slotCreated: "bigint",
  },
};
const epochInfo: Shape = {
  keys: {
    absoluteSlot: "bigint",
    blockHeight: "bigint",
    epoch: "bigint",
    slotIndex: "bigint",
    slotsInEpoch: "bigint",
    transactionCount: "bigint",
  },
};
const slotStats: Shape = {
  keys: {
    numTransactionEntries: "bigint",
    numSuccessfulTransactions: "bigint",
    numFailedTransactions: "bigint",
    maxTransactionsPerEntry: "bigint",
  },
};
const compressedClosedAccountV2: Shape = { keys: { account: compressedAccount } };
const accountNotification: Shape = { keys: { context: { keys: { slot: "bigint" } }, value: accountInfo } };
const compressedPaginatedAccountList: Shape = { keys: { items: { items: compressedAccount } } };
const programNotification: Shape = { keys: { context: { keys: { slot: "bigint" } }, value: keyedAccount } };
const feeRateGovernor: Shape = {
  keys: {
    feeRateGovernor: {
      keys: {
        maxLamportsPerSignature: "bigint",
        minLamportsPerSignature: "bigint",
        targetLamportsPerSignature: "bigint",
        targetSignaturesPerSlot: "bigint",
      },
    },
  },
};
const compressedTokenAccount: Shape = {
  keys: { account: compressedAccount, tokenData: { keys: { amount: "bigint" } } },
};
const accountPage: Shape = {
  keys: { accounts: { items: keyedAccount }, totalResults: "bigint", count: "bigint" },
};
const compressedAccountWithOptionalTokenData: Shape = {
  keys: { account: compressedAccount, optionalTokenData: { keys: { amount: "bigint" } } },
};
const transactionMeta: Shape = {
  keys: {
    fee: "bigint",
    preBalances: { items: "bigint" },
    postBalances: { items: "bigint" },
    rewards: { items: reward },
    computeUnitsConsumed: "bigint",
    costUnits: "bigint",
  },
};
const slotUpdate: Shape = {
  keys: { slot: "bigint", timestamp: "bigint", parent: "bigint", stats: slotStats },
};
const compressedTokenAccountList: Shape = { keys: { items: { items: compressedTokenAccount } } };
const compressedClosedAccountWithOptionalTokenDataV2: Shape = {
  keys: { account: compressedClosedAccountV2, optionalTokenData: { keys: { amount: "bigint" } } },
};
const asset: Shape = {
  keys: { compression: { keys: { seq: "bigint", leaf_id: "bigint" } }, uses: assetUses, supply: assetSupply },
};
const assetList: Shape = { keys: { items: { items: asset }, grand_total: "bigint" } };
const voteAccounts: Shape = { keys: { current: { items: voteAccount }, delinquent: { items: voteAccount } } };
const simulationResult: Shape = {
  keys: {
    accounts: { items: accountInfo },
    unitsConsumed: "bigint",
    replacementBlockhash: { keys: { lastValidBlockHeight: "bigint" } },
    fee: "bigint",
    preBalances: { items: "bigint" },
    postBalances: { items: "bigint" },
  },
};
const bundledTransactionResult: Shape = {
  keys: {
    preExecutionAccounts: { items: accountInfo },
    postExecutionAccounts: { items: accountInfo },
    unitsConsumed: "bigint",
  },
};
const transactionWithMeta: Shape = { keys: { transaction: jsonTransaction, meta: transactionMeta } };
const bundleSimulation: Shape = { keys: { transactionResults: { items: bundledTransactionResult } } };
const confirmedTransaction: Shape = {
  keys: { slot: "bigint", transaction: jsonTransaction, meta: transactionMeta, blockTime: "bigint" },
};
const transactionHistory: Shape = {
  keys: {
    data: {
      items: {
        keys: { slot: "bigint", blockTime: "bigint", transaction: jsonTransaction, meta: transactionMeta },
      },
    },
  },
};
const transactionNotification: Shape = {
  keys: { slot: "bigint", transactionIndex: "bigint", transaction: transactionWithMeta },
};
const block: Shape = {
  keys: {
    parentSlot: "bigint",
    blockHeight: "bigint",
    blockTime: "bigint",
    transactions: { items: transactionWithMeta },
    rewards: { items: reward },
    numRewardPartitions: "bigint",
  },
};
const blockUpdate: Shape = { keys: { slot: "bigint", block: block } };
const blockNotification: Shape = { keys: { context: { keys: { slot: "bigint" } }, value: blockUpdate } };

/** Shapes of results by method, and of notifications by their name. */
export const clientShapes: Readonly<Record<string, Shape>> = {
  getAccountInfo: accountNotification,
  getBalance: { keys: { context: { keys: { slot: "bigint" } }, value: "bigint" } },
  getMultipleAccounts: { keys: { context: { keys: { slot: "bigint" } }, value: { items: accountInfo } } },
  getProgramAccounts: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: keyedAccount } },
    items: keyedAccount,
  },
  getLargestAccounts: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { lamports: "bigint" } } } },
  },
  getMinimumBalanceForRentExemption: { keys: { value: "bigint" } },
  getStakeActivation: stakeActivation,
  getAccountInfoAndContext: accountNotification,
  getBalanceAndContext: { keys: { context: { keys: { slot: "bigint" } }, value: "bigint" } },
  getMultipleAccountsAndContext: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: accountInfo } },
  },
  getProgramAccountsAndContext: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: keyedAccount } },
  },
  getProgramAccountsV2: {
    keys: {
      accounts: { items: keyedAccount },
      totalResults: "bigint",
      count: "bigint",
      context: { keys: { slot: "bigint" } },
      value: accountPage,
    },
  },
  getBlock: block,
  getBlocks: { items: "bigint" },
  getBlocksWithLimit: { items: "bigint" },
  getBlockTime: { keys: { value: "bigint" } },
  getBlockHeight: { keys: { value: "bigint" } },
  getBlockCommitment: blockCommitment,
  getBlockProduction: { keys: { context: { keys: { slot: "bigint" } }, value: blockProduction } },
  getSlot: { keys: { value: "bigint" } },
  getFirstAvailableBlock: { keys: { value: "bigint" } },
  minimumLedgerSlot: "bigint",
  getConfirmedBlock: block,
  getConfirmedBlocks: { items: "bigint" },
  getConfirmedBlocksWithLimit: { items: "bigint" },
  getLeaderSchedule: { rest: { items: "bigint" } },
  getVoteAccounts: voteAccounts,
  getHighestSnapshotSlot: snapshotSlots,
  getMaxRetransmitSlot: "bigint",
  getMaxShredInsertSlot: "bigint",
  getRecentPerformanceSamples: { items: performanceSample },
  getSnapshotSlot: "bigint",
  getAgGenesisCert: { keys: { block: { keys: { slot: "bigint" } } } },
  getRankMap: rankMap,
  getEpochInfo: epochInfo,
  getEpochSchedule: epochSchedule,
  getInflationRate: { keys: { epoch: "bigint" } },
  getInflationReward: { items: inflationReward },
  getTokenAccountBalance: { keys: { context: { keys: { slot: "bigint" } } } },
  getTokenAccountsByDelegate: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: keyedAccount } },
  },
  getTokenAccountsByOwner: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: keyedAccount } },
  },
  getTokenLargestAccounts: { keys: { context: { keys: { slot: "bigint" } } } },
  getTokenSupply: { keys: { context: { keys: { slot: "bigint" } } } },
  getTokenAccountsByMint: { items: keyedAccount },
  getTokenAccountsByOwnerV2: {
    keys: {
      accounts: { items: keyedAccount },
      totalResults: "bigint",
      count: "bigint",
      context: { keys: { slot: "bigint" } },
      value: accountPage,
    },
  },
  getAsset: asset,
  getAssetBatch: { items: asset },
  getAssetProof: { keys: { node_index: "bigint" } },
  getAssetProofBatch: { rest: { keys: { node_index: "bigint" } } },
  getAssetsByOwner: assetList,
  getAssetsByAuthority: assetList,
  getAssetsByCreator: assetList,
  getAssetsByGroup: assetList,
  searchAssets: assetList,
  getNftEditions: nftEditionList,
  getTokenAccounts: assetTokenAccountList,
  getGrouping: { keys: { group_size: "bigint" } },
  getTransaction: confirmedTransaction,
  getSignaturesForAddress: { items: { keys: { slot: "bigint", blockTime: "bigint" } } },
  getSignatureStatuses: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: signatureStatus } },
  },
  getTransactionCount: { keys: { value: "bigint" } },
  getRecentPrioritizationFees: { items: prioritizationFee },
  simulateTransaction: { keys: { context: { keys: { slot: "bigint" } }, value: simulationResult } },
  getConfirmedSignaturesForAddress2: { items: { keys: { slot: "bigint", blockTime: "bigint" } } },
  getConfirmedTransaction: confirmedTransaction,
  getRecentBlockhash: { keys: { context: { keys: { slot: "bigint" } }, value: legacyBlockhash } },
  getFees: { keys: { context: { keys: { slot: "bigint" } }, value: legacyFees } },
  getFeeCalculatorForBlockhash: { keys: { context: { keys: { slot: "bigint" } }, value: legacyBlockhash } },
  getFeeRateGovernor: { keys: { context: { keys: { slot: "bigint" } }, value: feeRateGovernor } },
  getTransactionWithConfig: confirmedTransaction,
  getTransactionsForAddress: transactionHistory,
  getTransfersByAddress: transferList,
  simulateBundle: { keys: { context: { keys: { slot: "bigint" } }, value: bundleSimulation } },
  getBundleStatuses: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { slot: "bigint" } } } },
  },
  getInflightBundleStatuses: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { landed_slot: "bigint" } } } },
  },
  getFeeForMessage: { keys: { context: { keys: { slot: "bigint" } }, value: "bigint" } },
  getLatestBlockhash: {
    keys: { context: { keys: { slot: "bigint" } }, value: { keys: { lastValidBlockHeight: "bigint" } } },
  },
  isBlockhashValid: { keys: { context: { keys: { slot: "bigint" } } } },
  getStakeMinimumDelegation: { keys: { context: { keys: { slot: "bigint" } }, value: "bigint" } },
  getSupply: { keys: { context: { keys: { slot: "bigint" } }, value: supply } },
  getCompressedAccount: { keys: { context: { keys: { slot: "bigint" } }, value: compressedAccount } },
  getCompressedAccountV2: { keys: { context: { keys: { slot: "bigint" } }, value: compressedAccount } },
  getCompressedAccountBalance: { keys: { context: { keys: { slot: "bigint" } }, value: "bigint" } },
  getCompressedAccountProof: {
    keys: { context: { keys: { slot: "bigint" } }, value: { keys: { rootSeq: "bigint" } } },
  },
  getCompressedAccountProofV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: { keys: { rootSeq: "bigint" } } },
  },
  getCompressedAccountsByOwner: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedPaginatedAccountList },
  },
  getCompressedAccountsByOwnerV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedPaginatedAccountList },
  },
  getCompressedBalanceByOwner: { keys: { context: { keys: { slot: "bigint" } }, value: "bigint" } },
  getCompressedMintTokenHolders: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedOwnerBalanceList },
  },
  getCompressedTokenAccountBalance: {
    keys: { context: { keys: { slot: "bigint" } }, value: { keys: { amount: "bigint" } } },
  },
  getCompressedTokenAccountsByDelegate: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedTokenAccountList },
  },
  getCompressedTokenAccountsByDelegateV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedTokenAccountList },
  },
  getCompressedTokenAccountsByOwner: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedTokenAccountList },
  },
  getCompressedTokenAccountsByOwnerV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedTokenAccountList },
  },
  getCompressedTokenBalancesByOwner: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedTokenBalanceList },
  },
  getCompressedTokenBalancesByOwnerV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedOwnerBalanceList },
  },
  getCompressionSignaturesForAccount: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedSignatureInfoList },
  },
  getCompressionSignaturesForAddress: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedSignatureInfoList },
  },
  getCompressionSignaturesForOwner: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedSignatureInfoList },
  },
  getCompressionSignaturesForTokenOwner: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedSignatureInfoList },
  },
  getIndexerSlot: "bigint",
  getLatestCompressionSignatures: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedSignatureInfoList },
  },
  getLatestNonVotingSignatures: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedSignatureInfoList },
  },
  getMultipleCompressedAccountProofs: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { rootSeq: "bigint" } } } },
  },
  getMultipleCompressedAccountProofsV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { rootSeq: "bigint" } } } },
  },
  getMultipleCompressedAccounts: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedPaginatedAccountList },
  },
  getMultipleCompressedAccountsV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: compressedPaginatedAccountList },
  },
  getMultipleNewAddressProofs: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { rootSeq: "bigint" } } } },
  },
  getMultipleNewAddressProofsV2: {
    keys: { context: { keys: { slot: "bigint" } }, value: { items: { keys: { rootSeq: "bigint" } } } },
  },
  getTransactionWithCompressionInfo: {
    keys: {
      compression_info: {
        keys: {
          closedAccounts: { items: compressedAccountWithOptionalTokenData },
          openedAccounts: { items: compressedAccountWithOptionalTokenData },
        },
      },
    },
  },
  getTransactionWithCompressionInfoV2: {
    keys: {
      compression_info: {
        keys: {
          closedAccounts: { items: compressedClosedAccountWithOptionalTokenDataV2 },
          openedAccounts: { items: compressedAccountWithOptionalTokenData },
        },
      },
    },
  },
  getValidityProof: {
    keys: { context: { keys: { slot: "bigint" } }, value: { keys: { rootIndices: { items: "bigint" } } } },
  },
  getValidityProofV2: { keys: { context: { keys: { slot: "bigint" } }, value: compressedValidityProofV2 } },
  accountSubscribe: "bigint",
  programSubscribe: "bigint",
  logsSubscribe: "bigint",
  signatureSubscribe: "bigint",
  slotSubscribe: "bigint",
  rootSubscribe: "bigint",
  slotsUpdatesSubscribe: "bigint",
  voteSubscribe: "bigint",
  blockSubscribe: "bigint",
  transactionSubscribe: "bigint",
  accountNotification: accountNotification,
  programNotification: programNotification,
  logsNotification: { keys: { context: { keys: { slot: "bigint" } } } },
  signatureNotification: { keys: { context: { keys: { slot: "bigint" } } } },
  slotNotification: slotNotification,
  rootNotification: "bigint",
  slotsUpdatesNotification: slotUpdate,
  voteNotification: voteNotification,
  blockNotification: blockNotification,
  transactionNotification: transactionNotification,
};
