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
  description: 'At most 4 conditions: {dataSize: bytes}, {memcmp: {offset, bytes}} or "tokenAccountState"',
};
const withContext = { type: "boolean", description: "Answer {context, value}, to learn the slot" };
const sortResults = { type: "boolean", description: "Sort by address, true by default" };
const filter = { enum: ["circulating", "nonCirculating"] };
const sortResults2 = { type: "boolean", description: "Sort by balance, true by default" };
const dataSize = {
  type: "integer",
  maximum: 10485760,
  description: "Size of the account's data in bytes, 0 to 10485760 (10 MiB)",
};
const pubkey2 = { type: "string", description: "Address of the stake account, base-58" };
const epoch = {
  type: "integer",
  description: "Epoch to compute for, at most 512 epochs back; the current one by default",
};
const minContextSlot2 = {
  type: "integer",
  description:
    "Lowest slot that the answering node must have reached, else error -32016; pass context.slot of an earlier answer so as never to read older state",
};
const sortResults3 = {
  type: "boolean",
  description: "Sort the answer by address; true by default, false spares the node work",
};
const slot = { type: "integer", description: "Number of the slot, which is not a block height" };
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
  description: "Newest transaction version to accept, 0 when absent",
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
  description: "Slots to count, both ends included; the current epoch when absent",
};
const identity = { type: "string", description: "Identity of the one validator to count" };
const limit2 = { type: "integer", maximum: 5000, description: "How many slots: 0 to 5000" };
const slot2 = {
  type: "integer",
  description:
    "Slot number: one turn (about 0.4 s) of one leader; not a block height, since turns can pass without a block",
};
const maxSupportedTransactionVersion2 = {
  type: "integer",
  maximum: 255,
  description:
    "Newest transaction version that the caller understands; a newer one in the answer gives error -32015; when absent only legacy transactions are allowed and `version` is left out",
};
const endSlot2 = {
  type: "integer",
  description: "Last slot of the range, included; at most 500000 above startSlot",
};
const slot3 = { type: "integer", description: "Any slot of the epoch; the current epoch when absent" };
const identity2 = {
  type: "string",
  description: "Identity address of the one validator to list; all when absent",
};
const keyByVoteAccount = {
  type: "boolean",
  description: "Key the schedule by vote account, false by default",
};
const votePubkey = {
  type: "string",
  description: "Address of the one vote account to list; all when absent",
};
const keepUnstakedDelinquents = {
  type: "boolean",
  description: "List delinquent accounts without stake too, false by default",
};
const delinquentSlotDistance = {
  type: "integer",
  description: "Slots without a vote that make a validator delinquent, 128 by default",
};
const limit3 = { type: "integer", maximum: 720, description: "How many samples: 0 to 720; 720 when absent" };
const addresses = {
  type: "array",
  items: { type: "string" },
  description: "Addresses of stake or vote accounts, at most 32",
};
const epoch2 = { type: "integer", description: "Epoch of the reward; the last whole one when absent" };
const accountAddress = {
  type: "string",
  description: "Address of the token account (not of its owner), base-58",
};
const delegateAddress = { type: "string", description: "Address of the delegate, base-58" };
const mint = { type: "string", description: "Mint of the one token to list" };
const programId2 = {
  type: "string",
  description:
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA (classic) or TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb (2022)",
};
const ownerAddress = {
  type: "string",
  description: "Address of the wallet that owns the token accounts, base-58",
};
const mint2 = { type: "string", description: "Address of the mint (the token type), base-58" };
const id = { type: "string", description: "Id of the asset, which is its mint's address" };
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
  description: "Order: {sortBy, sortDirection}",
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
const tokenType = { type: "string", description: 'Class of token, such as "fungible" or "nonFungible"' };
const ownerType = { enum: ["single", "token"] };
const creatorAddress2 = { type: "string", description: "Address of a creator, base-58" };
const creatorVerified = { type: "boolean", description: "Whether a creator must have signed" };
const grouping = {
  type: "array",
  items: { type: "string" },
  minItems: 2,
  maxItems: 2,
  description: 'Group as a pair: ["collection", its address]',
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
const mintAddress2 = { type: "string", description: "Mint whose token accounts to list, base-58" };
const ownerAddress4 = { type: "string", description: "Wallet whose token accounts to list, base-58" };
const limit7 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most token accounts to return at once, 1 to 1000; 1000 by default",
};
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
const before2 = { type: "string", description: "Go back in time from this signature" };
const until = { type: "string", description: "Stop before this signature" };
const signatures = {
  type: "array",
  items: { type: "string" },
  maxItems: 256,
  description: "Signatures of the transactions, base-58, at most 256",
};
const searchTransactionHistory = {
  type: "boolean",
  description: "Look beyond the last two minutes, false by default",
};
const addresses2 = {
  type: "array",
  items: { type: "string" },
  maxItems: 128,
  description: "Accounts that the transaction will write, at most 128",
};
const percentile = {
  type: "integer",
  maximum: 10000,
  description: "Share of transactions in hundredths of a percent; some nodes refuse it",
};
const transaction = { type: "string", description: "The encoded transaction, signed or not" };
const encoding3 = { enum: ["base58", "base64", "binary"] };
const replaceRecentBlockhash = {
  type: "boolean",
  description: "Run with the newest blockhash; not together with sigVerify",
};
const accounts = {
  type: "object",
  required: ["addresses"],
  properties: {
    addresses: { type: "array", items: { type: "string" } },
    encoding: { enum: ["base64", "base64+zstd", "jsonParsed"] },
  },
  description: "Accounts to return as they are after the run: {addresses}",
};
const sigVerify = {
  type: "boolean",
  description: "Check the signatures; not together with replaceRecentBlockhash",
};
const innerInstructions = {
  type: "boolean",
  description: "List the instructions that programs called, false by default",
};
const innerInstructionsEncoding = { enum: ["json", "jsonParsed"] };
const transaction2 = { type: "string", description: "The signed and encoded transaction" };
const skipPreflight = {
  type: "boolean",
  description: "Send without simulating; a failing transaction then costs its fee",
};
const maxRetries = { type: "integer", description: "How often the node sends it again" };
const minContextSlot3 = { type: "integer", description: "Slot at which the blockhash was fetched" };
const validatorAcls = {
  type: "array",
  items: { type: "string" },
  description: "Lists of validators that may get the transaction",
};
const before3 = {
  type: "string",
  description:
    "Start after this signature and go back in time; pass the last signature of a page to get the next page; the newest transaction when absent",
};
const until2 = {
  type: "string",
  description: "Stop before this signature, which is left out; the start of the history when absent",
};
const blockhash = { type: "string", description: "Blockhash to ask about, base-58" };
const minContextSlot4 = {
  type: "integer",
  description:
    "Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state",
};
const message = {
  type: "string",
  description: "Serialized transaction message (without signatures), base64",
};
const blockhash2 = { type: "string", description: "Blockhash to check, base-58" };
const excludeNonCirculatingAccountsList = {
  type: "boolean",
  description: "Leave out the list of accounts, which is long",
};
const pubkey3 = { type: "string", description: "Address that receives the lamports, base-58" };
const lamports = { type: "integer", description: "Amount in lamports; 1000000000 is one native token" };
const recentBlockhash = { type: "string", description: "Blockhash for the faucet's transaction" };
const networkId = { type: "string", description: "Id of the network, as listSvmNetworks gives it" };
const rpcUrl = {
  type: "string",
  description: "Address of the node: https, reachable from the public internet",
};

