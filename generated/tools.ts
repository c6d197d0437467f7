// Generated from openrpc.json by codegen/emit-tools.ts; do not edit. Run: npm run generate
// Every ledger and network method as a tool for language models. Texts and schemas are short: a list of all tools must
// leave room for the conversation. Arguments that are alike in several tools stand once, above the list.

import type { ToolDescriptor } from "../src/contract/tool-descriptor.ts";

const pubkey = { type: "string", description: "Address of the account, base-58" };
const commitment = { enum: ["processed", "confirmed", "finalized"] };
const encoding = { enum: ["base58", "base64", "base64+zstd", "jsonParsed", "binary"] };
const dataSlice = {
  type: "object",
  required: ["offset", "length"],
  properties: { offset: { type: "integer" }, length: { type: "integer" } },
};
const minContextSlot = { type: "integer" };
const pubkeys = {
  type: "array",
  items: { type: "string" },
  description: "Addresses of the accounts, at most 100",
};
const programId = { type: "string", description: "Address of the owning program, base-58" };
const filters = {
  type: "array",
  items: {
    anyOf: [
      { type: "object", required: ["dataSize"], properties: { dataSize: { type: "integer" } } },
      {
        type: "object",
        required: ["memcmp"],
        properties: {
          memcmp: {
            anyOf: [
              {
                type: "object",
                required: ["offset", "bytes"],
                properties: {
                  offset: { type: "integer" },
                  bytes: { type: "string" },
                  encoding: { const: "base58" },
                },
              },
              {
                type: "object",
                required: ["offset", "bytes", "encoding"],
                properties: {
                  offset: { type: "integer" },
                  bytes: { type: "string" },
                  encoding: { const: "base64" },
                },
              },
              {
                type: "object",
                required: ["offset", "bytes"],
                properties: {
                  offset: { type: "integer" },
                  bytes: { type: "array", items: { type: "integer", maximum: 255 }, maxItems: 128 },
                  encoding: { const: "bytes" },
                },
              },
            ],
          },
        },
      },
      { const: "tokenAccountState" },
    ],
  },
  maxItems: 4,
  description: "At most 4 conditions that an account must all meet: {dataSize: bytes}",
};
const withContext = { type: "boolean", description: "Answer {context, value} instead of the bare array" };
const sortResults = { type: "boolean", description: "Sort the answer by address; true by default" };
const filter = { enum: ["circulating", "nonCirculating"] };
const sortResults2 = {
  type: "boolean",
  description: "Sort the answer by balance, largest first; true by default",
};
const dataSize = {
  type: "integer",
  maximum: 10485760,
  description: "Size of the account's data in bytes, 0 to 10485760 (10 MiB)",
};
const pubkey2 = { type: "string", description: "Address of the stake account, base-58" };
const epoch = { type: "integer", description: "Epoch to compute for, at most 512 epochs back" };
const slot = {
  type: "integer",
  description: "Slot number: one turn (about 0.4 s) of one leader; not a block height",
};
const commitment2 = { enum: ["confirmed", "finalized"] };
const encoding2 = { enum: ["json", "jsonParsed", "base58", "base64", "binary"] };
const transactionDetails = { enum: ["full", "accounts", "signatures", "none"] };
const rewards = {
  type: "boolean",
  description: "Whether the block's rewards are returned too; true by default",
};
const maxSupportedTransactionVersion = {
  type: "integer",
  maximum: 255,
  description: "Newest transaction version that the caller understands",
};
const startSlot = { type: "integer", description: "First slot of the range, included" };
const endSlot = {
  type: "integer",
  description: "Last slot of the range, included; at most 500000 above start_slot",
};
const startSlot2 = { type: "integer", description: "First slot to look at, included" };
const limit = {
  type: "integer",
  maximum: 500000,
  description: "How many blocks to list at most: 0 to 500000",
};
const range = {
  type: "object",
  required: ["firstSlot"],
  properties: { firstSlot: { type: "integer" }, lastSlot: { type: "integer" } },
  description: "Slots to count, both ends included: {firstSlot, lastSlot?}",
};
const identity = { type: "string", description: "Identity address of the one validator to count" };
const limit2 = { type: "integer", maximum: 5000, description: "How many slots: 0 to 5000" };
const endSlot2 = {
  type: "integer",
  description: "Last slot of the range, included; at most 500000 above startSlot",
};
const slot2 = {
  type: "integer",
  description: "Any slot of the epoch to ask about; the current epoch when absent",
};
const identity2 = {
  type: "string",
  description: "Identity address of the one validator to list; all when absent",
};
const keyByVoteAccount = {
  type: "boolean",
  description: "Whether the schedule is keyed by vote account instead of by validator identity",
};
const votePubkey = {
  type: "string",
  description: "Address of the one vote account to list; all when absent",
};
const keepUnstakedDelinquents = {
  type: "boolean",
  description: "Whether delinquent vote accounts without stake are listed too",
};
const delinquentSlotDistance = {
  type: "integer",
  description: "Slots without a vote after which a validator counts as delinquent",
};
const limit3 = { type: "integer", maximum: 720, description: "How many samples: 0 to 720; 720 when absent" };
const addresses = {
  type: "array",
  items: { type: "string" },
  description: "Addresses of stake or vote accounts, base-58",
};
const epoch2 = { type: "integer", description: "Epoch for which the reward was paid" };
const accountAddress = {
  type: "string",
  description: "Address of the token account (not of its owner), base-58",
};
const delegateAddress = { type: "string", description: "Address of the delegate, base-58" };
const mint = { type: "string", description: "Mint (token type) whose accounts to list" };
const programId2 = { type: "string", description: "Token program whose accounts to list" };
const ownerAddress = {
  type: "string",
  description: "Address of the wallet that owns the token accounts, base-58",
};
const mint2 = { type: "string", description: "Address of the mint (the token type), base-58" };
const programId3 = {
  type: "string",
  description: "Token program of the mint: TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA",
};
const id = { type: "string", description: "Id of the asset: the address of its mint or asset account" };
const options = { type: "object", additionalProperties: { type: "boolean" } };
const ids = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  maxItems: 1000,
  description: "Ids of the assets, 1 to 1000",
};
const id2 = { type: "string", description: "Id of the compressed asset" };
const ids2 = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  maxItems: 1000,
  description: "Ids of the compressed assets, 1 to 1000",
};
const ownerAddress2 = { type: "string", description: "Address of the wallet, base-58" };
const limit4 = { type: "integer", minimum: 1, maximum: 1000 };
const page = { type: "integer", minimum: 1 };
const before = { type: "string" };
const sortBy = {
  type: "object",
  required: ["sortBy"],
  properties: {
    sortBy: { enum: ["created", "updated", "recent_action", "id", "none"] },
    sortDirection: { enum: ["asc", "desc"] },
  },
  description: "Order of the answer: {sortBy, sortDirection}; by id, descending",
};
const authorityAddress = { type: "string", description: "Address of the update authority, base-58" };
const creatorAddress = { type: "string", description: "Address of the creator, base-58" };
const onlyVerified = {
  type: "boolean",
  description: "Only assets that the creator has signed; false by default",
};
const groupKey = { type: "string", description: 'Kind of the group; "collection" is the one in use' };
const groupValue = {
  type: "string",
  description: "Name of the group: for a collection the address of its mint, base-58",
};
const ownerAddress3 = { type: "string", description: "Address of the owner, base-58" };
const negate = {
  type: "boolean",
  description: "Return the assets that do not meet the conditions; false by default",
};
const conditionType = { enum: ["all", "any"] };
const interface_ = {
  type: "string",
  description: "Kind of asset, such as V1_NFT, ProgrammableNFT or MplCoreAsset",
};
const tokenType = {
  type: "string",
  description: 'Class of token in the spelling of the server, usually "fungible"',
};
const ownerType = { enum: ["single", "token"] };
const creatorAddress2 = { type: "string", description: "Address of a creator, base-58" };
const creatorVerified = { type: "boolean", description: "Whether a creator must have signed" };
const grouping = {
  type: "array",
  items: { type: "string" },
  minItems: 2,
  maxItems: 2,
  description: "Group as a pair of key and value",
};
const frozen = { type: "boolean", description: "Whether the asset is frozen (can't be transferred)" };
const supply = { type: "integer", description: "Supply in smallest units" };
const supplyMint = { type: "string", description: "Mint of the supply, base-58" };
const compressed = {
  type: "boolean",
  description: "Whether the asset is compressed (kept as a leaf of a tree)",
};
const compressible = { type: "boolean", description: "Whether the asset may be compressed" };
const royaltyTargetType = { enum: ["creators", "fanout", "single"] };
const royaltyTarget = { type: "string", description: "Address that gets the royalty, base-58" };
const royaltyAmount = { type: "integer", description: "Royalty in hundredths of a percent (500 is 5 %)" };
const burnt = { type: "boolean", description: "Whether the asset was burnt" };
const jsonUri = { type: "string", description: "Address (URI) of the asset's metadata file" };
const name = {
  type: "string",
  description: "Name of the asset; on most servers only together with ownerAddress",
};
const isAgent = { type: "boolean", description: "Only assets that are agents, or only those that are not" };
const agentToken = { type: "string", description: "Token of the agent, base-58" };
const assetSigner = { type: "string", description: "Signer account of the asset, base-58" };
const tree = { type: "string", description: "Tree that holds the compressed assets, base-58" };
const id3 = {
  type: "string",
  description: "Id of the compressed asset; give either this or tree and leafIndex",
};
const limit5 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most signatures to return at once, 1 to 1000; 1000 by default",
};
const before2 = { type: "string", description: "Return what comes before this key" };
const after = { type: "string", description: "Return what comes after this key (as the server gives it)" };
const sortDirection = { enum: ["asc", "desc"] };
const tree2 = {
  type: "string",
  description: "Address of the tree that holds the asset, base-58; needs leafIndex",
};
const leafIndex = { type: "integer", description: "Number of the asset's leaf in the tree, counted from 0" };
const mintAddress = { type: "string", description: "Mint of the master edition, base-58" };
const limit6 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most prints to return at once, 1 to 1000; 1000 by default",
};
const before3 = {
  type: "string",
  description: "Return what comes before this key; an address, as the server gives it",
};
const after2 = {
  type: "string",
  description: "Return what comes after this key; an address, as the server gives it",
};
const mintAddress2 = { type: "string", description: "Mint whose token accounts to list, base-58" };
const ownerAddress4 = { type: "string", description: "Wallet whose token accounts to list, base-58" };
const limit7 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most token accounts to return at once, 1 to 1000; 1000 by default",
};
const before4 = {
  type: "string",
  description: "Return what comes before this key (an address) in the order asked for",
};
const after3 = { type: "string", description: "Return what comes after this key (an address)" };
const signature = {
  type: "string",
  description: "Signature of the transaction (its first one, which is its id), base-58",
};
const address = { type: "string", description: "Address that the transactions name, base-58" };
const limit8 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "How many signatures at most: 1 to 1000; 1000 when absent",
};
const before5 = { type: "string", description: "Start after this signature and go back in time" };
const until = { type: "string", description: "Stop before this signature, which is left out" };
const signatures = {
  type: "array",
  items: { type: "string" },
  maxItems: 256,
  description: "Signatures of the transactions, base-58, at most 256",
};
const searchTransactionHistory = {
  type: "boolean",
  description: "Whether to look through the node's whole history for what the recent slots do not hold",
};
const addresses2 = {
  type: "array",
  items: { type: "string" },
  maxItems: 128,
  description: "Accounts that the transaction will write, base-58, at most 128",
};
const percentile = {
  type: "integer",
  maximum: 10000,
  description: "Share of the transactions, in hundredths of a percent",
};
const transaction = {
  type: "string",
  description: "The encoded transaction, signed or not, at most 1232 bytes",
};
const encoding3 = { enum: ["base58", "base64", "binary"] };
const replaceRecentBlockhash = {
  type: "boolean",
  description: "Whether to run with the newest blockhash in place of the transaction's own",
};
const accounts = {
  type: "object",
  required: ["addresses"],
  properties: {
    addresses: { type: "array", items: { type: "string" } },
    encoding: { enum: ["base64", "base64+zstd", "jsonParsed"] },
  },
  description: "Accounts of the transaction to return as they are after the run",
};
const sigVerify = {
  type: "boolean",
  description: "Whether to check the signatures first, which fails with -32003",
};
const innerInstructions = {
  type: "boolean",
  description: "Whether to list the instructions that programs called in turn",
};
const innerInstructionsEncoding = { enum: ["json", "jsonParsed"] };
const transaction2 = {
  type: "string",
  description: "The signed and encoded transaction, at most 1232 bytes",
};
const skipPreflight = { type: "boolean", description: "Whether to send without simulating first" };
const maxRetries = {
  type: "integer",
  description: "How often the node sends it again to the leaders; when absent",
};
const minContextSlot2 = {
  type: "integer",
  description: "Lowest slot that the answering node must have reached for preflight",
};
const validatorAcls = {
  type: "array",
  items: { type: "string" },
  description: "Addresses of lists that say which validators may get the transaction",
};
const blockhash = { type: "string", description: "Blockhash to ask about, base-58" };
const message = {
  type: "string",
  description: "Serialized transaction message (without signatures), base64",
};
const blockhash2 = { type: "string", description: "Blockhash to check, base-58" };
const excludeNonCirculatingAccountsList = {
  type: "boolean",
  description: "Answer with an empty list of accounts, which makes the answer small",
};
const pubkey3 = { type: "string", description: "Address that receives the lamports, base-58" };
const lamports = { type: "integer", description: "Amount in lamports; 1000000000 is one native token" };
const recentBlockhash = { type: "string", description: "Blockhash for the faucet's transaction, base-58" };
const networkId = { type: "string", description: "Id of the network, as listSvmNetworks gives it" };
const rpcUrl = {
  type: "string",
  description: "Address of the node: https, reachable from the public internet",
};

