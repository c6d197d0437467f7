import { expect } from "chai";
import type { LiveLedger } from "./live-ledger.ts";

/** What a server that follows the public specification of the interface answers to one request. */
export interface CompatibilityCase {
  readonly method: string;
  readonly name: string;
  readonly params: (ledger: LiveLedger) => readonly unknown[];
  /** Nodes do not know the method or the fields: only the gateway's own check, in its own dialect, can refuse what is wrong. */
  readonly isOfServers?: boolean;
  /** The error's code, or a check of the result. */
  readonly answer: number | ((result: unknown, ledger: LiveLedger) => void);
}

type Params = CompatibilityCase["params"];
type Answer = CompatibilityCase["answer"];
type Row = readonly [name: string, params: Params | readonly unknown[], answer: Answer];

const invalidParams = -32602;
const slotNotReached = -32016;
const futureSlot = 9_007_199_254_740_991;
const missing = "4fYNw3dojWmQ4dXtSGE9epjRGy9pFSx62YypT7avPYvA";
const classic = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
const newer = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";
const system = "11111111111111111111111111111111";
const unknownSignature =
  "2nBhEBYYvfaAe16UMNqRHre4YNSskvuYgx3M6E4JP1oDYvZEJHvoPzyUidNgNX5r9sTyN1J9UxtbCXy2rqYcuyuv";

const rows = (method: string, list: readonly Row[], isOfServers = false): CompatibilityCase[] =>
  list.map(([name, params, answer]) => ({
    method,
    name,
    params: typeof params === "function" ? params : () => params,
    isOfServers,
    answer,
  }));

interface Account {
  readonly data: unknown;
}
interface AtSlot<Value> {
  readonly context: { readonly slot: number };
  readonly value: Value;
}
const valueAt = <Value>(result: unknown): Value => {
  expect(result).to.have.nested.property("context.slot").that.is.a("number");
  return (result as AtSlot<Value>).value;
};
/** The data is a pair with the encoding's name. */
const pair = (encoding: string) => (data: unknown) =>
  expect(data).to.be.an("array").that.has.lengthOf(2).and.has.property("1", encoding);
const bareText = (data: unknown) => expect(data).to.be.a("string");
const parsed = (data: unknown) => expect(data).to.have.property("parsed");
const isNull = (result: unknown) => expect(result).to.equal(null);
const isNumber = (result: unknown) => expect(result).to.be.a("number");
const isEmpty = (result: unknown) => expect(valueAt(result)).to.deep.equal([]);
const hasValue = (result: unknown) => expect(valueAt(result)).to.not.equal(undefined);
const inAccount = (check: (data: unknown) => void) => (result: unknown) =>
  check(valueAt<Account>(result).data);

