// Generated from openrpc.json by codegen/emit/emit-types.ts; do not edit. Run: npm run generate
// Types of parameters, results and what they contain, as the typed client uses them: 64-bit integers are bigint in
// results, bigint or number in parameters. JSON.parse makes them numbers and loses digits beyond 2^53, so its values
// do not have these types, whatever a cast says.
// A type that depends on the caller's choices covers all of them, or those of a form: AccountInfo<{ encoding: "jsonParsed" }>.

import type { Given, When } from "../src/client/shared/result-form.ts";

/** Public key of an account or program: base-58 text of 32 bytes. */
export type Address = string;

/** Hash of a block or of the genesis: base-58 text of 32 bytes. */
export type Hash = string;

/** Signature of a transaction, whose first one is its id: base-58 text of 64 bytes. */
export type Signature = string;

/** Bytes as base-58 text. */
export type Base58 = string;

/** Bytes as base-64 text with padding. */
export type Base64 = string;

/** Unsigned whole number of 64 bits; may exceed 2^53, where doubles lose digits. */
export type Uint64 = bigint;

/** Unsigned whole number of 64 bits as decimal text, so that no digit is lost. */
export type DecimalUint64 = string;

/** Number of a slot: the turn in which one leader may produce one block. */
export type Slot = bigint;

/** Number of an epoch: a span of slots (432,000 on the public ledgers) after which stakes and leaders change. */
export type Epoch = bigint;

/** Amount in lamports, the smallest unit: 1,000,000,000 lamports are one native token. May exceed 2^53. */
export type Lamports = bigint;

/** Number of blocks below this one. It is lower than the slot by the number of skipped slots. */
export type BlockHeight = bigint;

/** Signed whole number of 64 bits. */
export type Int64 = bigint;

/** Unsigned whole number of 32 bits. */
export type Uint32 = number;

/** Unsigned whole number of 16 bits. */
export type Uint16 = number;

/** Unsigned whole number of 8 bits. */
export type Uint8 = number;

/** Floating-point number; digits beyond the 15th may be lost. */
export type Double = number;

/** Seconds since 1970-01-01T00:00:00Z. */
export type UnixTimestamp = bigint;

/** How settled the state must be: "processed" (newest, may be undone), "confirmed" (voted for by two thirds of the stake), "finalized" (can't be undone). */
export type Commitment = "processed" | "confirmed" | "finalized";

/** How settled state must be; this method does not read processed state. */
export type AtLeastConfirmed = "confirmed" | "finalized";

/** How settled a transaction is. */
export type ConfirmationStatus = ("processed" | "confirmed" | "finalized") | (string & {});

/** How account data is written: base64, base64+zstd (compressed), base58 (at most 128 bytes), jsonParsed (fields by name where the owning program is known, else base64), or the ledger's legacy form binary (base-58 without the encoding's name). */
export type AccountEncoding = "base58" | "base64" | "base64+zstd" | "jsonParsed" | "binary";

/** How transactions are written: json, jsonParsed (instructions by name where the program is known), base64, base58, or the ledger's legacy form binary (base-58 without the encoding's name). */
export type TransactionEncoding = "json" | "jsonParsed" | "base58" | "base64" | "binary";

/** How the bytes of a transaction are written in the request. Nodes read the old word binary as base58. */
export type WireEncoding = "base58" | "base64" | "binary";

/** A transaction's bytes in base-64 or base-58: at most 1232 bytes in 1644 or 1683 characters; from version 1 on at most 4096 bytes in 5464 base-64 characters. */
export type WireTransaction = string;

/** How much of each transaction to return: full, accounts (keys and balances), signatures, or none. */
export type TransactionDetails = "full" | "accounts" | "signatures" | "none";

/** Restricts to accounts whose lamports circulate, or do not. */
export type LargestAccountsFilter = "circulating" | "nonCirculating";

/** Bytes of account data. */
export type AccountDataSize = number;

/** Matches initialized token accounts: the bare word, or the word as a key without a value. */
export type TokenAccountStateFilter =
  | "tokenAccountState"
  | {
      tokenAccountState: null;
    };

/** One condition that an account must meet. */
export type Filter = DataSizeFilter | MemcmpFilter | ValueCmpFilter | TokenAccountStateFilter;

/** Address of a token program: the classic one, or that of 2022. */
export type TokenProgram =
  | "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"
  | "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** Bytes in base-58, with the encoding's name. */
export type Base58Data = [Base58, "base58"];

/** Bytes in base-64, with the encoding's name. */
export type Base64Data = [Base64, "base64"];

/** Compressed bytes in base-64, with the encoding's name. */
export type Base64ZstdData = [Base64, "base64+zstd"];

/** What a notification has instead of data that is too large for base-58. */
export type OversizedText = "error: data too large for bs58 encoding";

/** The same text with the name of the encoding. */
export type OversizedData = [OversizedText, "base58"];

/** Account data in the encoding asked for; base64 in place of jsonParsed where no parser fits. A bare string only in the ledger's legacy form. In notifications data too large for base58 is replaced by a text that says so. */
export type AccountData<Form = unknown> =
  | When<Form, { encoding: "base64" | "jsonParsed" }, Base64Data>
  | When<Form, { encoding: "base58" }, Base58Data>
  | When<Form, { encoding: "base64+zstd" }, Base64ZstdData>
  | When<Form, { encoding: "jsonParsed" }, ParsedAccountData>
  | When<Form, { encoding: "base58" }, OversizedData>
  | When<Form, { encoding: "binary" }, Base58>
  | When<Form, { encoding: "binary" }, OversizedText>;

/** Accounts of a program. */
export type ProgramAccounts<Form = unknown> = KeyedAccount<Form>[];

/** Why an instruction failed: a word, or an object with one key; Custom carries the program's own error number. The set grows with releases. */
export type InstructionError =
  | (
      | "GenericError"
      | "InvalidArgument"
      | "InvalidInstructionData"
      | "InvalidAccountData"
      | "AccountDataTooSmall"
      | "InsufficientFunds"
      | "IncorrectProgramId"
      | "MissingRequiredSignature"
      | "AccountAlreadyInitialized"
      | "UninitializedAccount"
      | "UnbalancedInstruction"
      | "ModifiedProgramId"
      | "ExternalAccountLamportSpend"
      | "ExternalAccountDataModified"
      | "ReadonlyLamportChange"
      | "ReadonlyDataModified"
      | "DuplicateAccountIndex"
      | "ExecutableModified"
      | "RentEpochModified"
      | "NotEnoughAccountKeys"
      | "AccountDataSizeChanged"
      | "AccountNotExecutable"
      | "AccountBorrowFailed"
      | "AccountBorrowOutstanding"
      | "DuplicateAccountOutOfSync"
      | "InvalidError"
      | "ExecutableDataModified"
      | "ExecutableLamportChange"
      | "ExecutableAccountNotRentExempt"
      | "UnsupportedProgramId"
      | "CallDepth"
      | "MissingAccount"
      | "ReentrancyNotAllowed"
      | "MaxSeedLengthExceeded"
      | "InvalidSeeds"
      | "InvalidRealloc"
      | "ComputationalBudgetExceeded"
      | "PrivilegeEscalation"
      | "ProgramEnvironmentSetupFailure"
      | "ProgramFailedToComplete"
      | "ProgramFailedToCompile"
      | "Immutable"
      | "IncorrectAuthority"
      | "AccountNotRentExempt"
      | "InvalidAccountOwner"
      | "ArithmeticOverflow"
      | "UnsupportedSysvar"
      | "IllegalOwner"
      | "MaxAccountsDataAllocationsExceeded"
      | "MaxAccountsExceeded"
      | "MaxInstructionTraceLengthExceeded"
      | "BuiltinProgramsMustConsumeComputeUnits"
    )
  | (string & {})
  | {
      Custom: Uint32;
    }
  | {
      BorshIoError: string;
    }
  | {
      [k: string]: unknown;
    };

/** Why a transaction failed: a word such as BlockhashNotFound, or an object with one key; InstructionError gives the failing instruction, counted from 0, and its reason. The set grows with releases. */
export type TransactionError =
  | (
      | "AccountInUse"
      | "AccountLoadedTwice"
      | "AccountNotFound"
      | "ProgramAccountNotFound"
      | "InsufficientFundsForFee"
      | "InvalidAccountForFee"
      | "AlreadyProcessed"
      | "BlockhashNotFound"
      | "CallChainTooDeep"
      | "MissingSignatureForFee"
      | "InvalidAccountIndex"
      | "SignatureFailure"
      | "InvalidProgramForExecution"
      | "SanitizeFailure"
      | "ClusterMaintenance"
      | "AccountBorrowOutstanding"
      | "WouldExceedMaxBlockCostLimit"
      | "UnsupportedVersion"
      | "InvalidWritableAccount"
      | "WouldExceedMaxAccountCostLimit"
      | "WouldExceedAccountDataBlockLimit"
      | "TooManyAccountLocks"
      | "AddressLookupTableNotFound"
      | "InvalidAddressLookupTableOwner"
      | "InvalidAddressLookupTableData"
      | "InvalidAddressLookupTableIndex"
      | "InvalidRentPayingAccount"
      | "WouldExceedMaxVoteCostLimit"
      | "WouldExceedAccountDataTotalLimit"
      | "MaxLoadedAccountsDataSizeExceeded"
      | "InvalidLoadedAccountsDataSizeLimit"
      | "ResanitizationNeeded"
      | "UnbalancedTransaction"
      | "ProgramCacheHitMaxLimit"
      | "CommitCancelled"
    )
  | (string & {})
  | {
      /** Index and reason. */
      InstructionError: [Uint8, InstructionError];
    }
  | {
      DuplicateInstruction: Uint8;
    }
  | {
      /** Which account. */
      InsufficientFundsForRent: {
        account_index: Uint8;
      };
    }
  | {
      /** Which account. */
      ProgramExecutionTemporarilyRestricted: {
        account_index: Uint8;
      };
    }
  | {
      [k: string]: unknown;
    };

/** Outcome in the old form, beside `err`. */
export type LegacyStatus =
  | {
      Ok: null;
    }
  | {
      Err: TransactionError;
    };

/** What a reward was paid for. */
export type RewardType =
  | ("Fee" | "Rent" | "Voting" | "Staking" | "DeactivatedStake" | "VATDebit" | "BlockRevenueSharing")
  | (string & {});

/** A transaction in the encoding and detail asked for. */
export type EncodedTransaction<Form = unknown> =
  | When<Form, { encoding: "json" | "jsonParsed"; transactionDetails: "full" }, JsonTransaction<Form>>
  | When<Form, { transactionDetails: "accounts" }, AccountsTransaction>
  | When<Form, { encoding: "base64"; transactionDetails: "full" }, Base64Data>
  | When<Form, { encoding: "base58"; transactionDetails: "full" }, Base58Data>
  | When<Form, { encoding: "binary"; transactionDetails: "full" }, Base58>;

/** Newest version of a transaction that a caller understands; the default is the newest that the gateway knows. */
export type SupportedTransactionVersion = number;

/** Version of a transaction: "legacy" or its number. */
export type TransactionVersion = "legacy" | Uint8 | (string & {});

/** A transaction of a block and what it did. `version` is given when the request allowed versions. */
export type TransactionWithMeta<Form = unknown> = Given<
  TransactionWithMetaMembers<Form>,
  { version: { maxSupportedTransactionVersion: {} } },
  Form
>;

/** A transaction, its slot and time, and what it did. `version` is given when the request allowed versions. */
export type ConfirmedTransaction<Form = unknown> = Given<
  ConfirmedTransactionMembers<Form>,
  { version: { maxSupportedTransactionVersion: {} } },
  Form
>;

/** A block: its hash, its parent, height and time; then transactions or signatures and rewards as asked for. */
export type Block<Form = unknown> = Given<
  BlockMembers<Form>,
  {
    transactions: { transactionDetails: "full" | "accounts" };
    signatures: { transactionDetails: "signatures" };
  },
  Form
>;

/** The word "ok"; a node that is behind answers with an error instead. */
export type Health = "ok";

/** Epoch, credits at its end and credits before it. */
export type EpochCredits = [Epoch, Uint64, Uint64];

/** Most items of a page. */
export type PageLimit = number;

/** Number of a page, from 1. */
export type PageNumber = number;

/** Ascending or descending. */
export type SortDirection = "asc" | "desc";

/** Whether all conditions or any of them must be met. */
export type AssetConditionType = "all" | "any";

/** Kind of an asset: V1_NFT, V1_PRINT, V2_NFT, LEGACY_NFT, ProgrammableNFT, FungibleAsset, FungibleToken, MplCoreAsset, MplCoreCollection, Custom, Identity, Executable; new kinds appear. */
export type AssetInterface = string;

/** fungible, nonFungible, regularNft, compressedNft or all; the spelling differs per provider. */
export type AssetTokenType = string;

/** One owner (single) or many holders of token accounts (token). */
export type OwnershipModel = "single" | "token";

/** Who receives royalties. */
export type RoyaltyModel = "creators" | "fanout" | "single";

/** Key and value of a group. */
export type AssetGroupPair = [string, string];

/** Kind of a network. */
export type NetworkType = "mainnet" | "devnet" | "testnet" | "localnet";

/** Id of a network, as listSvmNetworks gives it. */
export type NetworkId = string;

/** An https address of an upstream (the configuration takes http ones too). */
export type RpcUrl = string;

/** Number of a subscription; its notifications carry it, and unsubscribing takes it. */
export type SubscriptionId = bigint;

/** The newest rooted slot: it can't be undone. */
export type RootNotification = bigint;

/** A step in the life of a slot on the node. */
export type SlotUpdate =
  | {
      type: "firstShredReceived" | "completed" | "optimisticConfirmation" | "root";
      slot: Slot;
      /** Milliseconds since 1970-01-01 UTC. */
      timestamp: bigint;
    }
  | {
      type: "createdBank";
      slot: Slot;
      /** Milliseconds since 1970-01-01 UTC. */
      timestamp: bigint;
      parent: Slot;
    }
  | {
      type: "frozen";
      slot: Slot;
      /** Milliseconds since 1970-01-01 UTC. */
      timestamp: bigint;
      stats: SlotStats;
    }
  | {
      type: "dead";
      slot: Slot;
      /** Milliseconds since 1970-01-01 UTC. */
      timestamp: bigint;
      err: string;
    };

/** Why the block could not be read. */
export type BlockError =
  | "BlockStoreError"
  | (string & {})
  | {
      UnsupportedTransactionVersion: Uint8;
    };

/** Which transactions to be notified of: all (votes left out), allWithVotes, or those that mention one address. */
export type LogsFilter =
  | ("all" | "allWithVotes")
  | {
      mentions: Address[];
    };

/** Which blocks to be notified of: all, or those that mention an account or program. */
export type BlockFilter =
  | "all"
  | {
      mentionsAccountOrProgram: Address;
    };

/** Where a page of history begins: behind a transaction, given by its signature or as slot:index. */
export type HistoryCursor = Signature | string | null;

/** Oldest first (asc) or newest first (desc). */
export type SortOrder = "asc" | "desc";

/** Id of a bundle: the SHA-256 of its transactions' signatures, in hexadecimal digits. */
export type BundleId = string;

/** Encoded transactions of a bundle, in the order in which they run. */
export type BundleTransactions = WireTransaction[];

export type GetProgramAccountsResult<Form = unknown> =
  | When<Form, { withContext: false }, ProgramAccounts<Form>>
  | When<Form, { withContext: true }, ProgramAccountsAtSlot<Form>>;

export type GetProgramAccountsV2Result<Form = unknown> =
  | When<Form, { withContext: false }, AccountPage<Form>>
  | When<Form, { withContext: true }, AccountPageAtSlot<Form>>;

export type GetBlockResult<Form = unknown> = Block<Form> | null;

export type GetBlocksResult = Slot[];

export type GetBlocksWithLimitResult = Slot[];

export type GetSlotLeadersResult = Address[];

export type MinimumLedgerSlotResult = Slot | null;

export type GetConfirmedBlockResult<Form = unknown> = Block<Form> | null;

export type GetConfirmedBlocksResult = Slot[];

export type GetConfirmedBlocksWithLimitResult = Slot[];

export type GetClusterNodesResult = ClusterNode[];

export type GetLeaderScheduleResult = LeaderSchedule | null;

export type GetRecentPerformanceSamplesResult = PerformanceSample[];

export type GetAgGenesisCertResult = AlpenglowCertificate | null;

export type GetRankMapResult = RankMap | null;

export type GetInflationRewardResult = (InflationReward | null)[];

export type GetTokenAccountsByMintResult<Form = unknown> = ProgramAccountsAtSlot<Form>;

export type GetTokenAccountsByOwnerV2Result<Form = unknown> = AccountPage<Form> | AccountPageAtSlot<Form>;

export type GetAssetBatchResult = (Asset | null)[];

export type GetTransactionResult<Form = unknown> = ConfirmedTransaction<Form> | null;

export type GetSignaturesForAddressResult = SignatureInfo[];

export type GetRecentPrioritizationFeesResult = PrioritizationFee[];

export type GetConfirmedSignaturesForAddress2Result = SignatureInfo[];

export type GetConfirmedTransactionResult<Form = unknown> = ConfirmedTransaction<Form> | null;

export type GetTransactionWithConfigResult<Form = unknown> = ConfirmedTransaction<Form> | null;

export type GetTransactionsForAddressResult<Form = unknown> = TransactionHistory<Form>;

export type GetTipAccountsResult = Address[];

export type AccountUnsubscribeResult = true;

export type ProgramUnsubscribeResult = true;

export type LogsUnsubscribeResult = true;

export type SignatureUnsubscribeResult = true;

