import { expect } from "chai";
import { bindParams } from "../../src/gateway/params/bind-params.ts";
import { ledgerParams } from "../../src/gateway/params/ledger-params.ts";
import { indexedMethods } from "../../src/gateway/params/method-index.ts";
import { RpcError } from "../../src/rpc/rpc-error.ts";

const address = "83astBRguLMdt2h5U1Tpdq5tjFoJ6noeGwaY3mDLVcri";
const signature = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";

function planOf(method: string) {
  const methodIndex = indexedMethods.get(method);
  if (methodIndex === undefined) throw new Error(`no method ${method}`);
  return methodIndex;
}

/** What is sent upstream, with a configured commitment that must be added only if the caller named none. */
function sent(method: string, params: string): string {
  return ledgerParams(bindParams(planOf(method), params), "gateway", "confirmed");
}

function refusal(method: string, params: string): string {
  try {
    bindParams(planOf(method), params);
  } catch (caught) {
    return RpcError.from(caught).message;
  }
  throw new Error(`${method} took ${params}`);
}

const old = ["recent", "single", "singleGossip", "root", "max"];
const versionOne = `gQ${"A".repeat(5462)}`;
const addresses = (count: number) => JSON.stringify(new Array(count).fill(address));
const filters = (filter: string) => `["${address}",{"filters":[${filter}]}]`;