const accounts = [
  ...rows("getAccountInfo", [
    ["base64", (of) => [of.receiver, { encoding: "base64" }], inAccount(pair("base64"))],
    ["base58", (of) => [of.receiver, { encoding: "base58" }], inAccount(pair("base58"))],
    ["base64+zstd", (of) => [of.receiver, { encoding: "base64+zstd" }], inAccount(pair("base64+zstd"))],
    ["jsonParsed", (of) => [of.tokenAccount, { encoding: "jsonParsed" }], inAccount(parsed)],
    [
      "jsonParsed without a parser",
      (of) => [of.receiver, { encoding: "jsonParsed" }],
      inAccount(pair("base64")),
    ],
    ["its default encoding", (of) => [of.receiver], inAccount(bareText)],
    ["binary", (of) => [of.receiver, { encoding: "binary" }], inAccount(bareText)],
    ["base58 above 128 bytes", (of) => [of.tokenAccount, { encoding: "base58" }], -32600],
    [
      "a slice",
      (of) => [of.tokenAccount, { encoding: "base64", dataSlice: { offset: 64, length: 8 } }],
      (result) => {
        const [data] = valueAt<{ data: [string] }>(result).data;
        expect(Buffer.from(data, "base64")).to.have.lengthOf(8);
      },
    ],
    ["no such account", [missing, { encoding: "base64" }], (result) => isNull(valueAt(result))],
    ["no parameters", [], invalidParams],
    ["what is no address", ["not-a-base58-key!"], invalidParams],
    ["an encoding that is none", (of) => [of.receiver, { encoding: "hex" }], invalidParams],
  ]),
  ...rows("getBalance", [
    ["an account", (of) => [of.receiver], (result) => expect(valueAt(result)).to.be.above(0)],
    ["no such account", [missing], (result) => expect(valueAt(result)).to.equal(0)],
    ["no parameters", [], invalidParams],
    ["what is no address", ["not-a-base58-key!"], invalidParams],
  ]),
  ...rows("getMultipleAccounts", [
    [
      "order, a double and a missing one",
      (of) => [[of.receiver, missing, of.receiver]],
      (result) => {
        const [first, second, third] = valueAt<unknown[]>(result);
        expect(second).to.equal(null);
        expect(first).to.deep.equal(third).and.not.equal(null);
      },
    ],
    ...(["base64", "base58"] as const).map(
      (encoding): Row => [
        encoding,
        (of) => [[of.receiver], { encoding }],
        (result) => pair(encoding)(valueAt<Account[]>(result)[0]?.data),
      ],
    ),
    [
      "jsonParsed",
      (of) => [[of.tokenAccount], { encoding: "jsonParsed" }],
      (result) => parsed(valueAt<Account[]>(result)[0]?.data),
    ],
    [
      "its default encoding",
      (of) => [[of.receiver]],
      (result) => pair("base64")(valueAt<Account[]>(result)[0]?.data),
    ],
    ["an empty list", [[]], isEmpty],
    [
      "100 addresses",
      [new Array(100).fill(system)],
      (result) => expect(valueAt(result)).to.have.lengthOf(100),
    ],
    ["101 addresses", [new Array(101).fill(system)], invalidParams],
    ["no parameters", [], invalidParams],
    ["what is no address", [["not-a-base58-key!"]], invalidParams],
  ]),
  ...rows("getProgramAccounts", [
    [
      "a bare list",
      [classic, { encoding: "base64", filters: [{ dataSize: 165 }] }],
      (result) => expect(result).to.be.an("array"),
    ],
    [
      "with its context",
      [classic, { encoding: "base64", filters: [{ dataSize: 165 }], withContext: true }],
      (result) => expect(valueAt(result)).to.be.an("array"),
    ],
    [
      "filters that all must hold",
      (of) => [
        classic,
        { encoding: "base64", filters: [{ memcmp: { offset: 0, bytes: of.mint } }, { dataSize: 1 }] },
      ],
      (result) => expect(result).to.deep.equal([]),
    ],
    ["five filters", [classic, { filters: new Array(5).fill({ dataSize: 165 }) }], invalidParams],
    [
      "129 bytes to compare",
      [classic, { filters: [{ memcmp: { offset: 0, bytes: "A".repeat(176), encoding: "base64" } }] }],
      invalidParams,
    ],
    ["no parameters", [], invalidParams],
    ["what is no address", ["not-a-base58-key!"], invalidParams],
  ]),
];

const tokens = [
  ...rows("getTokenAccountsByOwner", [
    [
      "of a mint",
      (of) => [of.payer.publicKey.toBase58(), { mint: of.mint }, { encoding: "base64" }],
      hasValue,
    ],
    [
      "of a program",
      (of) => [of.payer.publicKey.toBase58(), { programId: classic }, { encoding: "base64" }],
      hasValue,
    ],
    ["of a wallet without any", [missing, { programId: newer }, { encoding: "base64" }], isEmpty],
    ["of a foreign program", (of) => [of.payer.publicKey.toBase58(), { programId: system }], invalidParams],
    ["of an unknown mint", (of) => [of.payer.publicKey.toBase58(), { mint: missing }], invalidParams],
    ["no filter", (of) => [of.payer.publicKey.toBase58()], invalidParams],
  ]),
  ...rows("getTokenAccountBalance", [
    [
      "of a token account",
      (of) => [of.tokenAccount],
      (result) => expect(valueAt(result)).to.include.keys("amount", "decimals"),
    ],
    ["of no account", [missing], invalidParams],
    ["no parameters", [], invalidParams],
  ]),
  ...rows("getTokenSupply", [
    [
      "of a mint",
      (of) => [of.mint],
      (result) => expect(valueAt(result)).to.include.keys("amount", "decimals"),
    ],
    ["of no mint", [missing], invalidParams],
  ]),
  ...rows("getTokenAccountsByMint", [
    [
      "the accounts at a slot",
      (of) => [of.mint, { encoding: "base64" }],
      (result, of) =>
        expect(valueAt<{ pubkey: string }[]>(result).map(({ pubkey }) => pubkey)).to.include(of.tokenAccount),
    ],
    ["a program that is named", (of) => [of.mint, { programId: classic }], hasValue],
    ["an unknown mint", [missing], isEmpty],
    ["a program of no tokens", (of) => [of.mint, { programId: system }], invalidParams],
    ["processed", (of) => [of.mint, { commitment: "processed" }], invalidParams],
    ["no parameters", [], invalidParams],
  ]),
];

interface Transaction {
  readonly transaction: unknown;
}
const transactionAs = (check: (transaction: unknown) => void) => (result: unknown) =>
  check((result as Transaction).transaction);