export type SlotUnsubscribeResult = true;

export type RootUnsubscribeResult = true;

export type SlotsUpdatesUnsubscribeResult = true;

export type VoteUnsubscribeResult = true;

export type BlockUnsubscribeResult = true;

export type TransactionUnsubscribeResult = true;

/** The part of the account data to return: `length` bytes from byte `offset` on. */
export interface DataSlice {
  offset: Uint64 | number;
  length: Uint64 | number;
}

/** Matches accounts whose data holds these bytes at this offset. */
export interface MemcmpFilter {
  /** Bytes to compare and where, at most 128 of them. */
  memcmp:
    | {
        offset: Uint64 | number;
        /** At most 128 bytes in base-58. */
        bytes: string;
        /** base58, also when absent. */
        encoding?: "base58" | null;
      }
    | {
        offset: Uint64 | number;
        /** At most 128 bytes in base-64. */
        bytes: string;
        encoding: "base64";
      }
    | {
        offset: Uint64 | number;
        bytes: Uint8[];
        /** bytes, also when absent. */
        encoding?: "bytes" | null;
      };
}

/** Matches accounts whose data has exactly this many bytes. */
export interface DataSizeFilter {
  dataSize: Uint64 | number;
}

/** Compares numbers in an account's data; known to servers of account state (Cloudbreak). */
export interface ValueCmpFilter {
  /** left and right are numbers: {Mem: {offset, value_type}} in the data (U8 to U128, lowest byte first), right also {Constant: digits}. */
  valueCmp: {
    left: {
      [k: string]: unknown;
    };
    comparator: "Eq" | "Ne" | "Gt" | "Ge" | "Lt" | "Le";
    right: {
      [k: string]: unknown;
    };
  };
}

/** Slots from firstSlot to lastSlot, both included; lastSlot is the newest slot when absent. */
export interface SlotRange {
  firstSlot: Slot | number;
  lastSlot?: Slot | number | null;
}

/** Accounts to return as they would be after the transaction. */
export interface SimulationAccounts {
  addresses: Address[];
  /** How their data is written; base64 when absent. */
  encoding?: ("base64" | "base64+zstd" | "jsonParsed") | null;
}

/** Where the answer comes from: the slot whose state was read and, over HTTP, the version of the node's interface. */
export interface Context {
  slot: Slot;
  /** Version of the node's interface. */
  apiVersion?: string;
}

/** A slot. */
export interface WrappedSlot {
  value: Slot;
}

/** The oldest slot that is kept; null where none is kept yet. */
export interface WrappedFirstSlot {
  value: Slot | null;
}

/** A block height. */
export interface WrappedBlockHeight {
  value: BlockHeight;
}

/** A count. */
export interface WrappedCount {
  value: Uint64;
}

/** A hash. */
export interface WrappedHash {
  value: Hash;
}

/** An amount in lamports. */
export interface WrappedLamports {
  value: Lamports;
}

/** A time in seconds since 1970; null when the node does not know it. */
export interface WrappedTime {
  value: UnixTimestamp | null;
}

/** Account data as fields. `program` names the parser (spl-token, stake, vote and so on); `parsed` holds a `type` and an `info`, whose fields depend on both and grow with releases of the ledger. */
export interface ParsedAccountData {
  /** Name of the owning program, such as spl-token, stake or sysvar. */
  program: string;
  /** Kind of account, such as mint or delegated, and its fields. Programs, kinds and fields grow with every release of the node. */
  parsed: {
    type: string;
    /** Fields by name; for some system variables a list of records. */
    info?: OpenObject | OpenObject[];
    [k: string]: unknown;
  };
  space: Uint64;
}

/** Fields as the node or index gives them; the set grows. */
export interface OpenObject {
  [k: string]: unknown;
}

/** State of an account: its data, whether it is a program, its balance in lamports, the program that owns it, the epoch at which it next owes rent (18446744073709551615: never) and the size of its data in bytes. */
export interface AccountInfo<Form = unknown> {
  data: AccountData<Form>;
  /** Whether it is a program. */
  executable: boolean;
  lamports: Lamports;
  owner: Address;
  rentEpoch: Uint64;
  space?: Uint64;
}

/** An account with its address. */
export interface KeyedAccount<Form = unknown> {
  pubkey: Address;
  account: AccountInfo<Form>;
}

/** Accounts of a program, and the slot of the answer. */
export interface ProgramAccountsAtSlot<Form = unknown> {
  context: Context;
  value: KeyedAccount<Form>[];
}

/** An address and its balance. */
export interface LargestAccount {
  address: Address;
  lamports: Lamports;
}

/** The program that owns an account; null when the account does not exist. */
export interface AccountOwner {
  owner: Address | null;
}

/** Amount of a token: `amount` in smallest units as digits, exact; `uiAmountString` the same with the decimal point, to show; `uiAmount` a rounded number, null with 20 decimals or more. */
export interface TokenAmount {
  amount: DecimalUint64;
  decimals: Uint8;
  /** The amount as a floating-point number, digits may be lost; null where it can't be one. */
  uiAmount: Double | null;
  /** The amount with its decimal point: the one to show. */
  uiAmountString: string;
}

/** Address of a token account and the amount it holds. */
export interface TokenAccountBalance {
  address: Address;
  amount: DecimalUint64;
  decimals: Uint8;
  /** The amount as a floating-point number, digits may be lost; null where it can't be one. */
  uiAmount: Double | null;
  /** The amount with its decimal point: the one to show. */
  uiAmountString: string;
}

/** Balance of a token account before or after a transaction; `accountIndex` is its place in the transaction's account list. */
export interface TokenBalance {
  accountIndex: Uint8;
  mint: Address;
  uiTokenAmount: TokenAmount;
  owner?: Address;
  programId?: Address;
}

/** A reward or fee that a block credited (positive) or charged (negative), in lamports; `commission` is the vote account's cut in percent, null for other kinds and, from 4.4 on, for all. */
export interface Reward {
  pubkey: Address;
  lamports: Int64;
  postBalance: Lamports;
  rewardType: RewardType | null;
  commission: Uint8 | null;
  commissionBps?: Uint16;
}

/** An instruction as it is in the transaction: indices into the account list, data in base-58; stackHeight is 1 for the transaction's own, more for calls between programs. */
export interface Instruction {
  programIdIndex: Uint8;
  accounts: Uint8[];
  data: Base58;
  stackHeight: Uint32 | null;
}

/** An instruction as fields, for programs that the node knows. */
export interface ParsedInstruction {
  /** Name of the program. */
  program: string;
  programId: Address;
  /** Kind of instruction, such as transfer, and its fields; a bare text for memos. Grows with releases. */
  parsed:
    | {
        type: string;
        info?: OpenObject;
        [k: string]: unknown;
      }
    | string;
  stackHeight: Uint32 | null;
}

/** An instruction of a program that the node does not know: accounts by address, data in base-58. */
export interface PartiallyDecodedInstruction {
  programId: Address;
  accounts: Address[];
  data: Base58;
  stackHeight: Uint32 | null;
}

/** Calls between programs that the instruction at `index` made. */
export interface InnerInstructions<Form = unknown> {
  index: Uint8;
  instructions: (
    | When<Form, { encoding: "json" | "base58" | "base64" | "binary" }, Instruction>
    | When<Form, { encoding: "jsonParsed" }, ParsedInstruction>
    | When<Form, { encoding: "jsonParsed" }, PartiallyDecodedInstruction>
  )[];
}

/** Accounts taken from a lookup table: its address, and the indices in it of those to write and those to read. */
export interface AddressTableLookup {
  accountKey: Address;
  writableIndexes: Uint8[];
  readonlyIndexes: Uint8[];
}

/** An account of a transaction and its role; `source` says whether it is in the transaction itself or came from a lookup table. */
export interface AccountKey {
  pubkey: Address;
  signer: boolean;
  writable: boolean;
  /** Where it is: in the transaction or in a lookup table. */
  source: ("transaction" | "lookupTable") | (string & {}) | null;
}

/** Compute budget that a transaction of version 1 carries. */
export interface TransactionConfig {
  computeUnitLimit?: Uint32 | null;
  heapSize?: Uint32 | null;
  loadedAccountsDataSizeLimit?: Uint32 | null;
  priorityFee?: Uint64 | null;
}

/** How many of the listed accounts sign, and how many of the signing and the other ones are read-only. */
export interface MessageHeader {
  numRequiredSignatures: Uint8;
  numReadonlySignedAccounts: Uint8;
  numReadonlyUnsignedAccounts: Uint8;
}

/** A message as it was signed: accounts by address, instructions by indexes into them. */
export interface RawMessage {
  header: MessageHeader;
  accountKeys: Address[];
  recentBlockhash: Hash;
  instructions: Instruction[];
  addressTableLookups?: AddressTableLookup[] | null;
  transactionConfig?: TransactionConfig | null;
}

/** A message with the roles of its accounts and its instructions by name where the node knows the program. */
export interface ParsedMessage {
  accountKeys: AccountKey[];
  recentBlockhash: Hash;
  instructions: (ParsedInstruction | PartiallyDecodedInstruction)[];
  addressTableLookups?: AddressTableLookup[] | null;
  transactionConfig?: TransactionConfig | null;
}

/** A transaction as fields: its signatures and the message that they sign. */
export interface JsonTransaction<Form = unknown> {
  signatures: Signature[];
  message:
    | When<Form, { encoding: "json" }, RawMessage>
    | When<Form, { encoding: "jsonParsed" }, ParsedMessage>;
}

/** A transaction at the detail level accounts: its signatures and accounts. */
export interface AccountsTransaction {
  signatures: Signature[];
  accountKeys: AccountKey[];
}

/** Accounts that a transaction loaded from lookup tables. */
export interface LoadedAddresses {
  writable: Address[];
  readonly: Address[];
}

/** Data that a program of the transaction returned last. */
export interface ReturnData {
  programId: Address;
  data: Base64Data;
}

/** What a transaction did: error or null, fee in lamports, balances of its accounts before and after (in the order of its account list), token balances, logs, calls between programs, compute units. At the detail level `accounts` only err, status, fee and the balances are given. */
export interface TransactionMeta<Form = unknown> {
  err: TransactionError | null;
  status: LegacyStatus;
  fee: Lamports;
  preBalances: Lamports[];
  postBalances: Lamports[];
  innerInstructions?: InnerInstructions<Form>[] | null;
  logMessages?: string[] | null;
  preTokenBalances?: TokenBalance[] | null;
  postTokenBalances?: TokenBalance[] | null;
  rewards?: Reward[] | null;
  loadedAddresses?: LoadedAddresses | null;
  returnData?: ReturnData | null;
  computeUnitsConsumed?: Uint64 | null;
  costUnits?: Uint64 | null;
}

/** All members of TransactionWithMeta. */
export interface TransactionWithMetaMembers<Form = unknown> {
  transaction: EncodedTransaction<Form>;
  meta: TransactionMeta<Form> | null;
  version: TransactionVersion;
}

/** All members of ConfirmedTransaction. */
export interface ConfirmedTransactionMembers<Form = unknown> {
  slot: Slot;
  transaction: EncodedTransaction<Form>;
  meta: TransactionMeta<Form> | null;
  blockTime: UnixTimestamp | null;
  version: TransactionVersion;
  transactionIndex?: Uint32;
}

/** All members of Block. */
export interface BlockMembers<Form = unknown> {
  blockhash: Hash;
  previousBlockhash: Hash;
  parentSlot: Slot;
  blockHeight: BlockHeight | null;
  blockTime: UnixTimestamp | null;
  transactions: TransactionWithMeta<Form>[];
  signatures: Signature[];
  rewards?: Reward[];
  numRewardPartitions?: Uint64 | null;
}

/** State of a transaction: its slot, the number of confirmations (null once it can't be undone), error or null, and how settled it is. */
export interface SignatureStatus {
  slot: Slot;
  confirmations: Uint64 | null;
  err: TransactionError | null;
  status: LegacyStatus;
  confirmationStatus: ConfirmationStatus | null;
}

/** What was sent on one route: how often, when, and what the route answered last. */
export interface TransactionRoute {
  name: string;
  sent: Uint32;
  firstSentAt: Uint64;
  lastSentAt: Uint64;
  lastAnswer: string | null;
}

/** An upstream that would refuse a transaction, and the demand that is not met. */
export interface UnfitRoute {
  name: string;
  demand: string;
}

/** What became of a transaction. pending: nothing else is certain; landed: executed; failed: included with an error; expired: it can't land any more; unknown: no one here sent it and the ledger does not know it, or nothing was certain. Times are milliseconds since 1970. */
export interface TransactionFate {
  signature: Signature;
  status: "pending" | "landed" | "failed" | "expired" | "unknown";
  slot?: Slot;
  confirmationStatus?: ConfirmationStatus;
  err?: TransactionError | null;
  lastValidBlockHeight?: BlockHeight;
  firstSeenAt?: Uint64;
  expiredAtSlot?: Slot;
  expiredAtBlockHeight?: BlockHeight;
  routes?: TransactionRoute[];
  /** Upstreams that it is not sent to, since it does not meet their demands. */
  unfit?: UnfitRoute[];
}

/** A transaction that reached the commitment asked for. err says why it failed, null if it succeeded. */
export interface ConfirmedSend {
  signature: Signature;
  slot: Slot;
  confirmationStatus: ConfirmationStatus;
  err: TransactionError | null;
}

/** A transaction that touched an address: its signature, slot, error or null, memo and time. */
export interface SignatureInfo {
  signature: Signature;
  slot: Slot;
  err: TransactionError | null;
  /** Texts of its memo instructions, each with its length in front; null where it has none. */
  memo: string | null;
  blockTime: UnixTimestamp | null;
  confirmationStatus: ConfirmationStatus | null;
  transactionIndex?: Uint32;
}

/** A blockhash and the last block height at which a transaction with it can land. */
export interface BlockhashLifetime {
  blockhash: Hash;
  lastValidBlockHeight: BlockHeight;
}

/** What a transaction would do: error or null, logs, the accounts that were asked for, compute units; on newer nodes fee and balances too. */
export interface SimulationResult<Form = unknown> {
  err: TransactionError | null;
  logs: string[] | null;
  accounts: (AccountInfo<Form> | null)[] | null;
  unitsConsumed: Uint64 | null;
  loadedAccountsDataSize: Uint32 | null;
  returnData: ReturnData | null;
  innerInstructions: InnerInstructions<Form>[] | null;
  replacementBlockhash: BlockhashLifetime | null;
  fee?: Lamports | null;
  preBalances?: Lamports[] | null;
  postBalances?: Lamports[] | null;
  preTokenBalances?: TokenBalance[] | null;
  postTokenBalances?: TokenBalance[] | null;
  loadedAddresses?: LoadedAddresses | null;
}

/** Public key of the node that answered. */
export interface NodeIdentity {
  identity: Address;
}

/** Software of the node. `chain-core` and `solana-core` both hold the version of its core, `feature-set` identifies the set of protocol features it knows; other clients and networks add keys of their own. */
export interface VersionInfo {
  /** Version of the core software, under a neutral name. */
  "chain-core"?: string;
  /** Version of the core software. */
  "solana-core"?: string;
  "feature-set"?: Uint32 | null;
  [k: string]: string | number | null | undefined;
}

/** A node of the network: its identity, the `host:port` of each of its services (null where it offers none), and its software. */
export interface ClusterNode {
  pubkey: Address;
  /** host:port, or null where it is not offered. */
  gossip?: string | null;
  /** host:port, or null where it is not offered. */
  tpu?: string | null;
  /** host:port, or null where it is not offered. */
  rpc?: string | null;
  version?: string | null;
  featureSet?: Uint32 | null;
  shredVersion?: Uint16 | null;
  /** host:port, or null where it is not offered. */
  tvu?: string | null;
  /** host:port, or null where it is not offered. */
  tpuQuic?: string | null;
  /** host:port, or null where it is not offered. */
  tpuForwards?: string | null;
  /** host:port, or null where it is not offered. */
  tpuForwardsQuic?: string | null;
  /** host:port, or null where it is not offered. Nodes before 4.5. */
  tpuVote?: string | null;
  /** host:port, or null where it is not offered. */
  serveRepair?: string | null;
  /** host:port, or null where it is not offered. */
  pubsub?: string | null;
  clientId?: string | null;
}

/** By validator identity, or by vote account where asked for, the slots that it leads, counted from the first slot of the epoch. */
export interface LeaderSchedule {
  [k: string]: Uint64[];
}

/** A validator's vote account: activated stake in lamports, commission in percent, up to five entries of epoch, credits and credits before it, the last slot voted on and the newest rooted slot. */
export interface VoteAccount {
  votePubkey: Address;
  nodePubkey: Address;
  activatedStake: Lamports;
  epochVoteAccount: boolean;
  epochCredits: EpochCredits[];
  lastVote: Slot;
  rootSlot: Slot;
  commission?: Uint8;
  inflationRewardsCommissionBps?: Uint16;
}

/** Vote accounts that keep up, and those that lag behind. */
export interface VoteAccounts {
  current: VoteAccount[];
  delinquent: VoteAccount[];
}

/** Slot of the node's newest full snapshot, and of the newest incremental one on top of it, null when there is none. */
export interface SnapshotSlots {
  full: Slot;
  incremental: Slot | null;
}

/** Transactions and slots that the node counted in one period, usually 60 seconds, up to `slot`. */
export interface PerformanceSample {
  slot: Slot;
  numTransactions: Uint64;
  numSlots: Uint64;
  samplePeriodSecs: Uint16;
  numNonVoteTransactions?: Uint64 | null;
}

/** A slot and the priority fee that it took at least, in micro-lamports per compute unit. */
export interface PrioritizationFee {
  slot: Slot;
  prioritizationFee: Uint64;
}