/** Options that many tools share, explained: the tools themselves only name them, so tell them to the model once. */
export const toolGlossary: Readonly<Record<string, string>> = {
  commitment:
    'How settled the state must be: "processed" (newest, may still be undone), "confirmed" (voted for by two thirds of the stake) or "finalized" (can\'t be undone, some 13 seconds old); when absent, the gateway\'s configured level, else "finalized"',
  encoding:
    'Form of the account data: "base64" (default), "base64+zstd" (compressed), "base58" (slow, at most 128 bytes) or "jsonParsed" (fields by name where the owning program is known, else base64)',
  dataSlice:
    "Return only `length` bytes of the data from byte `offset` on; not applied to jsonParsed output; {offset: 0, length: 0} leaves the data out",
  minContextSlot:
    "Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state",
  limit: "Most assets to return at once, 1 to 1000; 1000 by default",
  options:
    "Switches such as showFungible, showZeroBalance or showUnverifiedCollections; each index knows its own set and may refuse others",
  page: "Number of the page, from 1; not together with before, after or cursor",
  before:
    "Return what comes before this key (an asset id) in the order asked for; not together with page or cursor",
  after:
    "Return what comes after this key (an asset id): pass the last one of the previous answer; not together with page or cursor",
  cursor: "The `cursor` of the previous answer, to go on after it; not together with page, before or after",
};