const keysAre = (type: string) => (transaction: unknown) => {
  const { message } = transaction as { message: { accountKeys: unknown[] } };
  for (const key of message.accountKeys) expect(key).to.be.a(type);
};
const read = (encoding: string) => (of: LiveLedger) => [
  of.signature,
  { encoding, maxSupportedTransactionVersion: 0, commitment: "confirmed" },
];
const detail = (transactionDetails: string, rewards: boolean) => (of: LiveLedger) => [
  of.slot,
  { transactionDetails, rewards, commitment: "confirmed", maxSupportedTransactionVersion: 0 },
];
const inBlock = (encoding: string) => (of: LiveLedger) => [
  of.slot,
  { encoding, rewards: false, commitment: "confirmed", maxSupportedTransactionVersion: 0 },
];
const firstOf = (check: (transaction: unknown) => void) => (result: unknown) =>
  check((result as { transactions: Transaction[] }).transactions[0]?.transaction);

const history = [
  ...rows("getTransaction", [
    ["json", read("json"), transactionAs(keysAre("string"))],
    ["jsonParsed", read("jsonParsed"), transactionAs(keysAre("object"))],
    ["base58", read("base58"), transactionAs(pair("base58"))],
    ["base64", read("base64"), transactionAs(pair("base64"))],
    ["binary", read("binary"), transactionAs(bareText)],
    [
      "its default encoding",
      (of) => [of.signature, { commitment: "confirmed" }],
      transactionAs(keysAre("string")),
    ],
    [
      "no version when none was asked for",
      (of) => [of.signature, { commitment: "confirmed" }],
      (result) => expect(result).to.not.have.property("version"),
    ],
    ["an unknown signature", [unknownSignature, { maxSupportedTransactionVersion: 0 }], isNull],
    ["processed", [unknownSignature, { commitment: "processed" }], invalidParams],
    ["no parameters", [], invalidParams],
    ["what is no signature", ["not-a-base58-key!", { encoding: "json" }], invalidParams],
  ]),
  ...rows("getBlock", [
    [
      "full with rewards",
      detail("full", true),
      (result) => expect(result).to.include.keys("transactions", "rewards"),
    ],
    [
      "full without rewards",
      detail("full", false),
      (result) => expect(result).to.include.keys("transactions").and.not.have.property("rewards"),
    ],
    ["accounts", detail("accounts", false), (result) => expect(result).to.include.keys("transactions")],
    [
      "signatures",
      detail("signatures", false),
      (result) => expect(result).to.include.keys("signatures").and.not.have.property("transactions"),
    ],
    [
      "none",
      detail("none", false),
      (result) => expect(result).to.not.have.any.keys("signatures", "transactions", "rewards"),
    ],
    ["json", inBlock("json"), firstOf(keysAre("string"))],
    ["jsonParsed", inBlock("jsonParsed"), firstOf(keysAre("object"))],
    ["base58", inBlock("base58"), firstOf(pair("base58"))],
    ["base64", inBlock("base64"), firstOf(pair("base64"))],
    ["processed", [1, { commitment: "processed" }], invalidParams],
    ["a detail that is none", (of) => [of.slot, { transactionDetails: "some" }], invalidParams],
    ["no parameters", [], invalidParams],
  ]),
  ...rows("getSignaturesForAddress", [
    [
      "newest first",
      (of) => [of.payer.publicKey.toBase58(), { commitment: "confirmed" }],
      (result) => {
        const slots = (result as { slot: number }[]).map(({ slot }) => slot);
        expect(slots).to.deep.equal([...slots].sort((a, b) => b - a)).and.not.be.empty;
      },
    ],
    [
      "up to a limit",
      (of) => [of.payer.publicKey.toBase58(), { commitment: "confirmed", limit: 1 }],
      (result) => expect(result).to.have.lengthOf(1),
    ],
    ["an unknown `before`", (of) => [of.receiver, { before: unknownSignature }], -32020],
    ["limit 0", (of) => [of.receiver, { limit: 0 }], invalidParams],
    ["limit 1001", (of) => [of.receiver, { limit: 1001 }], invalidParams],
    ["processed", (of) => [of.receiver, { commitment: "processed" }], invalidParams],
    ["no parameters", [], invalidParams],
  ]),
  ...rows(
    "getSignaturesForAddress",
    [
      [
        "slots on both sides",
        (of) => [of.receiver, { beforeSlot: 9, untilSlot: 9 }],
        (result) => expect(result).to.be.an("array"),
      ],
      [
        "a signature and a slot as newest",
        (of) => [of.receiver, { before: of.signature, beforeSlot: 9 }],
        invalidParams,
      ],
      [
        "a signature and a slot as oldest",
        (of) => [of.receiver, { until: of.signature, untilSlot: 9 }],
        invalidParams,
      ],
      ["a slot as text", (of) => [of.receiver, { beforeSlot: "9" }], invalidParams],
    ],
    true,
  ),
  ...rows(
    "getTransactionsForAddress",
    [
      ...(
        [
          ["slots beside bounds of the same side", { beforeSlot: 9, filters: { slot: { lt: 9 } } }],
          ["slots beside bounds of the other same side", { untilSlot: 9, filters: { slot: { gte: 9 } } }],
          ["an equal slot", { filters: { slot: { eq: 9 } } }],
          ["an equal signature", { filters: { signature: { eq: unknownSignature } } }],
          ["limit 0", { limit: 0 }],
          ["a cursor that is none", { paginationToken: "114:2:3" }],
          ["encoding binary", { transactionDetails: "full", encoding: "binary" }],
          ["a status that is none", { filters: { status: "success" } }],
          ["an order that is none", { sortOrder: "newest" }],
          ["a detail that is none", { transactionDetails: "accounts" }],
        ] as const
      ).map(([name, config]): Row => [name, (of) => [of.receiver, config], invalidParams]),
      // A server without the method may say so of what is right.
      ...(
        [
          ["any limit", { limit: 100_000 }],
          ["status all", { filters: { status: "all" } }],
          ["slots on both sides", { beforeSlot: 114, untilSlot: 114 }],
          ["a place as cursor", { paginationToken: "114:2" }],
        ] as const
      ).map(([name, config]): Row => [name, (of) => [of.receiver, config], -32601]),
    ],
    true,
  ),
  ...rows("getSignatureStatuses", [
    [
      "order and an unknown one",
      (of) => [[of.signature, unknownSignature]],
      (result) => {
        const [first, second] = valueAt<unknown[]>(result);
        expect(first).to.include.keys("slot", "err", "confirmationStatus");
        expect(second).to.equal(null);
      },
    ],
    ["257 signatures", [new Array(257).fill(unknownSignature)], invalidParams],
    ["what is no signature", [["not-a-base58-key!"]], invalidParams],
  ]),
  ...rows("getBlocks", [
    ["a range", (of) => [of.slot, of.slot + 3], (result) => expect(result).to.be.an("array")],
    ["processed", [1, 2, { commitment: "processed" }], invalidParams],
    ["500,001 slots", [1, 500_002], invalidParams],
  ]),
  ...rows("getBlocksWithLimit", [
    ["limit 0", (of) => [of.slot, 0], (result) => expect(result).to.deep.equal([])],
    ["processed", [1, 2, { commitment: "processed" }], invalidParams],
  ]),
];