/** By validator identity the number of its leader slots and of the blocks it produced in them, for a range of slots. */
export interface BlockProduction {
  /** By the leader's identity: slots led, blocks produced. */
  byIdentity: {
    /** Slots led and blocks produced. */
    [k: string]: [Uint64, Uint64];
  };
  /** The slots that were counted. */
  range: {
    firstSlot: Slot;
    lastSlot: Slot;
  };
}

/** Stake in lamports that voted on a block, by depth of its lockout from 0 to 31 (null when the block is unknown or old), and the stake of the whole network. */
export interface BlockCommitment {
  commitment: Uint64[] | null;
  totalStake: Lamports;
}

/** Where the chain stands: the slot, the block height, the epoch, the slot's place in it and its length, and the number of transactions since genesis, null on nodes that do not count. */
export interface EpochInfo {
  absoluteSlot: Slot;
  blockHeight: BlockHeight;
  epoch: Epoch;
  slotIndex: Uint64;
  slotsInEpoch: Uint64;
  transactionCount: Uint64 | null;
}

/** How epochs are cut, fixed at genesis: slots per epoch, how many slots ahead the leader schedule is made, whether epochs were shorter at first, and the first epoch and slot of full length. */
export interface EpochSchedule {
  slotsPerEpoch: Uint64;
  leaderScheduleSlotOffset: Uint64;
  warmup: boolean;
  firstNormalEpoch: Epoch;
  firstNormalSlot: Slot;
}

/** Parameters of inflation: yearly rate at first and in the long run, its decline per year, the foundation's share and for how many years. */
export interface InflationGovernor {
  initial: Double;
  terminal: Double;
  taper: Double;
  foundation: Double;
  foundationTerm: Double;
}

/** Yearly inflation of an epoch: in all, for validators, for the foundation. */
export interface InflationRate {
  total: Double;
  validator: Double;
  foundation: Double;
  epoch: Epoch;
}

/** Reward of an address for an epoch: the slot that credited it, lamports credited, balance after it, and the vote account's commission in percent, null from 4.4 on. */
export interface InflationReward {
  epoch: Epoch;
  effectiveSlot: Slot;
  amount: Lamports;
  postBalance: Lamports;
  commission: Uint8 | null;
  commissionBps?: Uint16;
}

/** Supply of the native token in lamports: in all, in circulation, not in circulation, and the accounts that hold the latter. */
export interface Supply {
  total: Lamports;
  circulating: Lamports;
  nonCirculating: Lamports;
  nonCirculatingAccounts: Address[];
}

/** What a signature costs. */
export interface FeeCalculator {
  lamportsPerSignature: Lamports;
}

/** A blockhash and what a signature under it costs. */
export interface LegacyBlockhash {
  blockhash: Hash;
  feeCalculator: FeeCalculator;
}

/** A recent blockhash, the fee per signature, and until when a transaction with that blockhash can land; rely on lastValidBlockHeight. */
export interface LegacyFees {
  blockhash: Hash;
  feeCalculator: FeeCalculator;
  lastValidSlot: Slot;
  lastValidBlockHeight: BlockHeight;
}

/** What a signature under the blockhash costs. */
export interface LegacyFeeCalculator {
  feeCalculator: FeeCalculator;
}

/** Parameters of the former fee market, which is switched off: the rate is fixed. */
export interface FeeRateGovernor {
  /** Lamports per signature and how they would move. */
  feeRateGovernor: {
    burnPercent: Uint8;
    maxLamportsPerSignature: Lamports;
    minLamportsPerSignature: Lamports;
    targetLamportsPerSignature: Lamports;
    targetSignaturesPerSlot: Uint64;
  };
}

/** Activation of a stake account in lamports: `active` counts for votes and rewards, `inactive` does not; `state` says whether it is moving. */
export interface StakeActivation {
  /** Where the stake stands. */
  state: ("active" | "inactive" | "activating" | "deactivating") | (string & {});
  active: Lamports;
  inactive: Lamports;
}

/** Order of assets. */
export interface AssetSorting {
  /** What to sort by. */
  sortBy: "created" | "updated" | "recent_action" | "id" | "none";
  sortDirection?: SortDirection | null;
}

/** Switches for what the answer holds. Each index knows its own set. */
export interface AssetOptions {
  showUnverifiedCollections?: boolean;
  showZeroBalance?: boolean;
  showInscription?: boolean;
  showFungible?: boolean;
  showCollectionMetadata?: boolean;
  showGrandTotal?: boolean;
  showNativeBalance?: boolean;
  showClosedAccounts?: boolean;
  [k: string]: boolean | undefined;
}

/** A file of an asset. */
export interface AssetFile {
  uri?: string;
  mime?: string;
  quality?: OpenObject | null;
  contexts?: string[] | null;
  [k: string]: unknown;
}

/** What the asset shows: address of its metadata file, its files, name and symbol, links. */
export interface AssetContent {
  $schema?: string;
  json_uri?: string;
  files?: AssetFile[];
  metadata?: OpenObject;
  links?: OpenObject;
  [k: string]: unknown;
}

/** Who may change an asset, and what of it. */
export interface AssetAuthority {
  address: Address;
  scopes: string[];
  [k: string]: unknown;
}

/** Where a compressed asset is in its tree; empty texts for others. */
export interface AssetCompression {
  eligible?: boolean;
  compressed?: boolean;
  data_hash?: string;
  creator_hash?: string;
  asset_hash?: string;
  tree?: string;
  seq?: Uint64;
  leaf_id?: Uint64;
  [k: string]: unknown;
}

/** A group that an asset belongs to. */
export interface AssetGroup {
  group_key: string;
  group_value: string | null;
  verified?: boolean;
  [k: string]: unknown;
}

/** Royalty that a sale owes: 500 basis points are 5 percent; percent is the share of 1. */
export interface AssetRoyalty {
  royalty_model: RoyaltyModel | (string & {});
  target: string | null;
  percent: Double;
  basis_points: Uint32;
  primary_sale_happened: boolean;
  locked: boolean;
  [k: string]: unknown;
}

/** A creator, the share of royalties in percent, and whether the creator signed. */
export interface AssetCreator {
  address: Address;
  share: Uint8;
  verified: boolean;
  [k: string]: unknown;
}

/** Who owns an asset, and whether it is frozen or delegated. */
export interface AssetOwnership {
  frozen: boolean;
  delegated: boolean;
  ownership_model: OwnershipModel | (string & {});
  owner: string;
  delegate: Address | null;
  [k: string]: unknown;
}

/** How often an asset can be used. */
export interface AssetUses {
  /** What a use does to the asset. */
  use_method: ("Burn" | "Multiple" | "Single") | (string & {});
  remaining: Uint64;
  total: Uint64;
  [k: string]: unknown;
}

/** Prints allowed and made of a master edition, and the number of this one. */
export interface AssetSupply {
  print_max_supply?: Uint64 | null;
  print_current_supply?: Uint64;
  edition_nonce?: Uint64 | null;
  [k: string]: unknown;
}

/** A digital asset, from a token to a compressed collectible: content, authorities, place in a compression tree, groups, royalty, creators, ownership and supply. Indexes add keys of their own. */
export interface Asset {
  interface: AssetInterface;
  id: Address;
  content?: AssetContent;
  authorities?: AssetAuthority[];
  compression?: AssetCompression;
  grouping?: AssetGroup[];
  royalty?: AssetRoyalty;
  creators?: AssetCreator[];
  ownership: AssetOwnership;
  uses?: AssetUses | null;
  supply?: AssetSupply | null;
  mutable: boolean;
  burnt: boolean;
  token_info?: OpenObject;
  inscription?: OpenObject;
  mint_extensions?: OpenObject;
  plugins?: OpenObject;
  external_plugins?: OpenObject[] | OpenObject;
  unknown_plugins?: OpenObject[] | OpenObject;
  mpl_core_info?: OpenObject;
  [k: string]: unknown;
}

/** Proof that a compressed asset is a leaf of its tree: the root, the hashes from leaf to root, the node's index, the leaf's hash and the tree. */
export interface AssetProof {
  root: string;
  proof: string[];
  node_index: Uint64;
  leaf: string;
  tree_id: Address;
  [k: string]: unknown;
}

/** Proofs by asset id; null where there is none. */
export interface AssetProofs {
  [k: string]: AssetProof | null;
}

/** An asset that could not be read. */
export interface AssetError {
  id: string;
  error: string;
  [k: string]: unknown;
}

/** A page of assets: how many it holds, the limit, where it stands, and the assets. */
export interface AssetList {
  total: Uint32;
  limit: Uint32;
  items: Asset[];
  page?: Uint32;
  before?: string;
  after?: string;
  cursor?: string;
  errors?: AssetError[];
  grand_total?: Uint64 | boolean | null;
  nativeBalance?: OpenObject;
  [k: string]: unknown;
}

/** A page of transactions of a compressed asset, each its signature and what it did (such as Transfer; null when unknown). */
export interface AssetSignatureList {
  total: Uint32;
  limit: Uint32;
  items: [Signature, string | null][];
  page?: Uint32;
  before?: string;
  after?: string;
  cursor?: string;
  [k: string]: unknown;
}

/** A print of a master edition: its mint, its edition account and its number. */
export interface NftEdition {
  mint_address?: Address;
  edition_address?: Address;
  edition_number?: Uint64;
  mint?: Address;
  edition?: Uint64;
  [k: string]: unknown;
}

/** A page of the prints of a master edition, how many were made and how many are allowed (null: no limit). */
export interface NftEditionList {
  total: Uint32;
  limit: Uint32;
  master_edition_address: Address;
  supply: Uint64;
  max_supply: Uint64 | null;
  page?: Uint32;
  before?: string;
  after?: string;
  cursor?: string;
  editions?: NftEdition[];
  [k: string]: unknown;
}

/** A token account as the index knows it, amounts in smallest units. */
export interface AssetTokenAccount {
  address: Address;
  mint: Address;
  owner: Address;
  amount: Uint64;
  delegated_amount: Uint64;
  frozen: boolean;
  delegate?: Address | null;
  burnt?: boolean;
  token_extensions?: OpenObject;
  [k: string]: unknown;
}

/** A page of token accounts. */
export interface AssetTokenAccountList {
  total: Uint32;
  limit: Uint32;
  token_accounts: AssetTokenAccount[];
  page?: Uint32;
  before?: string;
  after?: string;
  /** Where the next page begins; null behind the last one. */
  cursor?: string | null;
  errors?: AssetError[];
  [k: string]: unknown;
}

/** A network: its id, its name, the URL of its first upstream (credentials hidden), its chain id and kind, and whether calls to `all` networks reach it. */
export interface Network {
  id: NetworkId;
  /** Name to show. */
  name: string;
  /** Address of its first upstream. */
  rpc_url: string;
  /** Chain id. */
  chain_id: string;
  type: NetworkType;
  /** Whether it takes part in calls to all networks. */
  enabled: boolean;
}

/** The networks that the gateway knows. */
export interface NetworkList {
  networks: Network[];
}

/** The network after the change. */
export interface ChangedNetwork {
  network: Network;
}

/** An account changed: its new state. A deleted account has 0 lamports. */
export interface AccountNotification<Form = unknown> {
  context: Context;
  value: AccountInfo<Form>;
}

/** An account of the program changed: its address and new state. */
export interface ProgramNotification<Form = unknown> {
  context: Context;
  value: KeyedAccount<Form>;
}

/** A transaction, its error or null, and what it logged. */
export interface TransactionLogs {
  signature: Signature;
  err: TransactionError | null;
  logs: string[];
}

/** A transaction landed that the filter matches. */
export interface LogsNotification {
  context: Context;
  value: TransactionLogs;
}

/** The transaction reached the commitment: its error, or null for success. */
export interface SignatureOutcome {
  err: TransactionError | null;
}

/** The transaction reached the commitment, or was received. */
export interface SignatureNotification {
  context: Context;
  value: SignatureOutcome | "receivedSignature";
}

/** A slot began: its number, its parent and the newest rooted slot. */
export interface SlotNotification {
  slot: Slot;
  parent: Slot;
  root: Slot;
}

/** Counts of a frozen slot's entries and transactions. */
export interface SlotStats {
  numTransactionEntries: Uint64;
  numSuccessfulTransactions: Uint64;
  numFailedTransactions: Uint64;
  maxTransactionsPerEntry: Uint64;
}

/** A vote seen before it landed; it may never land. */
export interface VoteNotification {
  votePubkey: Address;
  slots: Slot[];
  hash: Hash;
  timestamp: UnixTimestamp | null;
  signature: Signature;
}

/** The slot, and either its block or why it could not be read; the other one is null. */
export interface BlockUpdate<Form = unknown> {
  slot: Slot;
  block: Block<Form> | null;
  err: BlockError | null;
}

/** A block reached the commitment. */
export interface BlockNotification<Form = unknown> {
  context: Context;
  value: BlockUpdate<Form>;
}

/** The certificate of the block at which the Alpenglow consensus began. */
export interface AlpenglowCertificate {
  /** The block that is certified. */
  block: {
    slot: Slot;
    block_id?: Uint8[];
    /** 32 bytes as numbers; in base-58 where a server follows the public specification. */
    blockId?: Uint8[] | string;
    [k: string]: unknown;
  };
  /** The validators' common signature: its 192 bytes, and a bitmap of the ranks that signed. */
  signature: {
    signature: Uint8[];
    bitmap: Uint8[];
    [k: string]: unknown;
  };
  [k: string]: unknown;
}

/** The ranks that validators have in the certificates of an epoch, and the stake of all of them in lamports. */
export interface RankMap {
  epoch: Epoch;
  totalStake: Lamports;
  validators: RankedValidator[];
  [k: string]: unknown;
}

/** A validator by its rank, which counts from 0 in certificate bitmaps. */
export interface RankedValidator {
  rank: Uint16;
  votePubkey: Address;
  nodePubkey: Address;
  blsPubkeyCompressed: Base58;
  stake: Lamports;
  [k: string]: unknown;
}

/** A page of accounts, the key with which the next one begins (null behind the last), and how many there are in all where the provider counts them. */
export interface AccountPage<Form = unknown> {
  accounts: KeyedAccount<Form>[];
  paginationKey: string | null;
  totalResults?: Uint64 | null;
  count?: Uint64 | null;
  [k: string]: unknown;
}

/** A page of accounts, and the slot of the answer. */
export interface AccountPageAtSlot<Form = unknown> {
  context: Context;
  value: AccountPage<Form>;
}

/** A group of assets and how many it holds. */
export interface AssetGrouping {
  group_key: string;
  group_name?: string;
  group_value?: string;
  group_size: Uint64;
  [k: string]: unknown;
}

/** Bounds of a slot; all that are given must hold. */
export interface SlotBounds {
  eq?: Slot | number;
  gt?: Slot | number;
  gte?: Slot | number;
  lt?: Slot | number;
  lte?: Slot | number;
}

/** Bounds of a time in seconds since 1970; all that are given must hold. */
export interface TimeBounds {
  eq?: UnixTimestamp | number;
  gt?: UnixTimestamp | number;
  gte?: UnixTimestamp | number;
  lt?: UnixTimestamp | number;
  lte?: UnixTimestamp | number;
}

/** Bounds by the order of signatures; all that are given must hold. */
export interface SignatureBounds {
  gt?: Signature;
  gte?: Signature;
  lt?: Signature;
  lte?: Signature;
}

/** Bounds of an amount in smallest units; all that are given must hold. */
export interface AmountBounds {
  gt?: Uint64 | number;
  gte?: Uint64 | number;
  lt?: Uint64 | number;
  lte?: Uint64 | number;
}

/** Which transactions of an address to list; all that are given must hold. */
export interface HistoryFilters {
  /** any and all mean the same. */
  status?: "any" | "all" | "succeeded" | "failed";
  /** Whether those of its token accounts count: none, those that changed a balance, or all. */
  tokenAccounts?: "none" | "balanceChanged" | "all";
  slot?: SlotBounds;
  blockTime?: TimeBounds;
  signature?: SignatureBounds;
}

/** A transaction of an address: its signature, its place, its error or null, memo and time. */
export interface HistorySignature {
  signature: Signature;
  slot: Slot;
  transactionIndex?: Uint32;
  err: TransactionError | null;
  memo: string | null;
  blockTime: UnixTimestamp | null;
  confirmationStatus?: ConfirmationStatus | null;
  [k: string]: unknown;
}

/** A transaction of an address with what it did. */
export interface HistoryTransaction<Form = unknown> {
  slot: Slot;
  transactionIndex?: Uint32;
  transaction: EncodedTransaction<Form>;
  meta: TransactionMeta<Form> | null;
  blockTime: UnixTimestamp | null;
  version?: TransactionVersion;
  [k: string]: unknown;
}

/** A page of the transactions of an address, and the token with which the next one begins (null behind the last). */
export interface TransactionHistory<Form = unknown> {
  data: (
    | When<Form, { transactionDetails: "signatures" }, HistorySignature>
    | When<Form, { transactionDetails: "full" }, HistoryTransaction<Form>>
  )[];
  paginationToken: string | null;
  [k: string]: unknown;
}

/** One movement of a token or of the native one: from and to whom (null for mints and burns), how much in smallest units as digits, and where it is in its transaction. */
export interface Transfer {
  signature: Signature;
  slot: Slot;
  blockTime: UnixTimestamp | null;
  type: string;
  fromUserAccount: Address | null;
  toUserAccount: Address | null;
  fromTokenAccount?: Address | null;
  toTokenAccount?: Address | null;
  mint: string;
  amount: DecimalUint64;
  decimals: Uint8;
  uiAmount?: string;
  confirmationStatus?: ConfirmationStatus | null;
  transactionIdx?: Uint32;
  instructionIdx?: Uint32;
  innerInstructionIdx?: Uint32 | null;
  [k: string]: unknown;
}

