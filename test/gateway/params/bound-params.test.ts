import { expect } from "chai";
import { bindParams } from "../../../src/gateway/params/bind-params.ts";
import type { BoundParams } from "../../../src/gateway/params/bound-params.ts";
import { indexedMethods } from "../../../src/gateway/params/method-index.ts";
import { RpcError } from "../../../src/rpc/rpc-error.ts";
import { truncate } from "../../../src/text/wording.ts";
import { address } from "../harness.ts";

function bind(method: string, params: string): BoundParams {
  const methodIndex = indexedMethods.get(method);
  if (methodIndex === undefined) throw new Error(`no method ${method}`);
  return bindParams(methodIndex, params);
}

/** The fault of refused parameters; undefined when they are accepted. */
function errorOf(method: string, params: string): string | undefined {
  try {
    bind(method, params);
    return undefined;
  } catch (caught) {
    if (caught instanceof RpcError) return caught.message;
    throw caught;
  }
}

describe("a call's bound parameters", () => {
  it("give the text of a string, and undefined for what was not given", () => {
    const bound = bind("getBalance", `["${address}"]`);
    expect([bound.text("pubkey"), bound.text("commitment")]).to.deep.equal([address, undefined]);
  });

  it("give the JSON of a parameter, and undefined for one that the method does not have", () => {
    const bound = bind("getBalance", `["${address}"]`);
    expect([bound.raw("pubkey"), bound.raw("nothing")]).to.deep.equal([`"${address}"`, undefined]);
  });

  it("throw when a required one was not bound", () => {
    const bound = bind("getBalance", `["${address}"]`);
    expect(bound.requiredRaw("pubkey")).to.equal(`"${address}"`);
    expect(() => bound.requiredRaw("commitment")).to.throw("getBalance was bound without its commitment");
  });

  const absent: readonly (readonly [form: string, method: string, params: string, name: string])[] = [
    ["by name", "getSlot", '{"commitment":null}', "commitment"],
    ["in a config object", "getSlot", '[{"commitment":null}]', "commitment"],
    ["as a part of an object", "getBlockProduction", '{"firstSlot":null,"lastSlot":null}', "range"],
  ];
  for (const [form, method, params, name] of absent)
    it(`have no value for a null ${form}`, () => {
      expect(bind(method, params).raw(name)).to.equal(undefined);
    });

  it("join keys of one object parameter, without those that are null", () => {
    expect(bind("getBlockProduction", '{"firstSlot":7,"lastSlot":null}').rawValues).to.include(
      '{"firstSlot":7}',
    );
  });

  it("keep every field that only the upstream may know, in its order", () => {
    const fields = [
      ["first", "1"],
      ["second", "[2]"],
      ["third", "null"],
    ];
    const json = fields.map(([key, raw]) => `"${key}":${raw}`).join(",");
    expect(bind("getAsset", `{"id":"${address}",${json}}`).extras).to.deep.equal(fields);
    expect(bind("getProgramAccounts", `["${address}",{${json}}]`).extras).to.deep.equal(fields.slice(0, 2));
  });

  it("keep the names that the caller wrote where upstreams take names", () => {
    const bound = bind("getNftEditions", `{"mint":"${address}","limit":5}`);
    expect([...(bound.names?.values() ?? [])]).to.deep.equal(["mint", "limit"]);
    expect(bind("getBlocks", '{"start_slot":5}').names).to.equal(undefined);
  });

  const twice: readonly (readonly [form: string, method: string, params: string, name: string])[] = [
    ["under two names", "getBlocks", '{"startSlot":5,"start_slot":6}', "start_slot"],
    ["by position and in the object", "getSlot", '["finalized",{"commitment":"processed"}]', "commitment"],
  ];
  for (const [form, method, params, name] of twice)
    it(`are refused when one is given twice, ${form}`, () => {
      expect(errorOf(method, params)).to.contain(`${name} is given twice; give it once`);
    });

  it("repeat no more than 60 characters of an unknown name", () => {
    const name = "x".repeat(100);
    const fault = errorOf("getSlot", `{"${name}":1}`);
    expect(fault)
      .to.contain(`${truncate(name, 60)} is not a parameter`)
      .and.not.contain(truncate(name, 61));
  });

  it("suggest the nearest known name", () => {
    expect(errorOf("getBlocks", '{"startSlot":1,"end_slo":7}')).to.match(/did you mean "?\w+"?\?/i);
  });

  const groups: readonly (readonly [method: string, params: string, error: string | undefined])[] = [
    ["getCompressedAccount", "{}", "address, hash are alternatives: give exactly one, got none"],
    [
      "getCompressedAccount",
      `{"address":"${address}","hash":"${address}"}`,
      "address, hash are alternatives: give exactly one, got 2",
    ],
    ["getCompressedAccount", `{"address":"${address}"}`, undefined],
    ["getTokenAccounts", "{}", "mintAddress, ownerAddress are alternatives: give at least one, got none"],
    ["getTokenAccounts", `{"ownerAddress":"${address}"}`, undefined],
    ["getTokenAccounts", `{"ownerAddress":"${address}","page":1,"before":"x"}`, "do not go together"],
    ["getTokenAccounts", `{"ownerAddress":"${address}","page":1}`, undefined],
    ["getBlock", '[5,{"encoding":"base58","maxSupportedTransactionVersion":1}]', "do not go together"],
    ["getBlock", '[5,{"encoding":"base58","maxSupportedTransactionVersion":0}]', undefined],
    ["getBlock", '[5,{"encoding":"json","maxSupportedTransactionVersion":1}]', undefined],
    ["getBlock", '[5,{"encoding":"base58"}]', undefined],
  ];
  for (const [method, params, fault] of groups)
    it(`${fault === undefined ? "are accepted" : `"${fault}"`}: ${method} ${params.replaceAll(address, "…")}`, () => {
      if (fault === undefined) expect(errorOf(method, params)).to.equal(undefined);
      else expect(errorOf(method, params)).to.contain(fault);
    });

  const numbers: readonly (readonly [raw: string, isAccepted: boolean])[] = [
    ["0", true],
    ["999999999999999", true],
    ["1000000000000000", true],
    ["9999999999999999", true],
    ["18446744073709551615", true],
    ["18446744073709551616", false],
    ["118446744073709551615", false],
    ["1.0", false],
    ["1e2", false],
    ["-1", false],
    ['"1"', false],
    ["[]", false],
    ["true", false],
  ];
  for (const [raw, isAccepted] of numbers)
    it(`${isAccepted ? "accept" : "refuse"} ${raw} as a slot`, () => {
      expect(errorOf("getBlockTime", `[${raw}]`) === undefined).to.equal(isAccepted);
    });

  for (const [limit, isAccepted] of [
    ["0", false],
    ["1", true],
    ["1000", true],
    ["1001", false],
  ] as const)
    it(`${isAccepted ? "accept" : "refuse"} a limit of ${limit} where it is from 1 to 1000`, () => {
      const fault = errorOf("getSignaturesForAddress", `["${address}",{"limit":${limit}}]`);
      expect(fault === undefined).to.equal(isAccepted);
    });

  for (const [method, isAccepted] of [
    ["getSlot", true],
    ["sendTransaction", false],
  ] as const)
    for (const word of ["recent", "single", "singleGossip", "root", "max"])
      it(`${isAccepted ? "accept" : "refuse"} the old commitment ${word} for ${method}`, () => {
        const params =
          method === "getSlot" ? `[{"commitment":"${word}"}]` : `["AA==",{"preflightCommitment":"${word}"}]`;
        expect(errorOf(method, params) === undefined).to.equal(isAccepted);
      });

  it("are refused for an invalid commitment", () => {
    expect(errorOf("getSlot", '[{"commitment":"soon"}]')).to.contain("commitment must be");
  });
});