/** Options that many tools share, explained: the tools themselves only name them, so tell them to the model once. */
export const toolGlossary: Readonly<Record<string, string>> = {
  commitment: 'How settled the state must be; "confirmed" suits most questions',
  encoding: "Form of the data; fields by name when absent, where they are known",
  dataSlice: "Only length bytes of the data from byte offset on, which gives no named fields",
  minContextSlot: "Lowest slot that the node must have reached",
  limit: "Most assets to return at once, 1 to 1000; 1000 by default",
  options: "Switches of the index, such as {showFungible: true}",
  page: "Number of the page, from 1; not together with before, after or cursor",
  before: "Key before which the page ends; not together with page or cursor",
  after: "Last key of the page before; not together with page or cursor",
  cursor: "cursor of the page before; not together with page",
};

/** Every tool, in the order of the document. */
export const tools: readonly ToolDescriptor[] = [
  {
    name: "getAccountInfo",
    title: "Get account",
    description:
      "Reads one account: balance in lamports, owning program, and data as named fields where the program is well known. value is null when there is no such account. For the balance alone use getBalance, for several accounts getMultipleAccounts.",
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
    words:
      "account info details data look up address what is this address inspect wallet program state read contents",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","encoding":"base64"}',
  },
  {
    name: "getBalance",
    title: "Get balance",
    description:
      "Reads the native balance of an account in lamports; divide by 10^9 for whole tokens (SOL). An account that does not exist has 0. Other tokens are not counted: use getTokenAccountsByOwner.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey, commitment: commitment, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    words: "balance sol how much money lamports native coins wallet funds has",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getMultipleAccounts",
    title: "Get several accounts",
    description:
      "Reads up to 100 accounts in one call, all from the same slot. value holds one entry for each address in order, null where there is no account.",
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
    words: "several many accounts at once batch balances addresses together",
    example:
      '{"pubkeys":["vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg","4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"],"commitment":"confirmed"}',
  },
  {
    name: "getProgramAccounts",
    title: "List accounts of a program",
    description:
      "Lists the accounts that a program owns and that meet every filter. Slow and large: give filters, or dataSlice {offset: 0, length: 0} for the addresses alone. For a wallet's tokens use getTokenAccountsByOwner instead.",
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
    words: "all accounts owned by program contract list filter memcmp scan",
    example:
      '{"programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","filters":[{"dataSize":165},{"memcmp":{"offset":32,"bytes":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}}],"encoding":"base64","dataSlice":{"offset":0,"length":0}}',
  },
  {
    name: "getLargestAccounts",
    title: "Get largest accounts",
    description:
      "Lists the 20 accounts with the most lamports. Many nodes switch it off. For the largest holders of another token use getTokenLargestAccounts.",
    inputSchema: {
      type: "object",
      properties: { commitment: commitment, filter: filter, sortResults: sortResults2 },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    words: "richest wallets whales top accounts most sol native rich list",
    example: '{"commitment":"finalized","filter":"circulating"}',
  },
  {
    name: "getMinimumBalanceForRentExemption",
    title: "Get minimum balance of an account",
    description:
      "Computes the least balance in lamports with which an account of dataSize bytes is kept for good (its rent deposit). A wallet has 0 bytes, a token account 165, a token mint 82.",
    inputSchema: {
      type: "object",
      properties: { dataSize: dataSize, commitment: commitment },
      required: ["dataSize"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    words: "rent exempt deposit cost to create open an account minimum balance storage fee",
    example: '{"dataSize":50}',
  },
  {
    name: "getStakeActivation",
    title: "Get stake activation",
    description:
      "Deprecated. Returns the state of a stake account in an epoch (active, inactive, activating or deactivating) and its active and inactive lamports (may exceed 2^53). Stake warms up and cools down over epochs, so both can be above 0. Nodes dropped this method in version 2; the gateway computes it from the account, the stake history and the clock. An account that is missing or holds no stake, an epoch to come, and one more than 512 epochs back are refused with -32602. Who the stake is delegated to, getAccountInfo shows with jsonParsed.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey2, commitment: commitment, epoch: epoch, minContextSlot: minContextSlot2 },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    hidden: true,
    example: '{"pubkey":"CYRJWqiSjLitBAcRxPvWpgX3s5TvmN2SuRY3eEYypFvT"}',
  },
  {
    name: "getAccountOwner",
    title: "Get owner of an account",
    description:
      "Reads which program owns an account, without its data: the system program for a wallet, a token program for a token account or mint. null when there is no account. It does not say who holds tokens: read the token account with getAccountInfo.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey, commitment: commitment, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    words: "owner of account which program owns controls type wallet or program",
    example: '{"pubkey":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"}',
  },
  {
    name: "getAccountInfoAndContext",
    title: "Get account with context",
    description:
      "The same as getAccountInfo, under the name that some client libraries use: the account (balance in lamports, owning program, data in the chosen encoding) in `value`, null when it does not exist, and in `context` the slot of the state that was read. Prefer getAccountInfo in new code.",
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
    hidden: true,
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","encoding":"base64"}',
  },
  {
    name: "getBalanceAndContext",
    title: "Get balance with context",
    description:
      "The same as getBalance, under the name that some client libraries use: the balance in lamports (10^9 lamports are one native token; may exceed 2^53) in `value`, 0 for an account that does not exist, and in `context` the slot of the state that was read. Prefer getBalance in new code.",
    inputSchema: {
      type: "object",
      properties: { pubkey: pubkey, commitment: commitment, minContextSlot: minContextSlot },
      required: ["pubkey"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    hidden: true,
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getMultipleAccountsAndContext",
    title: "Get several accounts with context",
    description:
      "The same as getMultipleAccounts, under the name that some client libraries use: `value` holds one entry for each address in the order of the request, null where there is no account, and `context` the one slot from which all of them were read. Prefer getMultipleAccounts in new code.",
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
    hidden: true,
    example:
      '{"pubkeys":["vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg","4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA"],"commitment":"confirmed"}',
  },
  {
    name: "getProgramAccountsAndContext",
    title: "List accounts of a program with context",
    description:
      "The same as getProgramAccounts with withContext: `value` holds all accounts owned by the program that meet every filter, sorted by address, and `context` the slot of the state that was read. Slow and large: give filters, or dataSlice {offset: 0, length: 0} to list the addresses alone; many public nodes refuse it for busy programs.",
    inputSchema: {
      type: "object",
      properties: {
        program_id: programId,
        filters: filters,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
        sortResults: sortResults3,
      },
      required: ["program_id"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    hidden: true,
    example:
      '{"program_id":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","filters":[{"dataSize":165},{"memcmp":{"offset":32,"bytes":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}}],"encoding":"base64","dataSlice":{"offset":0,"length":0}}',
  },
  {
    name: "getBlock",
    title: "Get block",
    description:
      'Reads the block of a slot: hash, parent, height, time, and its transactions as far as transactionDetails asks. A full block is megabytes: ask for "signatures" or "none". A slot without a block is an error. Find slots that hold blocks with getBlocks.',
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
    words: "block contents transactions in a block blockhash what happened in slot",
    example:
      '{"slot":430,"commitment":"confirmed","encoding":"json","transactionDetails":"none","rewards":false}',
  },
  {
    name: "getBlocks",
    title: "List blocks between slots",
    description:
      "Lists the slots from start_slot to end_slot in which a block was produced, at most 500000 slots apart. For a fixed number of blocks use getBlocksWithLimit.",
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
    words: "list blocks between two slots range which slots have blocks",
    example: '{"start_slot":5,"end_slot":10}',
  },
  {
    name: "getBlocksWithLimit",
    title: "List next blocks",
    description:
      "Lists the slots of the first limit blocks at or after start_slot. To end at a slot instead use getBlocks.",
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
    words: "next blocks after slot first n blocks list",
    example: '{"start_slot":5,"limit":3}',
  },
  {
    name: "getBlockTime",
    title: "Get block time",
    description:
      "Reads when the block of a slot was produced, in seconds since 1970 (UTC). null when no time is recorded.",
    inputSchema: { type: "object", properties: { slot: slot }, required: ["slot"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "when time date timestamp of block slot produced",
    example: '{"slot":5}',
  },
  {
    name: "getBlockHeight",
    title: "Get block height",
    description:
      "Reads how many blocks precede the newest one. Compare it with lastValidBlockHeight of getLatestBlockhash to learn whether a transaction has expired; slots count differently (getSlot).",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "block height number how many blocks count current expired",
    example: "{}",
  },
  {
    name: "getBlockCommitment",
    title: "Get block commitment",
    description:
      "Reads how much stake, in lamports, has voted on the block of a slot. Known for the newest few dozen slots only. For whether a transaction is final use getSignatureStatuses.",
    inputSchema: { type: "object", properties: { slot: slot }, required: ["slot"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "votes stake voted on block commitment lockout",
    example: '{"slot":5}',
  },
  {
    name: "getBlockProduction",
    title: "Get block production",
    description:
      "Counts, by validator, the slots it led and the blocks it produced in a range of slots, the current epoch by default. Give identity for one validator.",
    inputSchema: { type: "object", properties: { commitment: commitment, range: range, identity: identity } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "blocks produced validator skipped slots skip rate missed performance of validator",
    example:
      '{"commitment":"confirmed","range":{"firstSlot":0,"lastSlot":9887},"identity":"85iYT5RuzRTDgjyRa3cP8SYhM2j21fj7NhfJ3peu1DPr"}',
  },
  {
    name: "getSlot",
    title: "Get slot",
    description:
      "Reads the number of the newest slot. A slot is one turn of a leader, about 0.4 seconds. For slot, epoch and height together use getEpochInfo.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "current slot latest newest now position",
    example: '{"commitment":"processed"}',
  },
  {
    name: "getSlotLeader",
    title: "Get slot leader",
    description:
      "Reads the identity of the validator that leads the newest slot. Ask with commitment processed for who leads now. For coming slots use getSlotLeaders.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "current leader who is producing blocks now validator turn",
    example: '{"commitment":"processed"}',
  },
  {
    name: "getSlotLeaders",
    title: "Get slot leaders",
    description:
      "Lists the identities of the validators that lead limit slots from startSlot on, one for each slot. For a whole epoch use getLeaderSchedule.",
    inputSchema: {
      type: "object",
      properties: { startSlot: startSlot, limit: limit2 },
      required: ["startSlot", "limit"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "next upcoming leaders who will lead produce coming slots validators",
    example: '{"startSlot":100,"limit":2}',
  },
  {
    name: "getFirstAvailableBlock",
    title: "Get first available block",
    description:
      "Reads the slot of the oldest block that the node can return. Blocks below it are errors on this node.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "oldest earliest block available history how far back first",
    example: "{}",
  },
  {
    name: "minimumLedgerSlot",
    title: "Get minimum ledger slot",
    description:
      "Reads the lowest slot of which the node itself still holds data, long-term storage left out. To learn how far back blocks can be read use getFirstAvailableBlock.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "lowest oldest slot kept on node ledger disk minimum purged",
    example: "{}",
  },
  {
    name: "getGenesisHash",
    title: "Get genesis hash",
    description:
      "Reads the hash of the ledger's start, which differs on every network and never changes. Use it to check which network a node belongs to.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    words: "genesis hash which network chain identify cluster id",
    example: "{}",
  },
  {
    name: "getConfirmedBlock",
    title: "Get confirmed block (legacy)",
    description:
      "Deprecated. Returns what getBlock returns. Nodes dropped this method in version 2; the gateway asks getBlock with the parameters as given. Unlike getBlock, it allows no transaction version by itself: a block that holds a version 0 transaction gives -32015 unless `maxSupportedTransactionVersion` is given. Time in seconds since 1970; null, errors and sizes as of getBlock. New programs should call getBlock.",
    inputSchema: {
      type: "object",
      properties: {
        slot: slot2,
        commitment: commitment2,
        encoding: encoding2,
        transactionDetails: transactionDetails,
        rewards: rewards,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion2,
      },
      required: ["slot"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    hidden: true,
    example:
      '{"slot":430,"commitment":"confirmed","encoding":"json","transactionDetails":"none","rewards":false}',
  },
  {
    name: "getConfirmedBlocks",
    title: "List confirmed blocks between slots (legacy)",
    description:
      "Deprecated. Returns what getBlocks returns: the slots between two slots, both included and ascending, that hold a confirmed block; at most 500000 slots, an empty array when there is none. Nodes dropped this method in version 2; the gateway asks getBlocks. New programs should call getBlocks.",
    inputSchema: {
      type: "object",
      properties: { startSlot: startSlot, endSlot: endSlot2, commitment: commitment2 },
      required: ["startSlot"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    hidden: true,
    example: '{"startSlot":5,"endSlot":10}',
  },
  {
    name: "getConfirmedBlocksWithLimit",
    title: "List next confirmed blocks (legacy)",
    description:
      "Deprecated. Returns what getBlocksWithLimit returns: the slots of the first `limit` confirmed blocks at or after `startSlot`, ascending, fewer at the head of the ledger. Nodes dropped this method in version 2; the gateway asks getBlocksWithLimit. New programs should call getBlocksWithLimit.",
    inputSchema: {
      type: "object",
      properties: { startSlot: startSlot2, limit: limit, commitment: commitment2 },
      required: ["startSlot", "limit"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Block",
    hidden: true,
    example: '{"startSlot":5,"limit":3}',
  },
  {
    name: "getHealth",
    title: "Check node health",
    description:
      'Says "ok" when the answering node is healthy; a node that is behind answers error -32005 with how many slots. With network "all" it checks every enabled network at once.',
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "healthy health up running working status alive is it down ok online",
    example: "{}",
  },
  {
    name: "getVersion",
    title: "Get node version",
    description: "Reads the software version and feature set of the answering node.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "version software release node running which build",
    example: "{}",
  },
  {
    name: "getIdentity",
    title: "Get node identity",
    description: "Reads the identity address of the answering node.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "identity public key of this node who am i node id",
    example: "{}",
  },
  {
    name: "getClusterNodes",
    title: "List nodes of the network",
    description:
      "Lists every node known from gossip: identity, addresses of its services, software version. Thousands of entries on a large network. For stake and votes use getVoteAccounts.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "nodes in the cluster peers gossip ip addresses servers of network",
    example: "{}",
  },
  {
    name: "getLeaderSchedule",
    title: "Get leader schedule",
    description:
      "Lists the slots that validators lead in an epoch, counted from the epoch's first slot. Very large: give identity for one validator, or use getSlotLeaders for a few slots.",
    inputSchema: {
      type: "object",
      properties: {
        slot: slot3,
        commitment: commitment,
        identity: identity2,
        keyByVoteAccount: keyByVoteAccount,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "leader schedule epoch when will validator lead its slots",
    example: '{"commitment":"confirmed","identity":"4Qkev8aNZcqFNSRhQzwyLMFSsi94jHqE8WNVTJzTP99F"}',
  },
  {
    name: "getVoteAccounts",
    title: "List vote accounts",
    description:
      "Lists validators by vote account, current and delinquent: identity, stake in lamports, commission, newest vote. About 1 MB on a large network: give votePubkey for one.",
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
    words: "validators list stake commission delinquent votes vote accounts voting",
    example: '{"commitment":"confirmed","votePubkey":"3ZT31jkAGhUaw8jsy4bTknwBMP8i4Eueh52By4zXcsVw"}',
  },
  {
    name: "getHighestSnapshotSlot",
    title: "Get highest snapshot slot",
    description: "Reads the slots of the newest snapshots that the answering node keeps.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "snapshot newest highest full incremental",
    example: "{}",
  },
  {
    name: "getMaxRetransmitSlot",
    title: "Get newest retransmitted slot",
    description:
      "Reads the newest slot of which the node has passed on pieces of a block. For operators of nodes; for the newest slot use getSlot.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "retransmit slot shreds turbine node stage",
    example: "{}",
  },
  {
    name: "getMaxShredInsertSlot",
    title: "Get newest stored slot",
    description:
      "Reads the newest slot of which the node has stored pieces of a block. For operators of nodes; for the newest slot use getSlot.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "shred insert slot stored pieces blockstore",
    example: "{}",
  },
  {
    name: "getRecentPerformanceSamples",
    title: "List performance samples",
    description:
      "Reads samples of the network's load, one a minute, newest first. Transactions a second are numTransactions / samplePeriodSecs; the slot time is samplePeriodSecs / numSlots.",
    inputSchema: { type: "object", properties: { limit: limit3 } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "tps transactions per second speed throughput performance busy how fast load congestion",
    example: '{"limit":1}',
  },
  {
    name: "getSnapshotSlot",
    title: "Get snapshot slot (legacy)",
    description:
      "Deprecated. Returns the slot of the newest full snapshot that the node keeps; a node without one answers error -32008. Nodes dropped this method in version 2; the gateway asks getHighestSnapshotSlot and returns its `full`. New programs should call getHighestSnapshotSlot, which names the incremental snapshot too.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    hidden: true,
    example: "{}",
  },
  {
    name: "getEpochInfo",
    title: "Get epoch info",
    description:
      "Reads where the ledger stands: epoch, slots done of it, slot, block height, number of transactions. The seconds left of the epoch are about (slotsInEpoch - slotIndex) x 0.4.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    words: "epoch current progress how long until next epoch ends remaining",
    example: '{"commitment":"confirmed"}',
  },
  {
    name: "getEpochSchedule",
    title: "Get epoch schedule",
    description:
      "Reads the rule by which epochs are cut, which never changes on a network. The current epoch is in getEpochInfo.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    words: "epoch schedule length slots per epoch rule warmup how long is an epoch",
    example: "{}",
  },
  {
    name: "getInflationGovernor",
    title: "Get inflation governor",
    description:
      "Reads the parameters of inflation as fractions a year: initial, terminal, taper, foundation. The current rate is in getInflationRate.",
    inputSchema: { type: "object", properties: { commitment: commitment } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    words: "inflation parameters governor schedule taper terminal initial",
    example: "{}",
  },
  {
    name: "getInflationRate",
    title: "Get inflation rate",
    description:
      "Reads the inflation of the current epoch as fractions a year: total, and the parts for validators and foundation.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Epoch and Inflation",
    words: "inflation rate current percent yearly issuance apy new coins",
    example: "{}",
  },
  {
    name: "getInflationReward",
    title: "List inflation rewards",
    description:
      "Reads the staking reward, in lamports, that each address got for one epoch, null where it got none. addresses are stake or vote accounts, not wallets.",
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
    words: "staking rewards earned reward paid stake income how much did my stake earn",
    example: '{"addresses":["6dmNQ5jwLeLk5REvio1JcMshcbvkYMwy26sJ8pbkvStu"],"epoch":2}',
  },
  {
    name: "getTokenAccountBalance",
    title: "Get token account balance",
    description:
      "Reads the balance of one token account: uiAmountString is readable, amount counts smallest units. Give the token account's own address, not the wallet's; find it with getTokenAccountsByOwner.",
    inputSchema: {
      type: "object",
      properties: { accountAddress: accountAddress, commitment: commitment },
      required: ["accountAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "token balance of a token account amount usdc spl",
    example: '{"accountAddress":"7fUAJdStEuGbc3sM84cKRL6yYaaSstyLSU4ve5oovLS7"}',
  },
  {
    name: "getTokenAccountsByDelegate",
    title: "List token accounts by delegate",
    description:
      "Lists the token accounts whose tokens a delegate may spend. Without mint and programId both token programs are asked.",
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
    words: "delegate approved allowance spend delegated token accounts permission",
    example:
      '{"delegateAddress":"4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T","programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","commitment":"confirmed"}',
  },
  {
    name: "getTokenAccountsByOwner",
    title: "List token accounts by owner",
    description:
      "Lists what tokens a wallet holds, with mint and amount of each. Without mint and programId both token programs are asked. Give mint for one token. The native balance is in getBalance.",
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
    words:
      "what tokens does wallet hold own portfolio holdings token balances usdc spl coins list of wallet nfts",
    example:
      '{"ownerAddress":"A1TMhSGzQxMr1TboBKtgixKz1sS6REASMxPo1qsyTSJd","mint":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","commitment":"confirmed","encoding":"jsonParsed"}',
  },
  {
    name: "getTokenLargestAccounts",
    title: "Get largest token accounts",
    description:
      "Lists the 20 largest accounts of a token with their amounts. The owner of each is in getAccountInfo of the account. For all of them use getTokenAccountsByMint.",
    inputSchema: { type: "object", properties: { mint: mint2, commitment: commitment }, required: ["mint"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "largest biggest top holders of a token whales who holds most",
    example: '{"mint":"3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E"}',
  },
  {
    name: "getTokenSupply",
    title: "Get token supply",
    description:
      "Reads how many tokens of a mint exist: uiAmountString is readable, amount counts smallest units. For the native token use getSupply.",
    inputSchema: { type: "object", properties: { mint: mint2, commitment: commitment }, required: ["mint"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "token supply total how many tokens exist minted decimals of mint",
    example: '{"mint":"3wyAj7Rt1TWVPZVteFJPLa26JmLvdb1CAKEFZm3NY75E"}',
  },
  {
    name: "getTokenAccountsByMint",
    title: "List token accounts by mint",
    description:
      "Lists every account of a token, empty ones included. Slow and often refused for popular tokens: prefer getTokenLargestAccounts, or getTokenSupply for the sum.",
    inputSchema: {
      type: "object",
      properties: {
        mint: mint2,
        programId: programId2,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
      },
      required: ["mint"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "all holders of a token mint everyone who holds accounts",
    example: '{"mint":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"}',
  },
  {
    name: "getAsset",
    title: "Get asset",
    description:
      "Reads one NFT or other asset from an index: name, media, owner, creators, collection, royalty. It finds compressed assets too. Needs a node with an asset index; others answer -32601.",
    inputSchema: { type: "object", properties: { id: id, options: options }, required: ["id"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "nft asset metadata image collectible digital details",
    providers: ["das"],
    example: '{"id":"F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk"}',
  },
  {
    name: "getAssetBatch",
    title: "Get several assets",
    description:
      "Reads up to 1000 assets by id, in order, null where unknown. Needs a node with an asset index; others answer -32601.",
    inputSchema: { type: "object", properties: { ids: ids, options: options }, required: ["ids"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "several nfts many assets batch metadata",
    providers: ["das"],
    example: '{"ids":["F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk"]}',
  },
  {
    name: "getAssetProof",
    title: "Get asset proof",
    description:
      "Reads the proof that a transaction must carry to move or burn a compressed asset. Fetch it right before use. Needs a node with an asset index; others answer -32601.",
    inputSchema: { type: "object", properties: { id: id2 }, required: ["id"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "merkle proof compressed nft cnft tree leaf",
    providers: ["das"],
    example: '{"id":"Cp5z3YcosBzHYcSWuEkxpfufAvaSuBRvN5yt8BcjDu4j"}',
  },
  {
    name: "getAssetProofBatch",
    title: "Get several asset proofs",
    description:
      "Reads the proofs of several compressed assets, keyed by id. Needs a node with an asset index; others answer -32601.",
    inputSchema: { type: "object", properties: { ids: ids2 }, required: ["ids"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "merkle proofs several compressed nfts batch",
    providers: ["das"],
    example: '{"ids":["Cp5z3YcosBzHYcSWuEkxpfufAvaSuBRvN5yt8BcjDu4j"]}',
  },
  {
    name: "getAssetsByOwner",
    title: "List assets by owner",
    description:
      "Lists the NFTs and other assets of a wallet in pages, compressed ones included. For token balances from the ledger itself use getTokenAccountsByOwner. Needs a node with an asset index; others answer -32601.",
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
    words: "nfts of wallet collectibles owned assets my nfts belongs to",
    providers: ["das"],
    example: '{"ownerAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getAssetsByAuthority",
    title: "List assets by authority",
    description:
      "Lists the assets whose metadata an address may change, in pages. Needs a node with an asset index; others answer -32601.",
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
    words: "assets nfts update authority may change project",
    providers: ["das"],
    example: '{"authorityAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getAssetsByCreator",
    title: "List assets by creator",
    description:
      "Lists the assets that name an address as creator, in pages; set onlyVerified for those that the creator signed. Needs a node with an asset index; others answer -32601.",
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
    words: "nfts made by creator artist minted assets",
    providers: ["das"],
    example: '{"creatorAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getAssetsByGroup",
    title: "List assets by group",
    description:
      "Lists the assets of a group, in practice a collection, in pages. Needs a node with an asset index; others answer -32601.",
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
    words: "nfts in a collection group assets members",
    providers: ["das"],
    example:
      '{"groupKey":"collection","groupValue":"5nZULErys2JZF2HdRyouYmUmCBDLNzsWnxDpN3c985be","limit":1,"page":1}',
  },
  {
    name: "searchAssets",
    title: "Search assets",
    description:
      "Finds assets by one or more conditions, in pages. For a single condition the list tools are faster. Needs a node with an asset index; others answer -32601.",
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
    words: "search find nfts assets by conditions filter burnt frozen",
    providers: ["das"],
    example: '{"ownerAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"page":1}',
  },
  {
    name: "getSignaturesForAsset",
    title: "List transactions of an asset",
    description:
      "Lists the transactions of a compressed asset, newest first. Give id, or tree and leafIndex together. Needs a node with an asset index; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: {
        id: id3,
        limit: limit5,
        page: page,
        before: before,
        after: before,
        cursor: before,
        sortDirection: sortDirection,
        tree: tree2,
        leafIndex: leafIndex,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "history of nft compressed asset transactions transfers",
    providers: ["das"],
    example: '{"id":"F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk","limit":1,"page":1}',
  },
  {
    name: "getNftEditions",
    title: "List editions of a collectible",
    description:
      "Lists the prints of a master edition, with how many were made and may be made. Needs a node with an asset index; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: {
        mintAddress: mintAddress,
        limit: limit6,
        page: page,
        before: before,
        after: before,
        cursor: before,
      },
      required: ["mintAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "nft editions prints copies master edition",
    providers: ["das"],
    example: '{"mintAddress":"F9Lw3ki3hJ7PF9HQXsBzoY8GyE6sPoEZZdXJBsTTD2rk","limit":1,"page":1}',
  },
  {
    name: "getTokenAccounts",
    title: "List token accounts from the index",
    description:
      "Lists token accounts from an index by mintAddress, ownerAddress or both, in pages. Give at least one of them. For the ledger's own word use getTokenAccountsByOwner. Needs a node with an asset index; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: {
        mintAddress: mintAddress2,
        ownerAddress: ownerAddress4,
        limit: limit7,
        page: page,
        before: before,
        after: before,
        cursor: before,
        options: options,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "token accounts index pages holders of mint",
    providers: ["das"],
    example: '{"mintAddress":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","limit":1,"page":1}',
  },
  {
    name: "getTransaction",
    title: "Get transaction",
    description:
      "Reads a transaction by its signature: slot, time, instructions, and meta with err (null when it succeeded), fee, balances before and after, logs. null means that the node does not know it. Find signatures with getSignaturesForAddress.",
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
    words: "transaction details what happened why did it fail failed error logs look up signature receipt",
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","commitment":"confirmed","encoding":"json","maxSupportedTransactionVersion":0}',
  },
  {
    name: "getSignaturesForAddress",
    title: "List transactions of an address",
    description:
      "Lists the transactions that name an address, newest first, with slot, err and time. Up to 1000 a call; pass the last signature as before for the next page. Read one with getTransaction.",
    inputSchema: {
      type: "object",
      properties: {
        address: address,
        limit: limit8,
        before: before2,
        until: until,
        commitment: commitment2,
        minContextSlot: minContextSlot,
      },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    words: "transaction history of wallet address recent activity list transactions past payments last",
    example: '{"address":"Vote111111111111111111111111111111111111111","limit":1}',
  },
  {
    name: "getSignatureStatuses",
    title: "Check transaction statuses",
    description:
      "Reads whether transactions landed: err, confirmationStatus, or null where unknown. Poll it after sendTransaction. Set searchTransactionHistory for transactions older than two minutes.",
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
    words: "did my transaction go through confirmed landed status finalized pending check",
    example:
      '{"signatures":["5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW"],"searchTransactionHistory":true}',
  },
  {
    name: "getTransactionCount",
    title: "Count transactions",
    description:
      "Reads how many transactions the ledger has processed since its start. For transactions a second use getRecentPerformanceSamples.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    words: "how many transactions ever total count number",
    example: "{}",
  },
  {
    name: "getRecentPrioritizationFees",
    title: "List recent priority fees",
    description:
      "Reads the priority fees that recent transactions paid, in micro-lamports for each compute unit. Pass as addresses the accounts that yours will write, and offer somewhat more than the higher values.",
    inputSchema: { type: "object", properties: { addresses: addresses2, percentile: percentile } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    words: "priority fee gas price tip how much to pay recommended fees congestion faster",
    example: '{"addresses":["CxELquR1gPP8wHe33gZ4QxqGB3sZ9RSwsJ2KshVewkFY"]}',
  },
  {
    name: "simulateTransaction",
    title: "Simulate transaction",
    description:
      "Runs a transaction without sending it: shows whether it would fail, its logs and compute units. Nothing is paid or recorded. Use it before sendTransaction.",
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
    words: "simulate dry run test transaction would it fail compute units estimate preview without sending",
    example:
      '{"transaction":"AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA=","commitment":"confirmed","encoding":"base64","replaceRecentBlockhash":true}',
  },
  {
    name: "sendTransaction",
    title: "Send transaction",
    description:
      "Sends a transaction that the person has signed elsewhere; gives its signature. It moves real funds and can't be undone. Success means queued: watch it with getSignatureStatuses. Run simulateTransaction first.",
    inputSchema: {
      type: "object",
      properties: {
        transaction: transaction2,
        encoding: encoding3,
        skipPreflight: skipPreflight,
        preflightCommitment: commitment,
        maxRetries: maxRetries,
        minContextSlot: minContextSlot3,
        validatorAcls: validatorAcls,
      },
      required: ["transaction"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    category: "Transaction",
    asks: "It hands a signed transaction to the network; it moves real funds and can't be undone.",
    words: "send submit transfer money pay broadcast transaction sol tokens move swap",
    example:
      '{"transaction":"AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA=","encoding":"base64","skipPreflight":false,"preflightCommitment":"confirmed"}',
  },
  {
    name: "getConfirmedSignaturesForAddress2",
    title: "List transactions of an address (legacy)",
    description:
      "Deprecated. Returns what getSignaturesForAddress returns: the signatures of the confirmed transactions that name an address, newest first, up to 1000 a call; pass the last one as `before` for the next page. Nodes dropped this method in version 2; the gateway asks getSignaturesForAddress. New programs should call getSignaturesForAddress.",
    inputSchema: {
      type: "object",
      properties: {
        address: address,
        limit: limit8,
        before: before3,
        until: until2,
        commitment: commitment2,
      },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    hidden: true,
    example: '{"address":"Vote111111111111111111111111111111111111111","limit":1}',
  },
  {
    name: "getConfirmedTransaction",
    title: "Get transaction (legacy)",
    description:
      "Deprecated. Returns what getTransaction returns, null where the node asked does not know the signature. Nodes dropped this method in version 2; the gateway asks getTransaction with the parameters as given. Unlike getTransaction, it allows no transaction version by itself: a version 0 transaction gives error -32015 unless maxSupportedTransactionVersion is given. New programs should call getTransaction.",
    inputSchema: {
      type: "object",
      properties: {
        signature: signature,
        commitment: commitment2,
        encoding: encoding2,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion2,
        minContextSlot: minContextSlot2,
      },
      required: ["signature"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    hidden: true,
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","encoding":"json"}',
  },
  {
    name: "getRecentBlockhash",
    title: "Get recent blockhash (legacy)",
    description:
      "Deprecated. Returns in `value` a recent blockhash, which every new transaction must carry, and feeCalculator.lamportsPerSignature, the base fee of one signature in lamports (5000 today). Nodes dropped this method in version 2; the gateway answers it from getLatestBlockhash and getFeeForMessage. It does not say when the blockhash expires: new programs should call getLatestBlockhash, which does.",
    inputSchema: { type: "object", properties: { commitment: commitment } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    hidden: true,
    example: "{}",
  },
  {
    name: "getFees",
    title: "Get fees (legacy)",
    description:
      "Deprecated. Returns in `value` a recent blockhash, the base fee of one signature in lamports, lastValidBlockHeight (the block height up to which the blockhash can be used) and lastValidSlot (slot of the answer + 150, inexact: use the height). Nodes dropped this method in version 2; the gateway answers it from getLatestBlockhash and getFeeForMessage. New programs should call getLatestBlockhash, and getFeeForMessage for the fee of their transaction.",
    inputSchema: { type: "object", properties: { commitment: commitment } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    hidden: true,
    example: "{}",
  },
  {
    name: "getFeeCalculatorForBlockhash",
    title: "Get fee of a blockhash (legacy)",
    description:
      "Deprecated. Returns in `value` the base fee of one signature, in lamports, for transactions that carry the blockhash, or null when the blockhash is unknown or has expired (after 150 blocks, about a minute). Nodes dropped this method in version 2; the gateway answers it from isBlockhashValid and getFeeForMessage. New programs should call getFeeForMessage, which gives the fee of a whole transaction, or isBlockhashValid.",
    inputSchema: {
      type: "object",
      properties: { blockhash: blockhash, commitment: commitment, minContextSlot: minContextSlot4 },
      required: ["blockhash"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    hidden: true,
    example: '{"blockhash":"GJxqhuxcgfn5Tcj6y3f8X4FeCDd2RQ6SnEMo1AAxrPRZ"}',
  },
  {
    name: "getFeeRateGovernor",
    title: "Get fee rate governor (legacy)",
    description:
      "Deprecated. Returns in `value` the parameters of a fee market that the ledger has switched off. Nodes dropped this method in version 2 and no call replaces it: apart from the base fee of one signature r, which the gateway asks the network for (5000 lamports today), these are the protocol's fixed values: burnPercent 50, minimum r, target 2 × r, maximum 20 × r, 20000 signatures a slot. Read nothing into them: a signature costs r. For the fee of a transaction call getFeeForMessage.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    hidden: true,
    example: "{}",
  },
  {
    name: "getTransactionWithConfig",
    title: "Get transaction with configuration",
    description:
      "Returns what getTransaction returns, null where the node asked does not know the signature (yet). The gateway asks getTransaction; only the order of the parameters differs, with the encoding before the commitment. Kept for programs that call it by this name; for anything else use getTransaction.",
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
    hidden: true,
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","encoding":"jsonParsed","commitment":"confirmed","maxSupportedTransactionVersion":0}',
  },
  {
    name: "getFeeForMessage",
    title: "Get fee for a message",
    description:
      "Reads what fee in lamports a transaction with this message would cost. It takes the message without signatures. null means that its blockhash has expired.",
    inputSchema: {
      type: "object",
      properties: { message: message, commitment: commitment, minContextSlot: minContextSlot },
      required: ["message"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    words: "fee cost of my transaction how much will it cost message estimate",
    example:
      '{"message":"AQAAAc+X5kAPGggzBchQbyONb9tb4WhKapDRsI50uFHPH5CYBoaFnTjICpchSBhBaRfgv4/KFX5GT5jM/Q/6nfhH29oA","commitment":"processed"}',
  },
  {
    name: "getLatestBlockhash",
    title: "Get latest blockhash",
    description:
      "Reads the newest blockhash, which a transaction needs before it is signed, and the block height until which it is valid (about a minute).",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    words: "recent blockhash latest newest to build sign a transaction",
    example: '{"commitment":"processed"}',
  },
  {
    name: "isBlockhashValid",
    title: "Check a blockhash",
    description:
      "Says whether a blockhash can still be used; false means expired, or not known yet at this commitment.",
    inputSchema: {
      type: "object",
      properties: { blockhash: blockhash2, commitment: commitment, minContextSlot: minContextSlot },
      required: ["blockhash"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    words: "is blockhash still valid expired can i use it",
    example: '{"blockhash":"J7rBdM6AecPDEZp8aPq5iPSNKVkU5Q76F3oAV4eW5wsW","commitment":"processed"}',
  },
  {
    name: "getStakeMinimumDelegation",
    title: "Get minimum stake",
    description:
      "Reads the smallest amount, in lamports, that may be delegated to a validator; the rent deposit comes on top.",
    inputSchema: { type: "object", properties: { commitment: commitment, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    words: "minimum stake delegate smallest amount to stake staking",
    example: "{}",
  },
  {
    name: "getSupply",
    title: "Get supply of the native token",
    description:
      "Reads the supply of the native token in lamports: total, circulating, not circulating. Set excludeNonCirculatingAccountsList to leave out a long list. For another token use getTokenSupply.",
    inputSchema: {
      type: "object",
      properties: {
        commitment: commitment,
        excludeNonCirculatingAccountsList: excludeNonCirculatingAccountsList,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    words: "total supply of sol circulating native coins exist",
    example: '{"commitment":"finalized","excludeNonCirculatingAccountsList":true}',
  },
  {
    name: "requestAirdrop",
    title: "Request an airdrop",
    description:
      "Has a faucet pay test lamports to an address; gives the signature of its transaction, which getSignatureStatuses follows. On development, test and local networks only, and limited to a few tokens at a time.",
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
    words: "airdrop faucet free test sol fund wallet devnet get coins",
    example: '{"pubkey":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","lamports":1000000000}',
  },
  {
    name: "listSvmNetworks",
    title: "List networks",
    description:
      "Lists every network that the gateway knows: id, name, kind, whether enabled. The ids are what the argument network takes.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    category: "Network",
    words: "which networks chains available list devnet mainnet enabled",
    example: "{}",
  },
  {
    name: "enableSvmNetwork",
    title: "Enable a network",
    description:
      'Enables a network, so that calls with network "all" reach it too. A network can be called by its id without this.',
    inputSchema: { type: "object", properties: { network_id: networkId }, required: ["network_id"] },
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    category: "Network",
    words: "enable turn on add network activate",
    example: '{"network_id":"solana-devnet"}',
  },
  {
    name: "disableSvmNetwork",
    title: "Disable a network",
    description:
      'Disables a network, so that calls with network "all" leave it out. It can still be called by its id.',
    inputSchema: { type: "object", properties: { network_id: networkId }, required: ["network_id"] },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    category: "Network",
    asks: "Calls to all networks will leave this network out, for every client of this gateway.",
    words: "disable turn off remove network deactivate",
    example: '{"network_id":"solana-devnet"}',
  },
  {
    name: "setNetworkRpcUrl",
    title: "Set a network's upstream",
    description:
      "Replaces the upstream nodes of a network by one public https address, for every client of this gateway. Only when the person asks for it.",
    inputSchema: {
      type: "object",
      properties: { network_id: networkId, rpc_url: rpcUrl },
      required: ["network_id", "rpc_url"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    category: "Network",
    asks: "All calls to this network will go to the given address, for every client of this gateway.",
    words: "change rpc url endpoint node address provider point set use custom",
    example: '{"network_id":"solana-devnet","rpc_url":"https://devnet.rpc.example.com"}',
  },
];