describe("requests that nodes and providers take", () => {
  /** By their contents; each must be sent with the named parts as written. */
  const taken: readonly (readonly [what: string, method: string, params: string, kept: string])[] = [
    ["a version 1 transaction", "sendTransaction", `["${versionOne}"]`, `"${versionOne}"`],
    ["a version 1 transaction", "simulateTransaction", `["${versionOne}"]`, `"${versionOne}"`],
    ["hashes as the list itself", "getMultipleCompressedAccountProofs", `["${address}"]`, `["${address}"]`],
    ["hashes by position", "getMultipleCompressedAccountProofs", `[["${address}"]]`, `["${address}"]`],
    ["hashes by name", "getMultipleCompressedAccountProofs", `{"hashes":["${address}"]}`, `["${address}"]`],
    ["transactions of a bundle", "simulateBundle", '[["AQ=="]]', '[{"encodedTransactions":["AQ=="]}]'],
    [
      "a bundle in the ledger's own form",
      "simulateBundle",
      '[{"encodedTransactions":["AQ=="]},{"skipSigVerify":true}]',
      '[{"encodedTransactions":["AQ=="]},{"skipSigVerify":true}]',
    ],
    [
      "an estimate in the provider's own form",
      "getPriorityFeeEstimate",
      `[{"accountKeys":["${address}"],"options":{"recommended":true}}]`,
      `[{"accountKeys":["${address}"],"options":{"recommended":true}}]`,
    ],
    [
      "an owner without a filter",
      "getTokenAccountsByOwnerV2",
      `["${address}",{"programId":"${address}"},{"limit":5,"paginationKey":null}]`,
      '"limit":5',
    ],
    ["a mint by Helius' name", "getTokenAccounts", `{"mint":"${address}"}`, `{"mint":"${address}"}`],
    ["an owner by Helius' name", "getTokenAccounts", `{"owner":"${address}"}`, `{"owner":"${address}"}`],
    [
      "a mint by the reference's name",
      "getNftEditions",
      `{"mintAddress":"${address}"}`,
      `{"mintAddress":"${address}"}`,
    ],
    ["options by another name", "getAsset", `{"id":"${address}","displayOptions":{}}`, `"displayOptions":{}`],
    [
      "a percentile by position",
      "getRecentPrioritizationFees",
      `[["${address}"],{"percentile":5000}]`,
      `[["${address}"],{"percentile":5000}]`,
    ],
    ["a percentile by name", "getRecentPrioritizationFees", `{"percentile":5000}`, `{"percentile":5000}`],
    ...old.map(
      (word) => ["an old commitment", "getSlot", `["${word}"]`, `[{"commitment":"${word}"}]`] as const,
    ),
    ["an old commitment", "getBlocks", `[5,9,{"commitment":"single"}]`, `{"commitment":"single"}`],
    ["an old commitment", "accountSubscribe", `["${address}",{"commitment":"recent"}]`, '"recent"'],
    ["whether it is an agent", "searchAssets", '{"isAgent":true}', '"isAgent":true'],
    ["a tree", "searchAssets", `{"tree":"${address}"}`, `"tree":"${address}"`],
    ["a name that only one index knows", "searchAssets", '{"rarity":7}', '"rarity":7'],
    [
      "a null in a range",
      "getBlockProduction",
      '[{"range":{"firstSlot":5,"lastSlot":null}}]',
      '"lastSlot":null',
    ],
    [
      "a null encoding of accounts",
      "simulateTransaction",
      '["AQ==",{"accounts":{"addresses":[],"encoding":null}}]',
      '"encoding":null',
    ],
    [
      "a null encoding of bytes",
      "getProgramAccounts",
      filters('{"memcmp":{"offset":0,"bytes":"1","encoding":null}}'),
      '"encoding":null',
    ],
    [
      "a null direction",
      "getAssetsByOwner",
      `{"ownerAddress":"${address}","sortBy":{"sortBy":"id","sortDirection":null}}`,
      '"sortDirection":null',
    ],
    [
      "a further key of a slice",
      "getAccountInfo",
      `["${address}",{"dataSlice":{"offset":0,"length":1,"more":1}}]`,
      '"more":1',
    ],
    [
      "a further key of a filter",
      "getProgramAccounts",
      filters('{"memcmp":{"offset":0,"bytes":[1],"more":1}}'),
      '"more":1',
    ],
    [
      "a word as a key",
      "getProgramAccounts",
      filters('{"tokenAccountState":null}'),
      '{"tokenAccountState":null}',
    ],
    ["the encoding binary", "sendTransaction", '["1","binary"]', '"encoding":"binary"'],
    ["the encoding binary", "simulateTransaction", '["1",null,"binary"]', '"encoding":"binary"'],
    ["33 addresses of rewards", "getInflationReward", `[${addresses(33)}]`, addresses(33)],
    [
      "a commitment of statuses",
      "getSignatureStatuses",
      `[[],false,"finalized"]`,
      '"commitment":"finalized"',
    ],
    ["no commitment of statuses", "getSignatureStatuses", `[[]]`, "[[]]"],
    ["a lowest slot", "getTransaction", `["${signature}",{"minContextSlot":7}]`, '"minContextSlot":7'],
    ["a key by vote account", "getLeaderSchedule", '[{"keyByVoteAccount":true}]', '"keyByVoteAccount":true'],
    [
      "an encoding of inner instructions",
      "simulateTransaction",
      '["AQ==",{"innerInstructionsEncoding":"json"}]',
      '"innerInstructionsEncoding":"json"',
    ],
    ["lists of validators", "sendTransaction", '["AQ==",{"validatorAcls":["a"]}]', '"validatorAcls":["a"]'],
    ["no page", "getAssetsByOwner", `["${address}"]`, `{"ownerAddress":"${address}"}`],
    ["a slot of a transaction", "getTransaction", `{"signature":"${signature}","slot":7}`, '"slot":7'],
    [
      "slots of a history",
      "getSignaturesForAddress",
      `{"address":"${address}","beforeSlot":9,"until":"${signature}"}`,
      '"beforeSlot":9',
    ],
    ["more than a page holds", "getTransactionsForAddress", `["${address}",{"limit":1001}]`, '"limit":1001'],
    [
      "all of them",
      "getTransactionsForAddress",
      `["${address}",{"filters":{"status":"all"}}]`,
      '"status":"all"',
    ],
    [
      "processed state",
      "getTransactionsForAddress",
      `["${address}","processed"]`,
      '"commitment":"processed"',
    ],
    [
      "slots that meet",
      "getTransactionsForAddress",
      `["${address}",{"beforeSlot":9,"untilSlot":9}]`,
      '"beforeSlot":9,"untilSlot":9',
    ],
    [
      "bounds of both kinds",
      "getTransactionsForAddress",
      `["${address}",{"beforeSlot":9,"filters":{"slot":{"gte":1},"blockTime":{"eq":-1}}}]`,
      '{"slot":{"gte":1},"blockTime":{"eq":-1}}',
    ],
    ...[signature, "0:0", "18446744073709551615:4294967295"].map(
      (token) =>
        [
          "a cursor",
          "getTransactionsForAddress",
          `["${address}",{"paginationToken":"${token}"}]`,
          `"paginationToken":"${token}"`,
        ] as const,
    ),
    [
      "a comparison of numbers",
      "getProgramAccounts",
      filters(
        '{"valueCmp":{"left":{"Mem":{"offset":64,"value_type":"U64"}},"comparator":"Gt","right":{"Constant":"0"}}}',
      ),
      '"comparator":"Gt"',
    ],
    [
      "a field of a later release",
      "getTransaction",
      `["${signature}",{"withContext":true}]`,
      '"withContext":true',
    ],
  ];
  for (const [what, method, params, kept] of taken) {
    it(`keep ${what}: ${method} ${params.slice(0, 60)}`, () => {
      expect(sent(method, params)).to.include(kept);
    });
  }

  it("may name 100 accounts", () => {
    expect(sent("getMultipleAccounts", `[${addresses(100)}]`)).to.include(addresses(100));
    expect(refusal("getMultipleAccounts", `[${addresses(101)}]`)).to.include(
      "pubkeys must be an array of at most 100 items, got 101",
    );
  });
});