/** Every tool, in the order of the document. */
export const tools: readonly ToolDescriptor[] = [
  {
    name: "getAccountInfo",
    title: "Get account",
    description:
      "Returns what the ledger stores about one account: its balance in lamports (10^9 lamports are one native token), the program that owns it, whether it is itself a program, and its data in the chosen encoding.",
    inputSchema: {
      type: "object",
      properties: {
        pubkey: pubkey,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","encoding":"base64"}',
  },
  {
    name: "getBalance",
    title: "Get balance",
    description:
      "Returns the balance of an account in lamports: divide by 10^9 for whole native tokens. The number may exceed 2^53, so read it as a 64-bit integer. An account that does not exist has the balance 0: whether it exists, getAccountInfo tells.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey, commitment: commitment, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getMultipleAccounts",
    title: "Get several accounts",
    description:
      "Reads up to 100 accounts in one call, all from the same state of the ledger, which single calls can't promise.",
    inputSchema: {
      type: "object",
      properties: {
        pubkeys: pubkeys,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["pubkeys"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example:
      '{"pubkeys":["vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg","4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"],"commitment":"confirmed"}',
  },
  {
    name: "getProgramAccounts",
    title: "List accounts of a program",
    description:
      "Returns all accounts owned by a program that meet every filter: an array sorted by address, or {context, value} when withContext is true.",
    inputSchema: {
      type: "object",
      properties: {
        programId: programId,
        commitment: commitment,
        filters: filters,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
        withContext: withContext,
        sortResults: sortResults,
      },
      required: ["programId"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example:
      '{"programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","filters":[{"dataSize":165},{"memcmp":{"offset":32,"bytes":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}}],"encoding":"base64","dataSlice":{"offset":0,"length":0}}',
  },
  {
    name: "getLargestAccounts",
    title: "Get largest accounts",
    description:
      "Returns the addresses and balances (lamports, may exceed 2^53) of the 20 richest accounts, of all or only of those in or out of circulation. Nodes keep the answer for up to two hours: context.slot tells when it was made.",
    inputSchema: {
      type: "object",
      properties: { commitment: commitment, filter: filter, sortResults: sortResults2 },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"commitment":"finalized","filter":"circulating"}',
  },
  {
    name: "getMinimumBalanceForRentExemption",
    title: "Get minimum balance of an account",
    description:
      'Returns {value: lamports}: the least balance with which an account of `dataSize` bytes of data may be created and is kept for good ("rent exempt"). Ask before you create an account and fund it with this much.',
    inputSchema: {
      type: "object",
      properties: { dataSize: dataSize, commitment: commitment },
      required: ["dataSize"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"dataSize":50}',
  },
  {
    name: "getStakeActivation",
    title: "Get stake activation",
    description:
      "Deprecated. Returns the state of a stake account in an epoch (active, inactive, activating or deactivating) and its active and inactive lamports (may exceed 2^53). Stake warms up and cools down over epochs, so both can be above 0.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey2, commitment: commitment, epoch: epoch, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"pubkey":"CYRJWqiSjLitBAcRxPvWpgX3s5TvmN2SuRY3eEYypFvT"}',
  },
  {
    name: "getAccountOwner",
    title: "Get owner of an account",
    description:
      "Returns {owner: address} with the program that owns the account: the system program 11111111111111111111111111111111 for a wallet, a token program for a token account or mint, a loader for a program.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey, commitment: commitment, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"pubkey":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"}',
  },
  {
    name: "getAccountInfoAndContext",
    title: "Get account with context",
    description:
      "The same as getAccountInfo, under the name that some client libraries use: the account (balance in lamports, owning program, data in the chosen encoding) in `value`, null when it does not exist, and in `context` the slot of the state that was read.",
    inputSchema: {
      type: "object",
      properties: {
        pubkey: pubkey,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","encoding":"base64"}',
  },
  {
    name: "getBalanceAndContext",
    title: "Get balance with context",
    description:
      "The same as getBalance, under the name that some client libraries use: the balance in lamports (10^9 lamports are one native token; may exceed 2^53) in `value`, 0 for an account that does not exist, and in `context` the slot of the state that was read.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey, commitment: commitment, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getMultipleAccountsAndContext",
    title: "Get several accounts with context",
    description:
      "The same as getMultipleAccounts, under the name that some client libraries use: `value` holds one entry for each address in the order of the request, null where there is no account, and `context` the one slot from which all of them were read.",
    inputSchema: {
      type: "object",
      properties: {
        pubkeys: pubkeys,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["pubkeys"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example:
      '{"pubkeys":["vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg","4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"],"commitment":"confirmed"}',
  },
  {
    name: "getProgramAccountsAndContext",
    title: "List accounts of a program with context",
    description:
      "The same as getProgramAccounts with withContext: `value` holds all accounts owned by the program that meet every filter, sorted by address, and `context` the slot of the state that was read.",
    inputSchema: {
      type: "object",
      properties: {
        program_id: programId,
        filters: filters,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
        sortResults: sortResults,
      },
      required: ["program_id"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    example:
      '{"program_id":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","filters":[{"dataSize":165},{"memcmp":{"offset":32,"bytes":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}}],"encoding":"base64","dataSlice":{"offset":0,"length":0}}',
  },
  {
    name: "getBlock",
    title: "Get block",
    description:
      "Returns the block produced in `slot`: its hash, its parent, its height, its time in seconds since 1970 and, as far as `transactionDetails` asks, its transactions and rewards.",
    inputSchema: {
      type: "object",
      properties: {
        slot: slot,
        commitment: commitment2,
        encoding: encoding2,
        transactionDetails: transactionDetails,
        rewards: rewards,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion,
      },
      required: ["slot"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example:
      '{"slot":430,"commitment":"confirmed","encoding":"json","transactionDetails":"none","rewards":false}',
  },
  {
    name: "getBlocks",
    title: "List blocks between slots",
    description:
      "Returns the slots from `start_slot` to `end_slot`, both included and ascending, in which a block was produced; slots that are missing were skipped or are not confirmed yet.",
    inputSchema: {
      type: "object",
      properties: {
        start_slot: startSlot,
        end_slot: endSlot,
        commitment: commitment2,
        minContextSlot: minContextSlot,
      },
      required: ["start_slot"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"start_slot":5,"end_slot":10}',
  },
  {
    name: "getBlocksWithLimit",
    title: "List next blocks",
    description:
      "Returns the slots of the first `limit` blocks at or after `start_slot`, ascending. Fewer come when the newest block of the commitment is reached; `limit` 0 gives an empty array. At most 500000 blocks in one call.",
    inputSchema: {
      type: "object",
      properties: {
        start_slot: startSlot2,
        limit: limit,
        commitment: commitment2,
        minContextSlot: minContextSlot,
      },
      required: ["start_slot", "limit"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"start_slot":5,"limit":3}',
  },
  {
    name: "getBlockTime",
    title: "Get block time",
    description:
      "Returns {value}: the estimated production time of the block in `slot`, in whole seconds since 1970 (UTC), as voted by the validators with their stake. Null means that no time is recorded for this block.",
    inputSchema: { type: "object", properties: { slot: slot }, required: ["slot"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"slot":5}',
  },
  {
    name: "getBlockHeight",
    title: "Get block height",
    description:
      "Returns {value}: the height of the newest block at the commitment, which is how many blocks precede it. Heights count blocks, slots count turns, so the height is lower than the slot by every slot skipped since the start of the ledger.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: "{}",
  },
  {
    name: "getBlockCommitment",
    title: "Get block commitment",
    description:
      "Returns how much stake, in lamports, has voted on the block in `slot`: `commitment` holds 32 amounts, the n-th (from 0) for votes at lockout depth n, `totalStake` the active stake of the whole network.",
    inputSchema: { type: "object", properties: { slot: slot }, required: ["slot"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"slot":5}',
  },
  {
    name: "getBlockProduction",
    title: "Get block production",
    description:
      "Returns, by validator identity, two counts for a range of slots: the slots in which it was leader, and the blocks it produced in them; the difference is what it skipped.",
    inputSchema: { type: "object", properties: { commitment: commitment, range: range, identity: identity } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example:
      '{"commitment":"confirmed","range":{"firstSlot":0,"lastSlot":9887},"identity":"85iYT5RuzRTDgjyRa3cP8SYhM2j21fj7NhfJ3peu1DPr"}',
  },
  {
    name: "getSlot",
    title: "Get slot",
    description:
      "Returns {value}: the number of the newest slot at the commitment. A slot is one turn of a leader, about 0.4 s long, and may end without a block; `finalized` lies about 32 slots (13 s) behind `processed`.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"commitment":"processed"}',
  },
  {
    name: "getSlotLeader",
    title: "Get slot leader",
    description:
      "Returns the identity address of the validator whose turn it is to produce the block of the newest slot at the commitment. With `finalized` that is the leader of about 32 slots ago: ask for `processed` to learn who leads now.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"commitment":"processed"}',
  },
  {
    name: "getSlotLeaders",
    title: "Get slot leaders",
    description:
      "Returns the identity addresses of the validators that lead `limit` slots from `startSlot` on, one for each slot, in slot order; a leader usually has four slots in a row, so the same address repeats.",
    inputSchema: {
      type: "object",
      properties: { startSlot: startSlot, limit: limit2 },
      required: ["startSlot", "limit"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"startSlot":100,"limit":2}',
  },
  {
    name: "getFirstAvailableBlock",
    title: "Get first available block",
    description:
      "Returns {value}: the slot of the oldest confirmed block that this node can return, its long-term storage included where it has one (then often 0).",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: "{}",
  },
  {
    name: "minimumLedgerSlot",
    title: "Get minimum ledger slot",
    description:
      "Returns the lowest slot about which the node's own ledger still holds data. It grows while the node deletes old slots and differs from node to node; long-term storage does not count. An empty ledger gives -32600.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: "{}",
  },
  {
    name: "getGenesisHash",
    title: "Get genesis hash",
    description:
      "Returns {value}: the hash of the genesis configuration from which the ledger started. It never changes and no two networks share it: the best check that an endpoint belongs to the network you mean, before anything is signed or sent.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: "{}",
  },
  {
    name: "getConfirmedBlock",
    title: "Get confirmed block (legacy)",
    description:
      "Deprecated. Returns what getBlock returns. Nodes dropped this method in version 2; the gateway asks getBlock with the parameters as given.",
    inputSchema: {
      type: "object",
      properties: {
        slot: slot,
        commitment: commitment2,
        encoding: encoding2,
        transactionDetails: transactionDetails,
        rewards: rewards,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion,
      },
      required: ["slot"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example:
      '{"slot":430,"commitment":"confirmed","encoding":"json","transactionDetails":"none","rewards":false}',
  },
  {
    name: "getConfirmedBlocks",
    title: "List confirmed blocks between slots (legacy)",
    description:
      "Deprecated. Returns what getBlocks returns: the slots between two slots, both included and ascending, that hold a confirmed block; at most 500000 slots, an empty array when there is none.",
    inputSchema: {
      type: "object",
      properties: { startSlot: startSlot, endSlot: endSlot2, commitment: commitment2 },
      required: ["startSlot"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"startSlot":5,"endSlot":10}',
  },
  {
    name: "getConfirmedBlocksWithLimit",
    title: "List next confirmed blocks (legacy)",
    description:
      "Deprecated. Returns what getBlocksWithLimit returns: the slots of the first `limit` confirmed blocks at or after `startSlot`, ascending, fewer at the head of the ledger. Nodes dropped this method in version 2; the gateway asks getBlocksWithLimit.",
    inputSchema: {
      type: "object",
      properties: { startSlot: startSlot2, limit: limit, commitment: commitment2 },
      required: ["startSlot", "limit"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    example: '{"startSlot":5,"limit":3}',
  },
  {
    name: "getHealth",
    title: "Check node health",
    description:
      'Returns the string "ok" when the node is healthy, and nothing else ever. A node that lags more than 128 slots (about 50 s) behind the network answers error -32005 instead; its data gives numSlotsBehind, or null where the node can\'t tell.',
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getVersion",
    title: "Get node version",
    description:
      "Returns the version of the core software (`chain-core`, a key of the gateway, with the same value as the ledger's own `solana-core`) and `feature-set`, a number that stands for the set of features this version knows, null where the node names none.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getIdentity",
    title: "Get node identity",
    description: "Returns {identity}: the public key under which the answering node is known in the network.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getClusterNodes",
    title: "List nodes of the network",
    description:
      "Returns every node that the answering node knows from gossip: its identity (pubkey), the host:port of each service it offers (gossip, transaction intake `tpu`, block spreading `tvu`, public calls `rpc` and `pubsub`, and others), and its software version.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getLeaderSchedule",
    title: "Get leader schedule",
    description:
      "Returns, by validator identity, the slots that each validator leads in the epoch that holds `slot` (the current epoch when absent).",
    inputSchema: {
      type: "object",
      properties: {
        slot: slot2,
        commitment: commitment,
        identity: identity2,
        keyByVoteAccount: keyByVoteAccount,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: '{"commitment":"confirmed","identity":"4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F"}',
  },
  {
    name: "getVoteAccounts",
    title: "List vote accounts",
    description:
      "Returns the vote accounts in two lists: `current`, which vote, and `delinquent`, whose newest vote lies more than delinquentSlotDistance slots back (128 by default).",
    inputSchema: {
      type: "object",
      properties: {
        commitment: commitment,
        votePubkey: votePubkey,
        keepUnstakedDelinquents: keepUnstakedDelinquents,
        delinquentSlotDistance: delinquentSlotDistance,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: '{"commitment":"confirmed","votePubkey":"3ZT31jkAGhUaw8jsy4bTknwBMP8i4Eueh52By4zXcsVw"}',
  },
  {
    name: "getHighestSnapshotSlot",
    title: "Get highest snapshot slot",
    description:
      "Returns the slot of the newest full snapshot that the node keeps (`full`) and of the newest incremental snapshot built on it (`incremental`, null when there is none). A snapshot is a copy of all accounts from which another node can start.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getMaxRetransmitSlot",
    title: "Get newest retransmitted slot",
    description:
      "Returns the newest slot of which the node has seen pieces of a block (shreds) at its retransmit stage, where it passes them on to other nodes.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getMaxShredInsertSlot",
    title: "Get newest stored slot",
    description:
      "Returns the newest slot of which the node has written pieces of a block (shreds) to its ledger. It runs ahead of getSlot, since blocks are stored before they are replayed, and is about the one node that answered.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getRecentPerformanceSamples",
    title: "List performance samples",
    description:
      "Returns samples of the network's throughput, newest first, one for each minute: the slot at its end, the slots and transactions of the period, transactions without votes (null on old samples), and its length in seconds (samplePeriodSecs, usually 60).",
    inputSchema: { type: "object", properties: { limit: limit3 } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: '{"limit":1}',
  },
  {
    name: "getSnapshotSlot",
    title: "Get snapshot slot (legacy)",
    description:
      "Deprecated. Returns the slot of the newest full snapshot that the node keeps; a node without one answers error -32008. Nodes dropped this method in version 2; the gateway asks getHighestSnapshotSlot and returns its `full`.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    example: "{}",
  },
  {
    name: "getEpochInfo",
    title: "Get epoch info",
    description:
      "Returns where the ledger stands: the epoch and how far it has got (slotIndex of slotsInEpoch), the slot (absoluteSlot), the block height, and the number of transactions since the start of the ledger (null where the node does not know it).",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    example: '{"commitment":"confirmed"}',
  },
  {
    name: "getEpochSchedule",
    title: "Get epoch schedule",
    description:
      "Returns the epoch rule fixed when the network began: slots of an epoch (slotsPerEpoch), how many slots before an epoch its leaders are drawn (leaderScheduleSlotOffset), whether the first epochs were short and doubled (warmup), and the first epoch and slot of full length.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    example: "{}",
  },
  {
    name: "getInflationGovernor",
    title: "Get inflation governor",
    description:
      "Returns the inflation parameters as fractions a year (0.08 is 8 %): the rate at the start (initial), the rate it falls to (terminal), by which part it falls each year (taper), the part that goes to the foundation, and for how many years that is paid (foundationTerm).",
    inputSchema: { type: "object", properties: { commitment: commitment } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    example: "{}",
  },
  {
    name: "getInflationRate",
    title: "Get inflation rate",
    description:
      "Returns the yearly inflation that holds in the current epoch, as fractions (0.0432 is 4.32 %): `total`, the part paid to validators and their stakers, the part paid to the foundation, and the epoch.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    example: "{}",
  },
  {
    name: "getInflationReward",
    title: "List inflation rewards",
    description:
      "Returns for each address, in the order of the request, the reward it was paid for `epoch`, or null where it got none.",
    inputSchema: {
      type: "object",
      properties: {
        addresses: addresses,
        epoch: epoch2,
        commitment: commitment2,
        minContextSlot: minContextSlot,
      },
      required: ["addresses"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    example: '{"addresses":["6dmNQ5jwLeLk5REvio1JcMshcbvkYMwy26sJ8pbkvStu"],"epoch":2}',
  },
  {
    name: "getTokenAccountBalance",
    title: "Get token account balance",
    description: "Returns how many tokens a token account holds.",
    inputSchema: {
      type: "object",
      properties: { accountAddress: accountAddress, commitment: commitment },
      required: ["accountAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"accountAddress":"7fUAJdStEuGbc3sM84cKRL6yYaaSstyLSU4ve5oovLS7"}',
  },
  {
    name: "getTokenAccountsByDelegate",
    title: "List token accounts by delegate",
    description:
      "Returns the token accounts whose owners approved this address to spend from them, sorted by address, in `value`; an empty list when there are none. Exactly one of mint (one token) and programId (all tokens of a token program) must be given. Give exactly one of mint and programId.",
    inputSchema: {
      type: "object",
      properties: {
        delegateAddress: delegateAddress,
        mint: mint,
        programId: programId2,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["delegateAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example:
      '{"delegateAddress":"4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T","programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","commitment":"confirmed"}',
  },
  {
    name: "getTokenAccountsByOwner",
    title: "List token accounts by owner",
    description:
      "Returns the token accounts that an address owns, sorted by address, in `value`; an empty list when there are none. Give exactly one of mint and programId.",
    inputSchema: {
      type: "object",
      properties: {
        ownerAddress: ownerAddress,
        mint: mint,
        programId: programId2,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["ownerAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example:
      '{"ownerAddress":"A1TMhSGzQxMr1TboBKtgixKz1sS6REASMxPo1qsyTSJd","mint":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","commitment":"confirmed","encoding":"jsonParsed"}',
  },
  {
    name: "getTokenLargestAccounts",
    title: "Get largest token accounts",
    description:
      "Returns at most 20 token accounts of a mint, largest first, each with its address and amount (smallest units as decimal digits, decimals, and a readable form).",
    inputSchema: { type: "object", properties: { mint: mint2, commitment: commitment }, required: ["mint"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"mint":"3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E"}',
  },
  {
    name: "getTokenSupply",
    title: "Get token supply",
    description:
      "Returns how many tokens of a mint exist. `amount` counts the smallest units as decimal digits and `decimals` places the point; `uiAmountString` is the readable form, `uiAmount` the same as a double (null from 20 decimals on).",
    inputSchema: { type: "object", properties: { mint: mint2, commitment: commitment }, required: ["mint"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"mint":"3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E"}',
  },
  {
    name: "getTokenAccountsByMint",
    title: "List token accounts by mint",
    description:
      "Returns every token account of a mint: all its holders, empty accounts included, as an array of address and account.",
    inputSchema: {
      type: "object",
      properties: {
        mint: mint2,
        programId: programId3,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["mint"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"mint":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"}',
  },
  {
    name: "getAsset",
    title: "Get asset",
    description:
      "Returns what an index knows about one asset: name and media (content), owner, creators, collection (grouping), royalty, and where it is kept (compression).",
    inputSchema: { type: "object", properties: { id: id, options: options }, required: ["id"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"id":"F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk"}',
  },
  {
    name: "getAssetBatch",
    title: "Get several assets",
    description:
      "Returns for each id, in the order of the request, the asset as getAsset gives it, or null where the index knows none. Give each id once: some servers drop repeated ones from the answer.",
    inputSchema: { type: "object", properties: { ids: ids, options: options }, required: ["ids"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"ids":["F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk"]}',
  },
  {
    name: "getAssetProof",
    title: "Get asset proof",
    description:
      "Returns the proof that a compressed asset stands in its tree: the leaf, the hashes beside the path to the root from the leaf upwards, the root, and the tree's address. A transaction that transfers or burns the asset must carry it.",
    inputSchema: { type: "object", properties: { id: id2 }, required: ["id"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"id":"Cp5z3YcosBzHYcSWuEkxpfufAvaSuBRvN5yt8BcjDu4j"}',
  },
  {
    name: "getAssetProofBatch",
    title: "Get several asset proofs",
    description:
      "Returns an object keyed by asset id; each value is the proof as getAssetProof gives it, or null where the index has none. Every change of a tree changes its proofs: fetch them right before use.",
    inputSchema: { type: "object", properties: { ids: ids2 }, required: ["ids"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"ids":["Cp5z3YcosBzHYcSWuEkxpfufAvaSuBRvN5yt8BcjDu4j"]}',
  },
  {
    name: "getAssetsByOwner",
    title: "List assets by owner",
    description:
      "Returns the assets of a wallet, compressed ones included, each as getAsset gives it, in `items`. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit.",
    inputSchema: {
      type: "object",
      properties: {
        ownerAddress: ownerAddress2,
        limit: limit4,
        page: page,
        before: before,
        after: before,
        cursor: before,
        sortBy: sortBy,
        options: options,
      },
      required: ["ownerAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"ownerAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getAssetsByAuthority",
    title: "List assets by authority",
    description:
      "Returns the assets whose metadata this address is entitled to change (the update authority, often a project's key), each as getAsset gives it, in `items`.",
    inputSchema: {
      type: "object",
      properties: {
        authorityAddress: authorityAddress,
        limit: limit4,
        page: page,
        before: before,
        after: before,
        cursor: before,
        sortBy: sortBy,
        options: options,
      },
      required: ["authorityAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"authorityAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getAssetsByCreator",
    title: "List assets by creator",
    description:
      "Returns the assets that list this address among their creators, each as getAsset gives it, in `items`. Anyone may name anyone as creator: set onlyVerified to see only assets that the creator signed.",
    inputSchema: {
      type: "object",
      properties: {
        creatorAddress: creatorAddress,
        onlyVerified: onlyVerified,
        limit: limit4,
        page: page,
        before: before,
        after: before,
        cursor: before,
        sortBy: sortBy,
        options: options,
      },
      required: ["creatorAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"creatorAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getAssetsByGroup",
    title: "List assets by group",
    description:
      "Returns the assets that belong to a group, in practice a collection, each as getAsset gives it, in `items`. Answers come in pages of at most 1000; ask for page 2 and so on until one is shorter than limit.",
    inputSchema: {
      type: "object",
      properties: {
        groupKey: groupKey,
        groupValue: groupValue,
        limit: limit4,
        page: page,
        before: before,
        after: before,
        cursor: before,
        sortBy: sortBy,
        options: options,
      },
      required: ["groupKey", "groupValue"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example:
      '{"groupKey":"collection","groupValue":"5nZULErys2JZF2HdRyouYmUmCBDLNzsWnxDpN3c985be","limit":1,"page":1}',
  },
  {
    name: "searchAssets",
    title: "Search assets",
    description:
      'Returns the assets that meet the given conditions, all of them by default, any of them with conditionType "any", each as getAsset gives it, in `items`. Give at least one condition.',
    inputSchema: {
      type: "object",
      properties: {
        ownerAddress: ownerAddress3,
        negate: negate,
        conditionType: conditionType,
        interface: interface_,
        tokenType: tokenType,
        ownerType: ownerType,
        creatorAddress: creatorAddress2,
        creatorVerified: creatorVerified,
        authorityAddress: authorityAddress,
        grouping: grouping,
        delegate: delegateAddress,
        frozen: frozen,
        supply: supply,
        supplyMint: supplyMint,
        compressed: compressed,
        compressible: compressible,
        royaltyTargetType: royaltyTargetType,
        royaltyTarget: royaltyTarget,
        royaltyAmount: royaltyAmount,
        burnt: burnt,
        jsonUri: jsonUri,
        name: name,
        limit: limit4,
        page: page,
        before: before,
        after: before,
        cursor: before,
        sortBy: sortBy,
        options: options,
        isAgent: isAgent,
        agentToken: agentToken,
        assetSigner: assetSigner,
        tree: tree,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"ownerAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getSignaturesForAsset",
    title: "List transactions of an asset",
    description:
      "Returns pairs of transaction signature and operation (such as MintToCollectionV1, Transfer, Burn; null where unknown) of a compressed asset in `items`, newest first. Give exactly one of id and tree.",
    inputSchema: {
      type: "object",
      properties: {
        id: id3,
        limit: limit5,
        page: page,
        before: before2,
        after: after,
        cursor: before,
        sortDirection: sortDirection,
        tree: tree2,
        leafIndex: leafIndex,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"id":"F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk","limit":1,"page":1}',
  },
  {
    name: "getNftEditions",
    title: "List editions of a collectible",
    description:
      "Returns the master edition of a collectible, how many prints were made (supply), how many may be (max_supply, null for no limit), and for each print its mint, its edition account and its number. Answers come in pages of at most 1000.",
    inputSchema: {
      type: "object",
      properties: {
        mintAddress: mintAddress,
        limit: limit6,
        page: page,
        before: before3,
        after: after2,
        cursor: before,
      },
      required: ["mintAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"mintAddress":"F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk","limit":1,"page":1}',
  },
  {
    name: "getTokenAccounts",
    title: "List token accounts from the index",
    description:
      "Returns the token accounts of a mint (all its holders), of a wallet (all its tokens), or of both, with amounts in smallest units, in `token_accounts`. At least one of mintAddress and ownerAddress must be given. Give at least one of mintAddress, ownerAddress.",
    inputSchema: {
      type: "object",
      properties: {
        mintAddress: mintAddress2,
        ownerAddress: ownerAddress4,
        limit: limit7,
        page: page,
        before: before4,
        after: after3,
        cursor: before,
        options: options,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    example: '{"mintAddress":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","limit":1,"page":1}',
  },
  {
    name: "getTransaction",
    title: "Get transaction",
    description:
      "Returns a confirmed transaction: its slot, its time in seconds since 1970, its content in the chosen encoding, and `meta`: err (null when it succeeded), fee and balances in lamports before and after, token balances, logs, inner instructions.",
    inputSchema: {
      type: "object",
      properties: {
        signature: signature,
        commitment: commitment2,
        encoding: encoding2,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion,
        minContextSlot: minContextSlot,
      },
      required: ["signature"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","commitment":"confirmed","encoding":"json","maxSupportedTransactionVersion":0}',
  },
  {
    name: "getSignaturesForAddress",
    title: "List transactions of an address",
    description:
      "Returns the signatures of the confirmed transactions that name an address, newest first, each with slot, err (null when it succeeded), memo, time in seconds since 1970 (null when unknown) and confirmationStatus.",
    inputSchema: {
      type: "object",
      properties: {
        address: address,
        limit: limit8,
        before: before5,
        until: until,
        commitment: commitment2,
        minContextSlot: minContextSlot,
      },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: '{"address":"Vote111111111111111111111111111111111111111","limit":1}',
  },
  {
    name: "getSignatureStatuses",
    title: "Check transaction statuses",
    description:
      "Returns for each signature, in the order of the request, its status or null where the node does not know it: slot, err (null when it succeeded), confirmations (blocks voted on top, null once final) and confirmationStatus.",
    inputSchema: {
      type: "object",
      properties: {
        signatures: signatures,
        searchTransactionHistory: searchTransactionHistory,
        commitment: commitment,
        minContextSlot: minContextSlot,
      },
      required: ["signatures"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example:
      '{"signatures":["5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"],"searchTransactionHistory":true}',
  },
  {
    name: "getTransactionCount",
    title: "Count transactions",
    description:
      "Returns {value}: how many transactions the ledger has processed since its start, up to the newest slot at the commitment; votes of validators, which are most of them, are counted too. The number says nothing about one account.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: "{}",
  },
  {
    name: "getRecentPrioritizationFees",
    title: "List recent priority fees",
    description:
      "Returns, for up to 150 recent slots, a priority fee in micro-lamports (10^-6 lamports) for each compute unit: the lowest that a transaction in the slot paid, 0 where none was needed.",
    inputSchema: { type: "object", properties: { addresses: addresses2, percentile: percentile } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: '{"addresses":["CxELquR1gPP8wHe33gZ4QxqGB3sZ9RSwsJ2KshVewkFY"]}',
  },
  {
    name: "simulateTransaction",
    title: "Simulate transaction",
    description:
      "Runs a transaction on the node's current state and throws the effects away: nothing is paid, nothing is recorded.",
    inputSchema: {
      type: "object",
      properties: {
        transaction: transaction,
        commitment: commitment,
        encoding: encoding3,
        replaceRecentBlockhash: replaceRecentBlockhash,
        accounts: accounts,
        sigVerify: sigVerify,
        innerInstructions: innerInstructions,
        minContextSlot: minContextSlot,
        innerInstructionsEncoding: innerInstructionsEncoding,
      },
      required: ["transaction"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example:
      '{"transaction":"AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA=","commitment":"confirmed","encoding":"base64","replaceRecentBlockhash":true}',
  },
  {
    name: "sendTransaction",
    title: "Send transaction",
    description:
      "Hands a fully signed transaction to the network and returns its first signature, which is its id.",
    inputSchema: {
      type: "object",
      properties: {
        transaction: transaction2,
        encoding: encoding3,
        skipPreflight: skipPreflight,
        preflightCommitment: commitment,
        maxRetries: maxRetries,
        minContextSlot: minContextSlot2,
        validatorAcls: validatorAcls,
      },
      required: ["transaction"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    category: "Transaction",
    example:
      '{"transaction":"AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA=","encoding":"base64","skipPreflight":false,"preflightCommitment":"confirmed"}',
  },
  {
    name: "getConfirmedSignaturesForAddress2",
    title: "List transactions of an address (legacy)",
    description:
      "Deprecated. Returns what getSignaturesForAddress returns: the signatures of the confirmed transactions that name an address, newest first, up to 1000 a call; pass the last one as `before` for the next page.",
    inputSchema: {
      type: "object",
      properties: { address: address, limit: limit8, before: before5, until: until, commitment: commitment2 },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: '{"address":"Vote111111111111111111111111111111111111111","limit":1}',
  },
  {
    name: "getConfirmedTransaction",
    title: "Get transaction (legacy)",
    description:
      "Deprecated. Returns what getTransaction returns, null where the node asked does not know the signature. Nodes dropped this method in version 2; the gateway asks getTransaction with the parameters as given.",
    inputSchema: {
      type: "object",
      properties: {
        signature: signature,
        commitment: commitment2,
        encoding: encoding2,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion,
        minContextSlot: minContextSlot,
      },
      required: ["signature"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","encoding":"json"}',
  },
  {
    name: "getRecentBlockhash",
    title: "Get recent blockhash (legacy)",
    description:
      "Deprecated. Returns in `value` a recent blockhash, which every new transaction must carry, and feeCalculator.lamportsPerSignature, the base fee of one signature in lamports (5000 today).",
    inputSchema: { type: "object", properties: { commitment: commitment } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: "{}",
  },
  {
    name: "getFees",
    title: "Get fees (legacy)",
    description:
      "Deprecated. Returns in `value` a recent blockhash, the base fee of one signature in lamports, lastValidBlockHeight (the block height up to which the blockhash can be used) and lastValidSlot (slot of the answer + 150, inexact: use the height).",
    inputSchema: { type: "object", properties: { commitment: commitment } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: "{}",
  },
  {
    name: "getFeeCalculatorForBlockhash",
    title: "Get fee of a blockhash (legacy)",
    description:
      "Deprecated. Returns in `value` the base fee of one signature, in lamports, for transactions that carry the blockhash, or null when the blockhash is unknown or has expired (after 150 blocks, about a minute).",
    inputSchema: {
      type: "object",
      properties: { blockhash: blockhash, commitment: commitment, minContextSlot: minContextSlot },
      required: ["blockhash"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: '{"blockhash":"GJxqhuxcgfn5Tcj6y3f8X4FeCDd2RQ6SnEMo1AAxrPRZ"}',
  },
  {
    name: "getFeeRateGovernor",
    title: "Get fee rate governor (legacy)",
    description:
      "Deprecated. Returns in `value` the parameters of a fee market that the ledger has switched off.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example: "{}",
  },
  {
    name: "getTransactionWithConfig",
    title: "Get transaction with configuration",
    description:
      "Returns what getTransaction returns, null where the node asked does not know the signature (yet). The gateway asks getTransaction; only the order of the parameters differs, with the encoding before the commitment.",
    inputSchema: {
      type: "object",
      properties: {
        signature: signature,
        encoding: encoding2,
        commitment: commitment2,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion,
        minContextSlot: minContextSlot,
      },
      required: ["signature"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","encoding":"jsonParsed","commitment":"confirmed","maxSupportedTransactionVersion":0}',
  },
  {
    name: "getFeeForMessage",
    title: "Get fee for a message",
    description:
      "Returns the fee in lamports (10^9 lamports are one native token) that the ledger would take for a transaction with this message: 5000 for each signature on today's networks plus the priority fee it asks for.",
    inputSchema: {
      type: "object",
      properties: { message: message, commitment: commitment, minContextSlot: minContextSlot },
      required: ["message"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    example:
      '{"message":"AQAAAc+X5kAPGggzBchQbyONb9tb4WhKapDRsI50uFHPH5CYBoaFnTjICpchSBhBaRfgv4/KFX5GT5jM/Q/6nfhH29oA","commitment":"processed"}',
  },
  {
    name: "getLatestBlockhash",
    title: "Get latest blockhash",
    description:
      "Returns the newest blockhash and the last block height at which a transaction that carries it can still land (some 150 blocks, about a minute).",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    example: '{"commitment":"processed"}',
  },
  {
    name: "isBlockhashValid",
    title: "Check a blockhash",
    description:
      "Returns true while the blockhash is young enough (150 blocks, about a minute) for a transaction that carries it to be taken.",
    inputSchema: {
      type: "object",
      properties: { blockhash: blockhash2, commitment: commitment, minContextSlot: minContextSlot },
      required: ["blockhash"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    example: '{"blockhash":"J7rBdM6AecPDEZp8aPq5iPSNKVkU5Q76F3oAV4eW5wsW","commitment":"processed"}',
  },
  {
    name: "getStakeMinimumDelegation",
    title: "Get minimum stake",
    description:
      "Returns the smallest amount, in lamports (10^9 lamports are one native token), that a stake account may delegate to a validator. The account must hold its rent deposit on top of it: see getMinimumBalanceForRentExemption with 200 bytes.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    example: "{}",
  },
  {
    name: "getSupply",
    title: "Get supply of the native token",
    description:
      "Returns the supply in lamports (10^9 lamports are one native token): total, circulating, and nonCirculating, which is held in locked stake and reserve accounts, with the list of those accounts.",
    inputSchema: {
      type: "object",
      properties: {
        commitment: commitment,
        excludeNonCirculatingAccountsList: excludeNonCirculatingAccountsList,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    example: '{"commitment":"finalized","excludeNonCirculatingAccountsList":true}',
  },
  {
    name: "requestAirdrop",
    title: "Request an airdrop",
    description:
      "Has the network's faucet pay test lamports to an account and returns the signature of its transaction, which need not have landed yet: follow it with getSignatureStatuses.",
    inputSchema: {
      type: "object",
      properties: {
        pubkey: pubkey3,
        lamports: lamports,
        commitment: commitment,
        recentBlockhash: recentBlockhash,
      },
      required: ["pubkey", "lamports"],
    },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
    category: "Other",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","lamports":1000000000}',
  },
  {
    name: "listSvmNetworks",
    title: "List networks",
    description:
      "Returns every network of the gateway: its id (to be used as `network` of a call or as network_id), name, the address of its first upstream node, chain id, kind (mainnet, devnet, testnet, localnet) and whether it is enabled.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    category: "Network",
    example: "{}",
  },
  {
    name: "enableSvmNetwork",
    title: "Enable a network",
    description:
      "Enables a network: from now on it answers calls to all networks. The change survives a restart. Enabling what is enabled changes nothing and is no error. An unknown id is refused with -32602 and the nearest known ids.",
    inputSchema: { type: "object", properties: { network_id: networkId }, required: ["network_id"] },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    category: "Network",
    example: '{"network_id":"solana-devnet"}',
  },
  {
    name: "disableSvmNetwork",
    title: "Disable a network",
    description:
      "Disables a network: calls to all networks leave it out from now on; it can still be called by its id. The change survives a restart. Disabling what is disabled changes nothing and is no error.",
    inputSchema: { type: "object", properties: { network_id: networkId }, required: ["network_id"] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    category: "Network",
    example: '{"network_id":"solana-devnet"}',
  },
  {
    name: "setNetworkRpcUrl",
    title: "Set a network's upstream",
    description:
      "Replaces the upstream nodes of a network by one https address, for this gateway and all its clients; the change survives a restart.",
    inputSchema: {
      type: "object",
      properties: { network_id: networkId, rpc_url: rpcUrl },
      required: ["network_id", "rpc_url"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    category: "Network",
    example: '{"network_id":"solana-devnet","rpc_url":"https://devnet.rpc.example.com"}',
  },
];