/** A page of transfers, and the token with which the next one begins (null behind the last). */
export interface TransferList {
  data: Transfer[];
  paginationToken: string | null;
  [k: string]: unknown;
}

/** Which transfers to list; all that are given must hold. */
export interface TransferFilters {
  amount?: AmountBounds;
  blockTime?: TimeBounds;
  slot?: SlotBounds;
}

/** A bundle that landed: its transactions, its slot, how settled it is, and its error. */
export interface BundleStatus {
  bundle_id: BundleId;
  transactions: Signature[];
  slot: Slot;
  confirmation_status?: ConfirmationStatus | null;
  confirmationStatus?: ConfirmationStatus | null;
  err?: LegacyStatus | TransactionError | null;
  [k: string]: unknown;
}

/** State of a bundle that was sent within the last five minutes, and the slot in which it landed. */
export interface InflightBundleStatus {
  bundle_id: BundleId;
  status: ("Invalid" | "Pending" | "Failed" | "Landed") | (string & {});
  landed_slot: Slot | null;
  [k: string]: unknown;
}

/** What a bundle would do: whether all of it succeeds, else why not, and the result of each transaction. */
export interface BundleSimulation<Form = unknown> {
  summary: "succeeded" | (string & {}) | OpenObject;
  transactionResults: BundledTransactionResult<Form>[];
  [k: string]: unknown;
}

/** What one transaction of a bundle would do. */
export interface BundledTransactionResult<Form = unknown> {
  err: TransactionError | null;
  logs: string[] | null;
  preExecutionAccounts?: (AccountInfo<Form> | null)[] | null;
  postExecutionAccounts?: (AccountInfo<Form> | null)[] | null;
  unitsConsumed?: Uint64 | null;
  loadedAccountsDataSize?: Uint32 | null;
  returnData?: ReturnData | null;
  [k: string]: unknown;
}

/** What a fee estimate looks at and says. */
export interface PriorityFeeOptions {
  priorityLevel?: string;
  includeAllPriorityFeeLevels?: boolean;
  transactionEncoding?: string;
  lookbackSlots?: number;
  recommended?: boolean;
  includeVote?: boolean;
  includeDetails?: boolean;
  evaluateEmptySlotAsZero?: boolean;
}

/** Fees in micro-lamports for each compute unit, by how soon the transaction is to land. */
export interface PriorityFeeLevels {
  min?: Double;
  low?: Double;
  medium?: Double;
  high?: Double;
  veryHigh?: Double;
  unsafeMax?: Double;
  [k: string]: unknown;
}

/** Estimated priority fee in micro-lamports for each compute unit, and all levels if asked for. priorityFeeLamports is the transaction's total fee, if it names its compute unit limit. source is "computed" for an estimate of the gateway, absent from an upstream's. */
export interface PriorityFeeEstimate {
  priorityFeeEstimate?: Double;
  priorityFeeLevels?: PriorityFeeLevels;
  priorityFeeLamports?: Lamports;
  source?: "computed";
  [k: string]: unknown;
}

/** Which transactions to be notified of; all that is given must hold. */
export interface TransactionFilter {
  accountInclude?: Address[];
  accountExclude?: Address[];
  accountRequired?: Address[];
  vote?: boolean;
  failed?: boolean;
  signature?: Signature;
}

/** A transaction landed that the filter matches; what it holds depends on transactionDetails. */
export interface TransactionNotification<Form = unknown> {
  signature: Signature;
  slot: Slot;
  transactionIndex?: Uint64;
  transaction?: TransactionWithMeta<Form>;
  [k: string]: unknown;
}

/** A condition on the data of compressed accounts. */
export interface CompressedFilter {
  memcmp?: CompressedMemcmp | null;
}

/** Bytes to compare and where. */
export interface CompressedMemcmp {
  bytes: Base58;
  offset: Uint8;
}

/** A new address and the tree that is to hold it. */
export interface CompressedAddressWithTree {
  address: Address;
  tree: Address;
}

/** A compressed account: its hash, its owner, its lamports, its data, and its leaf in a state tree. */
export interface CompressedAccount {
  address?: Address | null;
  data?: CompressedAccountData | null;
  hash: Hash;
  lamports: Uint64;
  leafIndex: Uint64;
  owner: Address;
  seq?: Uint64 | null;
  slotCreated: Uint64;
  tree: Address;
  [k: string]: unknown;
}

/** Data of a compressed account: the first eight bytes as a number, the rest, and its hash. */
export interface CompressedAccountData {
  data: Base64;
  dataHash: Hash;
  discriminator: Uint64;
  [k: string]: unknown;
}

/** A compressed account, with the tree and the queue that hold it. */
export interface CompressedAccountV2 {
  address?: Address | null;
  data?: CompressedAccountData | null;
  hash: Hash;
  lamports: Uint64;
  leafIndex: Uint64;
  merkleContext: CompressedMerkleContextV2;
  owner: Address;
  proveByIndex: boolean;
  seq?: Uint64 | null;
  slotCreated: Uint64;
  [k: string]: unknown;
}

/** The tree and the queue that hold a compressed account. */
export interface CompressedMerkleContextV2 {
  cpiContext?: Address | null;
  nextTreeContext?: CompressedTreeContextInfo | null;
  queue: Address;
  tree: Address;
  treeType: Uint16;
  [k: string]: unknown;
}

/** A tree and its queue. */
export interface CompressedTreeContextInfo {
  cpiContext?: Address | null;
  queue: Address;
  tree: Address;
  treeType: Uint16;
  [k: string]: unknown;
}

/** The Merkle proof of a compressed account, from its leaf to the root. */
export interface CompressedAccountProof {
  hash: Hash;
  leafIndex: Uint32;
  merkleTree: Address;
  proof: Hash[];
  root: Hash;
  rootSeq: Uint64;
  [k: string]: unknown;
}

/** The Merkle proof of a compressed account, and the tree that it is of. */
export interface CompressedAccountProofV2 {
  hash: Hash;
  leafIndex: Uint32;
  proof: Hash[];
  proveByIndex: boolean;
  root: Hash;
  rootSeq: Uint64;
  treeContext: CompressedTreeContextInfo;
  [k: string]: unknown;
}

/** A page of compressed accounts. */
export interface CompressedPaginatedAccountList {
  cursor?: Hash | null;
  items: CompressedAccount[];
  [k: string]: unknown;
}

/** A page of compressed accounts. */
export interface CompressedPaginatedAccountListV2 {
  cursor?: Hash | null;
  items: CompressedAccountV2[];
  [k: string]: unknown;
}

/** A page of holders of a token. */
export interface CompressedOwnerBalanceList {
  cursor?: Base58 | null;
  items: CompressedOwnerBalance[];
  [k: string]: unknown;
}

/** A holder and the balance. */
export interface CompressedOwnerBalance {
  balance: Uint64;
  owner: Address;
  [k: string]: unknown;
}

/** Balance of a compressed token account in smallest units. */
export interface CompressedTokenAccountBalance {
  amount: Uint64;
  [k: string]: unknown;
}

/** A page of compressed token accounts. */
export interface CompressedTokenAccountList {
  cursor?: Base58 | null;
  items: CompressedTokenAccount[];
  [k: string]: unknown;
}

/** A compressed token account. */
export interface CompressedTokenAccount {
  account: CompressedAccount;
  tokenData: CompressedTokenData;
  [k: string]: unknown;
}

/** What a compressed account holds of a token: mint, owner, amount, delegate and state. */
export interface CompressedTokenData {
  amount: Uint64;
  delegate?: Address | null;
  mint: Address;
  owner: Address;
  state: ("initialized" | "frozen") | (string & {});
  tlv?: Base64 | null;
  [k: string]: unknown;
}

/** A page of compressed token accounts. */
export interface CompressedTokenAccountListV2 {
  cursor?: Base58 | null;
  items: CompressedTokenAccountV2[];
  [k: string]: unknown;
}

/** A compressed token account. */
export interface CompressedTokenAccountV2 {
  account: CompressedAccountV2;
  tokenData: CompressedTokenData;
  [k: string]: unknown;
}

/** A page of balances by token. */
export interface CompressedTokenBalanceList {
  cursor?: Base58 | null;
  token_balances: CompressedTokenBalance[];
  [k: string]: unknown;
}

/** Balance of one token. */
export interface CompressedTokenBalance {
  balance: Uint64;
  mint: Address;
  [k: string]: unknown;
}

/** A page of balances by token. */
export interface CompressedTokenBalanceListV2 {
  cursor?: Base58 | null;
  items: CompressedTokenBalance[];
  [k: string]: unknown;
}

/** Transactions, newest first. */
export interface CompressedSignatureInfoList {
  items: CompressedSignatureInfo[];
  [k: string]: unknown;
}

/** A transaction: its signature, slot and time. */
export interface CompressedSignatureInfo {
  blockTime: UnixTimestamp;
  signature: Signature;
  slot: Uint64;
  [k: string]: unknown;
}

/** A page of transactions. */
export interface CompressedPaginatedSignatureInfoList {
  cursor?: string | null;
  items: CompressedSignatureInfo[];
  [k: string]: unknown;
}

/** Transactions with their errors, newest first. */
export interface CompressedSignatureInfoListWithError {
  items: CompressedSignatureInfoWithError[];
  [k: string]: unknown;
}

/** A transaction: its signature, slot, time and error. */
export interface CompressedSignatureInfoWithError {
  blockTime: UnixTimestamp;
  error?: string | null;
  signature: Signature;
  slot: Uint64;
  [k: string]: unknown;
}

/** Compressed accounts in the order of the request. */
export interface CompressedAccountList {
  items: (CompressedAccount | null)[];
  [k: string]: unknown;
}

/** Compressed accounts in the order of the request. */
export interface CompressedAccountListV2 {
  items: (CompressedAccountV2 | null)[];
  [k: string]: unknown;
}

/** Proof that an address is not in its tree yet. */
export interface CompressedMerkleContextWithNewAddressProof {
  address: Address;
  higherRangeAddress: Address;
  lowElementLeafIndex: Uint32;
  lowerRangeAddress: Address;
  merkleTree: Address;
  nextIndex: Uint32;
  proof: Hash[];
  root: Hash;
  rootSeq: Uint64;
  [k: string]: unknown;
}

/** A compressed account, and what it holds of a token. */
export interface CompressedAccountWithOptionalTokenData {
  account: CompressedAccount;
  optionalTokenData?: CompressedTokenData | null;
  [k: string]: unknown;
}

/** A compressed account that a transaction closed, and what it held of a token. */
export interface CompressedClosedAccountWithOptionalTokenDataV2 {
  account: CompressedClosedAccountV2;
  optionalTokenData?: CompressedTokenData | null;
  [k: string]: unknown;
}

/** A compressed account that a transaction closed, and by what it is known to be spent. */
export interface CompressedClosedAccountV2 {
  account: CompressedAccountV2;
  nullifier: Hash;
  txHash: Hash;
  [k: string]: unknown;
}

/** A compressed account, and what it holds of a token. */
export interface CompressedAccountWithOptionalTokenDataV2 {
  account: CompressedAccountV2;
  optionalTokenData?: CompressedTokenData | null;
  [k: string]: unknown;
}

/** A proof for accounts and addresses, and the roots, leaves and trees that it is about. */
export interface CompressedValidityProof {
  compressedProof: CompressedProof;
  leafIndices: Uint32[];
  leaves: string[];
  merkleTrees: string[];
  rootIndices: Uint64[];
  roots: string[];
  [k: string]: unknown;
}

/** A zero-knowledge proof: three points as bytes. */
export interface CompressedProof {
  a: Uint8[];
  b: Uint8[];
  c: Uint8[];
  [k: string]: unknown;
}

/** A proof for accounts and addresses, and what programs need beside it. */
export interface CompressedValidityProofV2 {
  accounts: CompressedAccountProofInputs[];
  addresses: CompressedAddressProofInputs[];
  compressedProof?: CompressedProof | null;
  [k: string]: unknown;
}

/** What a program needs to prove that a compressed account exists. */
export interface CompressedAccountProofInputs {
  hash: string;
  leafIndex: Uint64;
  merkleContext: CompressedMerkleContextV2;
  root: string;
  rootIndex: CompressedRootIndex;
  [k: string]: unknown;
}

/** Where the root is in its tree, and whether the index alone proves it. */
export interface CompressedRootIndex {
  proveByIndex: boolean;
  rootIndex: Uint64;
  [k: string]: unknown;
}

/** What a program needs to prove that an address is free. */
export interface CompressedAddressProofInputs {
  address: string;
  merkleContext: CompressedMerkleContextV2;
  root: string;
  rootIndex: Uint16;
  [k: string]: unknown;
}

