// Generated from openrpc.json by codegen/emit/emit-client.ts; do not edit. Run: npm run generate
// Types and tables of the typed client. The interfaces are only types, and the tables only data: methods have no code.
// clientShapes says where a result or notification has 64-bit integers (src/client/json/shape.ts); methods and
// notifications without any are left out.

import type { Shape } from "../src/client/json/shape.ts";
import type { Answer, CallStyle, ClientMethod, SubscriptionRow } from "../src/client/shared/client-table.ts";
import type { Chosen } from "../src/client/shared/result-form.ts";
import type {
  AccountEncoding,
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
  GetTransactionFateParams,
  GetTransactionFateResult,
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
  SendAndConfirmTransactionParams,
  SendAndConfirmTransactionResult,
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
  SupportedTransactionVersion,
  TransactionDetails,
  TransactionEncoding,
  TransactionNotification,
  TransactionSubscribeParams,
  Uint8,
  VoteNotification,
  VoteSubscribeParams,
} from "./types.ts";

/** Methods that a ledger answers. */
export interface LedgerMethods<Where extends CallStyle> {
  /**
   * Read one account: balance, owning program and data.
   *
   * Returns what the ledger stores about one account: its balance in lamports (10^9 lamports are one native token), the program that owns it, whether it is itself a program, and its data in the chosen encoding. `value` is null when there is no such account, for example a wallet that never received anything. Choose jsonParsed to see token, stake, vote and other well-known accounts as named fields. For many accounts use getMultipleAccounts, for the balance alone getBalance.
   */
  getAccountInfo<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetAccountInfoParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetAccountInfoResult<{ encoding: EncodingChoice }>>;
  /**
   * Read the balance of one account in lamports.
   *
   * Returns the balance of an account in lamports: divide by 10^9 for whole native tokens. The number may exceed 2^53, so read it as a 64-bit integer. An account that does not exist has the balance 0; to see whether it exists, use getAccountInfo. Other tokens are kept in token accounts of their own and are not counted: see getTokenAccountsByOwner and getTokenAccountBalance.
   */
  getBalance(params: GetBalanceParams, ...options: Where["options"]): Answer<Where, GetBalanceResult>;
  /**
   * Read up to 100 accounts at one slot.
   *
   * Reads up to 100 accounts in one call, all from the same state of the ledger, which single calls can't promise. `value` holds one entry for each address in the order of the request: the account (balance in lamports, owning program, data in the chosen encoding), or null where there is none. Leave the data out with dataSlice {offset: 0, length: 0} when only balances or owners matter.
   */
  getMultipleAccounts<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetMultipleAccountsParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetMultipleAccountsResult<{ encoding: EncodingChoice }>>;
  /**
   * List the accounts that a program owns, narrowed by filters.
   *
   * Returns all accounts owned by a program that meet every filter: an array sorted by address, or {context, value} when withContext is true. Slow and large: hundreds of megabytes without filters, and many public nodes refuse it for busy programs. For the token accounts of a wallet prefer getTokenAccountsByOwner; on a token program filter on owner (memcmp at offset 32) or mint (offset 0) together with dataSize 165, so that the node can use an index. dataSlice {offset: 0, length: 0} lists the addresses alone.
   */
  getProgramAccounts<
    const EncodingChoice extends AccountEncoding = "base64",
    const WithContextChoice extends NonNullable<GetProgramAccountsParams["withContext"]> = false,
  >(
    params: GetProgramAccountsParams & { encoding?: EncodingChoice; withContext?: WithContextChoice },
    ...options: Where["options"]
  ): Answer<Where, GetProgramAccountsResult<{ encoding: EncodingChoice; withContext: WithContextChoice }>>;
  /**
   * List the 20 accounts with the most lamports.
   *
   * Returns the addresses and balances (lamports, may exceed 2^53) of the 20 richest accounts, of all or only of those in or out of circulation. Nodes keep the answer for up to two hours: context.slot tells when it was made. It scans every account, so most public nodes have it switched off (-32601 or an error of the provider). For the largest holders of another token use getTokenLargestAccounts.
   */
  getLargestAccounts(
    params?: GetLargestAccountsParams,
    ...options: Where["options"]
  ): Answer<Where, GetLargestAccountsResult>;
  /**
   * Compute the lamports that an account of a given size must hold.
   *
   * Returns {value: lamports}: the least balance with which an account of `dataSize` bytes of data may be created and is kept for good ("rent exempt"). Ask before you create an account and fund it with this much. It grows with dataSize + 128 bytes (a wallet has 0 bytes of data, a token mint 82, a token account 165). Each network has its own rate. It has been lowered more than once, so ask for it instead of relying on a number; it changes only between two epochs.
   */
  getMinimumBalanceForRentExemption(
    params: GetMinimumBalanceForRentExemptionParams,
    ...options: Where["options"]
  ): Answer<Where, GetMinimumBalanceForRentExemptionResult>;
  /**
   * Tell how much of a stake account is active in an epoch.
   *
   * Returns the state of a stake account in an epoch (active, inactive, activating or deactivating) and its active and inactive lamports (may exceed 2^53). Stake warms up and cools down over epochs, so both can be above 0. Nodes dropped this method in version 2; the gateway computes it from the account, the stake history and the clock. An account that is missing or holds no stake, a future epoch, and one more than 512 epochs back are refused with -32602. To see which validator the stake is delegated to, use getAccountInfo with jsonParsed.
   * @deprecated
   */
  getStakeActivation(
    params: GetStakeActivationParams,
    ...options: Where["options"]
  ): Answer<Where, GetStakeActivationResult>;
  /**
   * Read which program owns an account.
   *
   * Returns {owner: address} with the program that owns the account: the system program 11111111111111111111111111111111 for a wallet, a token program for a token account or mint, a loader for a program. `owner` is null when the account does not exist. This is the program that may change the account, not the person who holds the tokens in it: for that, read a token account with getAccountInfo and jsonParsed. No account data is transferred.
   */
  getAccountOwner(
    params: GetAccountOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetAccountOwnerResult>;
  /**
   * Read one account together with the slot of the answer.
   *
   * The same as getAccountInfo, under the name that some client libraries use: the account (balance in lamports, owning program, data in the chosen encoding) in `value`, null when it does not exist, and in `context` the slot of the state that was read. Prefer getAccountInfo in new code.
   */
  getAccountInfoAndContext<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetAccountInfoAndContextParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetAccountInfoAndContextResult<{ encoding: EncodingChoice }>>;
  /**
   * Read the balance of one account together with the slot of the answer.
   *
   * The same as getBalance, under the name that some client libraries use: the balance in lamports (10^9 lamports are one native token; may exceed 2^53) in `value`, 0 for an account that does not exist, and in `context` the slot of the state that was read. Prefer getBalance in new code.
   */
  getBalanceAndContext(
    params: GetBalanceAndContextParams,
    ...options: Where["options"]
  ): Answer<Where, GetBalanceAndContextResult>;
  /**
   * Read up to 100 accounts together with the slot of the answer.
   *
   * The same as getMultipleAccounts, under the name that some client libraries use: `value` holds one entry for each address in the order of the request, null where there is no account, and `context` the one slot from which all of them were read. Prefer getMultipleAccounts in new code.
   */
  getMultipleAccountsAndContext<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetMultipleAccountsAndContextParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetMultipleAccountsAndContextResult<{ encoding: EncodingChoice }>>;
  /**
   * List the accounts that a program owns together with the slot of the answer.
   *
   * The same as getProgramAccounts with withContext: `value` holds all accounts owned by the program that meet every filter, sorted by address, and `context` the slot of the state that was read. Slow and large: give filters, or dataSlice {offset: 0, length: 0} to list the addresses alone; many public nodes refuse it for busy programs.
   */
  getProgramAccountsAndContext<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetProgramAccountsAndContextParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetProgramAccountsAndContextResult<{ encoding: EncodingChoice }>>;
  /**
   * List the accounts of a program in pages.
   *
   * Returns accounts that a program owns, at most 10000 at once, with the key of the next page: pass it as paginationKey until it is null. A page can be short or empty although more follow. To keep a copy up to date, pass changedSinceSlot: only accounts that changed since that slot are listed. Only some providers serve it; where others answer -32601, use getProgramAccounts, which lists everything at once.
   */
  getProgramAccountsV2<
    const EncodingChoice extends AccountEncoding = "base64",
    const WithContextChoice extends NonNullable<GetProgramAccountsV2Params["withContext"]> = false,
  >(
    params: GetProgramAccountsV2Params & { encoding?: EncodingChoice; withContext?: WithContextChoice },
    ...options: Where["options"]
  ): Answer<Where, GetProgramAccountsV2Result<{ encoding: EncodingChoice; withContext: WithContextChoice }>>;
  /**
   * Read the block of a slot with its transactions and rewards.
   *
   * Returns the block produced in `slot`: its hash, its parent, its height, its time in seconds since 1970 and, as far as `transactionDetails` asks, its transactions and rewards. A full block is megabytes: ask for `signatures` or `none` where that is enough. A slot without a block is an error (skipped -32007 or -32009, not there yet -32004, already deleted -32001); null is rare and means that the node knows the slot but lost the block. For one transaction use getTransaction, for the time alone getBlockTime, to find slots that hold blocks getBlocks. At confirmed the answer may be null for a slot that was confirmed a moment ago: ask again.
   */
  getBlock<
    const EncodingChoice extends TransactionEncoding = "json",
    const TransactionDetailsChoice extends TransactionDetails = "full",
    const MaxSupportedTransactionVersionChoice extends SupportedTransactionVersion = 1,
  >(
    params: GetBlockParams & {
      encoding?: EncodingChoice;
      transactionDetails?: TransactionDetailsChoice;
      maxSupportedTransactionVersion?: MaxSupportedTransactionVersionChoice;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    GetBlockResult<{
      encoding: EncodingChoice;
      transactionDetails: TransactionDetailsChoice;
      maxSupportedTransactionVersion: MaxSupportedTransactionVersionChoice;
    }>
  >;
  /**
   * List the slots in a range that hold a confirmed block.
   *
   * Returns the slots from `start_slot` to `end_slot`, both included and ascending, in which a block was produced; slots that are missing were skipped or are not confirmed yet. Without `end_slot` the range ends 500000 slots later or at the newest slot of the commitment, whichever comes first. A range of more than 500000 slots gives -32602; an empty array means no block in it, or an end before the start. To get a known number of blocks use getBlocksWithLimit; the blocks themselves come from getBlock.
   */
  getBlocks(params: GetBlocksParams, ...options: Where["options"]): Answer<Where, GetBlocksResult>;
  /**
   * List the slots of the next confirmed blocks from a slot on.
   *
   * Returns the slots of the first `limit` blocks at or after `start_slot`, ascending. Fewer come when the newest block of the commitment is reached; `limit` 0 gives an empty array. At most 500000 blocks in one call. To give the last slot of a range instead use getBlocks.
   */
  getBlocksWithLimit(
    params: GetBlocksWithLimitParams,
    ...options: Where["options"]
  ): Answer<Where, GetBlocksWithLimitResult>;
  /**
   * Get the time at which the block of a slot was produced.
   *
   * Returns {value}: the estimated production time of the block in `slot`, in whole seconds since 1970 (UTC), as voted by the validators with their stake. Null means that no time is recorded for this block. It takes no commitment, so the block may not be final yet. A slot without a block is an error (skipped -32007 or -32009, not there yet -32004, already deleted -32001). getBlock gives the same time with the whole block.
   */
  getBlockTime(params: GetBlockTimeParams, ...options: Where["options"]): Answer<Where, GetBlockTimeResult>;
  /**
   * Get the height of the newest block.
   *
   * Returns {value}: the height of the newest block at the commitment, which is how many blocks precede it. Heights count blocks, slots count turns, so the height is lower than the slot by every slot skipped since the start of the ledger. Compare it with `lastValidBlockHeight` of getLatestBlockhash to see whether a transaction has expired; never compare that with a slot.
   */
  getBlockHeight(
    params?: GetBlockHeightParams,
    ...options: Where["options"]
  ): Answer<Where, GetBlockHeightResult>;
  /**
   * Get the stake that has voted on a recent block.
   *
   * Returns how much stake, in lamports, has voted on the block in `slot`: `commitment` holds 32 amounts, the n-th (from 0) for votes at lockout depth n, `totalStake` the active stake of the whole network. `commitment` is null when the block is unknown to the node or already rooted, which is all but the newest few dozen slots, and under Alpenglow every slot (totalStake is 0 there). To learn whether a transaction is final use getSignatureStatuses.
   */
  getBlockCommitment(
    params: GetBlockCommitmentParams,
    ...options: Where["options"]
  ): Answer<Where, GetBlockCommitmentResult>;
  /**
   * Count how many of its slots each leader filled with a block.
   *
   * Returns, by validator identity, two counts for a range of slots: the slots in which it was leader, and the blocks it produced in them; the difference is what it skipped. The range is the current epoch up to now unless `range` says otherwise, and must lie in the slot history that the node keeps, about a million slots; outside it the call fails with -32602. For one validator give `identity`; an empty `byIdentity` means that it led no slot in the range. Who leads when is in getLeaderSchedule.
   */
  getBlockProduction(
    params?: GetBlockProductionParams,
    ...options: Where["options"]
  ): Answer<Where, GetBlockProductionResult>;
  /**
   * Get the newest slot.
   *
   * Returns {value}: the number of the newest slot at the commitment. A slot is one turn of a leader and may end without a block; the network decides how long it lasts. `finalized` lies 32 slots behind `processed` (about 6 s at 200 ms a slot), or about one under Alpenglow. It is the usual measure of how current a node is. To count blocks instead use getBlockHeight; for slot, epoch and height in one answer use getEpochInfo.
   */
  getSlot(params?: GetSlotParams, ...options: Where["options"]): Answer<Where, GetSlotResult>;
  /**
   * Get the validator that leads the current slot.
   *
   * Returns the identity address of the validator whose turn it is to produce the block of the newest slot at the commitment. With `finalized` that is the leader of about 32 slots ago: ask for `processed` to learn who leads now. For the leaders of coming slots use getSlotLeaders, for a whole epoch getLeaderSchedule.
   */
  getSlotLeader(
    params?: GetSlotLeaderParams,
    ...options: Where["options"]
  ): Answer<Where, GetSlotLeaderResult>;
  /**
   * List the leaders of a range of slots.
   *
   * Returns the identity addresses of the validators that lead `limit` slots from `startSlot` on, one for each slot, in slot order; a leader usually has four slots in a row, so the same address repeats. Leaders are drawn per epoch: the range may cross into the next epoch, but where the schedule of an epoch is not known to the node the call fails with -32602. For all slots of an epoch, or those of one validator, use getLeaderSchedule.
   */
  getSlotLeaders(
    params: GetSlotLeadersParams,
    ...options: Where["options"]
  ): Answer<Where, GetSlotLeadersResult>;
  /**
   * Get the oldest block that the node can still return.
   *
   * Returns {value}: the slot of the oldest confirmed block that this node can return, its long-term storage included where it has one (then often 0). Nodes delete old blocks, so the value grows and differs from node to node; below it getBlock fails with -32001. For the node's own disk alone, without long-term storage, use minimumLedgerSlot. A history server that holds no block yet answers null.
   */
  getFirstAvailableBlock(
    params?: GetFirstAvailableBlockParams,
    ...options: Where["options"]
  ): Answer<Where, GetFirstAvailableBlockResult>;
  /**
   * Get the lowest slot on the node's own disk.
   *
   * Returns the lowest slot about which the node's own ledger still holds data. It grows while the node deletes old slots and differs from node to node; long-term storage does not count. An empty ledger gives -32600, or null on a history server. To learn how far back blocks can be asked for use getFirstAvailableBlock.
   */
  minimumLedgerSlot(
    params?: MinimumLedgerSlotParams,
    ...options: Where["options"]
  ): Answer<Where, MinimumLedgerSlotResult>;
  /**
   * Get the hash that identifies the network.
   *
   * Returns {value}: the hash of the genesis configuration from which the ledger started. It never changes and no two networks share it: the best check that an endpoint belongs to the network you mean, before anything is signed or sent.
   */
  getGenesisHash(
    params?: GetGenesisHashParams,
    ...options: Where["options"]
  ): Answer<Where, GetGenesisHashResult>;
  /**
   * Read the block of a slot (old name of getBlock).
   *
   * Returns what getBlock returns. Nodes dropped this method in version 2; the gateway asks getBlock with the parameters as given. Unlike getBlock, it allows no transaction version by itself: a block that holds a version 0 transaction gives -32015 unless `maxSupportedTransactionVersion` is given. The time is in seconds since 1970; null, errors and sizes are those of getBlock. New programs should call getBlock.
   * @deprecated
   */
  getConfirmedBlock<
    const EncodingChoice extends TransactionEncoding = "json",
    const TransactionDetailsChoice extends TransactionDetails = "full",
    const MaxSupportedTransactionVersionChoice extends Uint8 | undefined = undefined,
  >(
    params: GetConfirmedBlockParams & {
      encoding?: EncodingChoice;
      transactionDetails?: TransactionDetailsChoice;
      maxSupportedTransactionVersion?: NonNullable<MaxSupportedTransactionVersionChoice>;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    GetConfirmedBlockResult<{
      encoding: EncodingChoice;
      transactionDetails: TransactionDetailsChoice;
      maxSupportedTransactionVersion: Chosen<MaxSupportedTransactionVersionChoice, Uint8>;
    }>
  >;
  /**
   * List the slots in a range that hold a confirmed block (old name of getBlocks).
   *
   * Returns what getBlocks returns: the slots between two slots, both included and ascending, that hold a confirmed block; at most 500000 slots, an empty array when there is none. Nodes dropped this method in version 2; the gateway asks getBlocks. New programs should call getBlocks.
   * @deprecated
   */
  getConfirmedBlocks(
    params: GetConfirmedBlocksParams,
    ...options: Where["options"]
  ): Answer<Where, GetConfirmedBlocksResult>;
  /**
   * List the slots of the next confirmed blocks (old name of getBlocksWithLimit).
   *
   * Returns what getBlocksWithLimit returns: the slots of the first `limit` confirmed blocks at or after `startSlot`, ascending, fewer at the head of the ledger. Nodes dropped this method in version 2; the gateway asks getBlocksWithLimit. New programs should call getBlocksWithLimit.
   * @deprecated
   */
  getConfirmedBlocksWithLimit(
    params: GetConfirmedBlocksWithLimitParams,
    ...options: Where["options"]
  ): Answer<Where, GetConfirmedBlocksWithLimitResult>;
  /**
   * Check whether the node keeps up with the network.
   *
   * Returns the string "ok" when the node is healthy, never another value. A node that lags more than 128 slots behind the network answers error -32005 instead; its data gives numSlotsBehind, or null where the node can't tell. It is about the one node that answered. To see which slot a node has reached, use getSlot.
   */
  getHealth(params?: GetHealthParams, ...options: Where["options"]): Answer<Where, GetHealthResult>;
  /**
   * Get the software version of the node.
   *
   * Returns the version of the core software (`chain-core`, a key of the gateway, with the same value as the ledger's own `solana-core`) and `feature-set`, a number that identifies the set of features this version knows, null where the node names none. Other node programs and networks add keys of their own. It is about the one node that answered; the versions of all nodes are in getClusterNodes.
   */
  getVersion(params?: GetVersionParams, ...options: Where["options"]): Answer<Where, GetVersionResult>;
  /**
   * Get the identity address of the node.
   *
   * Returns {identity}: the public key under which the answering node is known in the network. For a validator it is the address that getSlotLeaders, getLeaderSchedule and getBlockProduction name; most nodes that serve calls are not validators and lead no slots. Behind a pool of nodes the answer can differ from call to call.
   */
  getIdentity(params?: GetIdentityParams, ...options: Where["options"]): Answer<Where, GetIdentityResult>;
  /**
   * List all nodes of the network and their addresses.
   *
   * Returns every node that the answering node knows from gossip: its identity (pubkey), the host:port of each service it offers (gossip, transaction intake `tpu`, block spreading `tvu`, public calls `rpc` and `pubsub`, and others), and its software version. A service that a node does not offer is null, as is an unknown version. Thousands of entries on a large network. Stake and votes of validators are in getVoteAccounts.
   */
  getClusterNodes(
    params?: GetClusterNodesParams,
    ...options: Where["options"]
  ): Answer<Where, GetClusterNodesResult>;
  /**
   * Get the leader schedule of an epoch.
   *
   * Returns, by validator identity, the slots that each validator leads in the epoch that holds `slot` (the current epoch when absent). The numbers are relative: add the first slot of the epoch (absoluteSlot minus slotIndex of getEpochInfo) to get slots. Null when the node does not know the schedule of that epoch; only the current epoch, the next and recent ones are known. The full schedule holds a number for every slot of the epoch, often 432000: give `identity` for one validator ({} when it leads none, from 4.4 on error -32022), or use getSlotLeaders for a few slots.
   */
  getLeaderSchedule(
    params?: GetLeaderScheduleParams,
    ...options: Where["options"]
  ): Answer<Where, GetLeaderScheduleResult>;
  /**
   * List the voting validators with their stake and votes.
   *
   * Returns the vote accounts in two lists: `current`, which vote, and `delinquent`, whose newest vote lies more than delinquentSlotDistance slots back (128 by default). Each has its identity (nodePubkey), its stake in lamports (activatedStake, may exceed 2^53), commission in percent, newest vote, root slot, and epochCredits as [epoch, credits at its end, credits before it] for up to 5 epochs. About 1 MB on a large network: give votePubkey to read one. For what a validator paid out use getInflationReward.
   */
  getVoteAccounts(
    params?: GetVoteAccountsParams,
    ...options: Where["options"]
  ): Answer<Where, GetVoteAccountsResult>;
  /**
   * Get the newest snapshot slots of the node.
   *
   * Returns the slot of the newest full snapshot that the node keeps (`full`) and of the newest incremental snapshot built on it (`incremental`, null when there is none). A snapshot is a copy of all accounts from which another node can start. A node without one answers error -32008. The answer is about the one node that gave it.
   */
  getHighestSnapshotSlot(
    params?: GetHighestSnapshotSlotParams,
    ...options: Where["options"]
  ): Answer<Where, GetHighestSnapshotSlotResult>;
  /**
   * Get the newest slot that the node has passed on.
   *
   * Returns the newest slot of which the node has seen pieces of a block (shreds) at its retransmit stage, where it passes them on to other nodes. It runs ahead of getSlot, since blocks come in before they are replayed, and is about the one node that answered. With getMaxShredInsertSlot it shows where a lagging node is stuck: in the network or in replay.
   */
  getMaxRetransmitSlot(
    params?: GetMaxRetransmitSlotParams,
    ...options: Where["options"]
  ): Answer<Where, GetMaxRetransmitSlotResult>;
  /**
   * Get the newest slot of which the node has stored data.
   *
   * Returns the newest slot of which the node has written pieces of a block (shreds) to its ledger. It runs ahead of getSlot, since blocks are stored before they are replayed, and is about the one node that answered. Use it as a frontier when following the ledger, not as a sign that a block is confirmed: that is getSlot.
   */
  getMaxShredInsertSlot(
    params?: GetMaxShredInsertSlotParams,
    ...options: Where["options"]
  ): Answer<Where, GetMaxShredInsertSlotResult>;
  /**
   * List how many transactions and slots recent minutes held.
   *
   * Returns samples of the network's throughput, newest first, one for each minute: the slot at its end, the slots and transactions of the period, transactions without votes (null on old samples), and its length in seconds (samplePeriodSecs, usually 60). Transactions per second = numTransactions / samplePeriodSecs; slot time = samplePeriodSecs / numSlots. Up to 720 samples. The count since the start of the ledger is getTransactionCount.
   */
  getRecentPerformanceSamples(
    params?: GetRecentPerformanceSamplesParams,
    ...options: Where["options"]
  ): Answer<Where, GetRecentPerformanceSamplesResult>;
  /**
   * Get the newest full snapshot slot of the node (legacy).
   *
   * Returns the slot of the newest full snapshot that the node keeps; a node without one answers error -32008. Nodes dropped this method in version 2; the gateway asks getHighestSnapshotSlot and returns its `full`. New programs should call getHighestSnapshotSlot, which names the incremental snapshot too.
   * @deprecated
   */
  getSnapshotSlot(
    params?: GetSnapshotSlotParams,
    ...options: Where["options"]
  ): Answer<Where, GetSnapshotSlotResult>;
  /**
   * Read the certificate with which the Alpenglow consensus began.
   *
   * Returns the certificate of the block at which the network changed to the Alpenglow consensus: its slot and id, the 192 bytes of the validators' common signature and the bitmap of the ranks that signed. Null where the node has none, as on every network before the change. Nodes before 4.3 answer -32601.
   *
   * Nodes from 4.3 on.
   */
  getAgGenesisCert(
    params?: GetAgGenesisCertParams,
    ...options: Where["options"]
  ): Answer<Where, GetAgGenesisCertResult>;
  /**
   * List validators by their rank in certificates.
   *
   * Returns the rank of each validator in the certificates of the current epoch, from 0 by stake, with its vote account, its identity, its BLS key and its stake in lamports. totalStake counts all validators, also where `identity` narrows the list to one. Null where the node knows no ranks, as on a network without the Alpenglow consensus. Nodes before 4.5 answer -32601.
   *
   * Nodes from 4.5 on.
   */
  getRankMap(params?: GetRankMapParams, ...options: Where["options"]): Answer<Where, GetRankMapResult>;
  /**
   * Get the current epoch, slot and block height.
   *
   * Returns where the ledger stands: the epoch and how far it has got (slotIndex of slotsInEpoch), the slot (absoluteSlot), the block height, and the number of transactions since the start of the ledger (null where the node does not know it). An epoch is the period for which stake and leaders are fixed, often 432000 slots (about a day at 200 ms a slot). Its first slot is absoluteSlot minus slotIndex; slotsInEpoch − slotIndex slots are left, and getRecentPerformanceSamples tells how long a slot lasts. The rule by which epochs are cut is getEpochSchedule.
   */
  getEpochInfo(params?: GetEpochInfoParams, ...options: Where["options"]): Answer<Where, GetEpochInfoResult>;
  /**
   * Get the rule by which slots are cut into epochs.
   *
   * Returns the epoch rule fixed when the network began: slots of an epoch (slotsPerEpoch), how many slots before an epoch its leaders are drawn (leaderScheduleSlotOffset), whether the first epochs were short and doubled (warmup), and the first epoch and slot of full length. It never changes on a network. For a slot s at or after firstNormalSlot: epoch = firstNormalEpoch + (s − firstNormalSlot) / slotsPerEpoch, rounded down. The current epoch is in getEpochInfo.
   */
  getEpochSchedule(
    params?: GetEpochScheduleParams,
    ...options: Where["options"]
  ): Answer<Where, GetEpochScheduleResult>;
  /**
   * Get the rule by which inflation falls over the years.
   *
   * Returns the inflation parameters as fractions a year (0.08 is 8 %): the rate at the start (initial), the rate it falls to (terminal), by which part it falls each year (taper), the part that goes to the foundation, and for how many years that is paid (foundationTerm). They change only by a network upgrade. The rate of the current epoch is in getInflationRate, what an account earned in getInflationReward.
   */
  getInflationGovernor(
    params?: GetInflationGovernorParams,
    ...options: Where["options"]
  ): Answer<Where, GetInflationGovernorResult>;
  /**
   * Get the inflation rate of the current epoch.
   *
   * Returns the yearly inflation that holds in the current epoch, as fractions (0.0432 is 4.32 %): `total`, the part paid to validators and their stakers, the part paid to the foundation, and the epoch. Rewards to stakers are higher than the rate where not all lamports are staked. It takes no parameters, not even a commitment. How the rate falls over time is in getInflationGovernor.
   */
  getInflationRate(
    params?: GetInflationRateParams,
    ...options: Where["options"]
  ): Answer<Where, GetInflationRateResult>;
  /**
   * List the staking rewards that addresses earned in an epoch.
   *
   * Returns for each address, in the order of the request, the reward it was paid for `epoch`, or null where it got none. Ask for stake accounts (staking) or vote accounts (commission), not wallets. amount and postBalance are in lamports, and effectiveSlot is the slot of the next epoch in which it was paid. commission is the validator's percentage, null from nodes of 4.4 on and for old epochs; commissionBps is the same in hundredths of a percent, where it is known. While the rewards are still being paid, the call fails with -32017: wait. Old epochs need a node that keeps their blocks (-32001, -32004, -32009). Nodes from 4.3 on take at most 32 addresses in a call, and answer -32602 to more.
   */
  getInflationReward(
    params: GetInflationRewardParams,
    ...options: Where["options"]
  ): Answer<Where, GetInflationRewardResult>;
  /**
   * Read the token balance of one token account.
   *
   * Returns how many tokens a token account holds. `amount` counts the smallest units as decimal digits and `decimals` places the point: 9864 with 2 decimals is 98.64, which `uiAmountString` shows and `uiAmount` rounds to a double (null from 20 decimals on). It takes the address of the token account, not of the wallet: find a wallet's token accounts with getTokenAccountsByOwner. An address that is not a token account is refused with -32602.
   */
  getTokenAccountBalance(
    params: GetTokenAccountBalanceParams,
    ...options: Where["options"]
  ): Answer<Where, GetTokenAccountBalanceResult>;
  /**
   * List the token accounts from which an address may spend as delegate.
   *
   * Returns the token accounts whose owners approved this address to spend from them, sorted by address, in `value`; an empty list when there are none. Give mint for one token or programId for one token program; with neither, the gateway asks both token programs and joins their lists. With jsonParsed each account shows its mint, owner, amount and delegatedAmount as fields. Slow on large networks. For the accounts that an address owns use getTokenAccountsByOwner.
   */
  getTokenAccountsByDelegate<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetTokenAccountsByDelegateParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetTokenAccountsByDelegateResult<{ encoding: EncodingChoice }>>;
  /**
   * List the token accounts of a wallet.
   *
   * Returns the token accounts that an address owns, sorted by address, in `value`; an empty list when there are none. This is how to find what tokens a wallet holds: give mint for one token or programId for one token program; with neither, the gateway asks both token programs and joins their lists. With jsonParsed each account shows its mint and tokenAmount as fields. lamports is the rent deposit of the token account, not the token balance. The wallet's own native balance is given by getBalance.
   */
  getTokenAccountsByOwner<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetTokenAccountsByOwnerParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetTokenAccountsByOwnerResult<{ encoding: EncodingChoice }>>;
  /**
   * List the 20 accounts that hold most of a token.
   *
   * Returns at most 20 token accounts of a mint, largest first, each with its address and amount (smallest units as decimal digits, decimals, and a readable form). The addresses are those of token accounts: to see who owns one, use getAccountInfo with jsonParsed. Slow for tokens with many holders; some nodes refuse it for them (-32010, -32012). For all holders use getTokenAccountsByMint, for the sum getTokenSupply.
   */
  getTokenLargestAccounts(
    params: GetTokenLargestAccountsParams,
    ...options: Where["options"]
  ): Answer<Where, GetTokenLargestAccountsResult>;
  /**
   * Read the total supply of a token.
   *
   * Returns how many tokens of a mint exist. `amount` counts the smallest units as decimal digits and `decimals` places the point; `uiAmountString` is the readable form, `uiAmount` the same as a double (null from 20 decimals on). An address that is not a mint is refused with -32602. For interest-bearing and scaled tokens the readable forms change with time. The supply of the native token is given by getSupply.
   */
  getTokenSupply(
    params: GetTokenSupplyParams,
    ...options: Where["options"]
  ): Answer<Where, GetTokenSupplyResult>;
  /**
   * List all token accounts of one token.
   *
   * Returns every token account of a mint: all its holders, empty accounts included, as {context, value} with an array of address and account, which is empty if the address is not a mint. The gateway finds the token program from the mint when programId is absent; upstreams that lack the method are asked for getProgramAccounts with the fitting filters. Slow and large for popular tokens, and many public nodes refuse it: prefer getTokenLargestAccounts for the top 20, getTokenSupply for the sum, or an asset index's getTokenAccounts, which answers in pages.
   */
  getTokenAccountsByMint<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetTokenAccountsByMintParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetTokenAccountsByMintResult<{ encoding: EncodingChoice }>>;
  /**
   * List the token accounts of a wallet in pages.
   *
   * Returns token accounts that a wallet owns, at most 10000 at once, with the key of the next page: pass it as paginationKey until it is null. `mint` narrows to one token, `programId` to one token program. With changedSinceSlot only accounts that changed since that slot are listed. Only some providers serve it; where others answer -32601, use getTokenAccountsByOwner, which lists everything at once.
   */
  getTokenAccountsByOwnerV2<const EncodingChoice extends AccountEncoding = "base64">(
    params: GetTokenAccountsByOwnerV2Params & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, GetTokenAccountsByOwnerV2Result<{ encoding: EncodingChoice }>>;
  /**
   * Read one digital asset: collectible, compressed collectible or token.
   *
   * Returns what an index knows about one asset: name and media (content), owner, creators, collection (grouping), royalty, and where it is kept (compression). It also finds compressed assets, which have no account of their own and which getAccountInfo can't see. The index follows the chain with some delay and takes no commitment. An unknown id gives an error (-32000 "RecordNotFound" on the reference server). Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAsset(params: GetAssetParams, ...options: Where["options"]): Answer<Where, GetAssetResult>;
  /**
   * Read up to 1000 digital assets in one call.
   *
   * Returns for each id, in the order of the request, the asset as getAsset gives it, or null where the index knows none. Give each id once: some servers drop repeated ones from the answer. Some servers know the method as getAssets: the gateway takes both names and uses the one that the server knows. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetBatch(
    params: GetAssetBatchParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetBatchResult>;
  /**
   * Read the Merkle proof of a compressed asset.
   *
   * Returns the proof that a compressed asset is in its tree: the leaf, the hashes beside the path to the root from the leaf upwards, the root, and the tree's address. A transaction that transfers or burns the asset must carry it. Every change of the tree changes the proof: fetch it right before use. Assets that aren't compressed have none and give an error. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetProof(
    params: GetAssetProofParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetProofResult>;
  /**
   * Read the Merkle proofs of up to 1000 compressed assets.
   *
   * Returns an object keyed by asset id; each value is the proof as getAssetProof gives it, or null where the index has none. Every change of a tree changes its proofs: fetch them right before use. Some servers know the method as getAssetProofs: the gateway takes both names and uses the one that the server knows. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetProofBatch(
    params: GetAssetProofBatchParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetProofBatchResult>;
  /**
   * List the digital assets that a wallet owns.
   *
   * Returns the assets of a wallet, compressed ones included, each as getAsset gives it, in `items`. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit. `total` counts the items of this page on most servers, not all there are. With options {showFungible: true} plain tokens are listed too, where the server knows the switch. For balances straight from the ledger use getTokenAccountsByOwner. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetsByOwner(
    params: GetAssetsByOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetsByOwnerResult>;
  /**
   * List the digital assets that an address may update.
   *
   * Returns the assets whose metadata this address is entitled to change (the update authority, often a project's key), each as getAsset gives it, in `items`. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit. For the assets that an address owns use getAssetsByOwner, for those that it made getAssetsByCreator. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetsByAuthority(
    params: GetAssetsByAuthorityParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetsByAuthorityResult>;
  /**
   * List the digital assets that name an address as creator.
   *
   * Returns the assets that list this address among their creators, each as getAsset gives it, in `items`. Anyone may name anyone as creator: set onlyVerified to see only assets that the creator signed. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetsByCreator(
    params: GetAssetsByCreatorParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetsByCreatorResult>;
  /**
   * List the digital assets of a collection.
   *
   * Returns the assets that belong to a group, in practice a collection, each as getAsset gives it, in `items`. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit. Walk large collections with `after`, the id of the last item, in place of page: it stays fast. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getAssetsByGroup(
    params: GetAssetsByGroupParams,
    ...options: Where["options"]
  ): Answer<Where, GetAssetsByGroupResult>;
  /**
   * Find digital assets by any mix of owner, creator, collection, name and state.
   *
   * Returns the assets that meet the given conditions, all of them by default, any of them with conditionType "any", each as getAsset gives it, in `items`. Give at least one condition. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit. The list methods (getAssetsByOwner, getAssetsByGroup and so on) are faster for a single condition. Spelling of tokenType and support for name differ between servers. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  searchAssets(params?: SearchAssetsParams, ...options: Where["options"]): Answer<Where, SearchAssetsResult>;
  /**
   * List the transactions that changed a compressed asset.
   *
   * Returns pairs of transaction signature and operation (such as MintToCollectionV1, Transfer, Burn; null where unknown) of a compressed asset in `items`, newest first. Compressed assets have no account, so getSignaturesForAddress can't find these. Give the asset's id, or its tree together with leafIndex. Read a transaction in full with getTransaction. Answers come in pages of at most 1000. Some servers know the method as getAssetSignatures: the gateway takes both names and uses the one that the server knows. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getSignaturesForAsset(
    params?: GetSignaturesForAssetParams,
    ...options: Where["options"]
  ): Answer<Where, GetSignaturesForAssetResult>;
  /**
   * List the numbered prints made from a master edition.
   *
   * Returns the master edition of a collectible, how many prints were made (supply), how many may be (max_supply, null for no limit), and for each print its mint, its edition account and its number. Answers come in pages of at most 1000. Some servers name the fields of a print mint and edition. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getNftEditions(
    params: GetNftEditionsParams,
    ...options: Where["options"]
  ): Answer<Where, GetNftEditionsResult>;
  /**
   * List token accounts of a mint, an owner or both, in pages.
   *
   * Returns the token accounts of a mint (all its holders), of a wallet (all its tokens), or of both, with amounts in smallest units, in `token_accounts`. At least one of mintAddress and ownerAddress must be given. It reads an index: fast, in pages of at most 1000, but behind the chain by the index's delay and without decimals. For the ledger's own word use getTokenAccountsByOwner or getTokenAccountsByMint. Only nodes with a digital-asset index serve it; others answer -32601.
   */
  getTokenAccounts(
    params?: GetTokenAccountsParams,
    ...options: Where["options"]
  ): Answer<Where, GetTokenAccountsResult>;
  /**
   * Count the assets of a group.
   *
   * Returns how many digital assets a group holds, for example a collection. The assets themselves come from getAssetsByGroup. It reads an index of digital assets: nodes without one answer -32601.
   */
  getGrouping(params: GetGroupingParams, ...options: Where["options"]): Answer<Where, GetGroupingResult>;
  /**
   * Read one transaction with what it did.
   *
   * Returns a confirmed transaction: its slot, its time in seconds since 1970, its content in the chosen encoding, and `meta`: err (null when it succeeded), fee and balances in lamports before and after, token balances, logs, inner instructions. Null means that the node asked does not know it (yet): just after sending wait with getSignatureStatuses; for an old one another node may have it. A version 0 transaction's further addresses are in meta.loadedAddresses. To find signatures use getSignaturesForAddress, for all transactions of a block getBlock.
   */
  getTransaction<
    const EncodingChoice extends TransactionEncoding = "json",
    const MaxSupportedTransactionVersionChoice extends SupportedTransactionVersion = 1,
  >(
    params: GetTransactionParams & {
      encoding?: EncodingChoice;
      maxSupportedTransactionVersion?: MaxSupportedTransactionVersionChoice;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    GetTransactionResult<{
      encoding: EncodingChoice;
      transactionDetails: "full";
      maxSupportedTransactionVersion: MaxSupportedTransactionVersionChoice;
    }>
  >;
  /**
   * List the transactions that name an address.
   *
   * Returns the signatures of the confirmed transactions that name an address, newest first, each with slot, err (null when it succeeded), memo, time in seconds since 1970 (null when unknown) and confirmationStatus. Up to 1000 a call: pass the last signature of a page as `before` for the next one, and the newest one you know as `until` to get only what is new. A short or empty page can mean that the node keeps no older history. The transactions themselves come from getTransaction.
   */
  getSignaturesForAddress(
    params: GetSignaturesForAddressParams,
    ...options: Where["options"]
  ): Answer<Where, GetSignaturesForAddressResult>;
  /**
   * Check whether transactions have landed and how settled they are.
   *
   * Returns for each signature, in the order of the request, its status or null where the node does not know it: slot, err (null when it succeeded), confirmations (blocks voted on top, null once final) and confirmationStatus. The cheap way to wait for a transaction after sendTransaction: ask every few slots until confirmed, or until its blockhash has expired (150 blocks). Without searchTransactionHistory only about the last 300 slots are looked at (a minute at 200 ms a slot). Nodes before 4.4 take no commitment. The transaction itself comes from getTransaction.
   */
  getSignatureStatuses(
    params: GetSignatureStatusesParams,
    ...options: Where["options"]
  ): Answer<Where, GetSignatureStatusesResult>;
  /**
   * Count the transactions since the start of the ledger.
   *
   * Returns {value}: how many transactions the ledger has processed since its start, up to the newest slot at the commitment; votes of validators, which are most of them, are counted too. The number says nothing about one account. For transactions per second use getRecentPerformanceSamples.
   */
  getTransactionCount(
    params?: GetTransactionCountParams,
    ...options: Where["options"]
  ): Answer<Where, GetTransactionCountResult>;
  /**
   * List the priority fees that recent transactions paid.
   *
   * Returns, for up to 150 recent slots, a priority fee in micro-lamports (10^-6 lamports) for each compute unit: the lowest that a transaction in the slot paid, 0 where none was needed. With `addresses` it is the highest of that value and of the lowest that was paid for writing each of these accounts: pass the accounts that your transaction will write, then offer somewhat more than the higher values. It is a floor, not what it takes to land in a busy slot. The base fee is given by getFeeForMessage.
   */
  getRecentPrioritizationFees(
    params?: GetRecentPrioritizationFeesParams,
    ...options: Where["options"]
  ): Answer<Where, GetRecentPrioritizationFeesResult>;
  /**
   * Run a transaction without sending it.
   *
   * Runs a transaction on the node's current state and throws the effects away: nothing is paid, nothing is recorded. Returns in `value` err (null when it would succeed), logs, compute units used (unitsConsumed), and, where asked, accounts after the run and inner instructions. A transaction that would fail is a result with err set, not an error. Use it before sendTransaction to find faults or set a compute limit. Signatures are checked only with sigVerify; with replaceRecentBlockhash an old or missing blockhash does not matter. It may have at most 1232 bytes; from version 1 on, 4096 in base64. A version 1 transaction that sets no limits of compute units and of loaded account data fails (ComputationalBudgetExceeded, MaxLoadedAccountsDataSizeExceeded). With sigVerify a bad signature is a result too: err is SignatureFailure. A missing lookup table, a compute-budget instruction given twice, and a wrong number of signatures are refused with -32602.
   */
  simulateTransaction(
    params: SimulateTransactionParams,
    ...options: Where["options"]
  ): Answer<Where, SimulateTransactionResult>;
  /**
   * Submit a signed transaction to the network.
   *
   * Hands a fully signed transaction to the network and returns its first signature, which is its id. Success means queued, not landed: watch it with getSignatureStatuses until confirmed, or until the block height passes the lastValidBlockHeight of its blockhash. Before sending, the node simulates it (preflight) and answers -32002 with the logs in the error's data when it would fail. It moves real funds and can't be undone; sending the same bytes again is the same transaction, executed once at most. It may have at most 1232 bytes; from version 1 on, 4096. A bad signature fails the preflight: -32002 with err SignatureFailure. A version 1 transaction must set its limits of compute units and of loaded account data: without them it fails and still costs its fee.
   */
  sendTransaction(
    params: SendTransactionParams,
    ...options: Where["options"]
  ): Answer<Where, SendTransactionResult>;
  /**
   * Submit a signed transaction and wait until it has landed.
   *
   * Hands a fully signed transaction to the network, sends it again until it has landed or can no longer land, and answers once it has reached the commitment asked for: {signature, slot, confirmationStatus, err}. If it landed but failed, err has the ledger's own error, and the fee was paid. If it can no longer land, the call fails with -32000 and reason blockhash-expired; the message says how that is known. If preflight refuses it, the call fails with -32002, as in sendTransaction. It moves real funds and can't be undone. Sending goes on if the caller disconnects: use getTransactionFate to see the outcome.
   */
  sendAndConfirmTransaction(
    params: SendAndConfirmTransactionParams,
    ...options: Where["options"]
  ): Answer<Where, SendAndConfirmTransactionResult>;
  /**
   * Tell what became of a transaction.
   *
   * Returns the fate of a transaction: pending, with how often it was sent on which route; landed or failed, with slot and commitment; expired, with the block height that proves it; or unknown, if the ledger does not know it and the gateway was not asked to send it until it lands. For transactions that were sent in another way, it is what the ledger's history says.
   */
  getTransactionFate(
    params: GetTransactionFateParams,
    ...options: Where["options"]
  ): Answer<Where, GetTransactionFateResult>;
  /**
   * List the transactions that name an address (old name of getSignaturesForAddress).
   *
   * Returns what getSignaturesForAddress returns: the signatures of the confirmed transactions that name an address, newest first, up to 1000 a call; pass the last one as `before` for the next page. Nodes dropped this method in version 2; the gateway asks getSignaturesForAddress. New programs should call getSignaturesForAddress.
   * @deprecated
   */
  getConfirmedSignaturesForAddress2(
    params: GetConfirmedSignaturesForAddress2Params,
    ...options: Where["options"]
  ): Answer<Where, GetConfirmedSignaturesForAddress2Result>;
  /**
   * Read one transaction (old name of getTransaction).
   *
   * Returns what getTransaction returns, null where the node asked does not know the signature. Nodes dropped this method in version 2; the gateway asks getTransaction with the parameters as given. Unlike getTransaction, it allows no transaction version by itself: a version 0 transaction gives error -32015 unless maxSupportedTransactionVersion is given. New programs should call getTransaction.
   * @deprecated
   */
  getConfirmedTransaction<
    const EncodingChoice extends TransactionEncoding = "json",
    const MaxSupportedTransactionVersionChoice extends Uint8 | undefined = undefined,
  >(
    params: GetConfirmedTransactionParams & {
      encoding?: EncodingChoice;
      maxSupportedTransactionVersion?: NonNullable<MaxSupportedTransactionVersionChoice>;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    GetConfirmedTransactionResult<{
      encoding: EncodingChoice;
      transactionDetails: "full";
      maxSupportedTransactionVersion: Chosen<MaxSupportedTransactionVersionChoice, Uint8>;
    }>
  >;
  /**
   * Get a recent blockhash and the fee of a signature (legacy).
   *
   * Returns in `value` a recent blockhash, which every new transaction must carry, and feeCalculator.lamportsPerSignature, the base fee of one signature in lamports (5000 today). Nodes dropped this method in version 2; the gateway answers it from getLatestBlockhash and getFeeForMessage. It does not say when the blockhash expires: new programs should call getLatestBlockhash, which does.
   * @deprecated
   */
  getRecentBlockhash(
    params?: GetRecentBlockhashParams,
    ...options: Where["options"]
  ): Answer<Where, GetRecentBlockhashResult>;
  /**
   * Get a recent blockhash, its fee and its expiry (legacy).
   *
   * Returns in `value` a recent blockhash, the base fee of one signature in lamports, lastValidBlockHeight (the block height up to which the blockhash can be used) and lastValidSlot (slot of the answer + 150, inexact: use the height). Nodes dropped this method in version 2; the gateway answers it from getLatestBlockhash and getFeeForMessage. New programs should call getLatestBlockhash, and getFeeForMessage for the fee of their transaction.
   * @deprecated
   */
  getFees(params?: GetFeesParams, ...options: Where["options"]): Answer<Where, GetFeesResult>;
  /**
   * Get the fee of a signature under a blockhash (legacy).
   *
   * Returns in `value` the base fee of one signature, in lamports, for transactions that carry the blockhash, or null when the blockhash is unknown or has expired (after 150 blocks). Nodes dropped this method in version 2; the gateway answers it from isBlockhashValid and getFeeForMessage. New programs should call getFeeForMessage, which gives the fee of a whole transaction, or isBlockhashValid.
   * @deprecated
   */
  getFeeCalculatorForBlockhash(
    params: GetFeeCalculatorForBlockhashParams,
    ...options: Where["options"]
  ): Answer<Where, GetFeeCalculatorForBlockhashResult>;
  /**
   * Get the fixed limits of the signature fee (legacy).
   *
   * Returns in `value` the parameters of a fee market that the ledger has switched off. Nodes dropped this method in version 2 and no call replaces it: apart from the base fee of one signature r, which the gateway asks the network for (5000 lamports today), these are the protocol's fixed values: burnPercent 50, minimum r, target 2 × r, maximum 20 × r, 20000 signatures a slot. Read nothing into them: a signature costs r. For the fee of a transaction call getFeeForMessage.
   * @deprecated
   */
  getFeeRateGovernor(
    params?: GetFeeRateGovernorParams,
    ...options: Where["options"]
  ): Answer<Where, GetFeeRateGovernorResult>;
  /**
   * Read one transaction, encoding first.
   *
   * Returns what getTransaction returns, null where the node asked does not know the signature (yet). The gateway asks getTransaction; only the order of the parameters differs, with the encoding before the commitment. Kept for programs that call it by this name; for anything else use getTransaction.
   */
  getTransactionWithConfig<
    const EncodingChoice extends TransactionEncoding = "json",
    const MaxSupportedTransactionVersionChoice extends SupportedTransactionVersion = 1,
  >(
    params: GetTransactionWithConfigParams & {
      encoding?: EncodingChoice;
      maxSupportedTransactionVersion?: MaxSupportedTransactionVersionChoice;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    GetTransactionWithConfigResult<{
      encoding: EncodingChoice;
      transactionDetails: "full";
      maxSupportedTransactionVersion: MaxSupportedTransactionVersionChoice;
    }>
  >;
  /**
   * List the transactions of an address, filtered, sorted and in full.
   *
   * Returns the transactions that touched an address, oldest or newest first, as signatures or in full, narrowed by status, slot, time or signature; with filters.tokenAccounts also those of its token accounts. It does in one call what getSignaturesForAddress and getTransaction do in many. Pass paginationToken of an answer to get the next page, until it is null. History servers (Superbank) and some providers serve it; others answer -32601.
   */
  getTransactionsForAddress<
    const EncodingChoice extends TransactionEncoding = "json",
    const TransactionDetailsChoice extends NonNullable<
      GetTransactionsForAddressParams["transactionDetails"]
    > = "signatures",
    const MaxSupportedTransactionVersionChoice extends SupportedTransactionVersion = 1,
  >(
    params: GetTransactionsForAddressParams & {
      encoding?: EncodingChoice;
      transactionDetails?: TransactionDetailsChoice;
      maxSupportedTransactionVersion?: MaxSupportedTransactionVersionChoice;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    GetTransactionsForAddressResult<{
      encoding: EncodingChoice;
      transactionDetails: TransactionDetailsChoice;
      maxSupportedTransactionVersion: MaxSupportedTransactionVersionChoice;
    }>
  >;
  /**
   * List what a wallet sent and received.
   *
   * Returns the transfers from and to a wallet, of tokens and of the native one, already read from their transactions: sender, recipient, mint, amount in smallest units as digits, time and signature. Give the wallet, not one of its token accounts. Mints have no sender and burns no recipient (null). Pass paginationToken of an answer to get the next page, until it is null. Only some providers serve it; others answer -32601.
   */
  getTransfersByAddress(
    params: GetTransfersByAddressParams,
    ...options: Where["options"]
  ): Answer<Where, GetTransfersByAddressResult>;
  /**
   * Submit signed transactions that land together or not at all.
   *
   * Hands up to five signed transactions to the block engine, which runs them in order within one block, all or none, and returns the id of the bundle. One of them must pay a tip to an account of getTipAccounts. Accepted does not mean landed: ask getInflightBundleStatuses and getBundleStatuses. It moves real funds and can't be undone; the same bytes are executed once at most. Only upstreams that are connected to a block engine serve it.
   */
  sendBundle(params: SendBundleParams, ...options: Where["options"]): Answer<Where, SendBundleResult>;
  /**
   * Try out transactions of a bundle without sending them.
   *
   * Runs up to five transactions in order, each on the state that the one before leaves, and throws the effects away. Returns whether all succeed and, for each, err, logs, compute units and, where asked, accounts before and after. Only upstreams with a block engine's software serve it.
   */
  simulateBundle(
    params: SimulateBundleParams,
    ...options: Where["options"]
  ): Answer<Where, SimulateBundleResult>;
  /**
   * Check whether bundles have landed.
   *
   * Returns for each bundle, in the order of the request, its transactions, its slot, how settled it is and its error, or null where it did not land or is too old. Only upstreams that are connected to a block engine serve it.
   */
  getBundleStatuses(
    params: GetBundleStatusesParams,
    ...options: Where["options"]
  ): Answer<Where, GetBundleStatusesResult>;
  /**
   * Check bundles that were sent within the last five minutes.
   *
   * Returns for each bundle, in the order of the request, its state: Invalid (not known, or older than five minutes), Pending, Failed (no region forwarded it) or Landed, with the slot in which it landed. Only upstreams that are connected to a block engine serve it.
   */
  getInflightBundleStatuses(
    params: GetInflightBundleStatusesParams,
    ...options: Where["options"]
  ): Answer<Where, GetInflightBundleStatusesResult>;
  /**
   * List the accounts to which bundles pay their tip.
   *
   * Returns the accounts of the block engine that take tips. Pay one of them, chosen at random, so that bundles do not wait for each other. Only upstreams that are connected to a block engine serve it.
   */
  getTipAccounts(
    params?: GetTipAccountsParams,
    ...options: Where["options"]
  ): Answer<Where, GetTipAccountsResult>;
  /**
   * Ask what a transaction message would cost in lamports.
   *
   * Returns the fee in lamports (10^9 lamports are one native token) that the ledger would take for a transaction with this message: 5000 for each signature on today's networks plus the priority fee it asks for. `value` is null when the blockhash in the message is unknown or expired: build the message again with getLatestBlockhash. It takes the message alone, not the signed transaction around it (-32602 otherwise). For the priority fees that others pay use getRecentPrioritizationFees; to see whether a transaction would succeed, simulateTransaction.
   */
  getFeeForMessage(
    params: GetFeeForMessageParams,
    ...options: Where["options"]
  ): Answer<Where, GetFeeForMessageResult>;
  /**
   * Estimate the priority fee that a transaction needs.
   *
   * Returns a priority fee in micro-lamports (10^-6 lamports) for each compute unit with which a transaction is likely to land soon. Give the transaction, or the accounts that it writes. options.priorityLevel is Min, Low, Medium (default), High, VeryHigh or UnsafeMax: percentile 0, 25, 50, 75, 95 or 100 of what was paid lately; options.includeAllPriorityFeeLevels returns all of them, options.recommended the fee of the level but at least 10000. An upstream whose provider serves the method answers; otherwise the gateway computes the fee (source: "computed") from the lowest fee that was paid for these accounts in each of up to 150 recent blocks, zeros left out. Such an estimate is low: take a higher level, or offer more, when landing matters. For a transaction that names its compute unit limit, priorityFeeLamports is the total fee, which version 1 transactions carry. Accounts in lookup tables are not considered.
   */
  getPriorityFeeEstimate(
    params?: GetPriorityFeeEstimateParams,
    ...options: Where["options"]
  ): Answer<Where, GetPriorityFeeEstimateResult>;
  /**
   * Get a recent blockhash, which every new transaction must carry.
   *
   * Returns the newest blockhash and the last block height at which a transaction that carries it can still land (150 blocks, about 30 s at 200 ms a slot). Put it into a transaction before signing; once getBlockHeight passes lastValidBlockHeight the transaction has expired and can be built again without risk of paying twice. Compare with block heights, not slots. "confirmed" is a good choice of commitment: "finalized" wastes part of the lifetime.
   */
  getLatestBlockhash(
    params?: GetLatestBlockhashParams,
    ...options: Where["options"]
  ): Answer<Where, GetLatestBlockhashResult>;
  /**
   * Tell whether transactions with a blockhash can still land.
   *
   * Returns true while the blockhash is young enough (150 blocks, about 30 s at 200 ms a slot) for a transaction that carries it to be taken. False means expired, or not known at the chosen commitment yet: a new blockhash may be valid at "processed" and not at "finalized". Use it to decide whether to wait for a transaction or to sign it again. If you have the lastValidBlockHeight of getLatestBlockhash, comparing it with getBlockHeight tells the same.
   */
  isBlockhashValid(
    params: IsBlockhashValidParams,
    ...options: Where["options"]
  ): Answer<Where, IsBlockhashValidResult>;
  /**
   * Get the least number of lamports that can be delegated as stake.
   *
   * Returns the smallest amount, in lamports (10^9 lamports are one native token), that a stake account may delegate to a validator. The account must hold its rent deposit on top of it: see getMinimumBalanceForRentExemption with 200 bytes. It is a rule of the network and changes, if ever, at an epoch's border.
   */
  getStakeMinimumDelegation(
    params?: GetStakeMinimumDelegationParams,
    ...options: Where["options"]
  ): Answer<Where, GetStakeMinimumDelegationResult>;
  /**
   * Get total, circulating and locked supply of the native token.
   *
   * Returns the supply in lamports (10^9 lamports are one native token): total, circulating, and nonCirculating, which is held in locked stake and reserve accounts, with the list of those accounts. The numbers exceed 2^53: read them as 64-bit integers. The list is long: leave it out with excludeNonCirculatingAccountsList unless you need it. Slow at the node, and some public nodes refuse it. The supply of any other token is given by getTokenSupply.
   */
  getSupply(params?: GetSupplyParams, ...options: Where["options"]): Answer<Where, GetSupplyResult>;
  /**
   * Ask a test network's faucet to send lamports to an account.
   *
   * Has the network's faucet pay test lamports to an account and returns the signature of its transaction, which need not have landed yet: follow it with getSignatureStatuses. Works on development, test and local networks only; the gateway refuses it on mainnets. Every call pays again, so the gateway never repeats it. Faucets limit the amount (often 1 to 5 native tokens, that is 10^9 to 5 × 10^9 lamports a request) and how often you may ask; after -32603 or a rate limit, wait or ask for less.
   */
  requestAirdrop(
    params: RequestAirdropParams,
    ...options: Where["options"]
  ): Answer<Where, RequestAirdropResult>;
  /**
   * Read a compressed account.
   *
   * Returns one compressed account by its address or by its hash: owner, lamports, data, and its leaf in a state tree; null when there is none. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccount(
    params?: GetCompressedAccountParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountResult>;
  /**
   * Read a compressed account with its tree and queue.
   *
   * Returns one compressed account by its address or by its hash, with the tree and the queue that hold it; null when there is none. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccountV2(
    params?: GetCompressedAccountV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountV2Result>;
  /**
   * Read the lamports of a compressed account.
   *
   * Returns the lamports of one compressed account by its address or by its hash. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccountBalance(
    params?: GetCompressedAccountBalanceParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountBalanceResult>;
  /**
   * Read the Merkle proof of a compressed account.
   *
   * Returns the hashes from the leaf of a compressed account to the root of its tree, which programs check. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccountProof(
    params: GetCompressedAccountProofParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountProofResult>;
  /**
   * Read the Merkle proof of a compressed account, or that none is needed.
   *
   * Returns the hashes from the leaf of a compressed account to the root of its tree. Where proveByIndex is true, the index alone is the proof. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccountProofV2(
    params: GetCompressedAccountProofV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountProofV2Result>;
  /**
   * List the compressed accounts of an owner.
   *
   * Returns compressed accounts that a program or a wallet owns, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccountsByOwner(
    params: GetCompressedAccountsByOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountsByOwnerResult>;
  /**
   * List the compressed accounts of an owner with their trees.
   *
   * Returns compressed accounts that a program or a wallet owns, with the tree and the queue of each, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedAccountsByOwnerV2(
    params: GetCompressedAccountsByOwnerV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedAccountsByOwnerV2Result>;
  /**
   * Read the lamports of all compressed accounts of an owner.
   *
   * Returns the sum of the lamports of all compressed accounts that an address owns. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedBalanceByOwner(
    params: GetCompressedBalanceByOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedBalanceByOwnerResult>;
  /**
   * List the holders of a compressed token.
   *
   * Returns the holders of a token in compressed accounts, largest first, with amounts in smallest units, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedMintTokenHolders(
    params: GetCompressedMintTokenHoldersParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedMintTokenHoldersResult>;
  /**
   * Read the amount of a compressed token account.
   *
   * Returns the amount of one compressed token account by its address or by its hash, in smallest units. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenAccountBalance(
    params?: GetCompressedTokenAccountBalanceParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenAccountBalanceResult>;
  /**
   * List the compressed token accounts of a delegate.
   *
   * Returns compressed token accounts that a delegate may spend from, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenAccountsByDelegate(
    params: GetCompressedTokenAccountsByDelegateParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenAccountsByDelegateResult>;
  /**
   * List the compressed token accounts of a delegate with their trees.
   *
   * Returns compressed token accounts that a delegate may spend from, with the tree and the queue of each, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenAccountsByDelegateV2(
    params: GetCompressedTokenAccountsByDelegateV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenAccountsByDelegateV2Result>;
  /**
   * List the compressed token accounts of a wallet.
   *
   * Returns compressed token accounts of a wallet, all or those of one mint, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenAccountsByOwner(
    params: GetCompressedTokenAccountsByOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenAccountsByOwnerResult>;
  /**
   * List the compressed token accounts of a wallet with their trees.
   *
   * Returns compressed token accounts of a wallet, all or those of one mint, with the tree and the queue of each, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenAccountsByOwnerV2(
    params: GetCompressedTokenAccountsByOwnerV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenAccountsByOwnerV2Result>;
  /**
   * Sum up the compressed tokens of a wallet.
   *
   * Returns the amount of each token that a wallet holds in compressed accounts, in smallest units, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenBalancesByOwner(
    params: GetCompressedTokenBalancesByOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenBalancesByOwnerResult>;
  /**
   * Sum up the compressed tokens of a wallet, as items.
   *
   * Returns the amount of each token that a wallet holds in compressed accounts, in smallest units, as `items`, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressedTokenBalancesByOwnerV2(
    params: GetCompressedTokenBalancesByOwnerV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetCompressedTokenBalancesByOwnerV2Result>;
  /**
   * List the transactions that made and spent a compressed account.
   *
   * Returns the transactions that created and that closed the compressed account with this hash. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressionSignaturesForAccount(
    params: GetCompressionSignaturesForAccountParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressionSignaturesForAccountResult>;
  /**
   * List the transactions of a compressed address.
   *
   * Returns the transactions that changed the compressed account at an address, newest first, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressionSignaturesForAddress(
    params: GetCompressionSignaturesForAddressParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressionSignaturesForAddressResult>;
  /**
   * List the transactions of an owner of compressed accounts.
   *
   * Returns the transactions that changed compressed accounts of an owner, newest first, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressionSignaturesForOwner(
    params: GetCompressionSignaturesForOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressionSignaturesForOwnerResult>;
  /**
   * List the transactions of an owner of compressed tokens.
   *
   * Returns the transactions that changed compressed token accounts of a wallet, newest first, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getCompressionSignaturesForTokenOwner(
    params: GetCompressionSignaturesForTokenOwnerParams,
    ...options: Where["options"]
  ): Answer<Where, GetCompressionSignaturesForTokenOwnerResult>;
  /**
   * Check whether the index of compressed state keeps up.
   *
   * Returns the word "ok" while the index follows the chain; an error when it lags behind. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getIndexerHealth(
    params?: GetIndexerHealthParams,
    ...options: Where["options"]
  ): Answer<Where, GetIndexerHealthResult>;
  /**
   * Read the slot that the index of compressed state has reached.
   *
   * Returns the newest slot that the index has read. What landed later is not in its answers yet. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getIndexerSlot(
    params?: GetIndexerSlotParams,
    ...options: Where["options"]
  ): Answer<Where, GetIndexerSlotResult>;
  /**
   * List the newest transactions that touched compressed state.
   *
   * Returns the newest transactions that changed compressed accounts, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getLatestCompressionSignatures(
    params?: GetLatestCompressionSignaturesParams,
    ...options: Where["options"]
  ): Answer<Where, GetLatestCompressionSignaturesResult>;
  /**
   * List the newest transactions that are not votes.
   *
   * Returns the newest transactions that the index has read, votes left out, with their errors. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getLatestNonVotingSignatures(
    params?: GetLatestNonVotingSignaturesParams,
    ...options: Where["options"]
  ): Answer<Where, GetLatestNonVotingSignaturesResult>;
  /**
   * Read the Merkle proofs of several compressed accounts.
   *
   * Returns, in the order of the request, the hashes from the leaf of each compressed account to the root of its tree. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getMultipleCompressedAccountProofs(
    params: GetMultipleCompressedAccountProofsParams,
    ...options: Where["options"]
  ): Answer<Where, GetMultipleCompressedAccountProofsResult>;
  /**
   * Read the Merkle proofs of several compressed accounts with their trees.
   *
   * Returns, in the order of the request, the hashes from the leaf of each compressed account to the root of its tree. Where proveByIndex is true, the index alone is the proof. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getMultipleCompressedAccountProofsV2(
    params: GetMultipleCompressedAccountProofsV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetMultipleCompressedAccountProofsV2Result>;
  /**
   * Read several compressed accounts.
   *
   * Returns compressed accounts by their addresses or by their hashes, in the order of the request, null where there is none. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getMultipleCompressedAccounts(
    params?: GetMultipleCompressedAccountsParams,
    ...options: Where["options"]
  ): Answer<Where, GetMultipleCompressedAccountsResult>;
  /**
   * Read several compressed accounts with their trees.
   *
   * Returns compressed accounts by their addresses or by their hashes, with the tree and the queue of each, in the order of the request, null where there is none. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getMultipleCompressedAccountsV2(
    params?: GetMultipleCompressedAccountsV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetMultipleCompressedAccountsV2Result>;
  /**
   * Prove that addresses are free.
   *
   * Returns for each address the proof that it is not in the address tree yet, which programs need to create it. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getMultipleNewAddressProofs(
    params: GetMultipleNewAddressProofsParams,
    ...options: Where["options"]
  ): Answer<Where, GetMultipleNewAddressProofsResult>;
  /**
   * Prove that addresses are free in their trees.
   *
   * Returns for each pair of address and tree the proof that the address is not in the tree yet, which programs need to create it. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getMultipleNewAddressProofsV2(
    params: GetMultipleNewAddressProofsV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetMultipleNewAddressProofsV2Result>;
  /**
   * Read a transaction with the compressed accounts that it opened and closed.
   *
   * Returns a transaction, and the compressed accounts that it created and spent. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getTransactionWithCompressionInfo(
    params: GetTransactionWithCompressionInfoParams,
    ...options: Where["options"]
  ): Answer<Where, GetTransactionWithCompressionInfoResult>;
  /**
   * Read a transaction with the compressed accounts that it opened and closed, and their trees.
   *
   * Returns a transaction, and the compressed accounts that it created and spent, with the tree and the queue of each. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getTransactionWithCompressionInfoV2(
    params: GetTransactionWithCompressionInfoV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetTransactionWithCompressionInfoV2Result>;
  /**
   * Prove that compressed accounts exist and addresses are free.
   *
   * Returns one zero-knowledge proof that all compressed accounts of `hashes` exist and that all new addresses are free, as programs take it, with the roots that it is about. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getValidityProof(
    params?: GetValidityProofParams,
    ...options: Where["options"]
  ): Answer<Where, GetValidityProofResult>;
  /**
   * Prove that compressed accounts exist and addresses are free, by index where that is enough.
   *
   * Returns one zero-knowledge proof for compressed accounts and new addresses, as programs take it; accounts whose index alone proves them need none. Only upstreams with an index of compressed state serve it; others answer -32601.
   */
  getValidityProofV2(
    params?: GetValidityProofV2Params,
    ...options: Where["options"]
  ): Answer<Where, GetValidityProofV2Result>;
}

/** Methods about the gateway's networks. */
export interface NetworkMethods<Where extends CallStyle> {
  /**
   * List the networks that the gateway knows.
   *
   * Returns every network of the gateway: its id (to be used as `network` of a call or as network_id), name, the address of its first upstream, chain id, kind (mainnet, devnet, testnet, localnet) and whether it is enabled. Enabled networks answer calls to all networks; any known one can be called by its id whether enabled or not. Credentials in addresses are shown as ***.
   */
  listSvmNetworks(
    params?: ListSvmNetworksParams,
    ...options: Where["options"]
  ): Answer<Where, ListSvmNetworksResult>;
  /**
   * Let a network take part in calls to all networks.
   *
   * Enables a network: from now on it answers calls to all networks. The change survives a restart, unless a tool made it: then it lasts until the process ends. Enabling a network that is enabled changes nothing and is not an error. An unknown id is refused with -32602 and the most similar known ids.
   */
  enableSvmNetwork(
    params: EnableSvmNetworkParams,
    ...options: Where["options"]
  ): Answer<Where, EnableSvmNetworkResult>;
  /**
   * Leave a network out of calls to all networks.
   *
   * Disables a network: calls to all networks leave it out from now on; it can still be called by its id. The change survives a restart, unless a tool made it: then it lasts until the process ends. Disabling a network that is disabled changes nothing and is not an error. An unknown id is refused with -32602 and the most similar known ids.
   */
  disableSvmNetwork(
    params: DisableSvmNetworkParams,
    ...options: Where["options"]
  ): Answer<Where, DisableSvmNetworkResult>;
  /**
   * Send a network's calls to another upstream.
   *
   * Replaces the upstreams of a network by one https address, for this gateway and all its clients. The change survives a restart, unless a tool made it: then it lasts until the process ends. Addresses of this machine, of private networks and of cloud metadata services are refused with -32602, also when a host name resolves to one later. The answer shows the address with its credentials hidden.
   */
  setNetworkRpcUrl(
    params: SetNetworkRpcUrlParams,
    ...options: Where["options"]
  ): Answer<Where, SetNetworkRpcUrlResult>;
}

/** Subscriptions, by the stem of their methods: `account` for accountSubscribe. */
export interface Subscriptions<Where extends CallStyle> {
  /**
   * Get notified of every change of an account.
   *
   * Sends accountNotification whenever the lamports or data of the account change: its new state with the slot of the change. Several changes within one slot arrive as one; no initial state is sent, so read it with getAccountInfo first. A deleted account comes with 0 lamports. A reader that falls behind gets the newest state only.
   */
  account<const EncodingChoice extends AccountEncoding = "binary">(
    params: AccountSubscribeParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, AccountNotification<{ encoding: EncodingChoice }>>;
  /**
   * Get notified of every change of a program's accounts.
   *
   * Sends programNotification for each account owned by the program whose lamports or data change, one notification an account. Filters narrow it to accounts of a size or with certain bytes. A reader that falls behind is disconnected with code 1013.
   */
  program<const EncodingChoice extends AccountEncoding = "binary">(
    params: ProgramSubscribeParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, ProgramNotification<{ encoding: EncodingChoice }>>;
  /**
   * Get notified of what transactions log.
   *
   * Sends logsNotification for each transaction that matches: its signature, error or null, and the log lines of its programs. Votes are left out of "all". A reader that falls behind is disconnected with code 1013.
   */
  logs(params: LogsSubscribeParams, ...options: Where["options"]): Answer<Where, LogsNotification>;
  /**
   * Wait for a transaction to reach a commitment.
   *
   * Sends one signatureNotification when the transaction has reached the commitment, with its error or null, and ends by itself. Under Alpenglow finalized is often reported before confirmed. With enableReceivedNotification the word receivedSignature may come first. A transaction that had landed before is reported at once; one that never lands is never reported, so give up when the block height passes the lastValidBlockHeight of its blockhash.
   */
  signature(
    params: SignatureSubscribeParams,
    ...options: Where["options"]
  ): Answer<Where, SignatureNotification>;
  /**
   * Get notified of every slot that begins.
   *
   * Sends slotNotification when a node begins to process a slot: the slot, its parent and the newest root. Slots of forks may come too; under Alpenglow slots are skipped, come twice, or go back. A reader that falls behind gets the newest one only.
   */
  slot(params?: SlotSubscribeParams, ...options: Where["options"]): Answer<Where, SlotNotification>;
  /**
   * Get notified of every slot that is rooted.
   *
   * Sends rootNotification with the number of each newly rooted slot: what it holds can't be undone any more. A reader that falls behind gets the newest one only.
   */
  root(params?: RootSubscribeParams, ...options: Where["options"]): Answer<Where, RootNotification>;
  /**
   * Get notified of each step in the life of slots.
   *
   * Sends slotsUpdatesNotification for each step of each slot: first data received, bank created, completed, frozen, confirmed, rooted or dead, with a timestamp in milliseconds. Meant for watching a network; its format is unstable. Where the upstream lacks it, only what can be derived from slots and roots is sent.
   */
  slotsUpdates(params?: SlotsUpdatesSubscribeParams, ...options: Where["options"]): Answer<Where, SlotUpdate>;
  /**
   * Get notified of votes before they land.
   *
   * Sends voteNotification for each vote seen among the validators: vote account, voted slots, hash, time and signature. Such a vote may never land. Most nodes do not serve it and answer -32601; from 4.5 on, and under Alpenglow, a node accepts the subscription and never sends a notification. No other data can replace it: once the gateway notices, it refuses further subscriptions with -32601.
   *
   * Nodes before 4.5.
   */
  vote(params?: VoteSubscribeParams, ...options: Where["options"]): Answer<Where, VoteNotification>;
  /**
   * Get notified of every block.
   *
   * Sends blockNotification for each block that reaches the commitment, with the block in the detail asked for, or why it could not be read. Few nodes serve it; otherwise the gateway reads blocks itself. processed is refused. Blocks are megabytes: narrow it with transactionDetails or an address. A reader that falls behind is disconnected with code 1013.
   */
  block<
    const EncodingChoice extends TransactionEncoding = "base64",
    const TransactionDetailsChoice extends TransactionDetails = "full",
    const MaxSupportedTransactionVersionChoice extends SupportedTransactionVersion = 1,
  >(
    params: BlockSubscribeParams & {
      encoding?: EncodingChoice;
      transactionDetails?: TransactionDetailsChoice;
      maxSupportedTransactionVersion?: MaxSupportedTransactionVersionChoice;
    },
    ...options: Where["options"]
  ): Answer<
    Where,
    BlockNotification<{
      encoding: EncodingChoice;
      transactionDetails: TransactionDetailsChoice;
      maxSupportedTransactionVersion: MaxSupportedTransactionVersionChoice;
    }>
  >;
  /**
   * Get notified of transactions as they land.
   *
   * Sends transactionNotification for each transaction that the filter matches: any of accountInclude, none of accountExclude, all of accountRequired; votes and failed ones only if asked for. It holds the signature, the slot and, as far as transactionDetails says, the transaction with what it did. Only some providers serve it; where others answer -32601, logsSubscribe and blockSubscribe give a part of it.
   */
  transaction<const EncodingChoice extends TransactionEncoding = "base64">(
    params: TransactionSubscribeParams & { encoding?: EncodingChoice },
    ...options: Where["options"]
  ): Answer<Where, TransactionNotification<{ encoding: EncodingChoice }>>;
}

/** Name of every method of the client. */
export type ClientMethodName = keyof LedgerMethods<CallStyle> | keyof NetworkMethods<CallStyle>;

/** Every method of the client. */
export const clientMethods: Readonly<Record<ClientMethodName, ClientMethod>> = {
  getAccountInfo: { read: true, required: ["pubkey"] },
  getBalance: { read: true, required: ["pubkey"] },
  getMultipleAccounts: { read: true, required: ["pubkeys"] },
  getProgramAccounts: { read: true, required: ["programId"] },
  getLargestAccounts: { read: true },
  getMinimumBalanceForRentExemption: { read: true, required: ["dataSize"] },
  getStakeActivation: { read: true, required: ["pubkey"] },
  getAccountOwner: { read: true, required: ["pubkey"] },
  getAccountInfoAndContext: { read: true, required: ["pubkey"] },
  getBalanceAndContext: { read: true, required: ["pubkey"] },
  getMultipleAccountsAndContext: { read: true, required: ["pubkeys"] },
  getProgramAccountsAndContext: { read: true, required: ["program_id"] },
  getProgramAccountsV2: { read: true, required: ["programId"] },
  getBlock: { read: true, required: ["slot"] },
  getBlocks: { read: true, required: ["start_slot"] },
  getBlocksWithLimit: { read: true, required: ["start_slot", "limit"] },
  getBlockTime: { read: true, required: ["slot"] },
  getBlockHeight: { read: true },
  getBlockCommitment: { read: true, required: ["slot"] },
  getBlockProduction: { read: true },
  getSlot: { read: true },
  getSlotLeader: { read: true },
  getSlotLeaders: { read: true, required: ["startSlot", "limit"] },
  getFirstAvailableBlock: { read: true },
  minimumLedgerSlot: { read: true },
  getGenesisHash: { read: true },
  getConfirmedBlock: { read: true, required: ["slot"] },
  getConfirmedBlocks: { read: true, required: ["startSlot"] },
  getConfirmedBlocksWithLimit: { read: true, required: ["startSlot", "limit"] },
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
  getInflationReward: { read: true, required: ["addresses"] },
  getTokenAccountBalance: { read: true, required: ["accountAddress"] },
  getTokenAccountsByDelegate: { read: true, required: ["delegateAddress"] },
  getTokenAccountsByOwner: { read: true, required: ["ownerAddress"] },
  getTokenLargestAccounts: { read: true, required: ["mint"] },
  getTokenSupply: { read: true, required: ["mint"] },
  getTokenAccountsByMint: { read: true, required: ["mint"] },
  getTokenAccountsByOwnerV2: { read: true, required: ["ownerAddress"] },
  getAsset: { read: true, required: ["id"] },
  getAssetBatch: { read: true, required: ["ids"] },
  getAssetProof: { read: true, required: ["id"] },
  getAssetProofBatch: { read: true, required: ["ids"] },
  getAssetsByOwner: { read: true, required: ["ownerAddress"] },
  getAssetsByAuthority: { read: true, required: ["authorityAddress"] },
  getAssetsByCreator: { read: true, required: ["creatorAddress"] },
  getAssetsByGroup: { read: true, required: ["groupKey", "groupValue"] },
  searchAssets: { read: true },
  getSignaturesForAsset: { read: true },
  getNftEditions: { read: true, required: ["mintAddress"] },
  getTokenAccounts: { read: true },
  getGrouping: { read: true, required: ["groupKey", "groupValue"] },
  getTransaction: { read: true, required: ["signature"] },
  getSignaturesForAddress: { read: true, required: ["address"] },
  getSignatureStatuses: { read: true, required: ["signatures"] },
  getTransactionCount: { read: true },
  getRecentPrioritizationFees: { read: true },
  simulateTransaction: { read: true, required: ["transaction"] },
  sendTransaction: { read: false, required: ["transaction"] },
  sendAndConfirmTransaction: { read: false, required: ["transaction"] },
  getTransactionFate: { read: true, required: ["signature"] },
  getConfirmedSignaturesForAddress2: { read: true, required: ["address"] },
  getConfirmedTransaction: { read: true, required: ["signature"] },
  getRecentBlockhash: { read: true },
  getFees: { read: true },
  getFeeCalculatorForBlockhash: { read: true, required: ["blockhash"] },
  getFeeRateGovernor: { read: true },
  getTransactionWithConfig: { read: true, required: ["signature"] },
  getTransactionsForAddress: { read: true, required: ["address"] },
  getTransfersByAddress: { read: true, required: ["address"] },
  sendBundle: { read: false, required: ["transactions"] },
  simulateBundle: { read: true, required: ["encodedTransactions"] },
  getBundleStatuses: { read: true, required: ["bundleIds"] },
  getInflightBundleStatuses: { read: true, required: ["bundleIds"] },
  getTipAccounts: { read: true },
  getFeeForMessage: { read: true, required: ["message"] },
  getPriorityFeeEstimate: { read: true },
  getLatestBlockhash: { read: true },
  isBlockhashValid: { read: true, required: ["blockhash"] },
  getStakeMinimumDelegation: { read: true },
  getSupply: { read: true },
  requestAirdrop: { read: false, required: ["pubkey", "lamports"] },
  getCompressedAccount: { read: true },
  getCompressedAccountV2: { read: true },
  getCompressedAccountBalance: { read: true },
  getCompressedAccountProof: { read: true, required: ["hash"] },
  getCompressedAccountProofV2: { read: true, required: ["hash"] },
  getCompressedAccountsByOwner: { read: true, required: ["owner"] },
  getCompressedAccountsByOwnerV2: { read: true, required: ["owner"] },
  getCompressedBalanceByOwner: { read: true, required: ["owner"] },
  getCompressedMintTokenHolders: { read: true, required: ["mint"] },
  getCompressedTokenAccountBalance: { read: true },
  getCompressedTokenAccountsByDelegate: { read: true, required: ["delegate"] },
  getCompressedTokenAccountsByDelegateV2: { read: true, required: ["delegate"] },
  getCompressedTokenAccountsByOwner: { read: true, required: ["owner"] },
  getCompressedTokenAccountsByOwnerV2: { read: true, required: ["owner"] },
  getCompressedTokenBalancesByOwner: { read: true, required: ["owner"] },
  getCompressedTokenBalancesByOwnerV2: { read: true, required: ["owner"] },
  getCompressionSignaturesForAccount: { read: true, required: ["hash"] },
  getCompressionSignaturesForAddress: { read: true, required: ["address"] },
  getCompressionSignaturesForOwner: { read: true, required: ["owner"] },
  getCompressionSignaturesForTokenOwner: { read: true, required: ["owner"] },
  getIndexerHealth: { read: true },
  getIndexerSlot: { read: true },
  getLatestCompressionSignatures: { read: true },
  getLatestNonVotingSignatures: { read: true },
  getMultipleCompressedAccountProofs: { read: true, required: ["hashes"] },
  getMultipleCompressedAccountProofsV2: { read: true, required: ["hashes"] },
  getMultipleCompressedAccounts: { read: true },
  getMultipleCompressedAccountsV2: { read: true },
  getMultipleNewAddressProofs: { read: true, required: ["addresses"] },
  getMultipleNewAddressProofsV2: { read: true, required: ["newAddressesWithTrees"] },
  getTransactionWithCompressionInfo: { read: true, required: ["signature"] },
  getTransactionWithCompressionInfoV2: { read: true, required: ["signature"] },
  getValidityProof: { read: true },
  getValidityProofV2: { read: true },
  listSvmNetworks: { read: true, network: true },
  enableSvmNetwork: { read: false, network: true, required: ["network_id"] },
  disableSvmNetwork: { read: false, network: true, required: ["network_id"] },
  setNetworkRpcUrl: { read: false, network: true, required: ["network_id", "rpc_url"] },
};

/** Every subscription of the client. */
export const clientSubscriptions: Readonly<Record<keyof Subscriptions<CallStyle>, SubscriptionRow>> = {
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
    defaults: [
      {
        name: "maxSupportedTransactionVersion",
        value: 1,
        lower: { beside: "encoding", words: ["base58", "binary"], value: 0 },
      },
    ],
  },
  transaction: {
    subscribe: "transactionSubscribe",
    unsubscribe: "transactionUnsubscribe",
    notification: "transactionNotification",
    slowReader: "close",
    positions: ["filter"],
  },
};

/** Codes of the errors of a ledger or the gateway, by name. */
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
  ServerLacksPart: -32065,
  SubscriptionRejected: -32091,
  TooManyRequests: 429,
} as const;

const stakeActivation: Shape = { keys: { active: "bigint", inactive: "bigint" } };
const assetUses: Shape = { keys: { remaining: "bigint", total: "bigint" } };
const snapshotSlots: Shape = { keys: { full: "bigint", incremental: "bigint" } };
const slotRange: Shape = { keys: { firstSlot: "bigint", lastSlot: "bigint" } };
const signatureStatus: Shape = { keys: { slot: "bigint", confirmations: "bigint" } };
const reward: Shape = { keys: { lamports: "bigint", postBalance: "bigint" } };
const transactionRoute: Shape = { keys: { firstSentAt: "bigint", lastSentAt: "bigint" } };
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
const programAccounts: Shape = { items: keyedAccount };
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
const programAccountsAtSlot: Shape = {
  keys: { context: { keys: { slot: "bigint" } }, value: programAccounts },
};
const compressedTokenAccount: Shape = {
  keys: { account: compressedAccount, tokenData: { keys: { amount: "bigint" } } },
};
const accountPage: Shape = { keys: { accounts: programAccounts, totalResults: "bigint", count: "bigint" } };
const compressedAccountWithOptionalTokenData: Shape = {
  keys: { account: compressedAccount, optionalTokenData: { keys: { amount: "bigint" } } },
};
const transactionFate: Shape = {
  keys: {
    slot: "bigint",
    lastValidBlockHeight: "bigint",
    firstSeenAt: "bigint",
    expiredAtSlot: "bigint",
    expiredAtBlockHeight: "bigint",
    routes: { items: transactionRoute },
  },
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
    keys: { context: { keys: { slot: "bigint" } }, value: programAccounts },
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
  getProgramAccountsAndContext: programAccountsAtSlot,
  getProgramAccountsV2: {
    keys: {
      accounts: programAccounts,
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
  getTokenAccountsByDelegate: programAccountsAtSlot,
  getTokenAccountsByOwner: programAccountsAtSlot,
  getTokenLargestAccounts: { keys: { context: { keys: { slot: "bigint" } } } },
  getTokenSupply: { keys: { context: { keys: { slot: "bigint" } } } },
  getTokenAccountsByMint: programAccountsAtSlot,
  getTokenAccountsByOwnerV2: {
    keys: {
      accounts: programAccounts,
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
  sendAndConfirmTransaction: { keys: { slot: "bigint" } },
  getTransactionFate: transactionFate,
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
  getPriorityFeeEstimate: { keys: { priorityFeeLamports: "bigint" } },
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