const commitments = ["processed", "confirmed", "finalized"] as const;
const state = [
  ...["getSlot", "getBlockHeight", "getTransactionCount", "getEpochInfo", "getLatestBlockhash"].flatMap(
    (method) =>
      rows(
        method,
        commitments.map(
          (commitment): Row => [
            commitment,
            [{ commitment }],
            method === "getEpochInfo"
              ? (result) => expect(result).to.include.keys("epoch", "slotIndex", "slotsInEpoch")
              : method === "getLatestBlockhash"
                ? (result) => expect(valueAt(result)).to.include.keys("blockhash", "lastValidBlockHeight")
                : isNumber,
          ],
        ),
      ),
  ),
  ...rows("getHealth", [["a node that is well", [], (result) => expect(result).to.equal("ok")]]),
  ...rows("getGenesisHash", [["the hash", [], bareText]]),
  ...rows("getAgGenesisCert", [["before the change", [], isNull]]),
  ...rows("isBlockhashValid", [["a new one", (of) => [of.blockhash, { commitment: "processed" }], hasValue]]),
];

/** Calls that name a slot which no server has reached. */
const tooEarly = (
  [
    ["getAccountInfo", (of) => [of.receiver]],
    ["getBalance", (of) => [of.receiver]],
    ["getMultipleAccounts", (of) => [[of.receiver]]],
    ["getProgramAccounts", () => [classic]],
    ["getTokenAccountsByOwner", (of) => [of.payer.publicKey.toBase58(), { programId: classic }]],
    ["getSignaturesForAddress", (of) => [of.receiver]],
    ["getSlot", () => []],
    ["getBlockHeight", () => []],
    ["getTransactionCount", () => []],
    ["getEpochInfo", () => []],
    ["getLatestBlockhash", () => []],
  ] as const satisfies readonly (readonly [method: string, params: Params])[]
).flatMap(([method, params]) =>
  rows(method, [
    ["a slot that is not reached", (of) => [...params(of), { minContextSlot: futureSlot }], slotNotReached],
  ]),
);

/** Requests and what the public specification of the interface (solana-rpc/specs) says that a server answers. */
export const compatibilityCases: readonly CompatibilityCase[] = [
  ...accounts,
  ...tokens,
  ...history,
  ...state,
  ...tooEarly,
];
