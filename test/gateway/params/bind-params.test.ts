import { expect } from "chai";
import { newestTransactionVersion } from "../../../generated/methods.ts";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import { ledgerParams } from "../../../src/gateway/params/ledger-params.ts";
import { buildMethodIndex, indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { address } from "../harness.ts";

const signature = "5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW";
const mint = "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v";
const program = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";

function planOf(method: string) {
  const methodIndex = indexedMethods.get(method);
  if (methodIndex === undefined) throw new Error(`no method ${method}`);
  return methodIndex;
}

/** What would be sent upstream in the gateway dialect, without a configured commitment. */
function sent(method: string, params: string | undefined): string {
  return ledgerParams(bindParams(planOf(method), params), "gateway", undefined);
}

function errorOf(method: string, params: string | undefined): RpcError {
  try {
    bindParams(planOf(method), params);
  } catch (caught) {
    if (caught instanceof RpcError) return caught;
    throw caught;
  }
  throw new Error(`${params} was accepted`);
}

describe("bindParams()", () => {
  const cases: readonly [form: string, method: string, params: string | undefined, ledger: string][] = [
    ["no params", "getSlot", undefined, "[]"],
    ["an empty array", "getSlot", "[]", "[]"],
    ["an empty object", "getSlot", "{}", "[]"],
    ["positions", "getSlot", '["processed"]', '[{"commitment":"processed"}]'],
    ["a name", "getSlot", '{"commitment":"processed"}', '[{"commitment":"processed"}]'],
    [
      "the ledger's own form",
      "getSlot",
      '[{"commitment":"processed","minContextSlot":7}]',
      '[{"commitment":"processed","minContextSlot":7}]',
    ],
    [
      "null for what is not given",
      "getAccountInfo",
      `["${address}",null,"base58"]`,
      `["${address}",{"encoding":"base58"}]`,
    ],
    ["a default encoding", "getAccountInfo", `["${address}"]`, `["${address}",{"encoding":"base64"}]`],
    ["an empty config object", "getAccountInfo", `["${address}",{}]`, `["${address}",{"encoding":"base64"}]`],
    [
      "an object parameter in its own place",
      "getAccountInfo",
      `["${address}",null,null,{"offset":1,"length":2}]`,
      `["${address}",{"encoding":"base64","dataSlice":{"offset":1,"length":2}}]`,
    ],
    [
      "config fields that the document does not list",
      "getProgramAccounts",
      `["${program}",{"changedSinceSlot":5}]`,
      `["${program}",{"encoding":"base64","changedSinceSlot":5}]`,
    ],
    [
      "digits beyond 2^53",
      "getBlock",
      "[9007199254740993]",
      '[9007199254740993,{"maxSupportedTransactionVersion":1}]',
    ],
    [
      "the greatest u64",
      "getSlot",
      "[null,18446744073709551615]",
      '[{"minContextSlot":18446744073709551615}]',
    ],
    [
      "an encoding word of the legacy form",
      "getBlock",
      '[5,"base58"]',
      '[5,{"encoding":"base58","maxSupportedTransactionVersion":0}]',
    ],
    [
      "binary, which holds no newer version",
      "getTransaction",
      `["${signature}","binary"]`,
      `["${signature}",{"encoding":"binary","maxSupportedTransactionVersion":0}]`,
    ],
    [
      "base64 and the newest version",
      "getTransaction",
      `{"signature":"${signature}","encoding":"base64"}`,
      `["${signature}",{"encoding":"base64","maxSupportedTransactionVersion":${newestTransactionVersion}}]`,
    ],
    [
      "the caller's own version",
      "getBlock",
      '[5,{"encoding":"base58","maxSupportedTransactionVersion":0}]',
      '[5,{"encoding":"base58","maxSupportedTransactionVersion":0}]',
    ],
    [
      "a commitment in the same place",
      "getBlock",
      '[5,"confirmed"]',
      '[5,{"commitment":"confirmed","maxSupportedTransactionVersion":1}]',
    ],
    [
      "a trailing config before an optional position",
      "getBlocks",
      '[5,{"commitment":"confirmed"}]',
      '[5,{"commitment":"confirmed"}]',
    ],
    [
      "both positions and a config",
      "getBlocks",
      '[5,9,{"commitment":"confirmed"}]',
      '[5,9,{"commitment":"confirmed"}]',
    ],
    [
      "what older nodes want in an object of statuses",
      "getSignatureStatuses",
      `[["${signature}"],{"commitment":"confirmed","minContextSlot":7}]`,
      `[["${signature}"],{"commitment":"confirmed","minContextSlot":7,"searchTransactionHistory":false}]`,
    ],
    [
      "the caller's own search",
      "getSignatureStatuses",
      `[["${signature}"],{"searchTransactionHistory":true,"commitment":"confirmed"}]`,
      `[["${signature}"],{"searchTransactionHistory":true,"commitment":"confirmed"}]`,
    ],
    ["an alias", "getBlocks", '{"startSlot":5,"endSlot":9}', "[5,9]"],
    [
      "a slot that is null",
      "getLeaderSchedule",
      `[null,"confirmed","${address}"]`,
      `[{"commitment":"confirmed","identity":"${address}"}]`,
    ],
    [
      "a mint",
      "getTokenAccountsByOwner",
      `["${address}","${mint}"]`,
      `["${address}",{"mint":"${mint}"},{"encoding":"base64"}]`,
    ],
    [
      "a program in its own place",
      "getTokenAccountsByOwner",
      `["${address}",null,"${program}"]`,
      `["${address}",{"programId":"${program}"},{"encoding":"base64"}]`,
    ],
    [
      "the ledger's two objects",
      "getTokenAccountsByOwner",
      `["${address}",{"programId":"${program}"},{"encoding":"jsonParsed"}]`,
      `["${address}",{"programId":"${program}"},{"encoding":"jsonParsed"}]`,
    ],
    [
      "flat names of a range",
      "getBlockProduction",
      '{"firstSlot":1,"lastSlot":2}',
      '[{"range":{"firstSlot":1,"lastSlot":2}}]',
    ],
    [
      "a range in its own place",
      "getBlockProduction",
      '[null,{"firstSlot":1}]',
      '[{"range":{"firstSlot":1}}]',
    ],
    [
      "history search",
      "getSignatureStatuses",
      `[["${signature}"],true]`,
      `[["${signature}"],{"searchTransactionHistory":true}]`,
    ],
    ["no object where nothing is asked", "getSignatureStatuses", `[["${signature}"]]`, `[["${signature}"]]`],
    ["an asset by position", "getAsset", `["${address}"]`, `{"id":"${address}"}`],
    ["an asset by name", "getAsset", `{"id":"${address}"}`, `{"id":"${address}"}`],
    ["an asset as one object", "getAsset", `[{"id":"${address}"}]`, `{"id":"${address}"}`],
    ["no page by default", "getAssetsByOwner", `["${address}"]`, `{"ownerAddress":"${address}"}`],
    [
      "no page beside a cursor",
      "getAssetsByOwner",
      `{"ownerAddress":"${address}","cursor":"x"}`,
      `{"ownerAddress":"${address}","cursor":"x"}`,
    ],
    ["base-64 by its characters", "sendTransaction", '["AQAB/w=="]', '["AQAB/w==",{"encoding":"base64"}]'],
    [
      "base-58 by its characters",
      "sendTransaction",
      '["3Bxs3zzLZLuLQEYX"]',
      '["3Bxs3zzLZLuLQEYX",{"encoding":"base58"}]',
    ],
    ["an encoding that was said", "sendTransaction", '["AQAB","base64"]', '["AQAB",{"encoding":"base64"}]'],
  ];
  for (const [form, method, params, ledger] of cases) {
    it(`reads ${form}: ${method} ${params}`, () => {
      expect(sent(method, params)).to.equal(ledger);
    });
  }

  const faults: readonly [what: string, method: string, params: string | undefined, text: RegExp][] = [
    ["a missing parameter", "getBalance", undefined, /pubkey is missing; expected/],
    ["a null for a required one", "getBalance", "[null]", /pubkey is missing/],
    [
      "one too many",
      "getGenesisHash",
      "[1]",
      /\[0\] is not expected: getGenesisHash takes at most 0 parameters, got 1/,
    ],
    [
      "a name that is none",
      "getBalance",
      `{"pubkey":"${address}","comitment":"confirmed"}`,
      /comitment .*did you mean commitment/,
    ],
    ["a word that is no commitment", "getSlot", '["fast"]', /commitment .*processed/],
    [
      "processed where the ledger refuses it",
      "getBlocks",
      '{"start_slot":1,"commitment":"processed"}',
      /commitment .*confirmed/,
    ],
    ["a fraction for a whole number", "getBlock", "[1.0]", /slot must be .*1\.0/],
    ["an exponent for a whole number", "getBlock", "[1e2]", /slot must be .*1e2/],
    ["a negative slot", "getBlock", "[-1]", /slot must be/],
    ["more than 64 bits", "getBlock", "[18446744073709551616]", /slot must be/],
    [
      "neither id nor tree",
      "getSignaturesForAsset",
      "{}",
      /: id, tree are alternatives: give exactly one, got none\./,
    ],
    [
      "both mint and program",
      "getTokenAccountsByOwner",
      `["${address}","${mint}","${program}"]`,
      /mint, programId do not go together/,
    ],
    [
      "a parameter that an object and a position give",
      "getBalance",
      `["${address}",{"minContextSlot":5},7]`,
      /minContextSlot is given twice/,
    ],
    ["an address of the wrong length", "getBalance", '["abc"]', /pubkey must/],
    [
      "an address that decodes to 33 bytes",
      "getBalance",
      '["zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"]',
      /pubkey must/,
    ],
  ];
  for (const [what, method, params, text] of faults) {
    it(`refuses ${what}: ${method} ${params}`, () => {
      const error = errorOf(method, params);
      expect(error.kind).to.equal("invalidParams");
      expect(error.message).to.match(text);
      expect(error.data?.faults).to.be.an("array").that.is.not.empty;
    });
  }

  const unknownNames: readonly [what: string, method: string, params: string, hint: string][] = [
    [
      "of a method without any",
      "getHealth",
      '{"anything":1}',
      "anything is not a parameter of getHealth; it takes none",
    ],
    [
      "that is nearly one",
      "getBalance",
      '{"pubkeys":1}',
      "is not a parameter of getBalance; did you mean pubkey?",
    ],
    [
      "that is like none",
      "getBlockTime",
      '{"wallet":1}',
      "is not a parameter of getBlockTime; it takes: slot",
    ],
  ];
  for (const [what, method, params, hint] of unknownNames) {
    it(`suggests a known name for one ${what}`, () => {
      expect(errorOf(method, params).message).to.include(hint);
    });
  }

  it("takes the optional parameters of a handler in an object after the others, as on the ledger", () => {
    const bound = bindParams(
      planOf("getStakeActivation"),
      `["${address}",{"epoch":4,"commitment":"confirmed"}]`,
    );
    expect([bound.text("commitment"), bound.raw("epoch")]).to.deep.equal(["confirmed", "4"]);
    expect(errorOf("getStakeActivation", `[{"pubkey":"${address}"}]`).message).to.include("pubkey");
  });

  const surplus: readonly [method: string, params: string, hint: string][] = [
    ["getHealth", "[{}]", "is an object, but getHealth takes none"],
    ["getBalance", `["${address}",{},{}]`, "is one object too many: getBalance takes one"],
    [
      "getTokenAccountsByOwner",
      `["${address}",{},{},{}]`,
      "is one object too many: getTokenAccountsByOwner takes 2",
    ],
  ];
  for (const [method, params, hint] of surplus) {
    it(`says how many objects ${method} takes`, () => {
      expect(errorOf(method, params).message).to.include(hint);
    });
  }

  it("accepts integers up to the bound of their parameter, and no larger ones", () => {
    for (const limit of ["0", "720"]) {
      expect(sent("getRecentPerformanceSamples", `[${limit}]`)).to.equal(`[${limit}]`);
    }
    expect(errorOf("getRecentPerformanceSamples", "[721]").message).to.include("limit");
    expect(sent("getBlockTime", "[18446744073709551615]")).to.equal("[18446744073709551615]");
    expect(errorOf("getBlockTime", "[18446744073709551616]").message).to.include("slot");
  });

  it("names every fault at once", () => {
    const error = errorOf("getBlock", '{"slot":"x","encoding":"y","rewards":1}');
    const faults = error.data?.faults as readonly { param: string }[] | undefined;
    expect(faults?.map(({ param }) => param)).to.include.members(["slot", "encoding", "rewards"]);
  });

  it("names ten faults and says how many more there are", () => {
    const names = Array.from({ length: 300 }, (_, at) => `"unknown${at}":1`).join(",");
    const { message, data } = errorOf("getSlot", `{${names}}`);
    const faults = data?.faults as readonly { param: string }[];
    expect(faults.map(({ param }) => param)).to.deep.equal(
      Array.from({ length: 10 }, (_, at) => `unknown${at}`),
    );
    expect(data?.more).to.equal(290);
    expect(message)
      .to.match(/; and 290 more faults\.$/)
      .and.not.to.contain("unknown10 ");
  });

  it("refuses a config field that is in two config objects", () => {
    expect(errorOf("getTokenAccountsByOwner", `["${address}",{"new":1},{"new":2}]`).message).to.contain(
      '"new" is written twice',
    );
  });

  it("accepts nothing after the config object that follows the last parameter", () => {
    const { length } = planOf("getBalance").method.params;
    const nulls = ",null".repeat(length - 1);
    expect(sent("getBalance", `["${address}"${nulls},{"new":1}]`)).to.equal(`["${address}",{"new":1}]`);
    expect(errorOf("getBalance", `["${address}"${nulls},{},{"new":1}]`).message).to.contain(
      "is not expected: getBalance takes at most",
    );
  });

  it("counts those given of several alternatives", () => {
    const { method } = planOf("getCompressedAccount");
    const [first, second] = method.params;
    if (first === undefined || second === undefined) throw new Error("no alternatives");
    const params = [first, second, { ...second, name: "leaf" }];
    const methodIndex = buildMethodIndex({ ...method, params, exactlyOneOf: ["address", "hash", "leaf"] });
    const given = JSON.stringify({ address, hash: address, leaf: address });
    expect(() => bindParams(methodIndex, given)).to.throw(
      "address, hash, leaf are alternatives: give exactly one, got 3.",
    );
  });

  it("is not fooled by names on the prototype", () => {
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect(errorOf("getSlot", `{"${name}":1}`).message).to.include(name);
    }
  });
});