describe("requests that nodes refuse", () => {
  const wire = (count: number) => `["+${"A".repeat(count - 1)}"]`;
  const memcmp = (bytes: string, encoding: string) =>
    filters(`{"memcmp":{"offset":0,"bytes":"${bytes}","encoding":"${encoding}"}}`);
  const refused: readonly (readonly [what: string, method: string, params: string, text: RegExp])[] = [
    [
      "a second object",
      "getBalance",
      `["${address}",{},{}]`,
      /\[2\] is one object too many: getBalance takes one/,
    ],
    ["a second object", "getBlocks", "[5,10,{},{}]", /\[3\] is one object too many/],
    [
      "a second commitment",
      "getSlot",
      '[{"commitment":"confirmed"},{"commitment":"processed"}]',
      /\[1\] is one object too many/,
    ],
    [
      "a commitment twice",
      "getSlot",
      '["confirmed",{"commitment":"processed"}]',
      /commitment is given twice/,
    ],
    ["a third object", "getTokenAccountsByOwner", `["${address}",{"mint":"${address}"},{},{}]`, /takes 2/],
    ...[
      "getHealth",
      "getInflationRate",
      "getClusterNodes",
      "getGenesisHash",
      "slotSubscribe",
      "rootSubscribe",
    ].map((method) => ["an object", method, '[{"a":1}]', /\[0\] is an object, but \w+ takes none/] as const),
    ["an object", "getBlockTime", "[5,{}]", /\[1\] is an object, but getBlockTime takes none/],
    ["an object", "getSlotLeaders", "[5,1,{}]", /\[2\] is an object/],
    [
      "a replaced blockhash whose signatures are checked",
      "simulateTransaction",
      '["AQ==",{"sigVerify":true,"replaceRecentBlockhash":true}]',
      /sigVerify, replaceRecentBlockhash may not both be true/,
    ],
    [
      "base-58 of a version 1 transaction",
      "getTransaction",
      `["${signature}",{"encoding":"base58","maxSupportedTransactionVersion":1}]`,
      /encoding, maxSupportedTransactionVersion do not go together/,
    ],
    ["1645 characters of base-64", "sendTransaction", wire(1645), /transaction must be a transaction/],
    ["1684 characters of base-58", "sendTransaction", `["${"2".repeat(1684)}"]`, /transaction must be/],
    ["173 characters of base-64", "getProgramAccounts", memcmp("A".repeat(176), "base64"), /bytes must/],
    [
      "what is no base-58",
      "getProgramAccounts",
      filters('{"memcmp":{"offset":0,"bytes":"0OIl"}}'),
      /bytes must/,
    ],
    [
      "a page beside a cursor",
      "getAssetsByOwner",
      `{"ownerAddress":"${address}","page":1,"cursor":"x"}`,
      /page, cursor do not go together/,
    ],
    [
      "a key beside a cursor",
      "searchAssets",
      '{"before":"a","cursor":"x"}',
      /before, cursor do not go together/,
    ],
    [
      "a tree without a leaf",
      "getSignaturesForAsset",
      `{"tree":"${address}"}`,
      /tree, leafIndex go together/,
    ],
    ["an old commitment in a bare object", "getTokenSupply", `["${address}","single"]`, /commitment must be/],
    [
      "an old commitment for preflight",
      "sendTransaction",
      '["AQ==",{"preflightCommitment":"single"}]',
      /preflightCommitment must be/,
    ],
    [
      "no address of logs",
      "logsSubscribe",
      '[{"mentions":[]}]',
      /filter\/mentions must be an array of at least 1/,
    ],
    [
      "a signature beside a slot",
      "getSignaturesForAddress",
      `["${address}",{"before":"${signature}","beforeSlot":9}]`,
      /before, beforeSlot do not go together/,
    ],
    [
      "a signature beside a slot",
      "getSignaturesForAddress",
      `{"address":"${address}","until":"${signature}","untilSlot":9}`,
      /until, untilSlot do not go together/,
    ],
    ...['"beforeSlot":9,"filters":{"slot":{"lt":9}}', '"untilSlot":9,"filters":{"slot":{"gte":9}}'].map(
      (config) =>
        [
          "a slot given twice",
          "getTransactionsForAddress",
          `["${address}",{${config}}]`,
          /Slot, filters do not go together: give the (?:newest|oldest) slot once/,
        ] as const,
    ),
    ...[`{"slot":{"eq":9}}`, `{"signature":{"eq":"${signature}"}}`].map(
      (bounds) =>
        [
          "an equal place",
          "getTransactionsForAddress",
          `["${address}",{"filters":${bounds}}]`,
          /filters has eq, which slot and signature do not take/,
        ] as const,
    ),
    ...["", ":2", "114:", "114:2:3", "-1:2", "114:1.5", " 114:2 ", "not-a-signature"].map(
      (token) =>
        [
          "what is no cursor",
          "getTransactionsForAddress",
          `["${address}",{"paginationToken":"${token}"}]`,
          /paginationToken must be/,
        ] as const,
    ),
    ...[
      '"limit":0',
      '"limit":-1',
      '"limit":1.5',
      '"beforeSlot":-1',
      '"untilSlot":"100"',
      '"encoding":"binary"',
    ].map(
      (config) =>
        [
          "a field that is wrong",
          "getTransactionsForAddress",
          `["${address}",{${config}}]`,
          /must be|may not be/,
        ] as const,
    ),
    [
      "two addresses of logs",
      "logsSubscribe",
      `[{"mentions":["${address}","${address}"]}]`,
      /filter\/mentions must be an array of at most 1/,
    ],
  ];
  for (const [what, method, params, text] of refused) {
    it(`are refused with the reason: ${what}, ${method} ${params.slice(0, 60)}`, () => {
      expect(refusal(method, params)).to.match(text);
    });
  }
});