/** Parameters of getAccountInfo. */
export interface GetAccountInfoParams {
  /** Address of the account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetAccountInfoResult<Form = unknown> {
  context: Context;
  value: AccountInfo<Form> | null;
}

/** Parameters of getBalance. */
export interface GetBalanceParams {
  /** Address of the account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetBalanceResult {
  context: Context;
  value: Lamports;
}

/** Parameters of getMultipleAccounts. */
export interface GetMultipleAccountsParams {
  /** Addresses of the accounts, at most 100; duplicates are allowed */
  pubkeys: Address[];
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetMultipleAccountsResult<Form = unknown> {
  context: Context;
  value: (AccountInfo<Form> | null)[];
}

/** Parameters of getProgramAccounts. */
export interface GetProgramAccountsParams {
  /** Address of the owning program, base-58 */
  programId: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** At most 4 conditions that an account must all meet: {dataSize: bytes}, {memcmp: {offset, bytes, encoding?}} (bytes equal at offset, at most 128) or the word "tokenAccountState" (an initialized token account) */
  filters?: Filter[];
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** Answer {context, value} instead of the bare array, to learn the slot of the answer; false by default */
  withContext?: boolean;
  /** Sort the answer by address; true by default, false spares the node work */
  sortResults?: boolean;
}

/** Parameters of getLargestAccounts. */
export interface GetLargestAccountsParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Only accounts whose lamports circulate ("circulating") or do not ("nonCirculating"); all by default */
  filter?: LargestAccountsFilter;
  /** Sort the answer by balance, largest first; true by default, false spares the node work */
  sortResults?: boolean;
}

export interface GetLargestAccountsResult {
  context: Context;
  value: LargestAccount[];
}

/** Parameters of getMinimumBalanceForRentExemption. */
export interface GetMinimumBalanceForRentExemptionParams {
  /** Size of the account's data in bytes, 0 to 10485760 (10 MiB) */
  dataSize: AccountDataSize;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

/** Parameters of getStakeActivation. */
export interface GetStakeActivationParams {
  /** Address of the stake account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Epoch to compute for, at most 512 epochs back; the current one by default */
  epoch?: Epoch | number;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getAccountOwner. */
export interface GetAccountOwnerParams {
  /** Address of the account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getAccountInfoAndContext. */
export interface GetAccountInfoAndContextParams {
  /** Address of the account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetAccountInfoAndContextResult<Form = unknown> {
  context: Context;
  value: AccountInfo<Form> | null;
}

/** Parameters of getBalanceAndContext. */
export interface GetBalanceAndContextParams {
  /** Address of the account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetBalanceAndContextResult {
  context: Context;
  value: Lamports;
}

/** Parameters of getMultipleAccountsAndContext. */
export interface GetMultipleAccountsAndContextParams {
  /** Addresses of the accounts, at most 100; duplicates are allowed */
  pubkeys: Address[];
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetMultipleAccountsAndContextResult<Form = unknown> {
  context: Context;
  value: (AccountInfo<Form> | null)[];
}

/** Parameters of getProgramAccountsAndContext. */
export interface GetProgramAccountsAndContextParams {
  /** Address of the owning program, base-58 */
  program_id: Address;
  /** At most 4 conditions that an account must all meet: {dataSize: bytes}, {memcmp: {offset, bytes, encoding?}} (bytes equal at offset, at most 128) or the word "tokenAccountState" (an initialized token account) */
  filters?: Filter[];
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** Sort the answer by address; true by default, false spares the node work */
  sortResults?: boolean;
}

export interface GetProgramAccountsAndContextResult<Form = unknown> {
  context: Context;
  value: KeyedAccount<Form>[];
}

/** Parameters of getProgramAccountsV2. */
export interface GetProgramAccountsV2Params {
  /** Address of the program, base-58 */
  programId: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** At most 4 conditions that an account must all meet: {dataSize: bytes}, {memcmp: {offset, bytes, encoding?}} (bytes equal at offset, at most 128) or the word "tokenAccountState" (an initialized token account) */
  filters?: Filter[];
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** Most accounts to return at once, 1 to 10000. Default: 10000 */
  limit?: number;
  /** The paginationKey of the previous answer, to continue after it */
  paginationKey?: string | null;
  /** List only accounts that changed in this slot or later */
  changedSinceSlot?: Slot | number;
  /** Whether the answer comes as {context, value} with its slot; false by default */
  withContext?: boolean;
}

/** Parameters of getBlock. */
export interface GetBlockParams {
  /** Slot number: one turn of one leader; not a block height, since turns can pass without a block */
  slot: Slot | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Form of each transaction: "json" (default), "jsonParsed" (instructions as fields where the program is known), "base64" or "base58" (slow) */
  encoding?: TransactionEncoding;
  /** How much of the transactions: "full" (default), "accounts" (addresses, balances and fee), "signatures" (these alone) or "none" */
  transactionDetails?: TransactionDetails;
  /** Whether the block's rewards are returned too; true by default */
  rewards?: boolean;
  /** Newest transaction version that the caller understands; a newer one in the answer gives error -32015. Default: the newest that the gateway knows, or 0 with base58 and binary, which cannot hold newer ones */
  maxSupportedTransactionVersion?: SupportedTransactionVersion;
}

/** Parameters of getBlocks. */
export interface GetBlocksParams {
  /** First slot of the range, included */
  start_slot: Slot | number;
  /** Last slot of the range, included; at most 500000 above start_slot */
  end_slot?: Slot | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getBlocksWithLimit. */
export interface GetBlocksWithLimitParams {
  /** First slot to look at, included */
  start_slot: Slot | number;
  /** How many blocks to list at most: 0 to 500000 */
  limit: bigint | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getBlockTime. */
export interface GetBlockTimeParams {
  /** Slot number: one turn of one leader; not a block height, since turns can pass without a block */
  slot: Slot | number;
}

/** Parameters of getBlockHeight. */
export interface GetBlockHeightParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getBlockCommitment. */
export interface GetBlockCommitmentParams {
  /** Slot number: one turn of one leader; not a block height, since turns can pass without a block */
  slot: Slot | number;
}

/** Parameters of getBlockProduction. */
export interface GetBlockProductionParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Slots to count, both ends included: {firstSlot, lastSlot?}, lastSlot being the newest slot when absent; the current epoch when the range is absent; firstSlot and lastSlot are accepted as parameters of their own too */
  range?: SlotRange;
  /** Identity address of the one validator to count; all validators when absent */
  identity?: Address;
}

export interface GetBlockProductionResult {
  context: Context;
  value: BlockProduction;
}

/** Parameters of getSlot. */
export interface GetSlotParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getSlotLeader. */
export interface GetSlotLeaderParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getSlotLeaders. */
export interface GetSlotLeadersParams {
  /** First slot of the range, included */
  startSlot: Slot | number;
  /** How many slots: 0 to 5000 */
  limit: bigint | number;
}

/** Parameters of getFirstAvailableBlock. */
export interface GetFirstAvailableBlockParams {}

/** Parameters of minimumLedgerSlot. */
export interface MinimumLedgerSlotParams {}

/** Parameters of getGenesisHash. */
export interface GetGenesisHashParams {}

/** Parameters of getConfirmedBlock. */
export interface GetConfirmedBlockParams {
  /** Slot number: one turn of one leader; not a block height, since turns can pass without a block */
  slot: Slot | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Form of each transaction: "json" (default), "jsonParsed" (instructions as fields where the program is known), "base64" or "base58" (slow) */
  encoding?: TransactionEncoding;
  /** How much of the transactions: "full" (default), "accounts" (addresses, balances and fee), "signatures" (these alone) or "none" */
  transactionDetails?: TransactionDetails;
  /** Whether the block's rewards are returned too; true by default */
  rewards?: boolean;
  /** Newest transaction version that the caller understands; a newer one in the answer gives error -32015. By default only legacy transactions are allowed, and `version` is left out */
  maxSupportedTransactionVersion?: Uint8;
}

/** Parameters of getConfirmedBlocks. */
export interface GetConfirmedBlocksParams {
  /** First slot of the range, included */
  startSlot: Slot | number;
  /** Last slot of the range, included; at most 500000 above startSlot */
  endSlot?: Slot | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
}

/** Parameters of getConfirmedBlocksWithLimit. */
export interface GetConfirmedBlocksWithLimitParams {
  /** First slot to look at, included */
  startSlot: Slot | number;
  /** How many blocks to list at most: 0 to 500000 */
  limit: bigint | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
}

/** Parameters of getHealth. */
export interface GetHealthParams {}

/** Parameters of getVersion. */
export interface GetVersionParams {}

/** Parameters of getIdentity. */
export interface GetIdentityParams {}

/** Parameters of getClusterNodes. */
export interface GetClusterNodesParams {}

/** Parameters of getLeaderSchedule. */
export interface GetLeaderScheduleParams {
  /** Any slot of the epoch to ask about; the current epoch when absent */
  slot?: Slot | number;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Identity address of the one validator to list. Default: all */
  identity?: Address;
  /** Whether the schedule is keyed by vote account instead of by validator identity, as nodes before 4.4 always key it; false by default. Nodes from 4.4 on. */
  keyByVoteAccount?: boolean;
}

/** Parameters of getVoteAccounts. */
export interface GetVoteAccountsParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Address of the one vote account to list; all when absent */
  votePubkey?: Address;
  /** Whether delinquent vote accounts without stake are listed too; false by default */
  keepUnstakedDelinquents?: boolean;
  /** Slots without a vote after which a validator counts as delinquent; 128 by default, and best left so */
  delinquentSlotDistance?: Uint64 | number;
}

/** Parameters of getHighestSnapshotSlot. */
export interface GetHighestSnapshotSlotParams {}

/** Parameters of getMaxRetransmitSlot. */
export interface GetMaxRetransmitSlotParams {}

/** Parameters of getMaxShredInsertSlot. */
export interface GetMaxShredInsertSlotParams {}

/** Parameters of getRecentPerformanceSamples. */
export interface GetRecentPerformanceSamplesParams {
  /** How many samples: 0 to 720; 720 when absent */
  limit?: bigint | number;
}

/** Parameters of getSnapshotSlot. */
export interface GetSnapshotSlotParams {}

/** Parameters of getAgGenesisCert. */
export interface GetAgGenesisCertParams {}

/** Parameters of getRankMap. */
export interface GetRankMapParams {
  /** Identity address of the one validator to list. Default: all */
  identity?: Address;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getEpochInfo. */
export interface GetEpochInfoParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getEpochSchedule. */
export interface GetEpochScheduleParams {}

/** Parameters of getInflationGovernor. */
export interface GetInflationGovernorParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

/** Parameters of getInflationRate. */
export interface GetInflationRateParams {}

/** Parameters of getInflationReward. */
export interface GetInflationRewardParams {
  /** Addresses of stake or vote accounts, base-58; nodes from 4.3 on take at most 32 */
  addresses: Address[];
  /** Epoch for which the reward was paid; the one before the current when absent */
  epoch?: Epoch | number;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getTokenAccountBalance. */
export interface GetTokenAccountBalanceParams {
  /** Address of the token account (not of its owner), base-58 */
  accountAddress: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

export interface GetTokenAccountBalanceResult {
  context: Context;
  value: TokenAmount;
}

/** Parameters of getTokenAccountsByDelegate. */
export interface GetTokenAccountsByDelegateParams {
  /** Address of the delegate, base-58 */
  delegateAddress: Address;
  /** Mint (token type) whose accounts to list; not together with programId */
  mint?: Address;
  /** Token program whose accounts to list: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA (classic) or TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb (2022); not together with mint; both programs when neither is given */
  programId?: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetTokenAccountsByDelegateResult<Form = unknown> {
  context: Context;
  value: KeyedAccount<Form>[];
}

/** Parameters of getTokenAccountsByOwner. */
export interface GetTokenAccountsByOwnerParams {
  /** Address of the wallet that owns the token accounts, base-58 */
  ownerAddress: Address;
  /** Mint (token type) whose accounts to list; not together with programId */
  mint?: Address;
  /** Token program whose accounts to list: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA (classic) or TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb (2022); not together with mint; both programs when neither is given */
  programId?: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetTokenAccountsByOwnerResult<Form = unknown> {
  context: Context;
  value: KeyedAccount<Form>[];
}

/** Parameters of getTokenLargestAccounts. */
export interface GetTokenLargestAccountsParams {
  /** Address of the mint (the token type), base-58 */
  mint: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

export interface GetTokenLargestAccountsResult {
  context: Context;
  value: TokenAccountBalance[];
}

/** Parameters of getTokenSupply. */
export interface GetTokenSupplyParams {
  /** Address of the mint (the token type), base-58 */
  mint: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

export interface GetTokenSupplyResult {
  context: Context;
  value: TokenAmount;
}

/** Parameters of getTokenAccountsByMint. */
export interface GetTokenAccountsByMintParams {
  /** Address of the mint (the token type), base-58 */
  mint: Address;
  /** Token program of the mint: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA (classic) or TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb (2022); by default the program that owns the mint */
  programId?: TokenProgram;
  /** How settled the state must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getTokenAccountsByOwnerV2. */
export interface GetTokenAccountsByOwnerV2Params {
  /** Address of the wallet, base-58 */
  ownerAddress: Address;
  /** Mint of the token, base-58; all when absent */
  mint?: Address;
  /** Token program, base-58. Default: both */
  programId?: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64) */
  encoding?: AccountEncoding;
  /** Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out */
  dataSlice?: DataSlice;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** Most accounts to return at once, 1 to 10000. Default: 10000 */
  limit?: number;
  /** The paginationKey of the previous answer, to continue after it */
  paginationKey?: string | null;
  /** List only accounts that changed in this slot or later */
  changedSinceSlot?: Slot | number;
}

/** Parameters of getAsset. */
export interface GetAssetParams {
  /** Id of the asset: the address of its mint or asset account, or the id of a compressed asset */
  id: Address;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of getAssetBatch. */
export interface GetAssetBatchParams {
  /** Ids of the assets, 1 to 1000 */
  ids: Address[];
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of getAssetProof. */
export interface GetAssetProofParams {
  /** Id of the compressed asset */
  id: Address;
}

/** Parameters of getAssetProofBatch. */
export interface GetAssetProofBatchParams {
  /** Ids of the compressed assets, 1 to 1000 */
  ids: Address[];
}

/** Parameters of getAssetsByOwner. */
export interface GetAssetsByOwnerParams {
  /** Address of the wallet, base-58 */
  ownerAddress: Address;
  /** Most assets to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (an asset id) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (an asset id): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** Order of the answer: {sortBy, sortDirection}; by id, descending, by default; before, after and cursor need the order by id */
  sortBy?: AssetSorting;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of getAssetsByAuthority. */
export interface GetAssetsByAuthorityParams {
  /** Address of the update authority, base-58 */
  authorityAddress: Address;
  /** Most assets to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (an asset id) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (an asset id): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** Order of the answer: {sortBy, sortDirection}; by id, descending, by default; before, after and cursor need the order by id */
  sortBy?: AssetSorting;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of getAssetsByCreator. */
export interface GetAssetsByCreatorParams {
  /** Address of the creator, base-58 */
  creatorAddress: Address;
  /** Only assets that the creator has signed; false by default */
  onlyVerified?: boolean;
  /** Most assets to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (an asset id) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (an asset id): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** Order of the answer: {sortBy, sortDirection}; by id, descending, by default; before, after and cursor need the order by id */
  sortBy?: AssetSorting;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of getAssetsByGroup. */
export interface GetAssetsByGroupParams {
  /** Kind of the group; "collection" is the one in use */
  groupKey: string;
  /** Name of the group: for a collection the address of its mint, base-58 */
  groupValue: string;
  /** Most assets to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (an asset id) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (an asset id): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** Order of the answer: {sortBy, sortDirection}; by id, descending, by default; before, after and cursor need the order by id */
  sortBy?: AssetSorting;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of searchAssets. */
export interface SearchAssetsParams {
  /** Address of the owner, base-58 */
  ownerAddress?: Address;
  /** Return the assets that do not meet the conditions; false by default */
  negate?: boolean;
  /** Whether "all" conditions (default) or "any" of them must be met */
  conditionType?: AssetConditionType;
  /** Kind of asset, such as V1_NFT, ProgrammableNFT or MplCoreAsset */
  interface?: AssetInterface;
  /** Class of token in the spelling of the server, usually "fungible", "nonFungible", "regularNft", "compressedNft" or "all"; most servers want ownerAddress with it */
  tokenType?: AssetTokenType;
  /** "single" for assets with one owner, "token" for those held in many token accounts */
  ownerType?: OwnershipModel;
  /** Address of a creator, base-58 */
  creatorAddress?: Address;
  /** Whether a creator must have signed */
  creatorVerified?: boolean;
  /** Address of the update authority, base-58 */
  authorityAddress?: Address;
  /** Group as a pair of key and value: ["collection", address of the collection] */
  grouping?: AssetGroupPair;
  /** Address of the delegate, base-58 */
  delegate?: Address;
  /** Whether the asset is frozen (can't be transferred) */
  frozen?: boolean;
  /** Supply in smallest units */
  supply?: Uint64 | number;
  /** Mint of the supply, base-58 */
  supplyMint?: Address;
  /** Whether the asset is compressed (kept as a leaf of a tree) */
  compressed?: boolean;
  /** Whether the asset may be compressed */
  compressible?: boolean;
  /** Who gets the royalty: "creators", "fanout" or "single" */
  royaltyTargetType?: RoyaltyModel;
  /** Address that gets the royalty, base-58 */
  royaltyTarget?: Address;
  /** Royalty in hundredths of a percent (500 is 5 %) */
  royaltyAmount?: Uint32;
  /** Whether the asset was burnt */
  burnt?: boolean;
  /** Address (URI) of the asset's metadata file */
  jsonUri?: string;
  /** Name of the asset; on most servers only together with ownerAddress */
  name?: string;
  /** Most assets to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (an asset id) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (an asset id): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** Order of the answer: {sortBy, sortDirection}; by id, descending, by default; before, after and cursor need the order by id */
  sortBy?: AssetSorting;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
  /** Only assets that are agents, or only those that are not */
  isAgent?: boolean;
  /** Token of the agent, base-58 */
  agentToken?: Address;
  /** Signer account of the asset, base-58 */
  assetSigner?: Address;
  /** Tree that holds the compressed assets, base-58 */
  tree?: Address;
}

/** Parameters of getSignaturesForAsset. */
export interface GetSignaturesForAssetParams {
  /** Id of the compressed asset; give either this or tree and leafIndex */
  id?: Address;
  /** Most signatures to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (as the server gives it) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (as the server gives it): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** "desc" for newest first (default), "asc" for oldest first */
  sortDirection?: SortDirection;
  /** Address of the tree that holds the asset, base-58; needs leafIndex */
  tree?: Address;
  /** Number of the asset's leaf in the tree, counted from 0 */
  leafIndex?: Uint64 | number;
}

/** Parameters of getNftEditions. */
export interface GetNftEditionsParams {
  /** Mint of the master edition, base-58 */
  mintAddress: Address;
  /** Most prints to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key; an address, as the server gives it, in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key; an address, as the server gives it, the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
}

/** Parameters of getTokenAccounts. */
export interface GetTokenAccountsParams {
  /** Mint whose token accounts to list, base-58 */
  mintAddress?: Address;
  /** Wallet whose token accounts to list, base-58 */
  ownerAddress?: Address;
  /** Most token accounts to return at once, 1 to 1000; 1000 by default */
  limit?: PageLimit;
  /** Number of the page, from 1; not together with before, after or cursor */
  page?: PageNumber;
  /** Return what comes before this key (an address) in the order asked for; not together with page or cursor */
  before?: string;
  /** Return what comes after this key (an address): pass the last one of the previous answer; not together with page or cursor */
  after?: string;
  /** The `cursor` of the previous answer, to continue after it; not together with page, before or after */
  cursor?: string;
  /** Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others */
  options?: AssetOptions;
}

/** Parameters of getGrouping. */
export interface GetGroupingParams {
  /** Kind of group, such as collection */
  groupKey: string;
  /** The group: for a collection its address */
  groupValue: string;
}

/** Parameters of getTransaction. */
export interface GetTransactionParams {
  /** Signature of the transaction (its first one, which is its id), base-58 */
  signature: Signature;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Form of the transaction: "json" (default), "jsonParsed" (instructions as fields where the program is known), "base64" or "base58" (slow) */
  encoding?: TransactionEncoding;
  /** Newest transaction version that the caller understands; a newer one in the answer gives error -32015. Default: the newest that the gateway knows, or 0 with base58 and binary, which cannot hold newer ones */
  maxSupportedTransactionVersion?: SupportedTransactionVersion;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state. Nodes from 4.4 on. */
  minContextSlot?: Slot | number;
  /** Slot of the transaction, if you know it: history servers (Superbank) find it faster, and answer null if it is in another slot; other nodes ignore it */
  slot?: Slot | number;
}

/** Parameters of getSignaturesForAddress. */
export interface GetSignaturesForAddressParams {
  /** Address that the transactions name, base-58 */
  address: Address;
  /** How many signatures at most: 1 to 1000. Default: 1000 */
  limit?: bigint | number;
  /** Start after this signature and go back in time; pass the last signature of a page to get the next page. Default: the newest transaction */
  before?: Signature;
  /** Stop before this signature, which is left out. Default: the start of the history */
  until?: Signature;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** Only transactions of slots below this one, instead of `before`; for history servers (Superbank), other nodes ignore it */
  beforeSlot?: Slot | number;
  /** Only transactions of slots above this one, instead of `until`; for history servers (Superbank), other nodes ignore it */
  untilSlot?: Slot | number;
}

/** Parameters of getSignatureStatuses. */
export interface GetSignatureStatusesParams {
  /** Signatures of the transactions, base-58, at most 256 */
  signatures: Signature[];
  /** Whether to look through the node's whole history for what the recent slots do not hold (slower); false by default */
  searchTransactionHistory?: boolean;
  /** How settled the state must be in which statuses are looked up: "processed", "confirmed" or "finalized"; when absent, the node's own, "processed". Nodes from 4.4 on. */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state. Nodes from 4.4 on. */
  minContextSlot?: Slot | number;
}

export interface GetSignatureStatusesResult {
  context: Context;
  value: (SignatureStatus | null)[];
}

/** Parameters of getTransactionCount. */
export interface GetTransactionCountParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

/** Parameters of getRecentPrioritizationFees. */
export interface GetRecentPrioritizationFeesParams {
  /** Accounts that the transaction will write, base-58, at most 128; all transactions count when absent */
  addresses?: Address[];
  /** Share of the transactions, in hundredths of a percent, that paid at most the fee returned: 5000 is the median; a node without the extension refuses it */
  percentile?: number;
}

/** Parameters of simulateTransaction. */
export interface SimulateTransactionParams {
  /** The encoded transaction, signed or not, at most 1232 bytes (1644 base64 or 1683 base58 characters); from version 1 on at most 4096 bytes (5464 base64 characters) */
  transaction: WireTransaction;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** How `transaction` is written: "base64" or "base58". Default: read from the text itself */
  encoding?: WireEncoding;
  /** Whether to run with the newest blockhash in place of the transaction's own; excludes sigVerify; false by default */
  replaceRecentBlockhash?: boolean;
  /** Accounts of the transaction to return as they are after the run: {addresses, encoding?}, encoding being "base64" (default), "base64+zstd" or "jsonParsed" */
  accounts?: SimulationAccounts;
  /** Whether to check the signatures first: a bad one is a result with err SignatureFailure; excludes replaceRecentBlockhash; false by default */
  sigVerify?: boolean;
  /** Whether to list the instructions that programs called in turn; false by default */
  innerInstructions?: boolean;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** How inner instructions are written: "json" or "jsonParsed"; "jsonParsed" when absent. Nodes from 4.5 on. */
  innerInstructionsEncoding?: "json" | "jsonParsed";
}

export interface SimulateTransactionResult {
  context: Context;
  value: SimulationResult;
}

/** Parameters of sendTransaction. */
export interface SendTransactionParams {
  /** The signed and encoded transaction, at most 1232 bytes (1644 base64 or 1683 base58 characters); from version 1 on at most 4096 bytes (5464 base64 characters) */
  transaction: WireTransaction;
  /** How `transaction` is written: "base64" or "base58". Default: read from the text itself */
  encoding?: WireEncoding;
  /** Whether to send without simulating first; a transaction that fails then still costs its fee; false by default */
  skipPreflight?: boolean;
  /** State on which preflight runs: "processed", "confirmed" or "finalized"; best the commitment at which its blockhash was fetched. Default: the gateway's configured level, else "finalized" */
  preflightCommitment?: Commitment;
  /** How often the node sends it again to the leaders; when absent, until it lands or its blockhash expires; 0 to resend yourself */
  maxRetries?: Uint64 | number;
  /** Lowest slot that the answering node must have reached for preflight, else error -32016; pass the slot at which the blockhash was fetched */
  minContextSlot?: Slot | number;
  /** Addresses of lists that say which validators may get the transaction; for upstreams that know such lists */
  validatorAcls?: string[];
}

/** Parameters of sendAndConfirmTransaction. */
export interface SendAndConfirmTransactionParams {
  /** The signed and encoded transaction, at most 1232 bytes (1644 base64 or 1683 base58 characters); from version 1 on at most 4096 bytes (5464 base64 characters) */
  transaction: WireTransaction;
  /** How `transaction` is written: "base64" or "base58". Default: read from the text itself */
  encoding?: WireEncoding;
  /** How settled the transaction must be before the answer comes: "confirmed" (default) or "finalized" */
  until?: AtLeastConfirmed;
  /** Whether to send without simulating first; a transaction that fails then still costs its fee; false by default */
  skipPreflight?: boolean;
  /** State on which preflight runs: "processed", "confirmed" or "finalized"; best the commitment at which its blockhash was fetched. Default: the gateway's configured level, else "finalized" */
  preflightCommitment?: Commitment;
  /** Lowest slot that the answering node must have reached for preflight, else error -32016; pass the slot at which the blockhash was fetched */
  minContextSlot?: Slot | number;
}

/** Parameters of getTransactionFate. */
export interface GetTransactionFateParams {
  /** Signature of the transaction, base-58 */
  signature: Signature;
}

/** Parameters of getConfirmedSignaturesForAddress2. */
export interface GetConfirmedSignaturesForAddress2Params {
  /** Address that the transactions name, base-58 */
  address: Address;
  /** How many signatures at most: 1 to 1000. Default: 1000 */
  limit?: bigint | number;
  /** Start after this signature and go back in time; pass the last signature of a page to get the next page. Default: the newest transaction */
  before?: Signature;
  /** Stop before this signature, which is left out. Default: the start of the history */
  until?: Signature;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
}

/** Parameters of getConfirmedTransaction. */
export interface GetConfirmedTransactionParams {
  /** Signature of the transaction (its first one, which is its id), base-58 */
  signature: Signature;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Form of the transaction: "json" (default), "jsonParsed" (instructions as fields where the program is known), "base64" or "base58" (slow) */
  encoding?: TransactionEncoding;
  /** Newest transaction version that the caller understands; a newer one in the answer gives error -32015. By default only legacy transactions are allowed, and `version` is left out */
  maxSupportedTransactionVersion?: Uint8;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state. Nodes from 4.4 on. */
  minContextSlot?: Slot | number;
}

/** Parameters of getRecentBlockhash. */
export interface GetRecentBlockhashParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

export interface GetRecentBlockhashResult {
  context: Context;
  value: LegacyBlockhash;
}

/** Parameters of getFees. */
export interface GetFeesParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
}

export interface GetFeesResult {
  context: Context;
  value: LegacyFees;
}

/** Parameters of getFeeCalculatorForBlockhash. */
export interface GetFeeCalculatorForBlockhashParams {
  /** Blockhash to ask about, base-58 */
  blockhash: Hash;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetFeeCalculatorForBlockhashResult {
  context: Context;
  value: LegacyFeeCalculator | null;
}

/** Parameters of getFeeRateGovernor. */
export interface GetFeeRateGovernorParams {}

export interface GetFeeRateGovernorResult {
  context: Context;
  value: FeeRateGovernor;
}

/** Parameters of getTransactionWithConfig. */
export interface GetTransactionWithConfigParams {
  /** Signature of the transaction (its first one, which is its id), base-58 */
  signature: Signature;
  /** Form of the transaction: "json" (default), "jsonParsed" (instructions as fields where the program is known), "base64" or "base58" (slow) */
  encoding?: TransactionEncoding;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
  /** Newest transaction version that the caller understands; a newer one in the answer gives error -32015. Default: the newest that the gateway knows, or 0 with base58 and binary, which cannot hold newer ones */
  maxSupportedTransactionVersion?: SupportedTransactionVersion;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state. Nodes from 4.4 on. */
  minContextSlot?: Slot | number;
}

/** Parameters of getTransactionsForAddress. */
export interface GetTransactionsForAddressParams {
  /** Account whose transactions to list, base-58 */
  address: Address;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); most servers refuse "processed". Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: Commitment;
  /** "signatures" (default) or "full" */
  transactionDetails?: "signatures" | "full";
  /** Newest first ("desc", the default) or oldest first ("asc") */
  sortOrder?: SortOrder;
  /** Most transactions to return at once; servers return 1000 at most, and 100 in full, or fewer, however many are asked for */
  limit?: bigint | number;
  /** The paginationToken of the previous answer, to continue after it: a signature, or slot:index */
  paginationToken?: HistoryCursor;
  /** Which of them to list: {status, tokenAccounts, slot, blockTime, signature}; bounds of slot and signature are gt, gte, lt and lte, those of blockTime may be eq too */
  filters?: HistoryFilters;
  /** Form of the transaction: "json" (default), "jsonParsed" (instructions as fields where the program is known), "base64" or "base58" (slow) */
  encoding?: TransactionEncoding;
  /** Newest transaction version that the caller understands; a newer one in the answer gives error -32015. Default: the newest that the gateway knows, or 0 with base58 and binary, which cannot hold newer ones */
  maxSupportedTransactionVersion?: SupportedTransactionVersion;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
  /** Only transactions of slots below this one; the same as filters.slot.lt */
  beforeSlot?: Slot | number;
  /** Only transactions of slots above this one; the same as filters.slot.gt */
  untilSlot?: Slot | number;
}

/** Parameters of getTransfersByAddress. */
export interface GetTransfersByAddressParams {
  /** Wallet whose transfers to list, base-58 */
  address: Address;
  /** Mint of the token, base-58; So11111111111111111111111111111111111111111 is the native one; all when absent */
  mint?: string;
  /** Other side of the transfers, base-58; anyone when absent */
  with?: Address;
  /** "in", "out" or "any" (default) */
  direction?: "in" | "out" | "any";
  /** Whether wrapped native tokens count as native ones ("merged", the default) or as a token of their own ("separate") */
  solMode?: "merged" | "separate";
  /** Which of them to list: {amount, blockTime, slot} */
  filters?: TransferFilters;
  /** Most transfers to return at once, 1 to 100; 100 when absent */
  limit?: number;
  /** The paginationToken of the previous answer, to continue after it */
  paginationToken?: string | null;
  /** Newest first ("desc", the default) or oldest first ("asc") */
  sortOrder?: SortOrder;
  /** How settled the blocks must be: "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "processed" is refused. Default: the gateway's configured level (at least "confirmed"), else "finalized" */
  commitment?: AtLeastConfirmed;
}

/** Parameters of sendBundle. */
export interface SendBundleParams {
  /** The signed and encoded transactions, one to five, in their order */
  transactions: BundleTransactions;
  /** How the transactions are written: "base64" or "base58" (the default of block engines) */
  encoding?: WireEncoding;
}

/** Parameters of simulateBundle. */
export interface SimulateBundleParams {
  /** The encoded transactions, one to five, in their order */
  encodedTransactions: BundleTransactions;
  /** How they are written: "base64" or "base58"; when absent, base64 */
  transactionEncoding?: WireEncoding;
  /** For each transaction the accounts to return from before it, {addresses, encoding}, or null */
  preExecutionAccountsConfigs?: (SimulationAccounts | null)[];
  /** For each transaction the accounts to return from after it, {addresses, encoding}, or null */
  postExecutionAccountsConfigs?: (SimulationAccounts | null)[];
  /** Whether signatures are left unchecked; false by default */
  skipSigVerify?: boolean;
  /** Whether the newest blockhash replaces those of the transactions; false by default */
  replaceRecentBlockhash?: boolean;
  /** State to run on: "tip" (newest), {"commitment": {"commitment": "confirmed"}} or a slot */
  simulationBank?: string | OpenObject;
}

export interface SimulateBundleResult {
  context: Context;
  value: BundleSimulation;
}

/** Parameters of getBundleStatuses. */
export interface GetBundleStatusesParams {
  /** Ids of the bundles, at most 5 */
  bundleIds: BundleId[];
}

export interface GetBundleStatusesResult {
  context: Context;
  value: (BundleStatus | null)[];
}

/** Parameters of getInflightBundleStatuses. */
export interface GetInflightBundleStatusesParams {
  /** Ids of the bundles, at most 5 */
  bundleIds: BundleId[];
}

export interface GetInflightBundleStatusesResult {
  context: Context;
  value: (InflightBundleStatus | null)[];
}

/** Parameters of getTipAccounts. */
export interface GetTipAccountsParams {}

/** Parameters of getFeeForMessage. */
export interface GetFeeForMessageParams {
  /** Serialized transaction message (without signatures), base64 */
  message: Base64;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetFeeForMessageResult {
  context: Context;
  value: Lamports | null;
}

/** Parameters of getPriorityFeeEstimate. */
export interface GetPriorityFeeEstimateParams {
  /** The encoded transaction, base-58 unless options.transactionEncoding says otherwise */
  transaction?: string;
  /** Accounts that the transaction writes, base-58 */
  accountKeys?: Address[];
  /** What to look at: {priorityLevel, includeAllPriorityFeeLevels, recommended, lookbackSlots and so on} */
  options?: PriorityFeeOptions;
}

/** Parameters of getLatestBlockhash. */
export interface GetLatestBlockhashParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetLatestBlockhashResult {
  context: Context;
  value: BlockhashLifetime;
}

/** Parameters of isBlockhashValid. */
export interface IsBlockhashValidParams {
  /** Blockhash to check, base-58 */
  blockhash: Hash;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface IsBlockhashValidResult {
  context: Context;
  value: boolean;
}

/** Parameters of getStakeMinimumDelegation. */
export interface GetStakeMinimumDelegationParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state */
  minContextSlot?: Slot | number;
}

export interface GetStakeMinimumDelegationResult {
  context: Context;
  value: Lamports;
}

/** Parameters of getSupply. */
export interface GetSupplyParams {
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Answer with an empty list of accounts, which keeps the answer small; false by default */
  excludeNonCirculatingAccountsList?: boolean;
}

export interface GetSupplyResult {
  context: Context;
  value: Supply;
}

/** Parameters of requestAirdrop. */
export interface RequestAirdropParams {
  /** Address that receives the lamports, base-58 */
  pubkey: Address;
  /** Amount in lamports; 1000000000 is one native token */
  lamports: Lamports | number;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** Blockhash for the faucet's transaction, base-58; the node's newest by default */
  recentBlockhash?: Hash;
}

/** Parameters of getCompressedAccount. */
export interface GetCompressedAccountParams {
  /** Address of the compressed account, base-58 */
  address?: Address;
  /** Hash of the compressed account, base-58 */
  hash?: Hash;
}

export interface GetCompressedAccountResult {
  context: Context;
  value?: CompressedAccount | null;
  [k: string]: unknown;
}

/** Parameters of getCompressedAccountV2. */
export interface GetCompressedAccountV2Params {
  /** Address of the compressed account, base-58 */
  address?: Address;
  /** Hash of the compressed account, base-58 */
  hash?: Hash;
}

export interface GetCompressedAccountV2Result {
  context: Context;
  value?: CompressedAccountV2 | null;
  [k: string]: unknown;
}

/** Parameters of getCompressedAccountBalance. */
export interface GetCompressedAccountBalanceParams {
  /** Address of the compressed account, base-58 */
  address?: Address;
  /** Hash of the compressed account, base-58 */
  hash?: Hash;
}

export interface GetCompressedAccountBalanceResult {
  context: Context;
  value: Uint64;
  [k: string]: unknown;
}

/** Parameters of getCompressedAccountProof. */
export interface GetCompressedAccountProofParams {
  /** Hash of the compressed account, base-58 */
  hash: Hash;
}

export interface GetCompressedAccountProofResult {
  context: Context;
  value: CompressedAccountProof;
  [k: string]: unknown;
}

/** Parameters of getCompressedAccountProofV2. */
export interface GetCompressedAccountProofV2Params {
  /** Hash of the compressed account, base-58 */
  hash: Hash;
}

export interface GetCompressedAccountProofV2Result {
  context: Context;
  value: CompressedAccountProofV2;
  [k: string]: unknown;
}

/** Parameters of getCompressedAccountsByOwner. */
export interface GetCompressedAccountsByOwnerParams {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Conditions on the data: {memcmp: {offset, bytes}} */
  filters?: CompressedFilter[];
  /** The part of the data to return: {offset, length} */
  dataSlice?: DataSlice;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Hash;
}

export interface GetCompressedAccountsByOwnerResult {
  context: Context;
  value: CompressedPaginatedAccountList;
  [k: string]: unknown;
}

/** Parameters of getCompressedAccountsByOwnerV2. */
export interface GetCompressedAccountsByOwnerV2Params {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Conditions on the data: {memcmp: {offset, bytes}} */
  filters?: CompressedFilter[];
  /** The part of the data to return: {offset, length} */
  dataSlice?: DataSlice;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Hash;
}

export interface GetCompressedAccountsByOwnerV2Result {
  context: Context;
  value: CompressedPaginatedAccountListV2;
  [k: string]: unknown;
}

/** Parameters of getCompressedBalanceByOwner. */
export interface GetCompressedBalanceByOwnerParams {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
}

export interface GetCompressedBalanceByOwnerResult {
  context: Context;
  value: Uint64;
  [k: string]: unknown;
}

/** Parameters of getCompressedMintTokenHolders. */
export interface GetCompressedMintTokenHoldersParams {
  /** Mint of the token, base-58 */
  mint: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedMintTokenHoldersResult {
  context: Context;
  value: CompressedOwnerBalanceList;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenAccountBalance. */
export interface GetCompressedTokenAccountBalanceParams {
  /** Address of the compressed account, base-58 */
  address?: Address;
  /** Hash of the compressed account, base-58 */
  hash?: Hash;
}

export interface GetCompressedTokenAccountBalanceResult {
  context: Context;
  value: CompressedTokenAccountBalance;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenAccountsByDelegate. */
export interface GetCompressedTokenAccountsByDelegateParams {
  /** Delegate of the compressed token accounts, base-58 */
  delegate: Address;
  /** Mint of the token, base-58 */
  mint?: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedTokenAccountsByDelegateResult {
  context: Context;
  value: CompressedTokenAccountList;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenAccountsByDelegateV2. */
export interface GetCompressedTokenAccountsByDelegateV2Params {
  /** Delegate of the compressed token accounts, base-58 */
  delegate: Address;
  /** Mint of the token, base-58 */
  mint?: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedTokenAccountsByDelegateV2Result {
  context: Context;
  value: CompressedTokenAccountListV2;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenAccountsByOwner. */
export interface GetCompressedTokenAccountsByOwnerParams {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Mint of the token, base-58 */
  mint?: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedTokenAccountsByOwnerResult {
  context: Context;
  value: CompressedTokenAccountList;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenAccountsByOwnerV2. */
export interface GetCompressedTokenAccountsByOwnerV2Params {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Mint of the token, base-58 */
  mint?: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedTokenAccountsByOwnerV2Result {
  context: Context;
  value: CompressedTokenAccountListV2;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenBalancesByOwner. */
export interface GetCompressedTokenBalancesByOwnerParams {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Mint of the token, base-58 */
  mint?: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedTokenBalancesByOwnerResult {
  context: Context;
  value: CompressedTokenBalanceList;
  [k: string]: unknown;
}

/** Parameters of getCompressedTokenBalancesByOwnerV2. */
export interface GetCompressedTokenBalancesByOwnerV2Params {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Mint of the token, base-58 */
  mint?: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: Base58;
}

export interface GetCompressedTokenBalancesByOwnerV2Result {
  context: Context;
  value: CompressedTokenBalanceListV2;
  [k: string]: unknown;
}

/** Parameters of getCompressionSignaturesForAccount. */
export interface GetCompressionSignaturesForAccountParams {
  /** Hash of the compressed account, base-58 */
  hash: Hash;
}

export interface GetCompressionSignaturesForAccountResult {
  context: Context;
  value: CompressedSignatureInfoList;
  [k: string]: unknown;
}

/** Parameters of getCompressionSignaturesForAddress. */
export interface GetCompressionSignaturesForAddressParams {
  /** Address of the compressed account, base-58 */
  address: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: string;
}

export interface GetCompressionSignaturesForAddressResult {
  context: Context;
  value: CompressedPaginatedSignatureInfoList;
  [k: string]: unknown;
}

/** Parameters of getCompressionSignaturesForOwner. */
export interface GetCompressionSignaturesForOwnerParams {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: string;
}

export interface GetCompressionSignaturesForOwnerResult {
  context: Context;
  value: CompressedPaginatedSignatureInfoList;
  [k: string]: unknown;
}

/** Parameters of getCompressionSignaturesForTokenOwner. */
export interface GetCompressionSignaturesForTokenOwnerParams {
  /** Owner of the compressed accounts, base-58 */
  owner: Address;
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: string;
}

export interface GetCompressionSignaturesForTokenOwnerResult {
  context: Context;
  value: CompressedPaginatedSignatureInfoList;
  [k: string]: unknown;
}

/** Parameters of getIndexerHealth. */
export interface GetIndexerHealthParams {}

/** Parameters of getIndexerSlot. */
export interface GetIndexerSlotParams {}

/** Parameters of getLatestCompressionSignatures. */
export interface GetLatestCompressionSignaturesParams {
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: string;
}

export interface GetLatestCompressionSignaturesResult {
  context: Context;
  value: CompressedPaginatedSignatureInfoList;
  [k: string]: unknown;
}

/** Parameters of getLatestNonVotingSignatures. */
export interface GetLatestNonVotingSignaturesParams {
  /** Most items to return at once, 1 to 1000. Default: 1000 */
  limit?: PageLimit;
  /** The cursor of the previous answer, to continue after it */
  cursor?: string;
}

export interface GetLatestNonVotingSignaturesResult {
  context: Context;
  value: CompressedSignatureInfoListWithError;
  [k: string]: unknown;
}

/** Parameters of getMultipleCompressedAccountProofs. */
export interface GetMultipleCompressedAccountProofsParams {
  /** Hashes of compressed accounts, base-58 */
  hashes: Hash[];
}

export interface GetMultipleCompressedAccountProofsResult {
  context: Context;
  value: CompressedAccountProof[];
  [k: string]: unknown;
}

/** Parameters of getMultipleCompressedAccountProofsV2. */
export interface GetMultipleCompressedAccountProofsV2Params {
  /** Hashes of compressed accounts, base-58 */
  hashes: Hash[];
}

export interface GetMultipleCompressedAccountProofsV2Result {
  context: Context;
  value: CompressedAccountProofV2[];
  [k: string]: unknown;
}

/** Parameters of getMultipleCompressedAccounts. */
export interface GetMultipleCompressedAccountsParams {
  /** Addresses of the accounts, base-58 */
  addresses?: Address[];
  /** Hashes of compressed accounts, base-58 */
  hashes?: Hash[];
}

export interface GetMultipleCompressedAccountsResult {
  context: Context;
  value: CompressedAccountList;
  [k: string]: unknown;
}

/** Parameters of getMultipleCompressedAccountsV2. */
export interface GetMultipleCompressedAccountsV2Params {
  /** Addresses of the accounts, base-58 */
  addresses?: Address[];
  /** Hashes of compressed accounts, base-58 */
  hashes?: Hash[];
}

export interface GetMultipleCompressedAccountsV2Result {
  context: Context;
  value: CompressedAccountListV2;
  [k: string]: unknown;
}

/** Parameters of getMultipleNewAddressProofs. */
export interface GetMultipleNewAddressProofsParams {
  /** Addresses of the accounts, base-58 */
  addresses: Address[];
}

export interface GetMultipleNewAddressProofsResult {
  context: Context;
  value: CompressedMerkleContextWithNewAddressProof[];
  [k: string]: unknown;
}

/** Parameters of getMultipleNewAddressProofsV2. */
export interface GetMultipleNewAddressProofsV2Params {
  /** New addresses and the trees that are to hold them */
  newAddressesWithTrees: CompressedAddressWithTree[];
}

export interface GetMultipleNewAddressProofsV2Result {
  context: Context;
  value: CompressedMerkleContextWithNewAddressProof[];
  [k: string]: unknown;
}

/** Parameters of getTransactionWithCompressionInfo. */
export interface GetTransactionWithCompressionInfoParams {
  /** Signature of the transaction, base-58 */
  signature: Signature;
}

export interface GetTransactionWithCompressionInfoResult {
  compression_info?: {
    closedAccounts: CompressedAccountWithOptionalTokenData[];
    openedAccounts: CompressedAccountWithOptionalTokenData[];
    [k: string]: unknown;
  } | null;
  transaction?: OpenObject | null;
  [k: string]: unknown;
}

/** Parameters of getTransactionWithCompressionInfoV2. */
export interface GetTransactionWithCompressionInfoV2Params {
  /** Signature of the transaction, base-58 */
  signature: Signature;
}

export interface GetTransactionWithCompressionInfoV2Result {
  compression_info?: {
    closedAccounts: CompressedClosedAccountWithOptionalTokenDataV2[];
    openedAccounts: CompressedAccountWithOptionalTokenDataV2[];
    [k: string]: unknown;
  } | null;
  transaction?: OpenObject | null;
  [k: string]: unknown;
}

/** Parameters of getValidityProof. */
export interface GetValidityProofParams {
  /** Hashes of compressed accounts, base-58 */
  hashes?: Hash[];
  /** New addresses and the trees that are to hold them */
  newAddressesWithTrees?: CompressedAddressWithTree[];
}

export interface GetValidityProofResult {
  context: Context;
  value: CompressedValidityProof;
  [k: string]: unknown;
}

/** Parameters of getValidityProofV2. */
export interface GetValidityProofV2Params {
  /** Hashes of compressed accounts, base-58 */
  hashes?: Hash[];
  /** New addresses and the trees that are to hold them */
  newAddressesWithTrees?: CompressedAddressWithTree[];
}

export interface GetValidityProofV2Result {
  context: Context;
  value: CompressedValidityProofV2;
  [k: string]: unknown;
}

/** Parameters of listSvmNetworks. */
export interface ListSvmNetworksParams {}

/** Parameters of enableSvmNetwork. */
export interface EnableSvmNetworkParams {
  /** Id of the network, as listSvmNetworks gives it */
  network_id: NetworkId;
}

/** Parameters of disableSvmNetwork. */
export interface DisableSvmNetworkParams {
  /** Id of the network, as listSvmNetworks gives it */
  network_id: NetworkId;
}

/** Parameters of setNetworkRpcUrl. */
export interface SetNetworkRpcUrlParams {
  /** Id of the network, as listSvmNetworks gives it */
  network_id: NetworkId;
  /** Address of the upstream: https, reachable from the public internet */
  rpc_url: RpcUrl;
}

/** Parameters of accountSubscribe. */
export interface AccountSubscribeParams {
  /** Address of the account, base-58 */
  pubkey: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "finalized" when absent */
  commitment?: Commitment;
  /** How account data is written: "base64", "base64+zstd", "base58" (at most 128 bytes) or "jsonParsed". Default: the ledger's legacy binary form */
  encoding?: AccountEncoding;
  /** Only this piece of the data; nodes before 4.4 send all of it, which the gateway cuts in base64 */
  dataSlice?: DataSlice;
}

/** Parameters of accountUnsubscribe. */
export interface AccountUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of programSubscribe. */
export interface ProgramSubscribeParams {
  /** Address of the owning program, base-58 */
  programId: Address;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "finalized" when absent */
  commitment?: Commitment;
  /** How account data is written: "base64", "base64+zstd", "base58" (at most 128 bytes) or "jsonParsed". Default: the ledger's legacy binary form */
  encoding?: AccountEncoding;
  /** Only this piece of the data; nodes before 4.4 send all of it, which the gateway cuts in base64 */
  dataSlice?: DataSlice;
  /** At most 4 conditions that an account must all meet */
  filters?: Filter[];
  /** Accepted for compatibility; notifications always carry their context */
  withContext?: boolean;
}

/** Parameters of programUnsubscribe. */
export interface ProgramUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of logsSubscribe. */
export interface LogsSubscribeParams {
  /** Which transactions: "all", "allWithVotes" or {"mentions": [address]} with exactly one address */
  filter: LogsFilter;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "finalized" when absent */
  commitment?: Commitment;
}

/** Parameters of logsUnsubscribe. */
export interface LogsUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of signatureSubscribe. */
export interface SignatureSubscribeParams {
  /** First signature of the transaction, base-58 */
  signature: Signature;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old); "finalized" when absent */
  commitment?: Commitment;
  /** Also report when a node has received the transaction */
  enableReceivedNotification?: boolean;
}

/** Parameters of signatureUnsubscribe. */
export interface SignatureUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of slotSubscribe. */
export interface SlotSubscribeParams {}

/** Parameters of slotUnsubscribe. */
export interface SlotUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of rootSubscribe. */
export interface RootSubscribeParams {}

/** Parameters of rootUnsubscribe. */
export interface RootUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of slotsUpdatesSubscribe. */
export interface SlotsUpdatesSubscribeParams {}

/** Parameters of slotsUpdatesUnsubscribe. */
export interface SlotsUpdatesUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of voteSubscribe. */
export interface VoteSubscribeParams {}

/** Parameters of voteUnsubscribe. */
export interface VoteUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of blockSubscribe. */
export interface BlockSubscribeParams {
  /** Which blocks: "all" or {"mentionsAccountOrProgram": address} */
  filter: BlockFilter;
  /** How settled blocks must be: "confirmed" or "finalized"; "finalized" when absent */
  commitment?: AtLeastConfirmed;
  /** How transactions are written. Default: base64 */
  encoding?: TransactionEncoding;
  /** How much of each transaction; full when absent */
  transactionDetails?: TransactionDetails;
  /** Include rewards; false when absent */
  showRewards?: boolean;
  /** Newest transaction version that the caller understands; legacy only when absent, while the typed client and the command line ask for the newest that the gateway knows */
  maxSupportedTransactionVersion?: SupportedTransactionVersion;
}

/** Parameters of blockUnsubscribe. */
export interface BlockUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

/** Parameters of transactionSubscribe. */
export interface TransactionSubscribeParams {
  /** Which transactions: {accountInclude, accountExclude, accountRequired, vote, failed, signature} */
  filter: TransactionFilter;
  /** How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can't be undone, up to 32 slots old). Default: the gateway's configured level, else "finalized" */
  commitment?: Commitment;
  /** How transactions are written. Default: base64 */
  encoding?: TransactionEncoding;
  /** How much of each transaction to send: "full", "accounts", "signatures" or "none" */
  transactionDetails?: TransactionDetails;
  /** Whether rewards come too; false by default */
  showRewards?: boolean;
  /** Newest transaction version that the caller understands; legacy only when absent */
  maxSupportedTransactionVersion?: Uint8;
}

/** Parameters of transactionUnsubscribe. */
export interface TransactionUnsubscribeParams {
  /** Id that the subscribe method gave */
  subscription: SubscriptionId | number;
}

export type GetMinimumBalanceForRentExemptionResult = WrappedLamports;

export type GetStakeActivationResult = StakeActivation;

export type GetAccountOwnerResult = AccountOwner;

export type GetBlockTimeResult = WrappedTime;

export type GetBlockHeightResult = WrappedBlockHeight;

export type GetBlockCommitmentResult = BlockCommitment;

export type GetSlotResult = WrappedSlot;

export type GetSlotLeaderResult = Address;

export type GetFirstAvailableBlockResult = WrappedFirstSlot;

export type GetGenesisHashResult = WrappedHash;

export type GetHealthResult = Health;

export type GetVersionResult = VersionInfo;

export type GetIdentityResult = NodeIdentity;

export type GetVoteAccountsResult = VoteAccounts;

export type GetHighestSnapshotSlotResult = SnapshotSlots;

export type GetMaxRetransmitSlotResult = Slot;

export type GetMaxShredInsertSlotResult = Slot;

export type GetSnapshotSlotResult = Slot;

export type GetEpochInfoResult = EpochInfo;

export type GetEpochScheduleResult = EpochSchedule;

export type GetInflationGovernorResult = InflationGovernor;

export type GetInflationRateResult = InflationRate;

export type GetAssetResult = Asset;

export type GetAssetProofResult = AssetProof;

export type GetAssetProofBatchResult = AssetProofs;

export type GetAssetsByOwnerResult = AssetList;

export type GetAssetsByAuthorityResult = AssetList;

export type GetAssetsByCreatorResult = AssetList;

export type GetAssetsByGroupResult = AssetList;

export type SearchAssetsResult = AssetList;

export type GetSignaturesForAssetResult = AssetSignatureList;

export type GetNftEditionsResult = NftEditionList;

export type GetTokenAccountsResult = AssetTokenAccountList;

export type GetGroupingResult = AssetGrouping;

export type GetTransactionCountResult = WrappedCount;

export type SendTransactionResult = Signature;

export type SendAndConfirmTransactionResult = ConfirmedSend;

export type GetTransactionFateResult = TransactionFate;

export type GetTransfersByAddressResult = TransferList;

export type SendBundleResult = BundleId;

export type GetPriorityFeeEstimateResult = PriorityFeeEstimate;

export type RequestAirdropResult = Signature;

export type GetIndexerHealthResult = Health;

export type GetIndexerSlotResult = Uint64;

export type ListSvmNetworksResult = NetworkList;

export type EnableSvmNetworkResult = ChangedNetwork;

export type DisableSvmNetworkResult = ChangedNetwork;

export type SetNetworkRpcUrlResult = ChangedNetwork;

export type AccountSubscribeResult = SubscriptionId;

export type ProgramSubscribeResult = SubscriptionId;

export type LogsSubscribeResult = SubscriptionId;

export type SignatureSubscribeResult = SubscriptionId;

export type SlotSubscribeResult = SubscriptionId;

export type RootSubscribeResult = SubscriptionId;

export type SlotsUpdatesSubscribeResult = SubscriptionId;

export type VoteSubscribeResult = SubscriptionId;

export type BlockSubscribeResult = SubscriptionId;

export type TransactionSubscribeResult = SubscriptionId;

/** Parameters by method, by name. */
export interface MethodParams {
  getAccountInfo: GetAccountInfoParams;
  getBalance: GetBalanceParams;
  getMultipleAccounts: GetMultipleAccountsParams;
  getProgramAccounts: GetProgramAccountsParams;
  getLargestAccounts: GetLargestAccountsParams;
  getMinimumBalanceForRentExemption: GetMinimumBalanceForRentExemptionParams;
  getStakeActivation: GetStakeActivationParams;
  getAccountOwner: GetAccountOwnerParams;
  getAccountInfoAndContext: GetAccountInfoAndContextParams;
  getBalanceAndContext: GetBalanceAndContextParams;
  getMultipleAccountsAndContext: GetMultipleAccountsAndContextParams;
  getProgramAccountsAndContext: GetProgramAccountsAndContextParams;
  getProgramAccountsV2: GetProgramAccountsV2Params;
  getBlock: GetBlockParams;
  getBlocks: GetBlocksParams;
  getBlocksWithLimit: GetBlocksWithLimitParams;
  getBlockTime: GetBlockTimeParams;
  getBlockHeight: GetBlockHeightParams;
  getBlockCommitment: GetBlockCommitmentParams;
  getBlockProduction: GetBlockProductionParams;
  getSlot: GetSlotParams;
  getSlotLeader: GetSlotLeaderParams;
  getSlotLeaders: GetSlotLeadersParams;
  getFirstAvailableBlock: GetFirstAvailableBlockParams;
  minimumLedgerSlot: MinimumLedgerSlotParams;
  getGenesisHash: GetGenesisHashParams;
  getConfirmedBlock: GetConfirmedBlockParams;
  getConfirmedBlocks: GetConfirmedBlocksParams;
  getConfirmedBlocksWithLimit: GetConfirmedBlocksWithLimitParams;
  getHealth: GetHealthParams;
  getVersion: GetVersionParams;
  getIdentity: GetIdentityParams;
  getClusterNodes: GetClusterNodesParams;
  getLeaderSchedule: GetLeaderScheduleParams;
  getVoteAccounts: GetVoteAccountsParams;
  getHighestSnapshotSlot: GetHighestSnapshotSlotParams;
  getMaxRetransmitSlot: GetMaxRetransmitSlotParams;
  getMaxShredInsertSlot: GetMaxShredInsertSlotParams;
  getRecentPerformanceSamples: GetRecentPerformanceSamplesParams;
  getSnapshotSlot: GetSnapshotSlotParams;
  getAgGenesisCert: GetAgGenesisCertParams;
  getRankMap: GetRankMapParams;
  getEpochInfo: GetEpochInfoParams;
  getEpochSchedule: GetEpochScheduleParams;
  getInflationGovernor: GetInflationGovernorParams;
  getInflationRate: GetInflationRateParams;
  getInflationReward: GetInflationRewardParams;
  getTokenAccountBalance: GetTokenAccountBalanceParams;
  getTokenAccountsByDelegate: GetTokenAccountsByDelegateParams;
  getTokenAccountsByOwner: GetTokenAccountsByOwnerParams;
  getTokenLargestAccounts: GetTokenLargestAccountsParams;
  getTokenSupply: GetTokenSupplyParams;
  getTokenAccountsByMint: GetTokenAccountsByMintParams;
  getTokenAccountsByOwnerV2: GetTokenAccountsByOwnerV2Params;
  getAsset: GetAssetParams;
  getAssetBatch: GetAssetBatchParams;
  getAssetProof: GetAssetProofParams;
  getAssetProofBatch: GetAssetProofBatchParams;
  getAssetsByOwner: GetAssetsByOwnerParams;
  getAssetsByAuthority: GetAssetsByAuthorityParams;
  getAssetsByCreator: GetAssetsByCreatorParams;
  getAssetsByGroup: GetAssetsByGroupParams;
  searchAssets: SearchAssetsParams;
  getSignaturesForAsset: GetSignaturesForAssetParams;
  getNftEditions: GetNftEditionsParams;
  getTokenAccounts: GetTokenAccountsParams;
  getGrouping: GetGroupingParams;
  getTransaction: GetTransactionParams;
  getSignaturesForAddress: GetSignaturesForAddressParams;
  getSignatureStatuses: GetSignatureStatusesParams;
  getTransactionCount: GetTransactionCountParams;
  getRecentPrioritizationFees: GetRecentPrioritizationFeesParams;
  simulateTransaction: SimulateTransactionParams;
  sendTransaction: SendTransactionParams;
  sendAndConfirmTransaction: SendAndConfirmTransactionParams;
  getTransactionFate: GetTransactionFateParams;
  getConfirmedSignaturesForAddress2: GetConfirmedSignaturesForAddress2Params;
  getConfirmedTransaction: GetConfirmedTransactionParams;
  getRecentBlockhash: GetRecentBlockhashParams;
  getFees: GetFeesParams;
  getFeeCalculatorForBlockhash: GetFeeCalculatorForBlockhashParams;
  getFeeRateGovernor: GetFeeRateGovernorParams;
  getTransactionWithConfig: GetTransactionWithConfigParams;
  getTransactionsForAddress: GetTransactionsForAddressParams;
  getTransfersByAddress: GetTransfersByAddressParams;
  sendBundle: SendBundleParams;
  simulateBundle: SimulateBundleParams;
  getBundleStatuses: GetBundleStatusesParams;
  getInflightBundleStatuses: GetInflightBundleStatusesParams;
  getTipAccounts: GetTipAccountsParams;
  getFeeForMessage: GetFeeForMessageParams;
  getPriorityFeeEstimate: GetPriorityFeeEstimateParams;
  getLatestBlockhash: GetLatestBlockhashParams;
  isBlockhashValid: IsBlockhashValidParams;
  getStakeMinimumDelegation: GetStakeMinimumDelegationParams;
  getSupply: GetSupplyParams;
  requestAirdrop: RequestAirdropParams;
  getCompressedAccount: GetCompressedAccountParams;
  getCompressedAccountV2: GetCompressedAccountV2Params;
  getCompressedAccountBalance: GetCompressedAccountBalanceParams;
  getCompressedAccountProof: GetCompressedAccountProofParams;
  getCompressedAccountProofV2: GetCompressedAccountProofV2Params;
  getCompressedAccountsByOwner: GetCompressedAccountsByOwnerParams;
  getCompressedAccountsByOwnerV2: GetCompressedAccountsByOwnerV2Params;
  getCompressedBalanceByOwner: GetCompressedBalanceByOwnerParams;
  getCompressedMintTokenHolders: GetCompressedMintTokenHoldersParams;
  getCompressedTokenAccountBalance: GetCompressedTokenAccountBalanceParams;
  getCompressedTokenAccountsByDelegate: GetCompressedTokenAccountsByDelegateParams;
  getCompressedTokenAccountsByDelegateV2: GetCompressedTokenAccountsByDelegateV2Params;
  getCompressedTokenAccountsByOwner: GetCompressedTokenAccountsByOwnerParams;
  getCompressedTokenAccountsByOwnerV2: GetCompressedTokenAccountsByOwnerV2Params;
  getCompressedTokenBalancesByOwner: GetCompressedTokenBalancesByOwnerParams;
  getCompressedTokenBalancesByOwnerV2: GetCompressedTokenBalancesByOwnerV2Params;
  getCompressionSignaturesForAccount: GetCompressionSignaturesForAccountParams;
  getCompressionSignaturesForAddress: GetCompressionSignaturesForAddressParams;
  getCompressionSignaturesForOwner: GetCompressionSignaturesForOwnerParams;
  getCompressionSignaturesForTokenOwner: GetCompressionSignaturesForTokenOwnerParams;
  getIndexerHealth: GetIndexerHealthParams;
  getIndexerSlot: GetIndexerSlotParams;
  getLatestCompressionSignatures: GetLatestCompressionSignaturesParams;
  getLatestNonVotingSignatures: GetLatestNonVotingSignaturesParams;
  getMultipleCompressedAccountProofs: GetMultipleCompressedAccountProofsParams;
  getMultipleCompressedAccountProofsV2: GetMultipleCompressedAccountProofsV2Params;
  getMultipleCompressedAccounts: GetMultipleCompressedAccountsParams;
  getMultipleCompressedAccountsV2: GetMultipleCompressedAccountsV2Params;
  getMultipleNewAddressProofs: GetMultipleNewAddressProofsParams;
  getMultipleNewAddressProofsV2: GetMultipleNewAddressProofsV2Params;
  getTransactionWithCompressionInfo: GetTransactionWithCompressionInfoParams;
  getTransactionWithCompressionInfoV2: GetTransactionWithCompressionInfoV2Params;
  getValidityProof: GetValidityProofParams;
  getValidityProofV2: GetValidityProofV2Params;
  listSvmNetworks: ListSvmNetworksParams;
  enableSvmNetwork: EnableSvmNetworkParams;
  disableSvmNetwork: DisableSvmNetworkParams;
  setNetworkRpcUrl: SetNetworkRpcUrlParams;
  accountSubscribe: AccountSubscribeParams;
  accountUnsubscribe: AccountUnsubscribeParams;
  programSubscribe: ProgramSubscribeParams;
  programUnsubscribe: ProgramUnsubscribeParams;
  logsSubscribe: LogsSubscribeParams;
  logsUnsubscribe: LogsUnsubscribeParams;
  signatureSubscribe: SignatureSubscribeParams;
  signatureUnsubscribe: SignatureUnsubscribeParams;
  slotSubscribe: SlotSubscribeParams;
  slotUnsubscribe: SlotUnsubscribeParams;
  rootSubscribe: RootSubscribeParams;
  rootUnsubscribe: RootUnsubscribeParams;
  slotsUpdatesSubscribe: SlotsUpdatesSubscribeParams;
  slotsUpdatesUnsubscribe: SlotsUpdatesUnsubscribeParams;
  voteSubscribe: VoteSubscribeParams;
  voteUnsubscribe: VoteUnsubscribeParams;
  blockSubscribe: BlockSubscribeParams;
  blockUnsubscribe: BlockUnsubscribeParams;
  transactionSubscribe: TransactionSubscribeParams;
  transactionUnsubscribe: TransactionUnsubscribeParams;
}

/** Results by method. */
export interface MethodResults {
  getAccountInfo: GetAccountInfoResult;
  getBalance: GetBalanceResult;
  getMultipleAccounts: GetMultipleAccountsResult;
  getProgramAccounts: GetProgramAccountsResult;
  getLargestAccounts: GetLargestAccountsResult;
  getMinimumBalanceForRentExemption: GetMinimumBalanceForRentExemptionResult;
  getStakeActivation: GetStakeActivationResult;
  getAccountOwner: GetAccountOwnerResult;
  getAccountInfoAndContext: GetAccountInfoAndContextResult;
  getBalanceAndContext: GetBalanceAndContextResult;
  getMultipleAccountsAndContext: GetMultipleAccountsAndContextResult;
  getProgramAccountsAndContext: GetProgramAccountsAndContextResult;
  getProgramAccountsV2: GetProgramAccountsV2Result;
  getBlock: GetBlockResult;
  getBlocks: GetBlocksResult;
  getBlocksWithLimit: GetBlocksWithLimitResult;
  getBlockTime: GetBlockTimeResult;
  getBlockHeight: GetBlockHeightResult;
  getBlockCommitment: GetBlockCommitmentResult;
  getBlockProduction: GetBlockProductionResult;
  getSlot: GetSlotResult;
  getSlotLeader: GetSlotLeaderResult;
  getSlotLeaders: GetSlotLeadersResult;
  getFirstAvailableBlock: GetFirstAvailableBlockResult;
  minimumLedgerSlot: MinimumLedgerSlotResult;
  getGenesisHash: GetGenesisHashResult;
  getConfirmedBlock: GetConfirmedBlockResult;
  getConfirmedBlocks: GetConfirmedBlocksResult;
  getConfirmedBlocksWithLimit: GetConfirmedBlocksWithLimitResult;
  getHealth: GetHealthResult;
  getVersion: GetVersionResult;
  getIdentity: GetIdentityResult;
  getClusterNodes: GetClusterNodesResult;
  getLeaderSchedule: GetLeaderScheduleResult;
  getVoteAccounts: GetVoteAccountsResult;
  getHighestSnapshotSlot: GetHighestSnapshotSlotResult;
  getMaxRetransmitSlot: GetMaxRetransmitSlotResult;
  getMaxShredInsertSlot: GetMaxShredInsertSlotResult;
  getRecentPerformanceSamples: GetRecentPerformanceSamplesResult;
  getSnapshotSlot: GetSnapshotSlotResult;
  getAgGenesisCert: GetAgGenesisCertResult;
  getRankMap: GetRankMapResult;
  getEpochInfo: GetEpochInfoResult;
  getEpochSchedule: GetEpochScheduleResult;
  getInflationGovernor: GetInflationGovernorResult;
  getInflationRate: GetInflationRateResult;
  getInflationReward: GetInflationRewardResult;
  getTokenAccountBalance: GetTokenAccountBalanceResult;
  getTokenAccountsByDelegate: GetTokenAccountsByDelegateResult;
  getTokenAccountsByOwner: GetTokenAccountsByOwnerResult;
  getTokenLargestAccounts: GetTokenLargestAccountsResult;
  getTokenSupply: GetTokenSupplyResult;
  getTokenAccountsByMint: GetTokenAccountsByMintResult;
  getTokenAccountsByOwnerV2: GetTokenAccountsByOwnerV2Result;
  getAsset: GetAssetResult;
  getAssetBatch: GetAssetBatchResult;
  getAssetProof: GetAssetProofResult;
  getAssetProofBatch: GetAssetProofBatchResult;
  getAssetsByOwner: GetAssetsByOwnerResult;
  getAssetsByAuthority: GetAssetsByAuthorityResult;
  getAssetsByCreator: GetAssetsByCreatorResult;
  getAssetsByGroup: GetAssetsByGroupResult;
  searchAssets: SearchAssetsResult;
  getSignaturesForAsset: GetSignaturesForAssetResult;
  getNftEditions: GetNftEditionsResult;
  getTokenAccounts: GetTokenAccountsResult;
  getGrouping: GetGroupingResult;
  getTransaction: GetTransactionResult;
  getSignaturesForAddress: GetSignaturesForAddressResult;
  getSignatureStatuses: GetSignatureStatusesResult;
  getTransactionCount: GetTransactionCountResult;
  getRecentPrioritizationFees: GetRecentPrioritizationFeesResult;
  simulateTransaction: SimulateTransactionResult;
  sendTransaction: SendTransactionResult;
  sendAndConfirmTransaction: SendAndConfirmTransactionResult;
  getTransactionFate: GetTransactionFateResult;
  getConfirmedSignaturesForAddress2: GetConfirmedSignaturesForAddress2Result;
  getConfirmedTransaction: GetConfirmedTransactionResult;
  getRecentBlockhash: GetRecentBlockhashResult;
  getFees: GetFeesResult;
  getFeeCalculatorForBlockhash: GetFeeCalculatorForBlockhashResult;
  getFeeRateGovernor: GetFeeRateGovernorResult;
  getTransactionWithConfig: GetTransactionWithConfigResult;
  getTransactionsForAddress: GetTransactionsForAddressResult;
  getTransfersByAddress: GetTransfersByAddressResult;
  sendBundle: SendBundleResult;
  simulateBundle: SimulateBundleResult;
  getBundleStatuses: GetBundleStatusesResult;
  getInflightBundleStatuses: GetInflightBundleStatusesResult;
  getTipAccounts: GetTipAccountsResult;
  getFeeForMessage: GetFeeForMessageResult;
  getPriorityFeeEstimate: GetPriorityFeeEstimateResult;
  getLatestBlockhash: GetLatestBlockhashResult;
  isBlockhashValid: IsBlockhashValidResult;
  getStakeMinimumDelegation: GetStakeMinimumDelegationResult;
  getSupply: GetSupplyResult;
  requestAirdrop: RequestAirdropResult;
  getCompressedAccount: GetCompressedAccountResult;
  getCompressedAccountV2: GetCompressedAccountV2Result;
  getCompressedAccountBalance: GetCompressedAccountBalanceResult;
  getCompressedAccountProof: GetCompressedAccountProofResult;
  getCompressedAccountProofV2: GetCompressedAccountProofV2Result;
  getCompressedAccountsByOwner: GetCompressedAccountsByOwnerResult;
  getCompressedAccountsByOwnerV2: GetCompressedAccountsByOwnerV2Result;
  getCompressedBalanceByOwner: GetCompressedBalanceByOwnerResult;
  getCompressedMintTokenHolders: GetCompressedMintTokenHoldersResult;
  getCompressedTokenAccountBalance: GetCompressedTokenAccountBalanceResult;
  getCompressedTokenAccountsByDelegate: GetCompressedTokenAccountsByDelegateResult;
  getCompressedTokenAccountsByDelegateV2: GetCompressedTokenAccountsByDelegateV2Result;
  getCompressedTokenAccountsByOwner: GetCompressedTokenAccountsByOwnerResult;
  getCompressedTokenAccountsByOwnerV2: GetCompressedTokenAccountsByOwnerV2Result;
  getCompressedTokenBalancesByOwner: GetCompressedTokenBalancesByOwnerResult;
  getCompressedTokenBalancesByOwnerV2: GetCompressedTokenBalancesByOwnerV2Result;
  getCompressionSignaturesForAccount: GetCompressionSignaturesForAccountResult;
  getCompressionSignaturesForAddress: GetCompressionSignaturesForAddressResult;
  getCompressionSignaturesForOwner: GetCompressionSignaturesForOwnerResult;
  getCompressionSignaturesForTokenOwner: GetCompressionSignaturesForTokenOwnerResult;
  getIndexerHealth: GetIndexerHealthResult;
  getIndexerSlot: GetIndexerSlotResult;
  getLatestCompressionSignatures: GetLatestCompressionSignaturesResult;
  getLatestNonVotingSignatures: GetLatestNonVotingSignaturesResult;
  getMultipleCompressedAccountProofs: GetMultipleCompressedAccountProofsResult;
  getMultipleCompressedAccountProofsV2: GetMultipleCompressedAccountProofsV2Result;
  getMultipleCompressedAccounts: GetMultipleCompressedAccountsResult;
  getMultipleCompressedAccountsV2: GetMultipleCompressedAccountsV2Result;
  getMultipleNewAddressProofs: GetMultipleNewAddressProofsResult;
  getMultipleNewAddressProofsV2: GetMultipleNewAddressProofsV2Result;
  getTransactionWithCompressionInfo: GetTransactionWithCompressionInfoResult;
  getTransactionWithCompressionInfoV2: GetTransactionWithCompressionInfoV2Result;
  getValidityProof: GetValidityProofResult;
  getValidityProofV2: GetValidityProofV2Result;
  listSvmNetworks: ListSvmNetworksResult;
  enableSvmNetwork: EnableSvmNetworkResult;
  disableSvmNetwork: DisableSvmNetworkResult;
  setNetworkRpcUrl: SetNetworkRpcUrlResult;
  accountSubscribe: AccountSubscribeResult;
  accountUnsubscribe: AccountUnsubscribeResult;
  programSubscribe: ProgramSubscribeResult;
  programUnsubscribe: ProgramUnsubscribeResult;
  logsSubscribe: LogsSubscribeResult;
  logsUnsubscribe: LogsUnsubscribeResult;
  signatureSubscribe: SignatureSubscribeResult;
  signatureUnsubscribe: SignatureUnsubscribeResult;
  slotSubscribe: SlotSubscribeResult;
  slotUnsubscribe: SlotUnsubscribeResult;
  rootSubscribe: RootSubscribeResult;
  rootUnsubscribe: RootUnsubscribeResult;
  slotsUpdatesSubscribe: SlotsUpdatesSubscribeResult;
  slotsUpdatesUnsubscribe: SlotsUpdatesUnsubscribeResult;
  voteSubscribe: VoteSubscribeResult;
  voteUnsubscribe: VoteUnsubscribeResult;
  blockSubscribe: BlockSubscribeResult;
  blockUnsubscribe: BlockUnsubscribeResult;
  transactionSubscribe: TransactionSubscribeResult;
  transactionUnsubscribe: TransactionUnsubscribeResult;
}
