// Generated from openrpc.json by codegen/emit/emit-tools.ts; do not edit. Run: npm run generate
// Every ledger and network method as a tool for language models. Texts and schemas are short: a list of all tools must
// leave room for the conversation. Arguments that several tools share are above the list.

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
  maxItems: 100,
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
      {
        type: "object",
        required: ["valueCmp"],
        properties: {
          valueCmp: {
            type: "object",
            required: ["left", "comparator", "right"],
            properties: {
              left: { type: "object" },
              comparator: { enum: ["Eq", "Ne", "Gt", "Ge", "Lt", "Le"] },
              right: { type: "object" },
            },
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
const programId2 = { type: "string", description: "Address of the program, base-58" };
const limit = {
  type: "integer",
  minimum: 1,
  maximum: 10000,
  description: "Most accounts to return at once, 1 to 10000. Default: 10000",
};
const paginationKey = {
  type: "string",
  description: "The paginationKey of the previous answer, to continue after it",
};
const changedSinceSlot = {
  type: "integer",
  description: "List only accounts that changed in this slot or later",
};
const withContext2 = {
  type: "boolean",
  description: "Whether the answer comes as {context, value} with its slot; false by default",
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
  description: "Newest transaction version to accept. Default: every known one",
};
const startSlot = { type: "integer", description: "First slot of the range, included" };
const endSlot = {
  type: "integer",
  description: "Last slot of the range, included; at most 500000 above start_slot",
};
const startSlot2 = { type: "integer", description: "First slot to look at, included" };
const limit2 = {
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
const limit3 = { type: "integer", maximum: 5000, description: "How many slots: 0 to 5000" };
const slot2 = {
  type: "integer",
  description:
    "Slot number: one turn of one leader; not a block height, since turns can pass without a block",
};
const maxSupportedTransactionVersion2 = {
  type: "integer",
  maximum: 255,
  description:
    "Newest transaction version that the caller understands; a newer one in the answer gives error -32015. By default only legacy transactions are allowed, and `version` is left out",
};
const endSlot2 = {
  type: "integer",
  description: "Last slot of the range, included; at most 500000 above startSlot",
};
const slot3 = { type: "integer", description: "Any slot of the epoch; the current epoch when absent" };
const identity2 = {
  type: "string",
  description: "Identity address of the one validator to list. Default: all",
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
const limit4 = { type: "integer", maximum: 720, description: "How many samples: 0 to 720; 720 when absent" };
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
const programId3 = {
  type: "string",
  description:
    "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA (classic) or TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb (2022)",
};
const ownerAddress = {
  type: "string",
  description: "Address of the wallet that owns the token accounts, base-58",
};
const mint2 = { type: "string", description: "Address of the mint (the token type), base-58" };
const programId4 = {
  enum: ["TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA", "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"],
};
const ownerAddress2 = { type: "string", description: "Address of the wallet, base-58" };
const mint3 = { type: "string", description: "Mint of the token, base-58; all when absent" };
const programId5 = { type: "string", description: "Token program, base-58. Default: both" };
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
const limit5 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most assets to return at once, 1 to 1000; 1000 by default",
};
const page = { type: "integer", minimum: 1 };
const before = { type: "string" };
const cursor = { type: "string", description: "cursor of the page before; not together with page" };
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
const limit6 = {
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
const limit7 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most prints to return at once, 1 to 1000; 1000 by default",
};
const mintAddress2 = { type: "string", description: "Mint whose token accounts to list, base-58" };
const ownerAddress4 = { type: "string", description: "Wallet whose token accounts to list, base-58" };
const limit8 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most token accounts to return at once, 1 to 1000; 1000 by default",
};
const groupKey2 = { type: "string", description: "Kind of group, such as collection" };
const groupValue2 = { type: "string", description: "The group: for a collection its address" };
const signature = {
  type: "string",
  description: "Signature of the transaction (its first one, which is its id), base-58",
};
const slot4 = {
  type: "integer",
  description:
    "Slot of the transaction, if you know it: history servers (Superbank) find it faster, and answer null if it is in another slot; other nodes ignore it",
};
const address = { type: "string", description: "Address that the transactions name, base-58" };
const limit9 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "How many signatures at most: 1 to 1000. Default: 1000",
};
const before2 = { type: "string", description: "Go back in time from this signature" };
const until = { type: "string", description: "Stop before this signature" };
const beforeSlot = {
  type: "integer",
  description:
    "Only transactions of slots below this one, instead of `before`; for history servers (Superbank), other nodes ignore it",
};
const untilSlot = {
  type: "integer",
  description:
    "Only transactions of slots above this one, instead of `until`; for history servers (Superbank), other nodes ignore it",
};
const signatures = {
  type: "array",
  items: { type: "string" },
  maxItems: 256,
  description: "Signatures of the transactions, base-58, at most 256",
};
const searchTransactionHistory = {
  type: "boolean",
  description: "Look beyond the last 300 slots, false by default",
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
const signature2 = { type: "string", description: "Signature of the transaction, base-58" };
const before3 = {
  type: "string",
  description:
    "Start after this signature and go back in time; pass the last signature of a page to get the next page. Default: the newest transaction",
};
const until2 = {
  type: "string",
  description: "Stop before this signature, which is left out. Default: the start of the history",
};
const blockhash = { type: "string", description: "Blockhash to ask about, base-58" };
const minContextSlot4 = {
  type: "integer",
  description:
    "Lowest slot that the answering node must have reached, else error -32016; pass the slot of an earlier answer so as never to read older state",
};
const address2 = { type: "string", description: "Account whose transactions to list, base-58" };
const transactionDetails2 = { enum: ["signatures", "full"] };
const limit10 = {
  type: "integer",
  minimum: 1,
  description:
    "Most transactions to return at once; servers return 1000 at most, and 100 in full, or fewer, however many are asked for",
};
const paginationToken = {
  type: "string",
  description: "The paginationToken of the previous answer, to continue after it: a signature, or slot:index",
};
const filters2 = {
  type: "object",
  properties: {
    status: { enum: ["any", "all", "succeeded", "failed"] },
    tokenAccounts: { enum: ["none", "balanceChanged", "all"] },
    slot: {
      type: "object",
      properties: {
        eq: { type: "integer" },
        gt: { type: "integer" },
        gte: { type: "integer" },
        lt: { type: "integer" },
        lte: { type: "integer" },
      },
    },
    blockTime: {
      type: "object",
      properties: {
        eq: { type: "integer" },
        gt: { type: "integer" },
        gte: { type: "integer" },
        lt: { type: "integer" },
        lte: { type: "integer" },
      },
    },
    signature: {
      type: "object",
      properties: {
        gt: { type: "string" },
        gte: { type: "string" },
        lt: { type: "string" },
        lte: { type: "string" },
      },
    },
  },
  description:
    "Which of them to list: {status, tokenAccounts, slot, blockTime, signature}; bounds of slot and signature are gt, gte, lt and lte, those of blockTime may be eq too",
};
const beforeSlot2 = {
  type: "integer",
  description: "Only transactions of slots below this one; the same as filters.slot.lt",
};
const untilSlot2 = {
  type: "integer",
  description: "Only transactions of slots above this one; the same as filters.slot.gt",
};
const address3 = { type: "string", description: "Wallet whose transfers to list, base-58" };
const mint4 = {
  type: "string",
  description:
    "Mint of the token, base-58; So11111111111111111111111111111111111111111 is the native one; all when absent",
};
const with_ = { type: "string", description: "Other side of the transfers, base-58; anyone when absent" };
const direction = { enum: ["in", "out", "any"] };
const solMode = { enum: ["merged", "separate"] };
const filters3 = {
  type: "object",
  properties: {
    amount: {
      type: "object",
      properties: {
        gt: { type: "integer" },
        gte: { type: "integer" },
        lt: { type: "integer" },
        lte: { type: "integer" },
      },
    },
    blockTime: {
      type: "object",
      properties: {
        eq: { type: "integer" },
        gt: { type: "integer" },
        gte: { type: "integer" },
        lt: { type: "integer" },
        lte: { type: "integer" },
      },
    },
    slot: {
      type: "object",
      properties: {
        eq: { type: "integer" },
        gt: { type: "integer" },
        gte: { type: "integer" },
        lt: { type: "integer" },
        lte: { type: "integer" },
      },
    },
  },
  description: "Which of them to list: {amount, blockTime, slot}",
};
const limit11 = {
  type: "integer",
  minimum: 1,
  maximum: 1000,
  description: "Most transfers to return at once, 1 to 100; 100 when absent",
};
const paginationToken2 = {
  type: "string",
  description: "The paginationToken of the previous answer, to continue after it",
};
const transactions = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  maxItems: 5,
  description: "The signed and encoded transactions, one to five, in their order",
};
const encodedTransactions = {
  type: "array",
  items: { type: "string" },
  minItems: 1,
  maxItems: 5,
  description: "The encoded transactions, one to five, in their order",
};
const preExecutionAccountsConfigs = {
  type: "array",
  items: {
    type: "object",
    required: ["addresses"],
    properties: {
      addresses: { type: "array", items: { type: "string" } },
      encoding: { enum: ["base64", "base64+zstd", "jsonParsed"] },
    },
  },
  description: "For each transaction the accounts to return from before it, {addresses, encoding}, or null",
};
const postExecutionAccountsConfigs = {
  type: "array",
  items: {
    type: "object",
    required: ["addresses"],
    properties: {
      addresses: { type: "array", items: { type: "string" } },
      encoding: { enum: ["base64", "base64+zstd", "jsonParsed"] },
    },
  },
  description: "For each transaction the accounts to return from after it, {addresses, encoding}, or null",
};
const skipSigVerify = {
  type: "boolean",
  description: "Whether signatures are left unchecked; false by default",
};
const replaceRecentBlockhash2 = {
  type: "boolean",
  description: "Whether the newest blockhash replaces those of the transactions; false by default",
};
const simulationBank = {
  anyOf: [{ type: "string" }, { type: "object" }],
  description: 'State to run on: "tip" (newest), {"commitment": {"commitment": "confirmed"}} or a slot',
};
const bundleIds = {
  type: "array",
  items: { type: "string" },
  maxItems: 5,
  description: "Ids of the bundles, at most 5",
};
const message = {
  type: "string",
  description: "Serialized transaction message (without signatures), base64",
};
const transaction3 = {
  type: "string",
  description: "The encoded transaction, base-58 unless options.transactionEncoding says otherwise",
};
const accountKeys = {
  type: "array",
  items: { type: "string" },
  description: "Accounts that the transaction writes, base-58",
};
const options2 = {
  type: "object",
  properties: {
    priorityLevel: { type: "string" },
    includeAllPriorityFeeLevels: { type: "boolean" },
    transactionEncoding: { type: "string" },
    lookbackSlots: { type: "integer", minimum: 1, maximum: 150 },
    recommended: { type: "boolean" },
    includeVote: { type: "boolean" },
    includeDetails: { type: "boolean" },
    evaluateEmptySlotAsZero: { type: "boolean" },
  },
  description:
    "What to look at: {priorityLevel, includeAllPriorityFeeLevels, recommended, lookbackSlots and so on}",
};
const blockhash2 = { type: "string", description: "Blockhash to check, base-58" };
const excludeNonCirculatingAccountsList = {
  type: "boolean",
  description: "Leave out the list of accounts, which is long",
};
const pubkey3 = { type: "string", description: "Address that receives the lamports, base-58" };
const lamports = { type: "integer", description: "Amount in lamports; 1000000000 is one native token" };
const recentBlockhash = { type: "string", description: "Blockhash for the faucet's transaction" };
const address4 = { type: "string", description: "Address of the compressed account, base-58" };
const hash = { type: "string", description: "Hash of the compressed account, base-58" };
const owner = { type: "string", description: "Owner of the compressed accounts, base-58" };
const filters4 = {
  type: "array",
  items: {
    type: "object",
    properties: {
      memcmp: {
        type: "object",
        required: ["offset", "bytes"],
        properties: { bytes: { type: "string" }, offset: { type: "integer", maximum: 255 } },
      },
    },
  },
  description: "Conditions on the data: {memcmp: {offset, bytes}}",
};
const dataSlice2 = {
  type: "object",
  required: ["offset", "length"],
  properties: { offset: { type: "integer" }, length: { type: "integer" } },
  description: "The part of the data to return: {offset, length}",
};
const limit12 = { type: "integer", minimum: 1, maximum: 1000 };
const mint5 = { type: "string", description: "Mint of the token, base-58" };
const delegate = { type: "string", description: "Delegate of the compressed token accounts, base-58" };
const hashes = {
  type: "array",
  items: { type: "string" },
  maxItems: 1000,
  description: "Hashes of compressed accounts, base-58",
};
const addresses3 = {
  type: "array",
  items: { type: "string" },
  description: "Addresses of the accounts, base-58",
};
const hashes2 = {
  type: "array",
  items: { type: "string" },
  description: "Hashes of compressed accounts, base-58",
};
const addresses4 = {
  type: "array",
  items: { type: "string" },
  maxItems: 1000,
  description: "Addresses of the accounts, base-58",
};
const newAddressesWithTrees = {
  type: "array",
  items: {
    type: "object",
    required: ["address", "tree"],
    properties: { address: { type: "string" }, tree: { type: "string" } },
  },
  maxItems: 1000,
  description: "New addresses and the trees that are to hold them",
};
const newAddressesWithTrees2 = {
  type: "array",
  items: {
    type: "object",
    required: ["address", "tree"],
    properties: { address: { type: "string" }, tree: { type: "string" } },
  },
  description: "New addresses and the trees that are to hold them",
};
const networkId = { type: "string", description: "Id of the network, as listSvmNetworks gives it" };
const rpcUrl = {
  type: "string",
  description: "Address of the upstream: https, reachable from the public internet",
};

/** Explanations of options that many tools share; the tools only name them, so a model must be given these once. */
export const toolGlossary: Readonly<Record<string, string>> = {
  commitment: 'How settled the state must be; "confirmed" suits most questions',
  encoding: "Encoding of the data. Default: named fields, for programs whose layout is known",
  dataSlice: "Only length bytes of the data from byte offset on, which gives no named fields",
  minContextSlot: "Lowest slot that the node must have reached",
  limit: "Most items to return at once, 1 to 1000. Default: 1000",
  mint: "Mint of the token, base-58",
  options: "Switches of the index, such as {showFungible: true}",
  page: "Number of the page, from 1; not together with before, after or cursor",
  before: "Key before which the page ends; not together with page or cursor",
  after: "Last key of the page before; not together with page or cursor",
  cursor: "The cursor of the previous answer, to continue after it",
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
      "Deprecated. Returns the state of a stake account in an epoch (active, inactive, activating or deactivating) and its active and inactive lamports (may exceed 2^53). Stake warms up and cools down over epochs, so both can be above 0. Nodes dropped this method in version 2; the gateway computes it from the account, the stake history and the clock. An account that is missing or holds no stake, a future epoch, and one more than 512 epochs back are refused with -32602. To see which validator the stake is delegated to, use getAccountInfo with jsonParsed.",
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
    name: "getProgramAccountsV2",
    title: "List program accounts in pages",
    description:
      "Returns accounts that a program owns, at most 10000 at once, with the key of the next page: pass it as paginationKey until it is null. A page can be short or empty although more follow. To keep a copy up to date, pass changedSinceSlot: only accounts that changed since that slot are listed. Only some providers serve it; where others answer -32601, use getProgramAccounts, which lists everything at once.",
    inputSchema: {
      type: "object",
      properties: {
        programId: programId2,
        commitment: commitment,
        filters: filters,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
        limit: limit,
        paginationKey: paginationKey,
        changedSinceSlot: changedSinceSlot,
        withContext: withContext2,
      },
      required: ["programId"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Account",
    providers: ["helius"],
    example: '{"programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA","limit":1000}',
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
        limit: limit2,
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
      "Reads the number of the newest slot. A slot is one turn of a leader. For slot, epoch and height together use getEpochInfo.",
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
      properties: { startSlot: startSlot, limit: limit3 },
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
      "Deprecated. Returns what getBlock returns. Nodes dropped this method in version 2; the gateway asks getBlock with the parameters as given. Unlike getBlock, it allows no transaction version by itself: a block that holds a version 0 transaction gives -32015 unless `maxSupportedTransactionVersion` is given. The time is in seconds since 1970; null, errors and sizes are those of getBlock. New programs should call getBlock.",
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
      properties: { startSlot: startSlot2, limit: limit2, commitment: commitment2 },
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
    hidden: true,
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
    hidden: true,
    example: "{}",
  },
  {
    name: "getRecentPerformanceSamples",
    title: "List performance samples",
    description:
      "Reads samples of the network's load, one a minute, newest first. Transactions a second are numTransactions / samplePeriodSecs; the slot time is samplePeriodSecs / numSlots.",
    inputSchema: { type: "object", properties: { limit: limit4 } },
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
    name: "getAgGenesisCert",
    title: "Read Alpenglow certificate",
    description:
      "Gives the certificate with which a network changed to the Alpenglow consensus: slot, block id, common signature and the bitmap of ranks that signed. Null on a network before the change. Needs a node of 4.3 or later.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "alpenglow genesis certificate consensus",
    hidden: true,
    example: "{}",
  },
  {
    name: "getRankMap",
    title: "List validator ranks",
    description:
      "Lists validators by their rank in Alpenglow certificates, with vote account, identity, BLS key and stake in lamports; null where the network knows no ranks. Give identity for one validator. Needs a node of 4.5 or later. For stake and votes of any network use getVoteAccounts.",
    inputSchema: { type: "object", properties: { identity: identity2, minContextSlot: minContextSlot } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "System",
    words: "validator rank alpenglow stake bls",
    hidden: true,
    example: '{"identity":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getEpochInfo",
    title: "Get epoch info",
    description:
      "Reads where the ledger stands: epoch, slots done of it, slot, block height, number of transactions. slotsInEpoch - slotIndex slots are left of the epoch; getRecentPerformanceSamples tells how long a slot lasts.",
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
        programId: programId3,
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
        programId: programId3,
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
        programId: programId4,
        commitment: commitment2,
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
    name: "getTokenAccountsByOwnerV2",
    title: "List token accounts in pages",
    description:
      "Returns token accounts that a wallet owns, at most 10000 at once, with the key of the next page: pass it as paginationKey until it is null. `mint` narrows to one token, `programId` to one token program. With changedSinceSlot only accounts that changed since that slot are listed. Only some providers serve it; where others answer -32601, use getTokenAccountsByOwner, which lists everything at once.",
    inputSchema: {
      type: "object",
      properties: {
        ownerAddress: ownerAddress2,
        mint: mint3,
        programId: programId5,
        commitment: commitment,
        encoding: encoding,
        dataSlice: dataSlice,
        minContextSlot: minContextSlot,
        limit: limit,
        paginationKey: paginationKey,
        changedSinceSlot: changedSinceSlot,
      },
      required: ["ownerAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    providers: ["helius"],
    example:
      '{"ownerAddress":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","programId":"TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA"}',
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
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit5,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
        sortBy: sortBy,
        options: options,
      },
      required: ["ownerAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "nfts of wallet collectibles owned assets my nfts belongs to",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit5,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
        sortBy: sortBy,
        options: options,
      },
      required: ["authorityAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "assets nfts update authority may change project",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit5,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
        sortBy: sortBy,
        options: options,
      },
      required: ["creatorAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "nfts made by creator artist minted assets",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit5,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
        sortBy: sortBy,
        options: options,
      },
      required: ["groupKey", "groupValue"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "nfts in a collection group assets members",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit5,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
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
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit6,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
        sortDirection: sortDirection,
        tree: tree2,
        leafIndex: leafIndex,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "history of nft compressed asset transactions transfers",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit7,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
      },
      required: ["mintAddress"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "nft editions prints copies master edition",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
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
        limit: limit8,
        page: page,
        before: before,
        after: before,
        cursor: cursor,
        options: options,
      },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    words: "token accounts index pages holders of mint",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
    example: '{"mintAddress":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","limit":1,"page":1}',
  },
  {
    name: "getGrouping",
    title: "Count assets of a group",
    description:
      "Returns how many digital assets a group holds, for example a collection. The assets themselves come from getAssetsByGroup. It reads an index of digital assets: nodes without one answer -32601.",
    inputSchema: {
      type: "object",
      properties: { groupKey: groupKey2, groupValue: groupValue2 },
      required: ["groupKey", "groupValue"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Token",
    providers: ["alchemy", "helius", "quicknode", "shyft", "triton", "das"],
    example: '{"groupKey":"collection","groupValue":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
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
        slot: slot4,
      },
      required: ["signature"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    words: "transaction details what happened why did it fail failed error logs look up signature receipt",
    example:
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","commitment":"confirmed","encoding":"json","maxSupportedTransactionVersion":1}',
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
        limit: limit9,
        before: before2,
        until: until,
        commitment: commitment2,
        minContextSlot: minContextSlot,
        beforeSlot: beforeSlot,
        untilSlot: untilSlot,
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
      "Reads whether transactions landed: err, confirmationStatus, or null where unknown. Poll it after sendTransaction. Set searchTransactionHistory for transactions older than 300 slots.",
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
      "Reads the priority fees that recent transactions paid, in micro-lamports for each compute unit. Pass as addresses the accounts that your transaction will write, and offer somewhat more than the higher values.",
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
      "Sends a transaction that the user has signed elsewhere; gives its signature. It moves real funds and can't be undone. Success means queued: watch it with getSignatureStatuses. Run simulateTransaction first.",
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
    name: "sendAndConfirmTransaction",
    title: "Send and confirm transaction",
    description:
      "Sends a transaction that the user has signed elsewhere and waits until it has landed; gives slot and err. It moves real funds and can't be undone. Run simulateTransaction first.",
    inputSchema: {
      type: "object",
      properties: {
        transaction: transaction2,
        encoding: encoding3,
        until: commitment2,
        skipPreflight: skipPreflight,
        preflightCommitment: commitment,
        minContextSlot: minContextSlot3,
      },
      required: ["transaction"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    category: "Transaction",
    asks: "It hands a signed transaction to the network; it moves real funds and can't be undone.",
    words: "send and confirm transaction wait until landed submit pay transfer",
    example:
      '{"transaction":"AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA=","encoding":"base64","until":"confirmed"}',
  },
  {
    name: "getTransactionFate",
    title: "Get transaction fate",
    description: "Says what became of a transaction: pending, landed, failed, expired or unknown.",
    inputSchema: { type: "object", properties: { signature: signature2 }, required: ["signature"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    words: "what happened to my transaction did it land expired pending fate",
    example:
      '{"signature":"3eRZVLWGMyqiwdy5LEvhJ3ARLkV97Y33FKJijU3MM9GHbeLzkwavKV8T5DxpUs2u1ucSJAE3cWuby63P9sei6bQN"}',
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
        limit: limit9,
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
      "Deprecated. Returns in `value` the base fee of one signature, in lamports, for transactions that carry the blockhash, or null when the blockhash is unknown or has expired (after 150 blocks). Nodes dropped this method in version 2; the gateway answers it from isBlockhashValid and getFeeForMessage. New programs should call getFeeForMessage, which gives the fee of a whole transaction, or isBlockhashValid.",
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
      '{"signature":"4H1gzcSZ9baNSvwmuZPxTBkisqc9nWSumtUvxgmfzoSS5657f29RALjCVEApJV7RMTqCb3JTrMqZHxKEv9KTwcQR","encoding":"jsonParsed","commitment":"confirmed","maxSupportedTransactionVersion":1}',
  },
  {
    name: "getTransactionsForAddress",
    title: "List transactions of an address with filters",
    description:
      "Returns the transactions that touched an address, oldest or newest first, as signatures or in full, narrowed by status, slot, time or signature; with filters.tokenAccounts also those of its token accounts. It does in one call what getSignaturesForAddress and getTransaction do in many. Pass paginationToken of an answer to get the next page, until it is null. History servers (Superbank) and some providers serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: {
        address: address2,
        commitment: commitment,
        transactionDetails: transactionDetails2,
        sortOrder: sortDirection,
        limit: limit10,
        paginationToken: paginationToken,
        filters: filters2,
        encoding: encoding2,
        maxSupportedTransactionVersion: maxSupportedTransactionVersion,
        minContextSlot: minContextSlot,
        beforeSlot: beforeSlot2,
        untilSlot: untilSlot2,
      },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    providers: ["helius", "quicknode", "superbank"],
    example:
      '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","limit":1,"filters":{"status":"succeeded"}}',
  },
  {
    name: "getTransfersByAddress",
    title: "List transfers of a wallet",
    description:
      "Returns the transfers from and to a wallet, of tokens and of the native one, already read from their transactions: sender, recipient, mint, amount in smallest units as digits, time and signature. Give the wallet, not one of its token accounts. Mints have no sender and burns no recipient (null). Pass paginationToken of an answer to get the next page, until it is null. Only some providers serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: {
        address: address3,
        mint: mint4,
        with: with_,
        direction: direction,
        solMode: solMode,
        filters: filters3,
        limit: limit11,
        paginationToken: paginationToken2,
        sortOrder: sortDirection,
        commitment: commitment2,
      },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    providers: ["helius"],
    example:
      '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","mint":"EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v","limit":1}',
  },
  {
    name: "sendBundle",
    title: "Send bundle",
    description:
      "Hands up to five signed transactions to the block engine, which runs them in order within one block, all or none, and returns the id of the bundle. One of them must pay a tip to an account of getTipAccounts. Accepted does not mean landed: ask getInflightBundleStatuses and getBundleStatuses. It moves real funds and can't be undone; the same bytes are executed once at most. Only upstreams that are connected to a block engine serve it.",
    inputSchema: {
      type: "object",
      properties: { transactions: transactions, encoding: encoding3 },
      required: ["transactions"],
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    category: "Transaction",
    asks: "It hands signed transactions to a block engine; it moves real funds and can't be undone.",
    providers: ["helius", "jito", "quicknode", "triton"],
    example:
      '{"transactions":["AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA="],"encoding":"base64"}',
  },
  {
    name: "simulateBundle",
    title: "Simulate bundle",
    description:
      "Runs up to five transactions in order, each on the state that the one before leaves, and throws the effects away. Returns whether all succeed and, for each, err, logs, compute units and, where asked, accounts before and after. Only upstreams with a block engine's software serve it.",
    inputSchema: {
      type: "object",
      properties: {
        encodedTransactions: encodedTransactions,
        transactionEncoding: encoding3,
        preExecutionAccountsConfigs: preExecutionAccountsConfigs,
        postExecutionAccountsConfigs: postExecutionAccountsConfigs,
        skipSigVerify: skipSigVerify,
        replaceRecentBlockhash: replaceRecentBlockhash2,
        simulationBank: simulationBank,
      },
      required: ["encodedTransactions"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    providers: ["helius", "jito", "triton"],
    example:
      '{"encodedTransactions":["AYROerq1eWsVxfhKgQb12ZyXnOxAOQTOWixWk1mspZyNmd/DIfkrQ3LpAJ8c4R5L2eFKrBW0jdnvVZJuaLr7CQsBAAEDbya4loCSh7AxdBj+rKx5wuMygg0bT4gcqWbq1UmcufBsT43m3J4zzzVdml0fbLbE+x601umAwTRQkcKuekejyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAgIAAQwCAAAAAMqaOwAAAAA="]}',
  },
  {
    name: "getBundleStatuses",
    title: "Check bundle statuses",
    description:
      "Returns for each bundle, in the order of the request, its transactions, its slot, how settled it is and its error, or null where it did not land or is too old. Only upstreams that are connected to a block engine serve it.",
    inputSchema: { type: "object", properties: { bundleIds: bundleIds }, required: ["bundleIds"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    providers: ["helius", "jito", "quicknode", "triton"],
    example: '{"bundleIds":["892b79ed49138bfb3aa5441f0df6e06ef34f9ee8f3976c15b323605bae0cf51d"]}',
  },
  {
    name: "getInflightBundleStatuses",
    title: "Check bundles in flight",
    description:
      "Returns for each bundle, in the order of the request, its state: Invalid (not known, or older than five minutes), Pending, Failed (no region forwarded it) or Landed, with the slot in which it landed. Only upstreams that are connected to a block engine serve it.",
    inputSchema: { type: "object", properties: { bundleIds: bundleIds }, required: ["bundleIds"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    providers: ["jito", "quicknode"],
    example: '{"bundleIds":["892b79ed49138bfb3aa5441f0df6e06ef34f9ee8f3976c15b323605bae0cf51d"]}',
  },
  {
    name: "getTipAccounts",
    title: "List tip accounts",
    description:
      "Returns the accounts of the block engine that take tips. Pay one of them, chosen at random, so that bundles do not wait for each other. Only upstreams that are connected to a block engine serve it.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Transaction",
    providers: ["jito", "quicknode"],
    example: "{}",
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
    name: "getPriorityFeeEstimate",
    title: "Estimate priority fee",
    description:
      "Estimates the priority fee with which a transaction lands soon, in micro-lamports for each compute unit, from what was paid lately for writing the same accounts. Give the encoded transaction or accountKeys. With source computed it is rather low: offer more when landing matters.",
    inputSchema: {
      type: "object",
      properties: { transaction: transaction3, accountKeys: accountKeys, options: options2 },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Other",
    words:
      "priority fee estimate how much to pay gas compute unit price recommended fee land fast congestion",
    example:
      '{"accountKeys":["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"],"options":{"priorityLevel":"High"}}',
  },
  {
    name: "getLatestBlockhash",
    title: "Get latest blockhash",
    description:
      "Reads the newest blockhash, which a transaction needs before it is signed, and the block height until which it is valid (150 blocks).",
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
    name: "getCompressedAccount",
    title: "Read a compressed account",
    description:
      "Returns one compressed account by its address or by its hash: owner, lamports, data, and its leaf in a state tree; null when there is none. Only upstreams with an index of compressed state serve it; others answer -32601. Give exactly one of address and hash.",
    inputSchema: { type: "object", properties: { address: address4, hash: hash } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedAccountV2",
    title: "Read a compressed account with its tree and queue",
    description:
      "Returns one compressed account by its address or by its hash, with the tree and the queue that hold it; null when there is none. Only upstreams with an index of compressed state serve it; others answer -32601. Give exactly one of address and hash.",
    inputSchema: { type: "object", properties: { address: address4, hash: hash } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedAccountBalance",
    title: "Read the lamports of a compressed account",
    description:
      "Returns the lamports of one compressed account by its address or by its hash. Only upstreams with an index of compressed state serve it; others answer -32601. Give exactly one of address and hash.",
    inputSchema: { type: "object", properties: { address: address4, hash: hash } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedAccountProof",
    title: "Read the Merkle proof of a compressed account",
    description:
      "Returns the hashes from the leaf of a compressed account to the root of its tree, which programs check. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { hash: hash }, required: ["hash"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hash":"3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"}',
  },
  {
    name: "getCompressedAccountProofV2",
    title: "Read the proof of a compressed account, if one is needed",
    description:
      "Returns the hashes from the leaf of a compressed account to the root of its tree. Where proveByIndex is true, the index alone is the proof. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { hash: hash }, required: ["hash"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hash":"3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"}',
  },
  {
    name: "getCompressedAccountsByOwner",
    title: "List the compressed accounts of an owner",
    description:
      "Returns compressed accounts that a program or a wallet owns, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, filters: filters4, dataSlice: dataSlice2, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedAccountsByOwnerV2",
    title: "List the compressed accounts of an owner with their trees",
    description:
      "Returns compressed accounts that a program or a wallet owns, with the tree and the queue of each, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, filters: filters4, dataSlice: dataSlice2, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedBalanceByOwner",
    title: "Read the lamports of all compressed accounts of an owner",
    description:
      "Returns the sum of the lamports of all compressed accounts that an address owns. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { owner: owner }, required: ["owner"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedMintTokenHolders",
    title: "List the holders of a compressed token",
    description:
      "Returns the holders of a token in compressed accounts, largest first, with amounts in smallest units, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { mint: mint5, limit: limit12, cursor: before },
      required: ["mint"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"mint":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenAccountBalance",
    title: "Read the amount of a compressed token account",
    description:
      "Returns the amount of one compressed token account by its address or by its hash, in smallest units. Only upstreams with an index of compressed state serve it; others answer -32601. Give exactly one of address and hash.",
    inputSchema: { type: "object", properties: { address: address4, hash: hash } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenAccountsByDelegate",
    title: "List a delegate's compressed token accounts",
    description:
      "Returns compressed token accounts that a delegate may spend from, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { delegate: delegate, mint: before, limit: limit12, cursor: before },
      required: ["delegate"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"delegate":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenAccountsByDelegateV2",
    title: "List a delegate's compressed token accounts with their trees",
    description:
      "Returns compressed token accounts that a delegate may spend from, with the tree and the queue of each, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { delegate: delegate, mint: before, limit: limit12, cursor: before },
      required: ["delegate"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"delegate":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenAccountsByOwner",
    title: "List a wallet's compressed token accounts",
    description:
      "Returns compressed token accounts of a wallet, all or those of one mint, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, mint: before, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenAccountsByOwnerV2",
    title: "List a wallet's compressed token accounts with their trees",
    description:
      "Returns compressed token accounts of a wallet, all or those of one mint, with the tree and the queue of each, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, mint: before, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenBalancesByOwner",
    title: "Sum up the compressed tokens of a wallet",
    description:
      "Returns the amount of each token that a wallet holds in compressed accounts, in smallest units, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, mint: before, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressedTokenBalancesByOwnerV2",
    title: "Sum up the compressed tokens of a wallet, as items",
    description:
      "Returns the amount of each token that a wallet holds in compressed accounts, in smallest units, as `items`, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, mint: before, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressionSignaturesForAccount",
    title: "List transactions that made or spent a compressed account",
    description:
      "Returns the transactions that created and that closed the compressed account with this hash. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { hash: hash }, required: ["hash"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hash":"3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"}',
  },
  {
    name: "getCompressionSignaturesForAddress",
    title: "List the transactions of a compressed address",
    description:
      "Returns the transactions that changed the compressed account at an address, newest first, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { address: address4, limit: limit12, cursor: before },
      required: ["address"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressionSignaturesForOwner",
    title: "List the transactions of an owner of compressed accounts",
    description:
      "Returns the transactions that changed compressed accounts of an owner, newest first, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getCompressionSignaturesForTokenOwner",
    title: "List the transactions of an owner of compressed tokens",
    description:
      "Returns the transactions that changed compressed token accounts of a wallet, newest first, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { owner: owner, limit: limit12, cursor: before },
      required: ["owner"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"owner":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}',
  },
  {
    name: "getIndexerHealth",
    title: "Check whether the index of compressed state keeps up",
    description:
      'Returns the word "ok" while the index follows the chain; an error when it lags behind. Only upstreams with an index of compressed state serve it; others answer -32601.',
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: "{}",
  },
  {
    name: "getIndexerSlot",
    title: "Read the slot of the index of compressed state",
    description:
      "Returns the newest slot that the index has read. What landed later is not in its answers yet. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: "{}",
  },
  {
    name: "getLatestCompressionSignatures",
    title: "List the newest transactions that touched compressed state",
    description:
      "Returns the newest transactions that changed compressed accounts, in pages: pass the cursor of each page to get the next, until it is null. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { limit: limit12, cursor: before } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: "{}",
  },
  {
    name: "getLatestNonVotingSignatures",
    title: "List the newest transactions that are not votes",
    description:
      "Returns the newest transactions that the index has read, votes left out, with their errors. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { limit: limit12, cursor: before } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: "{}",
  },
  {
    name: "getMultipleCompressedAccountProofs",
    title: "Read the proofs of several compressed accounts",
    description:
      "Returns, in the order of the request, the hashes from the leaf of each compressed account to the root of its tree. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { hashes: hashes }, required: ["hashes"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hashes":["3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"]}',
  },
  {
    name: "getMultipleCompressedAccountProofsV2",
    title: "Read the proofs of several compressed accounts with trees",
    description:
      "Returns, in the order of the request, the hashes from the leaf of each compressed account to the root of its tree. Where proveByIndex is true, the index alone is the proof. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { hashes: hashes }, required: ["hashes"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hashes":["3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"]}',
  },
  {
    name: "getMultipleCompressedAccounts",
    title: "Read several compressed accounts",
    description:
      "Returns compressed accounts by their addresses or by their hashes, in the order of the request, null where there is none. Only upstreams with an index of compressed state serve it; others answer -32601. Give exactly one of addresses and hashes.",
    inputSchema: { type: "object", properties: { addresses: addresses3, hashes: hashes2 } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"addresses":["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"]}',
  },
  {
    name: "getMultipleCompressedAccountsV2",
    title: "Read several compressed accounts with their trees",
    description:
      "Returns compressed accounts by their addresses or by their hashes, with the tree and the queue of each, in the order of the request, null where there is none. Only upstreams with an index of compressed state serve it; others answer -32601. Give exactly one of addresses and hashes.",
    inputSchema: { type: "object", properties: { addresses: addresses3, hashes: hashes2 } },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"addresses":["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"]}',
  },
  {
    name: "getMultipleNewAddressProofs",
    title: "Prove that addresses are free",
    description:
      "Returns for each address the proof that it is not in the address tree yet, which programs need to create it. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { addresses: addresses4 }, required: ["addresses"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"addresses":["83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"]}',
  },
  {
    name: "getMultipleNewAddressProofsV2",
    title: "Prove that addresses are free in their trees",
    description:
      "Returns for each pair of address and tree the proof that the address is not in the tree yet, which programs need to create it. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: {
      type: "object",
      properties: { newAddressesWithTrees: newAddressesWithTrees },
      required: ["newAddressesWithTrees"],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example:
      '{"newAddressesWithTrees":[{"address":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri","tree":"83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri"}]}',
  },
  {
    name: "getTransactionWithCompressionInfo",
    title: "Read a transaction with its compressed accounts",
    description:
      "Returns a transaction, and the compressed accounts that it created and spent. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { signature: signature2 }, required: ["signature"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example:
      '{"signature":"5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv"}',
  },
  {
    name: "getTransactionWithCompressionInfoV2",
    title: "Read a transaction with its compressed accounts and trees",
    description:
      "Returns a transaction, and the compressed accounts that it created and spent, with the tree and the queue of each. Only upstreams with an index of compressed state serve it; others answer -32601.",
    inputSchema: { type: "object", properties: { signature: signature2 }, required: ["signature"] },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example:
      '{"signature":"5h6xBEauJ3PK6SWCZ1PGjBvj8vDdWG3KpwATGy1ARAXFSDwt8GFXM7W5Ncn16wmqokgpiKRLuS83KUxyZyv2sUYv"}',
  },
  {
    name: "getValidityProof",
    title: "Prove that compressed accounts exist and addresses are free",
    description:
      "Returns one zero-knowledge proof that all compressed accounts of `hashes` exist and that all new addresses are free, as programs take it, with the roots that it is about. Only upstreams with an index of compressed state serve it; others answer -32601. Give at least one of hashes, newAddressesWithTrees.",
    inputSchema: {
      type: "object",
      properties: { hashes: hashes2, newAddressesWithTrees: newAddressesWithTrees2 },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hashes":["3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"]}',
  },
  {
    name: "getValidityProofV2",
    title: "Prove that accounts exist and addresses are free (V2)",
    description:
      "Returns one zero-knowledge proof for compressed accounts and new addresses, as programs take it; accounts whose index alone proves them need none. Only upstreams with an index of compressed state serve it; others answer -32601. Give at least one of hashes, newAddressesWithTrees.",
    inputSchema: {
      type: "object",
      properties: { hashes: hashes2, newAddressesWithTrees: newAddressesWithTrees2 },
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
    category: "Compression",
    providers: ["helius", "photon"],
    example: '{"hashes":["3Eq21vXNB5s86c62bVuUfTeaMif1N2kUqRPBmGRJhyTA"]}',
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
      "Replaces the upstreams of a network by one public https address, for every client of this gateway. Only when the user asks for it.",
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
